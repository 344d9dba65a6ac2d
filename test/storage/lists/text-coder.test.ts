import { describe, expect, it } from 'vitest';
import { TextCoder } from '#storage/lists/text-coder.ts';

const encode = (text: string): Uint8Array => Buffer.from(text, 'latin1');

describe('the code of a text', () => {
  const letters = ['a', 'b', 'shoe', '/', '\0', '\xff', '', 'page', '-'];
  const texts = Array.from({ length: 900 }, (_, n) =>
    Array.from({ length: n % 23 }, (_letter, at) => letters[(n * 31 + at * at * 7 + (n >> 3) * at) % letters.length]).join(''),
  );

  it.each([
    ['learned from them', texts],
    ['learned from nothing', []],
    ['learned from others', ['zzzzzzzz'.repeat(500)]],
  ])('sorts as the text does, and tells whether equal codes are of equal texts: %s', (_, learned) => {
    const coder = new TextCoder(learned.map(encode));
    const coded = texts.map(text => {
      const bytes = encode(text);
      coder.code(bytes, 0, 0, bytes.length);
      return { text, code: (BigInt(coder.high) << 32n) | BigInt(coder.low) };
    });
    const ordered = coded.toSorted((a, b) => Buffer.compare(encode(a.text), encode(b.text)));
    for (const [at, { text, code }] of ordered.entries()) {
      const before = ordered[at - 1];
      if (!before) continue;
      expect(before.code <= code).toBe(true);
      if (before.code === code && (code & 1n) === 0n) expect(text).toBe(before.text);
      if (before.text === text) expect(code).toBe(before.code);
    }
  });

  it('is whole for a short text', () => {
    const coder = new TextCoder(texts.map(encode));
    coder.code(encode('shoe'), 0, 0, 4);
    expect(coder.low & 1).toBe(0);
    coder.code(encode('q'.repeat(300)), 0, 0, 300);
    expect(coder.low & 1).toBe(1);
  });
});
