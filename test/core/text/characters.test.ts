import fc from 'fast-check';
import { expect, test } from 'vitest';
import { characters } from '#core/text/characters.ts';

const segmented = (text: string): number => [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text)].length;

test.each<[string, number]>([
  ['', 0],
  ['title', 5],
  ['a\r\nb', 3],
  ['e\u0301a', 2],
  ['👨‍👩‍👧‍👦!', 2],
  ['🇩🇪🇫🇷', 2],
  ['\u1112\u1161\u11ab글', 2],
  ['ที่', 1],
  ['𠀋吉', 2],
])('%j has %i characters', (text, count) => {
  expect(characters(text)).toBe(count);
});

test('every pair of a letter and a character of the BMP counts as the segmenter of the platform counts', () => {
  const wrong: string[] = [];
  for (let code = 0; code < 0x10000; code++) {
    const text = `a${String.fromCharCode(code)}b`;
    if (characters(text) !== segmented(text)) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});

test('characters of the simple blocks never join each other', () => {
  // Any two neighbours of the fast way: the segmenter sees the same number.
  const unit = fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code));
  const text = fc.oneof(
    fc.string({ unit, maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme' }),
  );
  fc.assert(
    fc.property(text, value => {
      expect(characters(value)).toBe(segmented(value));
    }),
    { numRuns: 2_000 },
  );
});

test('a text longer than the segmented part still counts every character', () => {
  expect(characters('e\u0301'.repeat(50_000))).toBe(50_000);
  expect(characters('x'.repeat(19_999) + '😀'.repeat(1_000))).toBe(20_999);
});

test('millions of combining marks are counted in linear time', () => {
  // A time that grows with the square of the length would take minutes here.
  expect(characters(`a${'\u0301'.repeat(4_000_000)}`)).toBeGreaterThan(0);
});
