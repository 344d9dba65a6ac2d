import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WordCounter } from '#core/html/word-counter.ts';

describe('counting words in bytes', () => {
  it('gives what counting in text gives, wherever the bytes lie and however they are cut', () => {
    const piece = fc
      .array(
        fc.constantFrom(
          'a',
          'b',
          ' ',
          '\n',
          'word',
          'é',
          '\u00a0',
          '\u2003',
          '\u3000',
          '€',
          '😀',
          '\u0001',
          'longer words here ',
        ),
        {
          maxLength: 30,
        },
      )
      .map(parts => parts.join(''));
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), fc.nat(7), fc.nat(5), (pieces, shift, before) => {
        const all = new TextEncoder().encode(`${'x'.repeat(before)}${pieces.join('')}`);
        const bytes = new Uint8Array(new ArrayBuffer(all.length + shift + 3), shift, all.length);
        bytes.set(all);
        const [inBytes, inText] = [new WordCounter(), new WordCounter()];
        let at = before;
        for (const text of pieces) {
          const length = new TextEncoder().encode(text).length;
          inBytes.countUtf8(bytes, at, at + length, /[\u00a0\u2003\u3000]/.test(text));
          inText.countText(text);
          at += length;
        }
        expect(inBytes.words).toBe(inText.words);
      }),
      { numRuns: 5_000 },
    );
  });
});
