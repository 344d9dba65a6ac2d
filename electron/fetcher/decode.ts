import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { figure } from '#shared/explain/figure.ts';
import type { HeldBody } from '#shared/model/fetch.ts';
import type { Coding } from './codings.ts';
import type { Failure } from './failures.ts';
import { isZlib, PIECE_BYTES } from './inflate.ts';
import { decodeLayer, indexOfFrame, type Layer } from './layers.ts';
import { MAX_MEMBERS, RATIO_FREE_BYTES } from './limits.ts';

export interface Decoded {
  readonly ok: true;
  readonly body: Uint8Array;
  /** A long body; then `body` is its beginning. */
  readonly held?: HeldBody | undefined;
  /** 'truncated': the coded stream stops before its end. 'too-large': more follows, the first bytes are here. */
  readonly end: 'complete' | 'truncated' | 'too-large';
}
export type DecodeResult = Decoded | { readonly ok: false; readonly failure: Failure };

export interface CodedBody {
  /** The body as it arrived. */
  readonly wire: Uint8Array;
  /** In the order they were applied. */
  readonly codings: readonly Coding[];
  /** False when the body was cut, by us or by a lost connection. */
  readonly isWhole: boolean;
  /** A long body may be held. */
  readonly holds?: boolean;
  readonly limits: { readonly maxBodyBytes: number; readonly maxDecompressionRatio: number };
}

/** A body that zlib's threads are decoding. After `stop` no more work is done on it, and the result means nothing. */
export interface Decoding {
  readonly finished: Promise<DecodeResult>;
  stop(): void;
}

/** Larger bodies are decoded piece by piece on zlib's own threads, so that they never delay other lanes. */
const SYNC_WIRE_BYTES = 256 * 1024;
const SYNC_DECODED_BYTES = 4 * 1024 * 1024;

/**
 * Decodes the content codings of a body: at once for ordinary pages, in the background for large, damaged or hostile ones. Memory is
 * bounded by `maxBodyBytes` and work by `MAX_MEMBERS`, whatever the input says.
 */
export function decodeBody(coded: CodedBody): DecodeResult | Decoding {
  const { wire, codings, isWhole, limits } = coded;
  if (codings.length === 0) return { ok: true, body: wire, end: 'complete' };
  if (wire.length === 0) return { ok: true, body: wire, end: isWhole ? 'complete' : 'truncated' };
  const cap = Math.min(limits.maxBodyBytes, Math.max(RATIO_FREE_BYTES, Math.floor(wire.length * limits.maxDecompressionRatio)));
  if (isWhole && wire.length <= SYNC_WIRE_BYTES) {
    let data: Uint8Array | null = wire;
    for (let layer = codings.length - 1; layer >= 0 && data !== null; layer -= 1)
      data = decodeWhole(data, codings[layer]!, Math.min(cap, SYNC_DECODED_BYTES));
    if (data !== null) return { ok: true, body: data, end: 'complete' };
  }
  const stopping = new AbortController();
  return { finished: decodeLayers(coded, cap, stopping.signal), stop: () => stopping.abort() };
}

/** The fast path: one native call on an undamaged body of ordinary size. Null sends the body to `decodeLayers`. */
function decodeWhole(data: Uint8Array, coding: Coding, maxOutputLength: number): Uint8Array | null {
  const options = { maxOutputLength, chunkSize: PIECE_BYTES };
  try {
    if (coding === 'gzip') return own(gunzipSync(data, options));
    if (coding === 'deflate') return own(isZlib(data) ? inflateSync(data, options) : inflateRawSync(data, options));
    if (coding === 'br') return own(brotliDecompressSync(data, options));
    return isOneFrame(data) ? own(zstdDecompressSync(data, options)) : null;
  } catch {
    return null; // decodeLayers finds out what is wrong, and how much of the body can be kept
  }
}

function own(buffer: Uint8Array): Uint8Array {
  return buffer.byteLength === buffer.buffer.byteLength ? new Uint8Array(buffer.buffer) : new Uint8Array(buffer);
}

/** Whether a zstd body is surely one frame: zlib's synchronous call reads the first frame and stops. */
function isOneFrame(data: Uint8Array): boolean {
  return data.length >= 4 && indexOfFrame(data, 4) < 0;
}

async function decodeLayers(
  { wire, codings, limits, holds = false }: CodedBody,
  cap: number,
  stop: AbortSignal,
): Promise<DecodeResult> {
  let data = wire;
  let held: HeldBody | undefined;
  let end: Decoded['end'] = 'complete';
  for (let index = codings.length - 1; index >= 0; index -= 1) {
    const coding = codings[index]!;
    const layer = await decodeLayer(coding, { data, cap, stop, holds: holds && index === 0 });
    if (layer.end === 'capped') {
      const taken = codings.length === 1 ? layer.consumed : wire.length;
      const ratio = layer.total / Math.max(taken, 1);
      if (cap < limits.maxBodyBytes || ratio > limits.maxDecompressionRatio)
        return bomb(wire.length, Math.max(ratio, layer.total / wire.length), layer.total);
      end = 'too-large';
    } else if (layer.end === 'truncated' && layer.data.length > 0) {
      if (end === 'complete') end = 'truncated';
    } else if (layer.end !== 'complete') return { ok: false, failure: layerFailure(coding, layer) };
    ({ data, held } = layer);
  }
  return { ok: true, body: data, held, end };
}

function layerFailure(coding: Coding, { end, message }: Layer): Failure {
  if (end === 'flood') {
    const parts = coding === 'gzip' ? 'members' : 'frames';
    return {
      cause: 'decompression-bomb',
      detail: `The ${coding} body has more than ${figure(MAX_MEMBERS)} ${parts}.`,
    };
  }
  const detail =
    end === 'truncated'
      ? `The ${coding} body stops before the first byte could be decoded.`
      : `The body does not decode as ${coding} (${message}).`;
  return { cause: 'encoding-corrupt', detail };
}

function bomb(wireBytes: number, ratio: number, decoded: number): DecodeResult {
  const detail = `The body is a decompression bomb: more than ${decoded} bytes came out of ${wireBytes} (over ${Math.floor(ratio)} to 1).`;
  return { ok: false, failure: { cause: 'decompression-bomb', detail } };
}
