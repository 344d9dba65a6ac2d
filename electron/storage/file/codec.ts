import { createHash, hash } from 'node:crypto';
import { once } from 'node:events';
import { constants, createZstdCompress, zstdDecompressSync } from 'node:zlib';
import { RpcError } from '#shared/rpc/errors.ts';
import { ZstdPacker } from './zstd-packer.ts';

/** SHA-256 of a body. Identical bodies are stored once under this key, and explanations can show it. */
export const bodyHash = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

export interface StoredBytes {
  readonly encoding: 'raw' | 'zstd';
  readonly bytes: Uint8Array;
}

/** Made with the first body: a program that stores none does without. */
let packer: ZstdPacker | null = null;

/** Compresses with zstd level 1: fast, about a fifth of HTML is left. */
export function packZstd(bytes: Uint8Array): Uint8Array {
  packer ??= new ZstdPacker(1);
  return packer.pack(bytes);
}

/** Compresses a body unless that does not help. */
export function packBody(bytes: Uint8Array): StoredBytes {
  if (bytes.length < 128) return { encoding: 'raw', bytes };
  const packed = packZstd(bytes);
  return packed.length < bytes.length ? { encoding: 'zstd', bytes: packed } : { encoding: 'raw', bytes };
}

/** A body as the file stores it: under its hash, with its length in bytes. */
export interface PackedBody extends StoredBytes {
  readonly hash: Uint8Array;
  readonly size: number;
}

/** Hashes and compresses a body, for a caller that does this on another thread than the one that writes. */
export const packWhole = (bytes: Uint8Array): PackedBody => ({
  ...packBody(bytes),
  hash: bodyHash(bytes),
  size: bytes.length,
});

/** The same for a body of `size` bytes that comes in pieces. Null where more than `most` bytes are left of it. */
export async function packPieces(size: number, pieces: Iterable<Uint8Array>, most: number): Promise<PackedBody | null> {
  const sum = createHash('sha256');
  const params = { [constants.ZSTD_c_compressionLevel]: 1 };
  const packer = createZstdCompress({ params, pledgedSrcSize: size });
  const packed: Uint8Array[] = [];
  let bytes = 0;
  packer.on('data', (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes <= most) packed.push(piece);
  });
  for (const piece of pieces) {
    sum.update(piece);
    await new Promise(written => packer.write(piece, written));
    if (bytes > most) break;
  }
  if (bytes <= most) {
    packer.end();
    await once(packer, 'end');
  }
  packer.destroy();
  if (bytes > most) return null;
  return { encoding: 'zstd', bytes: Buffer.concat(packed), hash: sum.digest(), size };
}

/** Upper bound of a body in bytes: no setting allows more. */
export const longestBody = 1_073_741_824;

/**
 * Decompresses a stored body. Throws "damaged" if the result exceeds `size` bytes, because a small frame may decode to gigabytes.
 */
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

/** 48-bit key of a URL for the hash index. It fits in a double, so no bigints are needed. On equal keys, compare the URLs. */
export const urlKey = (url: string): number => Number.parseInt(hash('md5', url, 'hex').slice(0, 12), 16);
