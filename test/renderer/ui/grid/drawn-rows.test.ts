import { describe, expect, it } from 'vitest';
import { type Drawn, drawnRows, nothingDrawn } from '../../../../renderer/ui/grid/drawn-rows.ts';

const view = (top: number, isPause = false, count = 100_000, shown = 20) => ({ top, shown, count, isPause });
const sorted = (drawn: Drawn) => [...drawn.slots].sort((a, b) => a - b);
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

describe('the rows that are drawn', () => {
  it('are those on screen and eight on either side, as many at the ends of a list', () => {
    const start = drawnRows(nothingDrawn, view(0));
    expect(start).toEqual({ first: 0, last: 35, slots: range(0, 35), keys: range(0, 35) });
    expect(drawnRows(start, view(5))).toBe(start);
    const amid = drawnRows(start, view(12));
    expect([amid.first, amid.last]).toEqual([4, 39]);
    expect(sorted(amid)).toEqual(range(4, 39));
    expect(drawnRows(amid, view(99_980, true)).last).toBe(99_999);
    expect(drawnRows(amid, view(0, false, 3)).slots).toEqual([0, 1, 2]);
    expect(drawnRows(amid, view(0, false, 0)).slots).toEqual([]);
  });

  it('always hold every row on screen once, each in an element of its own that keeps its place, however a list is scrolled', () => {
    let drawn = drawnRows(nothingDrawn, view(0, true));
    let place = 0;
    for (let turn = 1; turn < 2_000; turn++) {
      const by = turn % 7 === 0 ? (turn * 7_919) % 50_000 : turn % 3 === 0 ? -((turn * 31) % 40) : (turn * 17) % 30;
      place = Math.max(0, Math.min(99_980, (place + by) % 100_000));
      const before = drawn.keys;
      drawn = drawnRows(drawn, view(place));
      expect(drawn.first).toBeLessThanOrEqual(place);
      expect(drawn.last).toBeGreaterThanOrEqual(place + 19);
      for (const row of range(drawn.first, drawn.last)) expect(drawn.slots.filter(each => each === row)).toHaveLength(1);
      expect(drawn.keys).toEqual(before);
      expect(new Set(drawn.keys).size).toBe(36);
      // None twice, also of those far away.
      expect(new Set(drawn.slots).size).toBe(36);
      expect(drawn.slots.every(row => row >= 0 && row < 100_000)).toBe(true);
    }
  });

  it('are only those on screen after a jump, with those around them and in their order after a pause', () => {
    const start = drawnRows(nothingDrawn, view(0, true));
    const jumped = drawnRows(start, view(5_000));
    expect([jumped.first, jumped.last]).toEqual([5_000, 5_019]);
    const rested = drawnRows(jumped, view(5_000, true));
    // No element moves in the page.
    expect(rested).toEqual({ first: 4_992, last: 5_027, slots: range(4_992, 5_027), keys: start.keys });
    expect(drawnRows(rested, view(5_000, true))).toBe(rested);
  });

  it('are moved in the page in a pause only where their order needs it', () => {
    const start = drawnRows(nothingDrawn, view(100, true));
    const scrolled = drawnRows(start, view(103));
    expect(scrolled.slots.slice(0, 4)).toEqual([128, 129, 130, 95]);
    const rested = drawnRows(scrolled, view(103, true));
    expect(rested.slots).toEqual(range(95, 130));
    // The three elements that went from the upper end to the lower one.
    expect(rested.keys).toEqual([...range(3, 35), 0, 1, 2]);
    let drawn = rested;
    for (let turn = 0; turn < 300; turn++) {
      drawn = drawnRows(drawn, view((turn * 7_919) % 90_000, turn % 5 === 0));
      drawn = drawnRows(drawn, view(((turn * 7_919) % 90_000) + (turn % 40), turn % 3 === 0));
      const { first, last } = drawn;
      expect([...new Set(drawn.slots)].filter(row => row >= first && row <= last)).toHaveLength(last - first + 1);
      expect([...drawn.keys].sort((a, b) => a - b)).toEqual(range(0, 35));
      if (turn % 3 === 0) expect(drawn.slots).toEqual(range(first, last));
    }
  });

  it('begin anew when the list became shorter', () => {
    const far = drawnRows(nothingDrawn, view(90_000, true));
    expect(drawnRows(far, view(90_000, false, 50)).slots).toEqual(range(14, 49));
  });
});
