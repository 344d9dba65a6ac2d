import { constants, createZstdCompress, zstdCompressSync } from 'node:zlib';
import { zstdContext } from './zstd-context.ts';

/** A longer body is rare, and what its own context costs does not matter. */
const longestKept = 1 << 20;
/** The most that zstd adds to what it cannot compress: a 256th and less than 64 bytes (`ZSTD_compressBound`), with room to spare. */
const mostOutput = longestKept + (longestKept >> 8) + 1_024;

/**
 * Compresses many bodies with one zstd context. `zstdCompressSync` makes a context for each body, a fifth of its time. A Node without
 * `zstdContext`, a long body, and a body that the context did not compress to its end get `zstdCompressSync`; the bytes are the same.
 */
export class ZstdPacker {
  readonly #params;
  #write: ((body: Uint8Array) => Uint8Array | null) | null;

  constructor(level: number) {
    // A larger hash table than the default of this level: 15 pages of a site in one block get 12 % smaller for 1 % more time.
    this.#params = { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_hashLog]: 16 };
    this.#write = zstdContext(createZstdCompress({ params: this.#params }), mostOutput);
  }

  /** One whole zstd frame that names the size of the body. */
  pack(body: Uint8Array): Uint8Array {
    const packed = body.length <= longestKept ? this.#write?.(body) : null;
    if (packed) return new Uint8Array(packed);
    // A context that failed once is in an unknown state.
    if (packed === null && body.length <= longestKept) this.#write = null;
    // Telling zstd the size in advance keeps its tables small and saves a sixth of the time.
    return zstdCompressSync(body, { params: this.#params, pledgedSrcSize: body.length });
  }
}
