import { createBrotliDecompress, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';
import type { Coding } from './codings.ts';

/** Size of a piece of output, in bytes: a fifth cheaper for ordinary pages than zlib's default of 16 KiB. */
export const PIECE_BYTES = 64 * 1024;
/** Smaller bodies are always copied out of their socket's buffer, because the copy costs next to nothing. */
const COPIED_BYTES = 4096;

/** What one decoder gave. */
export interface Inflated {
  readonly total: number;
  /** Bytes of the input that the decoder used. */
  readonly consumed: number;
  /** `capped`: more output would follow. `short`: the input stops before the stream ends. */
  readonly end: 'complete' | 'capped' | 'short' | 'corrupt';
  readonly message: string;
}

/** A zlib stream. */
export interface Decoder extends NodeJS.ReadWriteStream {
  readonly bytesWritten: number;
  destroy(): void;
}

/** RFC 1950 section 2.2 header; some servers send raw deflate under the same name (RFC 9110 section 8.4.1.2). */
export function isZlib(data: Uint8Array): boolean {
  return data.length >= 2 && (data[0]! & 0x0f) === 8 && ((data[0]! << 8) | data[1]!) % 31 === 0;
}

/** A decoder for a body that starts with `data`. gzip is read member by member over raw deflate. */
export function createDecoder(coding: Coding, data: Uint8Array): Decoder {
  const options = { chunkSize: PIECE_BYTES };
  if (coding === 'br') return createBrotliDecompress(options);
  if (coding === 'zstd') return createZstdDecompress(options);
  return coding === 'deflate' && isZlib(data) ? createInflate(options) : createInflateRaw(options);
}

/** Where the output of a decoder goes: at most `room` bytes of it, piece by piece. Nothing more comes when `stop` is aborted. */
export interface InflateTo {
  readonly room: number;
  readonly stop: AbortSignal;
  take(piece: Uint8Array): void;
}

/** Feeds all of `input` to a decoder. */
export function inflate(decoder: Decoder, input: Uint8Array, { room, stop, take }: InflateTo): Promise<Inflated> {
  return new Promise(resolve => {
    let total = 0;
    let settled = false;
    const finish = (end: Inflated['end'], message = ''): void => {
      if (settled) return;
      settled = true;
      stop.removeEventListener('abort', stopped);
      const consumed = decoder.bytesWritten;
      decoder.destroy();
      resolve({ total, consumed, end, message });
    };
    const stopped = (): void => finish('corrupt', 'stopped');
    if (stop.aborted) {
      stopped();
      return;
    }
    stop.addEventListener('abort', stopped);
    decoder.on('data', (piece: Uint8Array) => {
      if (settled) return;
      const left = room - total;
      if (piece.length > left) {
        if (left > 0) take(piece.subarray(0, left));
        total = room;
        finish('capped');
        return;
      }
      take(piece);
      total += piece.length;
    });
    decoder.on('end', () => finish('complete'));
    decoder.on('error', (error: NodeJS.ErrnoException) =>
      finish(error.code === 'Z_BUF_ERROR' ? 'short' : 'corrupt', error.message),
    );
    // Write and end are two steps: with one, a stream that stops early would lose its last piece together with the error.
    decoder.write(input, () => {
      if (!settled) decoder.end();
    });
  });
}

/**
 * Joins pieces into one array. A single piece is returned without a copy, unless it would keep a much larger buffer
 * in memory. Node reads each chunk of a socket into a separate buffer, and copying every page would keep the garbage
 * collector busy.
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
