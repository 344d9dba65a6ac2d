import { expect, it } from 'vitest';
import { numberInText } from '#core/query/number-in-text.ts';

it.each([
  ['12', 12],
  ['€ 12.50', 12.5],
  ['from 1.299,00 €', 1299],
  ['$1,299.95 each', 1299.95],
  ['1,299', 1299],
  ['12,5', 12.5],
  ['1.234.567', 1234567],
  ["CHF 1'299.–", 1299],
  ['1 299,90 kr', 1299.9],
  ['3 pieces, 12 EUR', 3],
  ['-3.50', -3.5],
  ['−4', -4],
  ['on request', null],
  ['', null],
])('%j is %j', (text, expected) => {
  expect(numberInText(text)).toBe(expected);
});

it('takes time in proportion to the text', () => {
  expect(numberInText(`${'1,'.repeat(500_000)}x`)).toBeNull();
});
