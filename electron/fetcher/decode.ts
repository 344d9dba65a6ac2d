import {
  brotliDecompressSync,
  crc32,
  createBrotliDecompress,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';
import type { Failure } from './failures.ts';
import { MAX_CONTENT_CODINGS, RATIO_FREE_BYTES } from './limits.ts';

/** Content codings we undo (RFC 9110 section 8.4.1, RFC 7932, RFC 8878). */
export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd';

/** What we ask for. Node before 22.15 has no zstd; then we do not offer it. */
export const hasZstd = typeof zstdDecompressSync === 'function';
export const ACCEPT_ENCODING = hasZstd ? 'gzip, deflate, br, zstd' : 'gzip, deflate, br';

/** The codings to undo, in the order they were applied, or why they cannot be. */
export type CodingPlan =
  | { readonly ok: true; readonly codings: readonly Coding[] }
  | { readonly ok: false; readonly failure: Failure };

export interface Decoded {
  readonly ok: true;
  readonly body: Uint8Array;
  /** 'truncated': the coded stream stops before its end. 'too-large': more follows, the first bytes are here. */
  readonly end: 'complete' | 'truncated' | 'too-large';
}
export type DecodeResult = Decoded | { readonly ok: false; readonly failure: Failure };

export interface DecodeLimits {
  readonly maxBodyBytes: number;
  readonly maxDecompressionRatio: number;
}

/** Larger bodies are decoded on zlib's own threads, a piece at a time, so that they never hold up other lanes. */
const SYNC_WIRE_BYTES = 256 * 1024;
const SYNC_DECODED_BYTES = 4 * 1024 * 1024;
/** Smaller bodies are copied out of their socket's buffer: that costs nothing. */
const COPIED_BYTES = 4096;
/** Output piece of zlib: measured a fifth cheaper than the default 16 KiB for ordinary pages. */
const PIECE_BYTES = 64 * 1024;

/** Reads the value of Content-Encoding (all lines joined by commas). */
export function planCodings(contentEncoding: string): CodingPlan {
  const tokens: Coding[] = [];
  let count = 0;
  for (const raw of contentEncoding.split(',')) {
    const token = raw.trim().toLowerCase();
    if (token === '' || token === 'identity') continue;
    count += 1;
    if (count > MAX_CONTENT_CODINGS) continue;
    if (token === 'gzip' || token === 'x-gzip') tokens.push('gzip');
    else if (token === 'deflate' || token === 'br' || (token === 'zstd' && hasZstd)) tokens.push(token);
    else
      return {
        ok: false,
        failure: { cause: 'encoding-unsupported', detail: `The content coding "${token.slice(0, 40)}" is not one we can undo.` },
      };
  }
  if (count > MAX_CONTENT_CODINGS)
    return {
      ok: false,
      failure: {
        cause: 'encoding-unsupported',
        detail: `${count} content codings are stacked; at most ${MAX_CONTENT_CODINGS} are undone.`,
      },
    };
  return { ok: true, codings: tokens };
}

/**
 * Joins pieces into one array. A lone piece of some size is taken as it is, unless it would pin a much larger buffer: Node reads
 * every chunk of a socket into a buffer of its own, and fresh memory for each page brings the garbage collector running.
 */
export function joinPieces(pieces: readonly Uint8Array[], total: number): Uint8Array {
  const only = pieces.length === 1 ? pieces[0]! : null;
  if (only !== null && only.length === total && total >= COPIED_BYTES && total * 2 >= only.buffer.byteLength)
    return new Uint8Array(only.buffer, only.byteOffset, total);
  const joined = new Uint8Array(total);
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

/**
 * Undoes the content codings of a body. `wireComplete` is false when the body was cut (by us or by a lost connection).
 * Synchronous for ordinary pages; a promise for large, damaged or hostile ones. Memory is bounded by maxBodyBytes, whatever the input says.
 */
export function decodeBody(
  wire: Uint8Array,
  codings: readonly Coding[],
  limits: DecodeLimits,
  wireComplete: boolean,
): DecodeResult | Promise<DecodeResult> {
  if (codings.length === 0) return { ok: true, body: wire, end: 'complete' };
  if (wire.length === 0) return { ok: true, body: wire, end: wireComplete ? 'complete' : 'truncated' };
  const cap = Math.min(limits.maxBodyBytes, Math.max(RATIO_FREE_BYTES, Math.floor(wire.length * limits.maxDecompressionRatio)));
  if (wireComplete && wire.length <= SYNC_WIRE_BYTES) {
    let data: Uint8Array | null = wire;
    for (let layer = codings.length - 1; layer >= 0 && data !== null; layer -= 1)
      data = decodeWhole(data, codings[layer]!, Math.min(cap, SYNC_DECODED_BYTES));
    if (data !== null) return { ok: true, body: data, end: 'complete' };
  }
  return decodeCarefully(wire, codings, limits, cap);
}

/** The fast path: one native call on an undamaged body of ordinary size; null sends it to the careful path. */
function decodeWhole(data: Uint8Array, coding: Coding, maxOutputLength: number): Uint8Array | null {
  const options = { maxOutputLength, chunkSize: PIECE_BYTES };
  try {
    if (coding === 'gzip') return own(gunzipSync(data, options));
    if (coding === 'deflate') return own(isZlib(data) ? inflateSync(data, options) : inflateRawSync(data, options));
    if (coding === 'br') return own(brotliDecompressSync(data, options));
    return zstdFrameLength(data) === data.length ? own(zstdDecompressSync(data, options)) : null;
  } catch {
    return null; // the careful path finds out what is wrong and how much of it can be kept
  }
}

function own(buffer: Uint8Array): Uint8Array {
  return buffer.byteLength === buffer.buffer.byteLength ? new Uint8Array(buffer.buffer) : new Uint8Array(buffer);
}

/** Only a body that is surely one frame takes the fast path: zlib reads the first zstd frame and stops. */
function zstdFrameLength(data: Uint8Array): number {
  return data.length >= 4 && indexOfFrame(data, 4) < 0 ? data.length : -1;
}

function indexOfFrame(data: Uint8Array, from: number): number {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).indexOf(ZSTD_MAGIC, from);
}

const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** RFC 1950 section 2.2 header; servers send raw deflate under the same name (RFC 9110 section 8.4.1.2 warns). */
function isZlib(data: Uint8Array): boolean {
  return data.length >= 2 && (data[0]! & 0x0f) === 8 && ((data[0]! << 8) | data[1]!) % 31 === 0;
}

interface Pumped {
  readonly pieces: Uint8Array[];
  readonly total: number;
  readonly consumed: number;
  readonly end: 'complete' | 'capped' | 'short' | 'corrupt';
  readonly message: string;
}

interface Inflater extends NodeJS.ReadWriteStream {
  readonly bytesWritten: number;
  destroy(): void;
}

/** Feeds everything into a decoder and takes at most `room` bytes out of it. */
function pump(decoder: Inflater, input: Uint8Array, room: number): Promise<Pumped> {
  return new Promise(resolve => {
    const pieces: Uint8Array[] = [];
    let total = 0;
    let settled = false;
    const finish = (end: Pumped['end'], message = ''): void => {
      if (settled) return;
      settled = true;
      const consumed = decoder.bytesWritten;
      decoder.destroy();
      resolve({ pieces, total, consumed, end, message });
    };
    decoder.on('data', (piece: Uint8Array) => {
      if (settled) return;
      const left = room - total;
      if (piece.length > left) {
        if (left > 0) pieces.push(piece.subarray(0, left));
        total = room;
        finish('capped');
        return;
      }
      pieces.push(piece);
      total += piece.length;
    });
    decoder.on('end', () => finish('complete'));
    decoder.on('error', (error: NodeJS.ErrnoException) =>
      finish(error.code === 'Z_BUF_ERROR' ? 'short' : 'corrupt', error.message),
    );
    // Two steps: with one, a stream that stops early would lose its last piece together with the error.
    decoder.write(input, () => {
      if (!settled) decoder.end();
    });
  });
}

interface Layer {
  readonly data: Uint8Array;
  readonly consumed: number;
  readonly end: 'complete' | 'capped' | 'truncated' | 'corrupt';
  readonly message: string;
}

async function decodeCarefully(
  wire: Uint8Array,
  codings: readonly Coding[],
  limits: DecodeLimits,
  cap: number,
): Promise<DecodeResult> {
  let data = wire;
  let end: Decoded['end'] = 'complete';
  for (let index = codings.length - 1; index >= 0; index -= 1) {
    const coding = codings[index]!;
    const layer = coding === 'gzip' ? await decodeGzip(data, cap) : await decodeFrames(data, coding, cap);
    const ratioCapped = cap < limits.maxBodyBytes;
    if (layer.end === 'capped') {
      const taken = codings.length === 1 ? layer.consumed : wire.length;
      const ratio = layer.data.length / Math.max(taken, 1);
      if (ratioCapped || ratio > limits.maxDecompressionRatio) {
        return bomb(wire.length, Math.max(ratio, layer.data.length / wire.length), layer.data.length);
      }
      end = 'too-large';
    } else if (layer.end === 'corrupt') {
      return {
        ok: false,
        failure: { cause: 'encoding-corrupt', detail: `The body does not decode as ${coding} (${layer.message}).` },
      };
    } else if (layer.end === 'truncated') {
      if (layer.data.length === 0)
        return {
          ok: false,
          failure: { cause: 'encoding-corrupt', detail: `The ${coding} body stops before the first byte could be decoded.` },
        };
      if (end === 'complete') end = 'truncated';
    }
    data = layer.data;
  }
  return { ok: true, body: data, end };
}

function bomb(wireBytes: number, ratio: number, decoded: number): DecodeResult {
  const detail = `The body is a decompression bomb: more than ${decoded} bytes came out of ${wireBytes} (over ${Math.floor(ratio)} to 1).`;
  return { ok: false, failure: { cause: 'decompression-bomb', detail } };
}

/** Length of a gzip member's header (RFC 1952 section 2.3), -1 if it is none, -2 if the data stops inside it. */
function gzipHeaderLength(data: Uint8Array, start: number): number {
  for (const [at, expected] of [0x1f, 0x8b, 0x08].entries()) {
    if (start + at >= data.length) return at === 0 ? -1 : -2;
    if (data[start + at] !== expected) return -1;
  }
  if (start + 10 > data.length) return -2;
  const flags = data[start + 3]!;
  if ((flags & 0xe0) !== 0) return -1;
  let at = start + 10;
  if (flags & 0x04) {
    if (at + 2 > data.length) return -2;
    at += 2 + data[at]! + (data[at + 1]! << 8);
  }
  for (const flag of [0x08, 0x10]) {
    if (!(flags & flag)) continue;
    const nul = at < data.length ? data.indexOf(0, at) : -1;
    if (nul < 0) return -2;
    at = nul + 1;
  }
  if (flags & 0x02) at += 2;
  return at > data.length ? -2 : at - start;
}

/** gzip member by member over raw deflate, because zlib's own reader rejects what follows the last member and every browser ignores it. */
async function decodeGzip(data: Uint8Array, cap: number): Promise<Layer> {
  const pieces: Uint8Array[] = [];
  let total = 0;
  let at = 0;
  const layer = (end: Layer['end'], message = ''): Layer => ({ data: joinPieces(pieces, total), consumed: at, end, message });
  for (let member = 0; at < data.length; member += 1) {
    const header = gzipHeaderLength(data, at);
    if (header === -1) return member === 0 ? layer('corrupt', 'no gzip header') : layer('complete');
    if (header === -2) return layer('truncated');
    const pumped = await pump(createInflateRaw({ chunkSize: PIECE_BYTES }), data.subarray(at + header), cap - total);
    for (const piece of pumped.pieces) pieces.push(piece);
    total += pumped.total;
    at += header + pumped.consumed;
    if (pumped.end === 'capped') return layer('capped');
    if (pumped.end === 'short') return layer('truncated');
    if (pumped.end === 'corrupt') return member === 0 ? layer('corrupt', pumped.message) : layer('complete');
    if (at + 8 > data.length) return layer('truncated');
    let sum = 0;
    for (const piece of pumped.pieces) sum = crc32(piece, sum);
    const view = new DataView(data.buffer, data.byteOffset + at, 8);
    if (view.getUint32(0, true) !== sum) return layer('corrupt', 'checksum mismatch');
    if (view.getUint32(4, true) !== pumped.total >>> 0) return layer('corrupt', 'length mismatch');
    at += 8;
  }
  return layer('complete');
}

/** deflate, br and zstd; only zstd may consist of several frames (RFC 8878 section 3.1). Bytes after the end are ignored, as browsers do. */
async function decodeFrames(data: Uint8Array, coding: Exclude<Coding, 'gzip'>, cap: number): Promise<Layer> {
  const pieces: Uint8Array[] = [];
  let total = 0;
  let at = 0;
  const layer = (end: Layer['end'], message = ''): Layer => ({ data: joinPieces(pieces, total), consumed: at, end, message });
  for (;;) {
    const pumped = await pump(createDecoder(coding, data), data.subarray(at), cap - total);
    for (const piece of pumped.pieces) pieces.push(piece);
    total += pumped.total;
    at += pumped.consumed;
    if (pumped.end === 'capped') return layer('capped');
    if (pumped.end === 'short') return layer('truncated');
    if (pumped.end === 'corrupt') return layer('corrupt', pumped.message);
    const another =
      coding === 'zstd' && pumped.consumed > 0 && at < data.length && indexOfFrame(data.subarray(at, at + 4), 0) === 0;
    if (!another) return layer('complete');
  }
}

function createDecoder(coding: Exclude<Coding, 'gzip'>, data: Uint8Array): Inflater {
  const options = { chunkSize: PIECE_BYTES };
  if (coding === 'br') return createBrotliDecompress(options);
  if (coding === 'zstd') return createZstdDecompress(options);
  return isZlib(data) ? createInflate(options) : createInflateRaw(options);
}
