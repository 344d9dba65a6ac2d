import { expect, test } from 'vitest';
import { figure } from '#shared/explain/figure.ts';

test('a number reads as Intl writes it in English', () => {
  const numbers = [0, -0, 1, 12, 999, 1_000, 12_345, 999_999, 1_000_000, -1_234, 2 ** 53 - 1, 2 ** 60, 1.5, 1234.5678];
  for (const n of [...numbers, Number.NaN, Number.POSITIVE_INFINITY]) expect(figure(n)).toBe(n.toLocaleString('en-US'));
});
