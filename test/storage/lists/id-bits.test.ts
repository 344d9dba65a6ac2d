import { expect, it } from 'vitest';
import { IdBits } from '#storage/lists/id-bits.ts';

it('has the ids that were added, until it is cleared', () => {
  const bits = new IdBits();
  const ids = [0, 1, 8, 4_095, 4_096, 100_000];
  for (const id of ids) bits.add(id);
  const has = () => [...ids, 2, 7, 9, 4_097, 99_999, 8_192, 10_000_000].filter(id => bits.has(id));
  expect(has()).toEqual(ids);
  bits.clear();
  expect(has()).toEqual([]);
});
