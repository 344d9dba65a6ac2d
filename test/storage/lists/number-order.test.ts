import { describe, expect, it } from 'vitest';
import { finish } from '#core/steps.ts';
import { orderByNumber } from '#storage/lists/number-order.ts';

describe('ids by a number', () => {
  it.each([0, 1, 1_000, 65_535, 65_536, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 40, 2 ** 53 - 1])(
    'rise with it, equal ones with the id, where the numbers lie up to %d apart',
    most => {
      const keys = new Float64Array(3_000);
      for (let id = 1; id < keys.length; id++) keys[id] = Math.floor(((id * 7_919) % 1_009) * (most / 1_008));
      keys[5] = most;
      const ids = Int32Array.from({ length: 1_500 }, (_, at) => 1 + at * 2);
      const sorted = [...ids].sort((a, b) => (keys[a] as number) - (keys[b] as number) || a - b);
      expect([...finish(orderByNumber(ids, keys))]).toEqual(sorted);
    },
  );
});
