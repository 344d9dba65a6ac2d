import { expect, test } from 'vitest';
import { UrlTexts } from '#core/audit/url-texts.ts';

const many = Array.from({ length: 5_000 }, (_, row) => `https://example.com/${row % 7}/page-${row}?q=${'x'.repeat(row % 90)}`);

function filled(texts: readonly string[], expected = 0): UrlTexts {
  const made = new UrlTexts(expected);
  for (const text of texts) made.add(text);
  return made;
}

test('gives each text by its row, and the row by its text, in another thread too', () => {
  const own = filled(many);
  for (const made of [own, UrlTexts.shared(structuredClone(own.share()))]) {
    expect(many.filter((text, row) => made.at(row) !== text || made.find(text) !== row)).toEqual([]);
    expect(made.find('https://example.com/')).toBe(-1);
    expect(made.find('')).toBe(-1);
    expect([made.at(-1), made.at(many.length)]).toEqual(['', '']);
  }
});

test('keeps texts that are no ASCII, long ones and empty ones', () => {
  const texts = ['https://exämple.com/', '', `https://example.com/${'y'.repeat(200_000)}`, 'mailto:😀@example.com', 'plain'];
  const made = filled(texts);
  expect(texts.map((_, row) => made.at(row))).toEqual(texts);
  expect(texts.map(text => made.find(text))).toEqual([0, 1, 2, 3, 4]);
});

test('of equal texts the last row is found, and rows that are added later too', () => {
  const made = filled(['a', 'b', 'a']);
  expect(made.find('a')).toBe(2);
  made.add('c');
  expect([made.find('c'), made.find('a'), made.find('b')]).toEqual([3, 2, 1]);
});
