import { crc32 } from 'node:zlib';
import type { HeldBody } from '#shared/model/fetch.ts';
import { BodyHold, HELD_FROM_BYTES, startOf } from './body-hold.ts';
import type { Coding } from './codings.ts';
import { createDecoder, type Inflated, inflate, joinPieces } from './inflate.ts';
import { MAX_MEMBERS } from './limits.ts';

/** What one content coding gave. */
export interface Layer {
  readonly data: Uint8Array;
  /** The whole output; then `data` is its beginning. */
  readonly held: HeldBody | undefined;
  /** Bytes of the output. */
  readonly total: number;
  /** Bytes of the input that were used. */
  readonly consumed: number;
  /** `flood`: more than `MAX_MEMBERS` gzip members or zstd frames. */
  readonly end: 'complete' | 'capped' | 'truncated' | 'corrupt' | 'flood';
  readonly message: string;
}

/** One layer to decode: at most `cap` bytes come out, and nothing more happens once `stop` is aborted. `holds`: a long output may be held. */
export interface LayerInput {
  readonly data: Uint8Array;
  readonly cap: number;
  readonly stop: AbortSignal;
  readonly holds: boolean;
}

/** Decodes one content coding. Never throws; what could be decoded before a fault is in `data`. */
export const decodeLayer = (coding: Coding, input: LayerInput): Promise<Layer> =>
  coding === 'gzip' ? decodeGzip(input) : decodeFrames(coding, input);

/** The output of several members, and how far the input was used. */
class Output {
  at = 0;
  total = 0;
  #pieces: Uint8Array[] = [];
  #hold: BodyHold | null = null;
  readonly #input: LayerInput;
  readonly #isSummed: boolean;
  #sum = 0;

  /** `isSummed`: the checksum of each member is wanted. */
  constructor(input: LayerInput, isSummed: boolean) {
    this.#input = input;
    this.#isSummed = isSummed;
  }

  /** The checksum of the last member. */
  get sum(): number {
    return this.#sum;
  }

  /** Decodes one member from where the one before ended. */
  async add(coding: Coding): Promise<Inflated> {
    const { data, cap, stop } = this.#input;
    this.#sum = 0;
    const to = { room: cap - this.total, stop, take: (piece: Uint8Array) => this.#take(piece) };
    const member = await inflate(createDecoder(coding, data), data.subarray(this.at), to);
    this.at += member.consumed;
    return member;
  }

  layer(end: Layer['end'], message = ''): Layer {
    const { at: consumed, total } = this;
    const held = this.#hold?.finish();
    return { data: held ? startOf(held) : joinPieces(this.#pieces, total), held, total, consumed, end, message };
  }

  #take(piece: Uint8Array): void {
    if (this.#isSummed) this.#sum = crc32(piece, this.#sum);
    this.total += piece.length;
    if (this.#hold === null) {
      this.#pieces.push(piece);
      if (!this.#input.holds || this.total <= HELD_FROM_BYTES) return;
      this.#hold = new BodyHold(this.#pieces);
      this.#pieces = [];
    } else this.#hold.add(piece);
  }
}

/**
 * The gzip header of a member (RFC 1952 section 2.3): its length, `none` if there is none, or `cut` if the data stops
 * inside it.
 */
function gzipHeader(data: Uint8Array, start: number): number | 'none' | 'cut' {
  for (const [at, expected] of [0x1f, 0x8b, 0x08].entries()) {
    if (start + at >= data.length) return at === 0 ? 'none' : 'cut';
    if (data[start + at] !== expected) return 'none';
  }
  if (start + 10 > data.length) return 'cut';
  const flags = data[start + 3]!;
  if ((flags & 0xe0) !== 0) return 'none';
  let at = start + 10;
  if (flags & 0x04) {
    if (at + 2 > data.length) return 'cut';
    at += 2 + data[at]! + (data[at + 1]! << 8);
  }
  for (const flag of [0x08, 0x10]) {
    if (!(flags & flag)) continue;
    const nul = at < data.length ? data.indexOf(0, at) : -1;
    if (nul < 0) return 'cut';
    at = nul + 1;
  }
  if (flags & 0x02) at += 2;
  return at > data.length ? 'cut' : at - start;
}

/** The fault in the trailer of a gzip member (RFC 1952 section 2.3.1), '' for none. */
function trailerFault(data: Uint8Array, at: number, { sum, total }: { readonly sum: number; readonly total: number }): string {
  const view = new DataView(data.buffer, data.byteOffset + at, 8);
  if (view.getUint32(0, true) !== sum) return 'checksum mismatch';
  return view.getUint32(4, true) === total >>> 0 ? '' : 'length mismatch';
}

/** Reads gzip member by member, because zlib's own reader rejects bytes after the last member, and every browser ignores them. */
async function decodeGzip(input: LayerInput): Promise<Layer> {
  const { data } = input;
  const output = new Output(input, true);
  for (let member = 0; output.at < data.length; member += 1) {
    if (member === MAX_MEMBERS) return output.layer('flood');
    const header = gzipHeader(data, output.at);
    if (header === 'none') return member === 0 ? output.layer('corrupt', 'no gzip header') : output.layer('complete');
    if (header === 'cut') return output.layer('truncated');
    output.at += header;
    const inflated = await output.add('gzip');
    if (inflated.end === 'capped') return output.layer('capped');
    if (inflated.end === 'short') return output.layer('truncated');
    if (inflated.end === 'corrupt') return member === 0 ? output.layer('corrupt', inflated.message) : output.layer('complete');
    if (output.at + 8 > data.length) return output.layer('truncated');
    const fault = trailerFault(data, output.at, { sum: output.sum, total: inflated.total });
    if (fault !== '') return output.layer('corrupt', fault);
    output.at += 8;
  }
  return output.layer('complete');
}

const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Place of the next zstd frame at or after `from`, -1 for none. */
export function indexOfFrame(data: Uint8Array, from: number): number {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).indexOf(ZSTD_MAGIC, from);
}

/** Reads deflate, br and zstd. Only zstd may have several frames (RFC 8878 section 3.1). Bytes after the end are ignored, as browsers do. */
async function decodeFrames(coding: Coding, input: LayerInput): Promise<Layer> {
  const { data } = input;
  const output = new Output(input, false);
  for (let frame = 0; ; frame += 1) {
    if (frame === MAX_MEMBERS) return output.layer('flood');
    const inflated = await output.add(coding);
    if (inflated.end === 'capped') return output.layer('capped');
    if (inflated.end === 'short') return output.layer('truncated');
    if (inflated.end === 'corrupt') return output.layer('corrupt', inflated.message);
    const { at } = output;
    const another =
      coding === 'zstd' && inflated.consumed > 0 && at < data.length && indexOfFrame(data.subarray(at, at + 4), 0) === 0;
    if (!another) return output.layer('complete');
  }
}
