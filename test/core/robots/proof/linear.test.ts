import { expect, test } from 'vitest';
import { measureGrowth } from '../../../support/proof/linear.ts';

/** What a reader is found to be that takes these milliseconds for 1, 2, 4 … octets. */
function judged(...times: number[]): boolean {
  let now = 0;
  const make = (size: number) => () => {
    now += times[Math.log2(size)] ?? 0;
  };
  return measureGrowth({ name: '', from: 1, to: 2 ** (times.length - 1), make }, () => now).linear;
}

test('a reader that takes four times as long for twice the input is found, wherever it begins', () => {
  expect(judged(30, 60, 120, 240)).toBe(true);
  expect(judged(30, 120)).toBe(false);
  expect(judged(30, 120, 480, 1_920)).toBe(false);
  expect(judged(30, 60, 120, 480)).toBe(false);
  expect(judged(1, 2, 4, 8, 16, 32, 128)).toBe(false);
});

test('one larger step among doublings is none, and what is below the noise does not count', () => {
  expect(judged(60, 91, 256, 582, 1_019, 2_073)).toBe(true);
  expect(judged(1, 15, 20, 40)).toBe(true);
});
