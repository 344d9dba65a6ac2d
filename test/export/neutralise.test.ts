import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvSeparators } from '#shared/model/export.ts';
import { neutralised, undoNeutralised } from '../../electron/export/neutralise.ts';
import { ownMs } from '../support/own-time.ts';

/** Text that is mostly of the characters the rules are about. */
const tricky = fc
  .array(
    fc.constantFrom('=', '+', '-', '@', '\uff1d', "'", ';', ',', '\t', '\r', '\n', ' ', '\u0001', '\ufeff', '\u00a0', 'a', '1'),
    {
      maxLength: 14,
    },
  )
  .map(all => all.join(''));

test.each(csvSeparators.map(separator => [separator]))('with %j as the separator, undoing gives every text back', separator => {
  fc.assert(
    fc.property(fc.oneof(tricky, fc.string({ unit: 'binary' })), text => {
      const exact = text.replaceAll('\u0000', '\ufffd');
      expect(undoNeutralised(neutralised(text, separator), separator)).toBe(exact);
    }),
    { numRuns: 20_000 },
  );
});

test('no neutralised text begins with a formula, nor does any part of it that a spreadsheet may split off', () => {
  const isFormula = (text: string): boolean => /^[\s\u0000-\u001f\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text);
  fc.assert(
    fc.property(tricky, fc.constantFrom(...csvSeparators), (text, separator) => {
      const safe = neutralised(text, separator);
      const parts = safe.split(separator === ',' ? /[;\t\r\n]/ : /[,;\t\r\n]/);
      expect([safe, ...parts].filter(isFormula)).toEqual([]);
    }),
    { numRuns: 20_000 },
  );
});

test.each([
  ["'=x", "''=x"],
  [';\t=x', ";'\t'=x"],
  ["it's fine", "it's fine"],
  ["'tis", "'tis"],
  ["'\tx", "''\tx"],
])('an apostrophe of the text itself is kept: %j is written as %j', (text, written) => {
  expect(neutralised(text)).toBe(written);
});

test('a comma is a place of a split where it is not the separator', () => {
  expect(neutralised('a, -b')).toBe('a, -b');
  expect(neutralised('a, -b', ';')).toBe("a,' -b");
});

test.each([['\t'.repeat(400_000)], [`${';'.repeat(400_000)}=`], ["'".repeat(400_000)], [`${' '.repeat(400_000)}=`]])(
  'a long text of one character takes no longer than its length (case %#)',
  text => {
    const spent = ownMs(() => {
      expect(undoNeutralised(neutralised(text))).toBe(text);
    });
    expect(spent).toBeLessThan(2_000);
  },
);
