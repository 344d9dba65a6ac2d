import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PackedWriter } from '#storage/file/packed-text.ts';
import { mostTexts, Utf8Texts } from '#storage/file/utf8-texts.ts';
import { hashOf, Words } from '#storage/file/words.ts';
import { newStore } from '../fixture.ts';

/** Texts of few characters repeat; others have characters of each length, halves of surrogate pairs, line ends, or many characters. */
const anyText = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'two\nlines',
    'Prices',
    'Größe',
    'Größe 2',
    '€',
    '😀',
    '😀 smile',
    '\ud83d',
    '\ude00',
    'z'.repeat(300),
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('a', 'b', '\ud83d', '\ude00', 'é'), maxLength: 6 }),
);
const page = fc.array(anyText, { maxLength: mostTexts });
const linksOf = (texts: readonly string[]) => texts.map(text => ({ text }));

describe('texts that are encoded together', () => {
  it('have the bytes and hashes that each has alone', () => {
    const encoded = new Utf8Texts();
    fc.assert(
      fc.property(page, texts => {
        const isWhole = encoded.read(linksOf(texts), 0, texts.length);
        expect(isWhole).toBe(!texts.some(text => /[\ud800-\udfff]/u.test(text)));
        if (!isWhole) return;
        for (const [i, text] of texts.entries()) {
          const alone = Buffer.from(text);
          expect(encoded.bytes.subarray(encoded.starts[i], encoded.ends[i])).toEqual(alone);
          expect(encoded.hashes[i]).toBe(hashOf(alone, 0, alone.length));
        }
      }),
    );
  });

  it('are written as one by one, and give the same words', () => {
    const [one, other] = [newStore().db, newStore().db];
    const [alone, together] = [new PackedWriter(new Words(one)), new PackedWriter(new Words(other))];
    const encoded = new Utf8Texts();
    fc.assert(
      fc.property(page, texts => {
        alone.start(1);
        together.start(1);
        for (const text of texts) alone.text(text);
        const isWhole = encoded.read(linksOf(texts), 0, texts.length);
        if (isWhole) together.fetch(encoded, texts.length);
        for (const [i, text] of texts.entries()) {
          if (isWhole) together.encodedText(encoded, i);
          else together.text(text);
        }
        expect(Buffer.from(together.take())).toEqual(Buffer.from(alone.take()));
      }),
    );
    const words = 'SELECT * FROM word ORDER BY id';
    expect(other.prepare(words).all()).toEqual(one.prepare(words).all());
    expect(one.prepare('SELECT count(*) FROM word').pluck().get()).toBeGreaterThan(3);
  });

  it('may be longer than the buffer', () => {
    const encoded = new Utf8Texts();
    const texts = ['é'.repeat(400_000), 'Prices'];
    expect(encoded.read(linksOf(texts), 0, 2)).toBe(true);
    expect(encoded.bytes.toString('utf8', encoded.starts[1], encoded.ends[1])).toBe('Prices');
    expect(encoded.ends[0]).toBe(800_000);
    encoded.read(linksOf(['a']), 0, 1);
    expect(encoded.bytes.length).toBeLessThan(1 << 18);
  });
});
