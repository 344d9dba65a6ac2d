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
  ['SKU-12', 12],
  ['10-20', 10],
  ['0,125 kg', 0.125],
  ['1234,567', 1234.567],
  ['9'.repeat(400), null],
  ['on request', null],
  ['', null],
])('%j is %j', (text, expected) => {
  expect(numberInText(text)).toBe(expected);
});

it.each([
  ['1,', '', null],
  [',', '5', 15],
  ['.', '', 1],
])('takes time in proportion to a text of many %j', (part, end, expected) => {
  // With time that grows as the square, this takes minutes: the time limit of the test ends it.
  expect(numberInText(`1${part.repeat(500_000)}${end}`)).toBe(expected);
});
