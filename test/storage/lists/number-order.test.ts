import { describe, expect, it } from 'vitest';
import { finish } from '#core/steps.ts';
import { orderByKeys, orderByNumber } from '#storage/lists/number-order.ts';

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

describe('ids by a number that some have not', () => {
  const spans = [0, 1, 1_000, 65_535, 65_536, 70_000, 2 ** 31 - 1, 2 ** 33];
  it.each(spans.flatMap(most => [0, 0.3, 1].map(missing => [most, missing] as const)))(
    'rise or fall with it, where the numbers lie up to %d apart and a share of %d is missing',
    (most, missing) => {
      const keys = new Float64Array(3_000).fill(-1);
      for (let id = 1; id < keys.length; id++)
        if ((id * 31) % 100 >= missing * 100) keys[id] = 7 + Math.floor(((id * 7_919) % 1_009) * (most / 1_008));
      // The last ids are after the end of the numbers.
      const ids = Int32Array.from({ length: 1_600 }, (_, at) => 1 + at * 2);
      const keyOf = (id: number): number => keys[id] ?? -1;
      const up = (a: number, b: number): number => keyOf(a) - keyOf(b) || a - b;
      const [present, absent] = [ids.filter(id => keyOf(id) >= 0), ids.filter(id => keyOf(id) < 0)];
      present.sort(up);
      expect([...finish(orderByKeys(ids, keys, false))]).toEqual([...present, ...absent]);
      expect([...finish(orderByKeys(ids, keys, true))]).toEqual([...present.reverse(), ...absent.reverse()]);
    },
  );

  it('fall and rise where there are many ids and numbers', () => {
    const keys = new Int32Array(700_000);
    for (let id = 1; id < keys.length; id++) keys[id] = id % 11 === 0 ? -1 : (id * 7_919) % 80_021;
    const ids = Int32Array.from({ length: keys.length - 1 }, (_, at) => at + 1);
    for (const descending of [false, true]) {
      const ordered = finish(orderByKeys(ids, keys, descending));
      const isInOrder = ordered.every((id, at) => {
        const before = ordered[at - 1];
        if (before === undefined) return true;
        const [a, b] = [keys[before] as number, keys[id] as number];
        if (a < 0 !== b < 0) return b < 0;
        const [low, high] = descending ? [b, a] : [a, b];
        return low < high || (a === b && (descending ? id < before : before < id));
      });
      expect([isInOrder, new Set(ordered).size]).toEqual([true, ids.length]);
    }
  });

  it('loses no id where numbers of a damaged file are not whole', () => {
    const keys = Float64Array.from({ length: 2_000 }, (_, id) => 3e9 + ((id * 7) % 40) + 0.5 * (id % 2));
    const ids = Int32Array.from({ length: 1_999 }, (_, at) => at + 1);
    for (const descending of [false, true]) {
      const ordered = [...finish(orderByKeys(ids, keys, descending))];
      expect(ordered.toSorted((a, b) => a - b)).toEqual([...ids]);
      const whole = ordered.map(id => Math.floor(keys[id] as number));
      expect(whole).toEqual(whole.toSorted((a, b) => (descending ? b - a : a - b)));
    }
  });
});
