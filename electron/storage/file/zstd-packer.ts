import { constants, createZstdCompress, zstdCompressSync } from 'node:zlib';

/** A longer body is rare, and what its own context costs does not matter. */
const longestKept = 1 << 20;
/** The most that zstd adds to what it cannot compress: a 256th and less than 64 bytes (`ZSTD_compressBound`), with room to spare. */
const mostOutput = longestKept + (longestKept >> 8) + 1_024;

/** Parts of a compressing stream that Node does not document. */
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
 * Compresses many bodies with one zstd context. `zstdCompressSync` makes a context for each body, a fifth of its time. Node documents no
 * call that keeps one. The stream has one, and what this class uses of it has not changed since Node 11. A Node without it,
 * a long body, and a body that the context did not compress to its end get `zstdCompressSync`; the bytes are the same.
 */
export class ZstdPacker {
  readonly #params;
  #write: ((body: Uint8Array) => Uint8Array | null) | null;

  constructor(level: number) {
    // A larger hash table than the default of this level: 15 pages of a site in one block get 12 % smaller for 1 % more time.
    this.#params = { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_hashLog]: 16 };
    this.#write = writerOf(this.#params);
  }

  /** One whole zstd frame that names the size of the body. */
  pack(body: Uint8Array): Uint8Array {
    const packed = body.length <= longestKept ? this.#write?.(body) : null;
    if (packed) return packed;
    // A context that failed once is in an unknown state.
    if (packed === null && body.length <= longestKept) this.#write = null;
    // Telling zstd the size in advance keeps its tables small and saves a sixth of the time.
    return zstdCompressSync(body, { params: this.#params, pledgedSrcSize: body.length });
  }
}

function writerOf(params: Record<number, number>): ((body: Uint8Array) => Uint8Array | null) | null {
  const stream = createZstdCompress({ params });
  // An error of the context is seen by what it left over.
  stream.on('error', () => undefined);
  const { _handle: handle, _writeState: state } = stream as StreamParts;
  if (!handle || typeof handle.writeSync !== 'function' || !(state instanceof Uint32Array)) return null;
  const output = new Uint8Array(mostOutput);
  return body => {
    state.fill(0);
    handle.writeSync?.(constants.ZSTD_e_end, body, 0, body.length, output, 0, output.length);
    const [free = 0, left = 0] = state;
    return free === 0 || free >= output.length || left !== 0 ? null : output.slice(0, output.length - free);
  };
}
