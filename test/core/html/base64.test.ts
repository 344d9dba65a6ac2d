import { expect, test } from 'vitest';
import { base64, bytesOfBase64 } from '#core/html/facts/lists.ts';

test('base64 is that of Node, and gives the bytes back', () => {
  for (let length = 0; length < 300; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 151 + length * 7) & 255);
    const text = base64(bytes);
    expect(text).toBe(Buffer.from(bytes).toString('base64'));
    expect(bytesOfBase64(text)).toEqual(bytes);
  }
});
