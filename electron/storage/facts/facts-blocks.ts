import { zstdDecompressSync } from 'node:zlib';
import { packZstd } from '../file/codec.ts';
import type { WriteDb } from '../file/handle.ts';

/** Pages of one block, at most. `page_row.facts_at` counts with it, so it never changes. */
export const pagesOfBlock = 64;
/** A block with so many pages gets no more: compressing it once more would save less than it costs. */
const fullEnough = 6;
/** Bytes of a block before it is compressed. Reading the facts of one page decodes its whole block. */
const longestBlock = 256 * 1024;
/** Longer facts stay in the row of their page: little is gained by compressing them with others. */
const longestInBlock = 64 * 1024;
/** Bytes before the facts of each page: their size, the lowest byte first. */
const sizeBytes = 4;
/** New ids are not counted from greater ones, which only a damaged file has. */
const mostBlocks = 2 ** 40;

/**
 * Compresses the facts of pages that are stored together: pages of one site are alike. Transactions of a slow crawl bring one page each, so a
 * block is written again with the next pages until it is full enough. Call `flush` before a transaction ends, and `reload` after a rollback.
 */
export class FactsBlocks {
  readonly #write;
  readonly #last;
  /** The bytes of the open block; made with the first page. */
  #bytes: Buffer | null = null;
  #used = 0;
  #pages = 0;
  #hasNew = false;
  /** Id of the open block. An id is not used for another block after a rollback: readers of this connection may know the first one. */
  #block: number | null = null;
  #isBehind = false;

  constructor(db: WriteDb) {
    this.#write = db.prepare('INSERT OR REPLACE INTO facts_block (id, bytes) VALUES (?, ?)');
    this.#last = db.prepare(`SELECT max(id) FROM facts_block WHERE id < ${mostBlocks}`).pluck();
  }

  /** Takes the facts of a page. Returns their place, as `facts_at` has it; null where they are too long for a block. */
  add(facts: Uint8Array): number | null {
    if (facts.length > longestInBlock) return null;
    if (this.#pages === pagesOfBlock || this.#used + sizeBytes + facts.length > longestBlock) {
      this.flush();
      this.#close();
    }
    this.#bytes ??= Buffer.allocUnsafe(longestBlock);
    const block = this.#id();
    this.#bytes.writeUInt32LE(facts.length, this.#used);
    this.#bytes.set(facts, this.#used + sizeBytes);
    this.#used += sizeBytes + facts.length;
    this.#hasNew = true;
    return block * pagesOfBlock + this.#pages++;
  }

  /** Writes the open block. */
  flush(): void {
    if (!this.#hasNew || this.#bytes === null) return;
    this.#write.run(this.#block, packZstd(this.#bytes.subarray(0, this.#used)));
    this.#hasNew = false;
    if (this.#pages >= fullEnough) this.#close();
  }

  /** The next page begins another block: what this one knows of the open one may be undone. */
  reload(): void {
    this.#hasNew = false;
    this.#close();
    this.#isBehind = true;
  }

  /** Another program may have written blocks meanwhile. */
  #id(): number {
    if (this.#block === null || this.#isBehind)
      this.#block = Math.max(this.#block ?? 0, ((this.#last.get() as number | null) ?? 0) + 1);
    this.#isBehind = false;
    return this.#block;
  }

  #close(): void {
    if (this.#block !== null) this.#block += 1;
    this.#used = 0;
    this.#pages = 0;
  }
}

/** Blocks that a connection keeps decoded: pages in order of their URLs lie in few blocks at a time. */
const blocksKept = 8;

interface Decoded {
  readonly id: number;
  /** Bytes of the packed block. One that was written again has more. */
  readonly size: number;
  readonly bytes: Buffer;
}

/** The bytes of a block; empty where they cannot be decoded. */
export function decodedBlock(packed: Uint8Array): Buffer {
  try {
    return zstdDecompressSync(packed, { maxOutputLength: longestBlock });
  } catch (error) {
    if (error instanceof Error && 'code' in error) return Buffer.alloc(0);
    throw error;
  }
}

/** Reads facts from blocks. It keeps some blocks decoded, so that SQLite need not read them for each page. */
export class BlockFacts {
  readonly #kept: Decoded[] = [];

  /** Whether a block is kept in its present form. */
  has(id: number, size: number): boolean {
    return this.#kept.some(known => known.id === id && known.size === size);
  }

  /** The facts at a place as `facts_at` has it; null where a damaged block does not have them. `packed`: the block, unless it is kept. */
  at(place: number, packed: Buffer | null): Buffer | null {
    const bytes = this.#open(Math.floor(place / pagesOfBlock), packed);
    let start = 0;
    for (let left = place % pagesOfBlock; ; left--) {
      if (start + sizeBytes > bytes.length) return null;
      const end = start + sizeBytes + bytes.readUInt32LE(start);
      if (left === 0) return end > bytes.length ? null : bytes.subarray(start + sizeBytes, end);
      start = end;
    }
  }

  #open(id: number, packed: Buffer | null): Buffer {
    const kept = this.#kept;
    const at = kept.findIndex(known => known.id === id);
    const known = kept[at];
    if (at > 0 || (packed !== null && at === 0)) kept.splice(at, 1);
    if (packed === null && known === undefined) return Buffer.alloc(0);
    const found = packed === null ? (known as Decoded) : { id, size: packed.length, bytes: decodedBlock(packed) };
    if (kept[0] !== found) kept.unshift(found);
    if (kept.length > blocksKept) kept.pop();
    return found.bytes;
  }
}
