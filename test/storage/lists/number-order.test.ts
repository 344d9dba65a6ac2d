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
  const spans = [
    0,
    1,
    1_000,
    65_534,
    65_535,
    65_536,
    70_000,
    2 ** 24,
    2 ** 28,
    2 ** 31 - 1,
    2 ** 32 - 3,
    2 ** 32 - 2,
    2 ** 32 - 1,
    2 ** 32,
    2 ** 33,
  ];
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

  it.each([60_013, 80_021, 2_000_003, 90_000_049])('fall and rise where many ids have %d numbers', most => {
    const keys = new Int32Array(700_000);
    for (let id = 1; id < keys.length; id++) keys[id] = id % 11 === 0 ? -1 : (id * 7_919) % most;
    // Most numbers of a list may be equal or near, and one far away.
    keys.fill(5, 100_000, 200_000);
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

  it.each([1, 40, 60_013, 2_000_003, 90_000_049])('the first ones come early, of %d numbers', numbers => {
    const keys = new Int32Array(30_000);
    for (let id = 1; id < keys.length; id++) keys[id] = id % 11 === 0 ? -1 : (id * 7_919 * 31) % numbers;
    keys[77] = numbers * 2;
    const ids = Int32Array.from({ length: 14_000 }, (_, at) => 1 + at * 2);
    for (const descending of [false, true])
      for (const most of [0, 1, 2, 200, 13_500, 20_000]) {
        let early: Int32Array | null = null;
        const steps = orderByKeys(ids, keys, descending, { most, least: 0, take: first => (early = first) });
        while (early === null) if (steps.next().done) throw new Error('The first ids did not come before the whole order.');
        expect([...(early as Int32Array)]).toEqual([...finish(steps).slice(0, most)]);
      }
  });

  it.each([100, 300_000, 2 ** 30, 2 ** 34])('no id is lost where numbers up to %d change meanwhile', most => {
    const keys = new Float64Array(20_001);
    for (let id = 1; id < keys.length; id++) keys[id] = (id * 7_919) % most;
    const ids = Int32Array.from({ length: 20_000 }, (_, at) => at + 1);
    const steps = orderByKeys(ids, keys, false);
    for (let round = 0; ; round++) {
      const step = steps.next();
      if (step.done) {
        expect([...step.value.toSorted()]).toEqual([...ids]);
        return;
      }
      for (let id = 1; id < keys.length; id += 2) keys[id] = ((id * 104_729 + round * 31) % (most * 2)) - 1;
    }
  });

  it('two orders that are made by turns do not share their memory, and one that ends early leaves none of its numbers', () => {
    const ids = Int32Array.from({ length: 9_000 }, (_, at) => at + 1);
    const many = [7_919, 104_729, 15_485_863].map(factor =>
      Int32Array.from({ length: 9_001 }, (_, id) => (id * factor) % 70_001),
    );
    const expected = many.map(keys => [...ids].sort((a, b) => (keys[a] as number) - (keys[b] as number) || a - b));
    for (let round = 0; round < 3; round++) {
      const running = many.map(keys => orderByKeys(ids, keys, false));
      running[0]?.next();
      running[0]?.return(new Int32Array(0));
      const results: Int32Array[] = [];
      while (results.filter(Boolean).length < 2)
        for (const at of [1, 2]) {
          const step = running[at]?.next();
          if (step?.done && results[at] === undefined) results[at] = step.value;
        }
      expect([[...(results[1] ?? [])], [...(results[2] ?? [])]]).toEqual(expected.slice(1));
    }
  });
});
