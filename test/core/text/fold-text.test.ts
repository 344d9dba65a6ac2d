import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldAnyText, foldText } from '#core/text/fold-text.ts';
import { ownMs } from '../../support/own-time.ts';

test.each<[string, string]>([
  ['  Our\n\tHome ', 'our home'],
  ['STRASSE', 'Straße'],
  ['STRAẞE', 'strasse'],
  ['ΟΔΟΣ', 'οδος'],
  ['Caf\u00e9', 'CAFE\u0301'],
  ['a\u00a0b', 'A B'],
  ['\u212a', 'k'],
  ['ﬁn', 'FIN'],
  ['ǰ', '\u006a\u030c'],
])('%j equals %j', (a, b) => {
  expect(foldText(a)).toBe(foldText(b));
});

test.each<[string, string]>([
  ['ı', 'i'],
  ['é', 'e'],
  ['a b', 'ab'],
  ['½', '1/2'],
])('%j differs from %j', (a, b) => {
  expect(foldText(a)).not.toBe(foldText(b));
});

test('letters that simple case folding joins are joined', () => {
  // The flags i and u of a regular expression compare by the simple case folding of CaseFolding.txt: an independent table.
  const wrong: string[] = [];
  for (let code = 0x41; code < 0x1e944; code++) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const letter = String.fromCodePoint(code);
    for (const other of [letter.toLowerCase(), letter.toUpperCase()]) {
      if ([...other].length !== 1 || other === letter || !/\p{L}/u.test(letter)) continue;
      const same = new RegExp(`^${letter}$`, 'iu').test(other);
      if (same !== (foldText(letter) === foldText(other))) wrong.push(`${code.toString(16)} ${other}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('folding twice changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(foldText(foldText(text))).toBe(foldText(text));
    }),
    { numRuns: 3_000 },
  );
});

test('canonically equivalent texts are the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      expect(foldText(text.normalize('NFD'))).toBe(foldText(text.normalize('NFC')));
    }),
    { numRuns: 2_000 },
  );
});

test('long runs of marks and of spaces take milliseconds', () => {
  const spent = ownMs(() => {
    foldText(`a${'\u0316\u0300'.repeat(250_000)}`);
    foldText(`${' '.repeat(500_000)}x${'\n\u00a0'.repeat(250_000)}`);
  });
  expect(spent).toBeLessThan(1_000);
});

test('the short way gives what the long way gives', () => {
  const units = Array.from({ length: 0x2100 }, (_, unit) => String.fromCharCode(unit));
  const wrong = units.flatMap(unit => [unit, `a${unit}`, `a ${unit} b`].filter(text => foldText(text) !== foldAnyText(text)));
  expect(wrong).toEqual([]);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...units) }), text => {
      expect(foldText(text)).toBe(foldAnyText(text));
    }),
    { numRuns: 3_000 },
  );
});
