import { randomBytes } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ZstdPacker } from '#storage/file/zstd-packer.ts';

const alone = (body: Uint8Array): Buffer =>
  zstdCompressSync(body, { params: { [constants.ZSTD_c_compressionLevel]: 1 }, pledgedSrcSize: body.length });
const text = (length: number, word: string): Buffer =>
  Buffer.from(`${word} `.repeat(length / (word.length + 1) + 1).slice(0, length));

describe('packing with one context', () => {
  it('gives the bytes that a context of its own gives, whatever came before', () => {
    const packer = new ZstdPacker(1);
    const bodies = [
      text(40_000, 'harbour'),
      text(128, 'a'),
      randomBytes(70_000),
      text(1 << 20, 'market'),
      randomBytes(1 << 20),
      text(300, 'stone'),
      new Uint8Array(1),
      new Uint8Array(0),
    ];
    for (const body of [...bodies, ...bodies.toReversed()]) {
      const packed = packer.pack(body);
      expect(Buffer.compare(packed, alone(body)), `${body.length} bytes`).toBe(0);
      expect(Buffer.compare(zstdDecompressSync(packed), body)).toBe(0);
    }
  });

  it('packs a body that is longer than what the context keeps', () => {
    const body = text((1 << 20) + 1, 'garden');
    expect(Buffer.compare(new ZstdPacker(1).pack(body), alone(body))).toBe(0);
  });

  it('does not change what it gave before', () => {
    const packer = new ZstdPacker(1);
    const first = packer.pack(text(5_000, 'one'));
    const kept = Buffer.from(first);
    packer.pack(randomBytes(50_000));
    expect(Buffer.compare(first, kept)).toBe(0);
  });

  it('packs parts of a larger buffer', () => {
    const whole = text(10_000, 'river');
    const part = whole.subarray(100, 6_100);
    expect(Buffer.compare(zstdDecompressSync(new ZstdPacker(1).pack(part)), part)).toBe(0);
  });
});
