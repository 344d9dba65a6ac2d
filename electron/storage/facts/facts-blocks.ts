import { zstdDecompressSync } from 'node:zlib';
import { packZstd } from '../file/codec.ts';
import type { WriteDb } from '../file/handle.ts';

/** `page_row.facts_at` is the id of the block times this, plus the position of the page in the block. This factor never changes. */
export const pagesOfBlock = 64;
/** Most pages of one block. More would save little room, and reading pages in another order decodes a block for each page. */
const mostPages = 16;
/** A written block with this many pages gets no more: compressing it again would cost more than it saves. */
const fullEnough = 6;
/** Most bytes of a block before compression. Reading the facts of one page decodes its whole block. */
const longestBlock = 256 * 1024;
/** Longer facts stay in the row of their page: little is gained by compressing them with others. */
const longestInBlock = 64 * 1024;
/** Bytes before the facts of each page: their size, the lowest byte first. */
const sizeBytes = 4;
/** Greater ids occur only in a damaged file. A new id does not follow them. */
const mostBlocks = 2 ** 40;

/**
 * Compresses the facts of several pages together, because pages of one site are alike. Each transaction of a slow crawl brings one page, so this
 * class writes a block again with the next pages until the block is full enough. Call `flush` before a transaction ends, and `reload` after a rollback.
 */
export class FactsBlocks {
  readonly #write;
  readonly #last;
  /** The bytes of the open block. The first page creates this buffer. */
  #bytes: Buffer | null = null;
  #used = 0;
  #pages = 0;
  #hasNew = false;
  /** Id of the open block. After a rollback, no other block gets the same id: readers of this connection may still know the old block. */
  #block: number | null = null;
  #isBehind = false;

  constructor(db: WriteDb) {
    this.#write = db.prepare('INSERT OR REPLACE INTO facts_block (id, bytes) VALUES (?, ?)');
    this.#last = db.prepare(`SELECT max(id) FROM facts_block WHERE id < ${mostBlocks}`).pluck();
  }

  /** Takes the facts of a page. Returns the value for `facts_at`; null if the facts are too long for a block. */
  add(facts: Uint8Array): number | null {
    if (facts.length > longestInBlock) return null;
    if (this.#pages === mostPages || this.#used + sizeBytes + facts.length > longestBlock) {
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

  /** The next page begins another block, because a rollback may have undone the open one. */
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

/** Most bytes of decoded blocks that a connection keeps. Pages in order of their URLs need few blocks at a time, pages of several hosts more. */
const mostKept = 8 * 1024 * 1024;

/** The bytes of a block; empty where they cannot be decoded. */
export function decodedBlock(packed: Uint8Array): Buffer {
  try {
    return zstdDecompressSync(packed, { maxOutputLength: longestBlock });
  } catch (error) {
    if (error instanceof Error && 'code' in error) return Buffer.alloc(0);
    throw error;
  }
}

/** The facts at a position of a block; null if the block does not have them. */
function factsIn(bytes: Buffer, place: number): Buffer | null {
  let start = 0;
  for (let left = place; ; left--) {
    if (start + sizeBytes > bytes.length) return null;
    const end = start + sizeBytes + bytes.readUInt32LE(start);
    if (left === 0) return end > bytes.length ? null : bytes.subarray(start + sizeBytes, end);
    start = end;
  }
}

/** Reads facts from blocks. Keeps some blocks decoded, so SQLite does not read them for each page. A place is a value of `facts_at`. */
export class BlockFacts {
  /** By id; those used last are at the end. */
  readonly #kept = new Map<number, Buffer>();
  #bytes = 0;

  /** Whether the facts at a place are kept. A block that was written again has the same facts and more, so kept blocks stay correct. */
  has(place: number): boolean {
    const bytes = this.#kept.get(Math.floor(place / pagesOfBlock));
    return bytes !== undefined && factsIn(bytes, place % pagesOfBlock) !== null;
  }

  /** The facts at a place; null if a damaged block does not have them. `packed`: the stored bytes of the block; null if the block is kept. */
  at(place: number, packed: Buffer | null): Buffer | null {
    const id = Math.floor(place / pagesOfBlock);
    const known = this.#kept.get(id);
    const bytes = packed === null ? known : decodedBlock(packed);
    if (bytes === undefined) return null;
    this.#keep(id, bytes, known);
    return factsIn(bytes, place % pagesOfBlock);
  }

  #keep(id: number, bytes: Buffer, before: Buffer | undefined): void {
    const kept = this.#kept;
    kept.delete(id);
    kept.set(id, bytes);
    this.#bytes += bytes.length - (before?.length ?? 0);
    for (const [oldest, { length }] of kept) {
      if (this.#bytes <= mostKept) break;
      kept.delete(oldest);
      this.#bytes -= length;
    }
  }
}
