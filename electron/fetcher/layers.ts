import { crc32 } from 'node:zlib';
import type { Coding } from './codings.ts';
import { createDecoder, type Inflated, inflate, joinPieces } from './inflate.ts';
import { MAX_MEMBERS } from './limits.ts';

/** What one content coding gave. */
export interface Layer {
  readonly data: Uint8Array;
  /** Bytes of the input that were used. */
  readonly consumed: number;
  /** `flood`: more than `MAX_MEMBERS` gzip members or zstd frames. */
  readonly end: 'complete' | 'capped' | 'truncated' | 'corrupt' | 'flood';
  readonly message: string;
}

/** One layer to decode: at most `cap` bytes come out, and nothing more happens once `stop` is aborted. */
export interface LayerInput {
  readonly data: Uint8Array;
  readonly cap: number;
  readonly stop: AbortSignal;
}

/** Decodes one content coding. Never throws; what could be decoded before a fault is in `data`. */
export const decodeLayer = (coding: Coding, input: LayerInput): Promise<Layer> =>
  coding === 'gzip' ? decodeGzip(input) : decodeFrames(coding, input);

/** The output of several members, and how far the input was used. */
class Output {
  at = 0;
  total = 0;
  readonly #pieces: Uint8Array[] = [];

  add(member: Inflated): void {
    for (const piece of member.pieces) this.#pieces.push(piece);
    this.total += member.total;
    this.at += member.consumed;
  }

  layer(end: Layer['end'], message = ''): Layer {
    return { data: joinPieces(this.#pieces, this.total), consumed: this.at, end, message };
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
function trailerFault(data: Uint8Array, at: number, member: Inflated): string {
  let sum = 0;
  for (const piece of member.pieces) sum = crc32(piece, sum);
  const view = new DataView(data.buffer, data.byteOffset + at, 8);
  if (view.getUint32(0, true) !== sum) return 'checksum mismatch';
  return view.getUint32(4, true) === member.total >>> 0 ? '' : 'length mismatch';
}

/** Reads gzip member by member, because zlib's own reader rejects bytes after the last member, and every browser ignores them. */
async function decodeGzip({ data, cap, stop }: LayerInput): Promise<Layer> {
  const output = new Output();
  for (let member = 0; output.at < data.length; member += 1) {
    if (member === MAX_MEMBERS) return output.layer('flood');
    const header = gzipHeader(data, output.at);
    if (header === 'none') return member === 0 ? output.layer('corrupt', 'no gzip header') : output.layer('complete');
    if (header === 'cut') return output.layer('truncated');
    output.at += header;
    const inflated = await inflate(createDecoder('gzip', data), data.subarray(output.at), cap - output.total, stop);
    output.add(inflated);
    if (inflated.end === 'capped') return output.layer('capped');
    if (inflated.end === 'short') return output.layer('truncated');
    if (inflated.end === 'corrupt') return member === 0 ? output.layer('corrupt', inflated.message) : output.layer('complete');
    if (output.at + 8 > data.length) return output.layer('truncated');
    const fault = trailerFault(data, output.at, inflated);
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
async function decodeFrames(coding: Coding, { data, cap, stop }: LayerInput): Promise<Layer> {
  const output = new Output();
  for (let frame = 0; ; frame += 1) {
    if (frame === MAX_MEMBERS) return output.layer('flood');
    const inflated = await inflate(createDecoder(coding, data), data.subarray(output.at), cap - output.total, stop);
    output.add(inflated);
    if (inflated.end === 'capped') return output.layer('capped');
    if (inflated.end === 'short') return output.layer('truncated');
    if (inflated.end === 'corrupt') return output.layer('corrupt', inflated.message);
    const { at } = output;
    const another =
      coding === 'zstd' && inflated.consumed > 0 && at < data.length && indexOfFrame(data.subarray(at, at + 4), 0) === 0;
    if (!another) return output.layer('complete');
  }
}
