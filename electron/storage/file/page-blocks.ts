import { packZstd } from './codec.ts';
import type { WriteDb } from './handle.ts';
import { ZstdUnpacker } from './zstd-unpacker.ts';

/** A place is the id of a block times this, plus the position of the page in the block. This factor never changes. */
export const placesOfBlock = 64;
/** A block has at least so many pages, unless they are long. */
const fewestPages = 16;
/** Most pages of one block. Reading one page decodes its whole block. */
const mostPages = 40;
/** Most bytes of a block before compression. */
const longestBlock = 256 * 1024;
/** Most bytes of a block as it is stored: zstd adds at most a 256th and less than 64 bytes to what it cannot compress. */
export const longestPacked = longestBlock + longestBlock / 256 + 64;
/** Longer pages are in no block: little is gained by compressing them with others. */
const longestInBlock = 64 * 1024;
/** Bytes before each page: its size, the lowest byte first. The highest bit: it has bytes apart. */
const sizeBytes = 4;
const hasApart = 0x8000_0000;
/** Greater ids occur only in a damaged file. A new id does not follow them. */
const mostBlocks = 2 ** 40;

/**
 * How rows lie in pages of the file, which have 8,192 bytes (SQLite's file format, section 1.6). A page has this room for rows. Each row takes some
 * bytes more than its values. A row that is longer than a page has at least `leastLocal` bytes in it, and the others in pages of their own.
 */
const roomOfPage = 8_170;
const bytesOfRow = 14;
const longestInPage = roomOfPage - bytesOfRow;
const [leastLocal, bytesOfOwnPage] = [1_020, 8_188];
/** A long row may be so much longer than the pages of its own are, before it takes one more. */
const spare = 200;

/** Bytes of a row in a page that it shares with others. */
function localBytes(row: number): number {
  if (row <= longestInPage) return row + bytesOfRow;
  const local = leastLocal + ((row - leastLocal) % bytesOfOwnPage);
  return (local <= longestInPage ? local : leastLocal) + bytesOfRow;
}

/** Compression may leave more of a block than of the one before. A row that is a little too long goes to the next page. */
const caution = 1.02;
/** Blocks become at least so much longer than the shortest possible. Else the last one of a page might not fit. */
const reserve = 1.1;

/** Writes a block: its id, the compressed pages, and the bytes that are kept apart, or null. */
type WriteBlock = (id: number, packed: Uint8Array, apart: Uint8Array | null) => void;

/**
 * Compresses what several pages have together, because pages of one site are alike. A transaction brings few pages, so the open block is written again
 * with those of the next ones. Blocks are as long as the pages of the file have room. Bytes that no compression makes shorter may be kept apart: among the
 * others they would make those longer. Call `flush` before a transaction ends, and `reload` after a rollback.
 */
export class BlockWriter {
  readonly #write: WriteBlock;
  readonly #last;
  readonly #remove;
  /** The bytes of the open block. The first page creates this buffer. */
  #bytes: Buffer | null = null;
  #used = 0;
  readonly #apart: Uint8Array[] = [];
  #apartBytes = 0;
  #pages = 0;
  #hasNew = false;
  /** Bytes of its row; 0: it has none yet. */
  #stored = 0;
  /** The row may have so many bytes; 0: not chosen yet. */
  #size = 0;
  /** Room in the last page of the table, without the open block. It is an estimate: a wrong one costs some bytes of the file. */
  #room = roomOfPage;
  /** The share that compression left of the last block, and a little more. */
  #share = 0.5;
  /** Id of the open block. After a rollback, no other block gets the same id: readers of this connection may still know the old block. */
  #block: number | null = null;
  #isBehind = false;

  constructor(db: WriteDb, table: 'facts_block' | 'links_block', write: WriteBlock) {
    this.#write = write;
    this.#last = db.prepare(`SELECT max(id) FROM ${table} WHERE id < ${mostBlocks}`).pluck();
    this.#remove = db.prepare(`DELETE FROM ${table} WHERE id = ?`);
  }

  /** Takes the bytes of a page, and those to keep apart. Returns its place; null if it is too long for a block. */
  add(bytes: Uint8Array, apart: Uint8Array | null = null): number | null {
    if (bytes.length > longestInBlock) return null;
    if (this.#isFullFor(bytes.length, apart?.length ?? 0)) {
      this.#finish();
      this.#close();
    }
    this.#bytes ??= Buffer.allocUnsafe(longestBlock);
    const block = this.#id();
    this.#bytes.writeUInt32LE(apart === null ? bytes.length : bytes.length + hasApart, this.#used);
    this.#bytes.set(bytes, this.#used + sizeBytes);
    this.#used += sizeBytes + bytes.length;
    if (apart !== null) {
      this.#apart.push(new Uint8Array(apart));
      this.#apartBytes += apart.length;
    }
    this.#hasNew = true;
    return block * placesOfBlock + this.#pages++;
  }

  #isFullFor(bytes: number, apart: number): boolean {
    if (this.#pages === mostPages || this.#used + sizeBytes + bytes > longestBlock) return true;
    if (this.#pages < fewestPages) return false;
    if (this.#size === 0) this.#size = this.#sizeFor(this.#used * this.#share + this.#apartBytes);
    return (this.#used + bytes) * this.#share + this.#apartBytes + apart > this.#size;
  }

  /** A size, `least` or more, with which rows fill the room of a page. */
  #sizeFor(least: number): number {
    if (least > longestInPage) {
      const shared = leastLocal + spare;
      return shared + bytesOfOwnPage * Math.ceil((least - shared) / bytesOfOwnPage);
    }
    const row = least + bytesOfRow;
    const room = this.#roomFor(row);
    return room / Math.max(1, Math.floor(room / (reserve * row))) - bytesOfRow;
  }

  /** The room of the page that gets a row of so many bytes: the last one, or a new one. */
  #roomFor(bytes: number): number {
    return bytes <= this.#room ? this.#room : roomOfPage;
  }

  /** Writes the open block. */
  flush(): void {
    if (!this.#hasNew || this.#bytes === null) return;
    this.#put(this.#packed(this.#bytes));
    this.#hasNew = false;
  }

  /**
   * Stores a full block. A row that outgrew its page was moved to the next one and stays there. So a long one is removed first: SQLite then puts it
   * into the last page with room.
   */
  #finish(): void {
    if (this.#bytes === null) return;
    if (this.#hasNew || this.#stored > longestInPage) {
      const packed = this.#packed(this.#bytes);
      if (this.#stored > 0 && packed.length + this.#apartBytes > longestInPage) this.#remove.run(this.#block);
      this.#put(packed);
    }
    if (this.#pages >= fewestPages / 2) this.#share = (caution * (this.#stored - this.#apartBytes)) / this.#used;
    const local = localBytes(this.#stored);
    this.#room = this.#roomFor(local) - local;
  }

  #packed(bytes: Buffer): Uint8Array {
    return packZstd(bytes.subarray(0, this.#used));
  }

  #put(frame: Uint8Array): void {
    this.#stored = frame.length + this.#apartBytes;
    this.#write(this.#block as number, frame, this.#apart.length === 0 ? null : Buffer.concat(this.#apart));
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
    this.#size = 0;
    this.#stored = 0;
    this.#apart.length = 0;
    this.#apartBytes = 0;
  }
}

const unpacker = new ZstdUnpacker(longestBlock);

/** The bytes of a block, until the next call; empty where they cannot be decoded. A longer block is no block of ours: it could take seconds for each page. */
export const decodedBlock = (packed: Uint8Array): Buffer =>
  (packed.length > longestPacked ? null : unpacker.tryUnpack(packed)) ?? nothing;

/** What is at a place: the bytes of the page, and all bytes of its block that are kept apart. */
export interface FoundPage {
  readonly bytes: Buffer;
  /** How many pages before it have bytes apart; -1: it has none. */
  readonly apart: number;
  readonly allApart: Buffer;
}

/** The page at a position of the block from `first` to `last`; null if the block does not have it. */
function pageIn(
  block: Buffer,
  { first, last }: { readonly first: number; readonly last: number },
  position: number,
  allApart: Buffer,
): FoundPage | null {
  let start = first;
  let apart = 0;
  for (let left = position; ; left--) {
    const from = start + sizeBytes;
    if (from > last) return null;
    const size = (block[start] as number) | ((block[start + 1] as number) << 8) | ((block[start + 2] as number) << 16);
    const high = block[start + 3] as number;
    const end = from + size + (high & 127) * 2 ** 24;
    if (left === 0) return end > last ? null : { bytes: block.subarray(from, end), apart: high > 127 ? apart : -1, allApart };
    if (high > 127) apart += 1;
    start = end;
  }
}

/** How many pages of a decoded block have bytes apart. */
export function pagesWithApart(bytes: Buffer): number {
  let count = 0;
  for (let position = 0; position < placesOfBlock; position++) {
    const page = pageIn(bytes, { first: 0, last: bytes.length }, position, nothing);
    if (page === null) break;
    if (page.apart >= 0) count += 1;
  }
  return count;
}

/** The bytes of a block in the room of `BlockReader`: those of its pages, then those kept apart. */
interface Range {
  readonly start: number;
  readonly apart: number;
  readonly end: number;
}

/**
 * Reads pages from blocks. Results are valid until the next call. Keeps blocks that were decoded last, so SQLite does not read them for each page.
 * They lie in one buffer, because a buffer for each would stay in memory until V8 collects garbage.
 */
export class BlockReader {
  readonly #bytes: number;
  /** The first block creates this buffer. */
  #room: Buffer | null = null;
  /** By id, in the order they were decoded. The next block replaces those at `#next`, which are the oldest. */
  readonly #kept = new Map<number, Range>();
  #next = 0;

  /**
   * `bytes` for decoded blocks. For each depth and host, a crawl stores the pages in the order of their URLs. A reader in that order therefore needs
   * few blocks at a time.
   */
  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** The page at a place; null if it is not kept. A block that was written again has the same pages and more, so kept blocks stay correct. */
  kept(place: number): FoundPage | null {
    const range = this.#kept.get(Math.floor(place / placesOfBlock));
    if (range === undefined || this.#room === null) return null;
    const allApart = range.apart === range.end ? nothing : this.#room.subarray(range.apart, range.end);
    return pageIn(this.#room, { first: range.start, last: range.apart }, place % placesOfBlock, allApart);
  }

  /** The page at a place; null if a damaged block does not have it. `packed`, `apart`: the stored bytes of the block. */
  at(place: number, packed: Uint8Array, apart: Buffer | null): FoundPage | null {
    const bytes = decodedBlock(packed);
    const allApart = apart ?? nothing;
    if (bytes.length + allApart.length < this.#bytes) this.#keep(Math.floor(place / placesOfBlock), bytes, allApart);
    return pageIn(bytes, { first: 0, last: bytes.length }, place % placesOfBlock, allApart);
  }

  #keep(id: number, bytes: Buffer, apart: Buffer): void {
    this.#room ??= Buffer.allocUnsafeSlow(this.#bytes);
    this.#kept.delete(id);
    const size = bytes.length + apart.length;
    // Each block begins inside the room, also an empty one: `#forget` finds it there.
    if (this.#next + size >= this.#bytes) {
      this.#forget(this.#bytes);
      this.#next = 0;
    }
    const start = this.#next;
    const end = start + size;
    this.#forget(end);
    this.#room.set(bytes, start);
    this.#room.set(apart, start + bytes.length);
    this.#kept.set(id, { start, apart: start + bytes.length, end });
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

const nothing = Buffer.alloc(0);
