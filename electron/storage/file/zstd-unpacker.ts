import { createZstdDecompress, zstdDecompressSync } from 'node:zlib';
import { zstdContext } from './zstd-context.ts';

/**
 * Decompresses many short frames with one zstd context. `zstdDecompressSync` makes a stream and a context for each frame, which takes longer
 * than to decode 16 KB. What the context does not decode gets `zstdDecompressSync`, with the same result.
 */
export class ZstdUnpacker {
  readonly #most: number;
  #write: ((packed: Uint8Array) => Buffer | null) | null = null;

  /** `most`: bytes of the longest result. */
  constructor(most: number) {
    this.#most = most;
  }

  /** The content, until the next call. Throws an error of zlib if the frame is damaged or its content is too long. */
  unpack(packed: Uint8Array): Buffer {
    this.#write ??= zstdContext(createZstdDecompress(), this.#most);
    const bytes = this.#write?.(packed);
    if (bytes) return bytes;
    // A context that failed once is in an unknown state.
    this.#write = null;
    return zstdDecompressSync(packed, { maxOutputLength: this.#most });
  }

  /** The same; null if the frame is damaged or its content is too long. */
  tryUnpack(packed: Uint8Array): Buffer | null {
    try {
      return this.unpack(packed);
    } catch (error) {
      if (error instanceof Error && 'code' in error) return null;
      throw error;
    }
  }
}
