import { constants, type ZstdCompress, type ZstdDecompress } from 'node:zlib';

/** Parts of a stream that Node does not document. */
interface StreamParts {
  readonly _handle?: {
    writeSync?: (
      flush: number,
      ...parts: readonly [input: Uint8Array, from: number, size: number, output: Uint8Array, to: number, room: number]
    ) => void;
  };
  /** Bytes of the output left free, and bytes of the input left over. */
  readonly _writeState?: Uint32Array;
}

/**
 * A function that compresses or decompresses with the zstd context of a stream. Node documents no call that keeps a context. The stream has
 * one, and what this function uses of it has not changed since Node 11. Null for a Node without it.
 *
 * The result is valid until the next call. It is null if the context did not reach the end of the input, or if the output does not fit in
 * `mostOutput` bytes. The context is then in an unknown state, or already destroyed: do not call the function again.
 */
export function zstdContext(
  stream: ZstdCompress | ZstdDecompress,
  mostOutput: number,
): ((input: Uint8Array) => Buffer | null) | null {
  // What the context left over shows an error.
  stream.on('error', () => undefined);
  const { _handle: handle, _writeState: state } = stream as StreamParts;
  if (!handle || typeof handle.writeSync !== 'function' || !(state instanceof Uint32Array)) return null;
  const output = Buffer.allocUnsafeSlow(mostOutput);
  return input => {
    state.fill(0);
    handle.writeSync?.(constants.ZSTD_e_end, input, 0, input.length, output, 0, output.length);
    const [free = 0, left = 0] = state;
    return free === 0 || free >= output.length || left !== 0 ? null : output.subarray(0, output.length - free);
  };
}
