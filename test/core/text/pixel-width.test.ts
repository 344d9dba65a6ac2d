import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pixelWidth } from '#core/text/pixel-width.ts';

// Advance widths of Helvetica, whose metrics Arial copies, in 1/1000 em: Adobe's core 14 font metrics. An independent source.
const HELVETICA =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 ' +
  '1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 ' +
  '333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584';

test('printable ASCII is as wide as in Helvetica, to half a thousandth of an em', () => {
  const widths = HELVETICA.split(' ').map(Number);
  expect(widths).toHaveLength(95);
  for (const [i, width] of widths.entries()) {
    expect(Math.round((pixelWidth(String.fromCharCode(32 + i), 'title') / 20) * 1000), String.fromCharCode(32 + i)).toBe(width);
  }
});

test.each<[string, number]>([
  ['', 0],
  ['A', 1366],
  ['Über', 1479 + 1139 + 1139 + 682],
  ['ΑΩ', 1366 + 1531],
  ['Ж', 1891],
  ['–—…', 1139 + 2048 + 2048],
  ['€', 1139],
])('%j is %i units of Arial', (text, units) => {
  expect(pixelWidth(text, 'title')).toBeCloseTo((units * 20) / 2048, 9);
  expect(pixelWidth(text, 'description')).toBeCloseTo((units * 14) / 2048, 9);
});

test.each<[string, string, number]>([
  ['ideographs', '漢字', 2],
  ['kana', 'かナ', 2],
  ['half-width kana', 'ｶﾅ', 1],
  ['full-width letters', 'ＡＢ', 2],
  ['Hangul', '한국', 2],
  ['decomposed Hangul', '\u1112\u1161\u11ab', 1],
  ['an emoji', '😀', 1],
  ['a family of four joined emoji', '👨‍👩‍👧‍👦', 1],
  ['a waving hand with a skin tone', '👋🏽', 1],
  ['a flag', '🇩🇪', 1],
  ['an ideograph beyond the BMP', '𠀋', 1],
  ['an ideographic space', '\u3000', 1],
  ['an em space', '\u2003', 1],
  ['zero-width characters', '\u200b\u200d\ufeff', 0],
  ['a combining acute', '\u0301', 0],
  ['a tab as a space', '\t', 569 / 2048],
])('%s', (_, text, ems) => {
  expect(pixelWidth(text, 'title')).toBeCloseTo(ems * 20, 9);
});

test('the width of a text is the sum of its parts at any space', () => {
  const words = fc.array(fc.string({ unit: 'binary', maxLength: 8 }), { maxLength: 8 });
  fc.assert(
    fc.property(words, parts => {
      const sum = parts.reduce((total, part) => total + pixelWidth(part, 'title'), 0);
      expect(pixelWidth(parts.join(' '), 'title')).toBeCloseTo(sum + Math.max(0, parts.length - 1) * pixelWidth(' ', 'title'), 6);
    }),
  );
});
