import { ByteReader, ByteWriter, zigzag } from './varint.ts';

const version = 1;
/** Ids of blocks and chunks, and targets, are below this. A damaged file may have greater ones, which doubles cannot represent exactly. */
export const mostOfBlocks = 2 ** 52;

/** A statement that adds a block with the next id. */
export const newBlock = (level: number): string =>
  `INSERT INTO inlink_block (id, level) SELECT coalesce(max(id), 0) + 1, ${level} FROM inlink_block WHERE id < ${mostOfBlocks}`;
/** Four chunks of this size fill a page of the file. Finding a target reads half a chunk per block on average. */
const fullChunk = 1_950;

/** A run of links ordered by target, stored as a row of `inlink_chunk`. */
export interface Chunk {
  readonly first: number;
  readonly last: number;
  /** Valid until the next link is added. */
  readonly packed: Buffer;
}

/** Packs links into chunks (format: docs/crawl-file.md). Add links in order of target, source and position. */
export class ChunkPacker {
  readonly #out = new ByteWriter();
  #first = -1;
  #to = 0;
  #from = 0;

  /** Adds a link. Returns the chunk that this link completes, or null. */
  add(to: number, from: number, seq: number): Chunk | null {
    const out = this.#out;
    if (this.#first < 0) {
      out.start(version);
      this.#first = to;
      this.#to = 0;
      this.#from = 0;
    }
    out.reserve(32);
    out.number(to - this.#to);
    out.number(zigzag(from - this.#from));
    out.number(seq);
    this.#to = to;
    this.#from = from;
    return out.length >= fullChunk ? this.end() : null;
  }

  /** Returns the links since the last full chunk. */
  end(): Chunk | null {
    if (this.#first < 0) return null;
    const chunk = { first: this.#first, last: this.#to, packed: this.#out.take() };
    this.#first = -1;
    return chunk;
  }
}

/** Reads the links of a chunk one by one. Stops at damaged bytes and sets `damaged`. */
export class ChunkReader {
  readonly #in: ByteReader;
  to = 0;
  from = 0;
  seq = 0;

  constructor(packed: Uint8Array) {
    this.#in = new ByteReader(packed);
    if (this.#in.number() !== version) this.#in.broken = true;
  }

  get damaged(): boolean {
    return this.#in.broken;
  }

  next(): boolean {
    const input = this.#in;
    if (input.atEnd) return false;
    const to = this.to + input.number();
    const from = this.from + input.signed();
    const seq = input.number();
    if (from < 0 || !Number.isSafeInteger(to) || !Number.isSafeInteger(from)) input.broken = true;
    if (input.broken) return false;
    this.to = to;
    this.from = from;
    this.seq = seq;
    return true;
  }
}

/**
 * Finds the first `most` links to one target in a chunk. Same result as `ChunkReader` in half the time, because a query reads a
 * chunk of every block.
 */
export function findTarget(packed: Uint8Array, target: number, most: number, found: (from: number, seq: number) => void): void {
  const input = new ByteReader(packed);
  if (input.number() !== version) return;
  let [to, from, left] = [0, 0, most];
  while (left > 0 && !input.atEnd) {
    to += input.number();
    if (to > target) return;
    from += input.signed();
    const seq = input.number();
    if (input.broken || from < 0 || from > Number.MAX_SAFE_INTEGER) return;
    if (to !== target) continue;
    found(from, seq);
    left -= 1;
  }
}
