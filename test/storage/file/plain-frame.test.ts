import { randomBytes } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { plainFrame, plainHead } from '#storage/file/plain-frame.ts';

it('a plain frame is one of zstd, and no longer than its content and its head', () => {
  for (const size of [1, 255, 256, 65_536, 128 * 1024]) {
    const content = randomBytes(size);
    const frame = plainFrame(Buffer.concat([Buffer.alloc(plainHead), content, Buffer.alloc(5)]), size);
    expect(frame).toHaveLength(plainHead + size);
    expect(zstdDecompressSync(frame).equals(content), `${size} bytes`).toBe(true);
  }
});
