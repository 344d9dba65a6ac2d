import { packZstd } from '../file/codec.ts';
import { ZstdUnpacker } from '../file/zstd-unpacker.ts';
import { ByteReader, ByteWriter, zigzag } from './varint.ts';

/** Form 2 groups links by their target. In form 1, each link has its target. Since version 32 of the file, form 2 may be in a zstd frame. */
const version = 2;
const versionOfLinks = 1;
/** The first byte of a zstd frame (RFC 8878, section 3.1.1). No form begins with it. */
const firstOfFrame = 0x28;
/** Ids of blocks and chunks, and targets, are below this. A damaged file may have greater ones, which doubles cannot represent exactly. */
export const mostOfBlocks = 2 ** 52;

/** A statement that adds a block with the next id. */
export const newBlock = (level: number): string =>
  `INSERT INTO inlink_block (id, level) SELECT coalesce(max(id), 0) + 1, ${level} FROM inlink_block WHERE id < ${mostOfBlocks}`;
/** Four chunks of this size, as they are stored, fill a page of the file. Finding a target reads half of a chunk's content per block on average. */
const fullChunk = 2_000;
/** Most bytes of a chunk before compression, but for its last link. */
const longestChunk = 8_192;
/** A longer chunk in a frame is none of ours. */
const mostContent = 2 * longestChunk;

const unpacker = new ZstdUnpacker(mostContent);

/** Flags of a frame's header (section 3.1.1.1.1): its window is its content, whose size has one or two bytes, and no dictionary is named. */
const [sizeInByte, sizeInTwo] = [0x20, 0x60];
const nothing = new Uint8Array(0);

/**
 * Whether the header states the size of the content, and a chunk may be so long. Crawlscope always writes it. Another frame could ask zstd for a window of 128 MB, which takes
 * milliseconds, and a question may read very many chunks.
 */
function namesItsSize(packed: Uint8Array): boolean {
  if (packed.length > mostContent) return false;
  const flags = (packed[4] ?? 0) & ~4;
  return flags === sizeInByte || (flags === sizeInTwo && 256 + (packed[5] ?? 0) + 256 * (packed[6] ?? 0) < mostContent);
}

/** The uncompressed content of a stored chunk, valid until the next call. Empty if the frame is damaged, so that readers see no form. */
function contentOf(packed: Uint8Array): Uint8Array {
  if (packed[0] !== firstOfFrame) return packed;
  return (namesItsSize(packed) ? unpacker.tryUnpack(packed) : null) ?? nothing;
}

/** A run of links ordered by target, stored as a row of `inlink_chunk`. */
export interface Chunk {
  readonly first: number;
  readonly last: number;
  /** Valid until the next link is added. */
  readonly packed: Uint8Array;
}

/** Packs links into chunks (format: docs/crawl-file.md). Add links in order of target, source and position. */
export class ChunkPacker {
  /** Uncompressed bytes after which a chunk is full. Each full chunk sets it for the next. */
  #full = fullChunk;
  readonly #out = new ByteWriter();
  /** The links to the last target, behind a byte that is left out. */
  readonly #group = new ByteWriter();
  #first = -1;
  /** The target of the group, and that of the group before. */
  #to = 0;
  #lastTo = 0;
  #from = 0;
  /** The first source of the group before. */
  #lastFrom = 0;
  /** Bytes of the last chunk before compression. */
  #content = 0;

  /** Adds a link. Returns the chunk that this link completes, or null. */
  add(to: number, from: number, seq: number): Chunk | null {
    const group = this.#group;
    if (this.#first < 0) {
      this.#out.start(version);
      group.start(version);
      this.#first = to;
      [this.#to, this.#lastTo, this.#lastFrom] = [to, 0, 0];
    } else if (to !== this.#to || from < this.#from) {
      this.#endGroup();
      this.#to = to;
    }
    group.reserve(16);
    if (group.length === 1) {
      group.number(zigzag(from - this.#lastFrom));
      this.#lastFrom = from;
    } else group.number(from - this.#from);
    group.number(seq);
    this.#from = from;
    if (this.#out.length + group.length < this.#full) return null;
    const chunk = this.end() as Chunk;
    this.#full = Math.min(longestChunk, Math.floor((fullChunk * this.#content) / chunk.packed.length));
    return chunk;
  }

  /** Forgets the links since the last full chunk, because their transaction was rolled back. */
  clear(): void {
    this.#first = -1;
  }

  /** Returns the links since the last full chunk. */
  end(): Chunk | null {
    if (this.#first < 0) return null;
    this.#endGroup();
    const content = this.#out.take();
    this.#content = content.length;
    const frame = packZstd(content);
    const chunk = { first: this.#first, last: this.#to, packed: frame.length < content.length ? frame : content };
    this.#first = -1;
    return chunk;
  }

  #endGroup(): void {
    const [out, group] = [this.#out, this.#group];
    out.reserve(16);
    out.number(this.#to - this.#lastTo);
    out.number(group.length - 1);
    out.put(group.take(), 1);
    this.#lastTo = this.#to;
    group.start(version);
  }
}

/** Reads the links of a chunk one by one, in either form. Stops at damaged bytes and sets `damaged`. */
export class ChunkReader {
  readonly #in: ByteReader;
  readonly #isGrouped: boolean;
  /** Where the group ends. */
  #end = 0;
  #lastFrom = 0;
  to = 0;
  from = 0;
  seq = 0;

  constructor(packed: Uint8Array) {
    const content = contentOf(packed);
    // Other chunks are read meanwhile.
    this.#in = new ByteReader(content === packed ? packed : new Uint8Array(content));
    const form = this.#in.number();
    this.#isGrouped = form === version;
    if (form !== version && form !== versionOfLinks) this.#in.broken = true;
  }

  get damaged(): boolean {
    return this.#in.broken;
  }

  next(): boolean {
    const input = this.#in;
    if (input.atEnd) return false;
    if (this.#isGrouped) this.#nextOfGroup();
    else {
      this.to += input.number();
      this.from += input.signed();
    }
    this.seq = input.number();
    if (this.from < 0 || !Number.isSafeInteger(this.to) || !Number.isSafeInteger(this.from)) input.broken = true;
    return !input.broken;
  }

  #nextOfGroup(): void {
    const input = this.#in;
    if (input.place < this.#end) {
      this.from += input.number();
      return;
    }
    if (input.place > this.#end && this.#end > 0) input.broken = true;
    this.to += input.number();
    const size = input.number();
    this.#end = input.place + size;
    this.from = this.#lastFrom + input.signed();
    this.#lastFrom = this.from;
  }
}

/**
 * Finds the first `most` links to one target in a chunk. Same result as `ChunkReader` in less time: it passes over other targets, because a
 * query reads a chunk of every block.
 */
export function findTarget(packed: Uint8Array, target: number, most: number, found: (from: number, seq: number) => void): void {
  const input = new ByteReader(contentOf(packed));
  const form = input.number();
  if (form === versionOfLinks) findLink(input, target, most, found);
  if (form !== version) return;
  let [to, from, left] = [0, 0, most];
  while (left > 0 && !input.atEnd) {
    to += input.number();
    if (to > target) return;
    const size = input.number();
    const end = input.place + size;
    from += input.signed();
    if (to !== target) {
      input.goTo(end);
      continue;
    }
    for (let source = from; left > 0; source += input.number()) {
      const seq = input.number();
      if (input.broken || source < 0 || source > Number.MAX_SAFE_INTEGER) return;
      found(source, seq);
      left -= 1;
      if (input.place > end) return;
      if (input.place === end) break;
    }
  }
}

/** The same in form 1. */
function findLink(input: ByteReader, target: number, most: number, found: (from: number, seq: number) => void): void {
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
