import { describe, expect, it } from 'vitest';
import { joinPieces } from '#fetcher/inflate.ts';
import { Pieces } from '#fetcher/pieces.ts';

const KIB = 1_024;

/** A body of `total` bytes in pieces of the given sizes, in turn, each the part of a buffer of `buffer` bytes; and what was added. */
function filled(total: number, sizes: readonly number[], buffer = 0) {
  const pieces = new Pieces();
  const whole = Uint8Array.from({ length: total }, (_, at) => (at * 31) & 0xff);
  for (let at = 0, turn = 0; at < total; turn += 1) {
    const size = Math.min(sizes[turn % sizes.length]!, total - at);
    const from = new Uint8Array(Math.max(buffer, size));
    from.set(whole.subarray(at, at + size));
    pieces.add(from.subarray(0, size));
    at += size;
  }
  return { pieces, whole };
}

describe('what pieces of a body hold is in proportion to the body', () => {
  it.each([
    ['one byte each', [1], 0],
    ['one byte, then one that is not copied', [1, KIB], 0],
    ['small parts of large buffers', [KIB], 64 * KIB],
    ['just too small to be kept', [KIB - 1], 0],
    ['whole buffers', [64 * KIB], 0],
  ] as const)('%s', (_name, sizes, buffer) => {
    const total = 256 * KIB;
    const { pieces, whole } = filled(total, sizes, buffer);
    const { buffers, bytes } = pieces.held;
    expect(bytes).toBeLessThanOrEqual(total * 2);
    // An array takes some hundred bytes besides its own.
    expect(buffers).toBeLessThanOrEqual((total / KIB) * 2);
    expect(Buffer.compare(joinPieces(pieces.take(), total), whole)).toBe(0);
    expect(pieces.held).toEqual({ buffers: 0, bytes: 0 });
  });

  it('single bytes take a buffer for 16 KiB of them', () => {
    expect(filled(256 * KIB, [1]).pieces.held.buffers).toBe(16);
  });

  it('no pieces are none', () => expect(new Pieces().take()).toEqual([]));
});
