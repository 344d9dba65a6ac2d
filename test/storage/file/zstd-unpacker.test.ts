import { randomBytes } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ZstdUnpacker } from '#storage/file/zstd-unpacker.ts';

const most = 100_000;
const unpacker = new ZstdUnpacker(most);
const wrong = zstdCompressSync(Buffer.alloc(5_000, 'harbour '));
const whole = [Buffer.alloc(40_000, 'market '), randomBytes(70_000), Buffer.alloc(1, 'a'), randomBytes(most), Buffer.alloc(0)];

/** The content, or the code of the error. */
function result(unpack: () => Buffer): Buffer | string | undefined {
  try {
    return unpack();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

describe('decompressing with one context', () => {
  it('gives what was compressed', () => {
    for (const content of [...whole, ...whole.toReversed()])
      expect(Buffer.compare(unpacker.unpack(zstdCompressSync(content)), content)).toBe(0);
  });

  it('gives the result or the error of zstdDecompressSync for a damaged frame, and the next frame is read as always', () => {
    const damaged = {
      empty: Buffer.alloc(0),
      noise: Buffer.from('noise'),
      cut: wrong.subarray(0, wrong.length - 5),
      'with more behind it': Buffer.concat([wrong, Buffer.from('more')]),
      'two frames': Buffer.concat([wrong, wrong]),
      'too long': zstdCompressSync(Buffer.alloc(most + 1)),
      changed: Buffer.from(wrong).fill(0xff, 8, 20),
    };
    for (const [name, packed] of Object.entries(damaged)) {
      const expected = result(() => zstdDecompressSync(packed, { maxOutputLength: most }));
      expect(
        result(() => unpacker.unpack(packed)),
        name,
      ).toEqual(expected);
      expect(unpacker.unpack(zstdCompressSync(Buffer.from('next'))).toString(), `after ${name}`).toBe('next');
    }
    expect(result(() => unpacker.unpack(damaged.noise))).toBe('ZSTD_error_prefix_unknown');
    expect(result(() => unpacker.unpack(damaged['too long']))).toBe('ERR_BUFFER_TOO_LARGE');
  });
});
