import { packZstd } from '../file/codec.ts';
import type { WriteDb } from '../file/handle.ts';
import { ZstdUnpacker } from '../file/zstd-unpacker.ts';

/** `page_row.facts_at` is the id of the block times this, plus the position of the page in the block. This factor never changes. */
export const pagesOfBlock = 64;
/** Most pages of one block. More would save little room, and reading one page decodes its whole block. */
const mostPages = 16;
/** A written block with this many pages gets no more: compressing it again would cost more than it saves. */
const fullEnough = 6;
/** Most bytes of a block before compression. */
const longestBlock = 256 * 1024;
/** Most bytes of a block as it is stored: zstd adds at most a 256th and less than 64 bytes to what it cannot compress. */
export const longestPacked = longestBlock + longestBlock / 256 + 64;
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

/**
 * Bytes for decoded blocks of a connection. For each depth and host, a crawl stores the pages in the order of their URLs. A reader in that order
 * therefore needs few blocks at a time.
 */
const roomBytes = 2 * 1024 * 1024;

const unpacker = new ZstdUnpacker(longestBlock);

/** The bytes of a block, until the next call; empty where they cannot be decoded. A longer block is no block of ours: it could take seconds for each page. */
export function decodedBlock(packed: Uint8Array): Buffer {
  if (packed.length > longestPacked) return Buffer.alloc(0);
  try {
    return unpacker.unpack(packed);
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

/** The bytes of a block in the room of `BlockFacts`. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads facts from blocks. A place is a value of `facts_at`; results are valid until the next call. Keeps blocks that were decoded last, so SQLite
 * does not read them for each page. They lie in one buffer, because a buffer for each would stay in memory until V8 collects garbage.
 */
export class BlockFacts {
  /** The first block creates this buffer. */
  #room: Buffer | null = null;
  /** By id, in the order they were decoded. The next block replaces those at `#next`, which are the oldest. */
  readonly #kept = new Map<number, Range>();
  #next = 0;

  /** The facts at a place; null if they are not kept. A block that was written again has the same facts and more, so kept blocks stay correct. */
  kept(place: number): Buffer | null {
    const range = this.#kept.get(Math.floor(place / pagesOfBlock));
    if (range === undefined || this.#room === null) return null;
    return factsIn(this.#room.subarray(range.start, range.end), place % pagesOfBlock);
  }

  /** The facts at a place; null if a damaged block does not have them. `packed`: the stored bytes of the block. */
  at(place: number, packed: Uint8Array): Buffer | null {
    const bytes = decodedBlock(packed);
    this.#keep(Math.floor(place / pagesOfBlock), bytes);
    return factsIn(bytes, place % pagesOfBlock);
  }

  #keep(id: number, bytes: Buffer): void {
    this.#room ??= Buffer.allocUnsafeSlow(roomBytes);
    this.#kept.delete(id);
    // Each block begins inside the room, also an empty one: `#forget` finds it there.
    if (this.#next + bytes.length >= roomBytes) {
      this.#forget(roomBytes);
      this.#next = 0;
    }
    const start = this.#next;
    const end = start + bytes.length;
    this.#forget(end);
    this.#room.set(bytes, start);
    this.#kept.set(id, { start, end });
    this.#next = end;
  }

  /** Forgets the blocks between `#next` and `end`, which are the oldest. */
  #forget(end: number): void {
    for (const [id, { start }] of this.#kept) {
      if (start < this.#next || start >= end) return;
      this.#kept.delete(id);
    }
  }
}
