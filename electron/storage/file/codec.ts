import { hash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { RpcError } from '#shared/rpc/errors.ts';

/** SHA-256 of a body: the key under which identical bodies are stored once, and the hash an explanation can show. */
export const bodyHash = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

export interface StoredBytes {
  readonly encoding: 'raw' | 'zstd';
  readonly bytes: Uint8Array;
}

/** Compresses with zstd level 1 (fast, about a fifth of HTML) unless that does not help. */
export function packBody(bytes: Uint8Array): StoredBytes {
  if (bytes.length < 128) return { encoding: 'raw', bytes };
  // With the size known beforehand zstd makes small tables: a sixth less time.
  const packed = zstdCompressSync(bytes, {
    params: { [constants.ZSTD_c_compressionLevel]: 1 },
    pledgedSrcSize: bytes.length,
  });
  return packed.length < bytes.length ? { encoding: 'zstd', bytes: packed } : { encoding: 'raw', bytes };
}

/** Bodies are never longer: no setting allows more. */
export const longestBody = 1_073_741_824;

/** The bytes of a stored body. Throws "damaged" where they are not `size` bytes at most: a small frame may decode to gigabytes. */
export function unpackBody(stored: StoredBytes, size: number): Uint8Array {
  if (stored.encoding !== 'zstd') {
    if (stored.bytes.length > size) throw new RpcError('refused', 'The crawl file is damaged: a stored body is too long.');
    return stored.bytes;
  }
  try {
    return zstdDecompressSync(stored.bytes, { maxOutputLength: Math.max(1, Math.min(size, longestBody)) });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new RpcError('refused', 'The crawl file is damaged: a stored body cannot be decoded.');
  }
}

/** 48-bit key of a URL for the hash index: fits a double, so no bigints; equal keys are told apart by the URL itself. */
export const urlKey = (url: string): number => Number.parseInt(hash('md5', url, 'hex').slice(0, 12), 16);
