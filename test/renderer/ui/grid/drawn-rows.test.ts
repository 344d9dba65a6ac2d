import { describe, expect, it } from 'vitest';
import { type Drawn, drawnRows, keyOfRow, nothingDrawn } from '../../../../renderer/ui/grid/drawn-rows.ts';

const view = (top: number, isPause = false, count = 100_000, shown = 20) => ({ top, shown, count, isPause });
const sorted = (drawn: Drawn) => [...drawn.slots].sort((a, b) => a - b);
const keys = (drawn: Drawn) => drawn.slots.map(row => keyOfRow(row, drawn));
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

describe('the rows that are drawn', () => {
  it('are those on screen and eight on either side, as many at the ends of a list', () => {
    const start = drawnRows(nothingDrawn, view(0));
    expect(start).toEqual({ first: 0, last: 35, slots: range(0, 35) });
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
      const before = keys(drawn);
      drawn = drawnRows(drawn, view(place));
      expect(drawn.first).toBeLessThanOrEqual(place);
      expect(drawn.last).toBeGreaterThanOrEqual(place + 19);
      for (const row of range(drawn.first, drawn.last)) expect(drawn.slots.filter(each => each === row)).toHaveLength(1);
      expect(keys(drawn)).toEqual(before);
      expect(new Set(keys(drawn)).size).toBe(36);
      expect(drawn.slots.every(row => row >= 0 && row < 100_000)).toBe(true);
    }
  });

  it('are only those on screen after a jump, with those around them and in their order after a pause', () => {
    const start = drawnRows(nothingDrawn, view(0, true));
    const jumped = drawnRows(start, view(5_000));
    expect([jumped.first, jumped.last]).toEqual([5_000, 5_019]);
    const rested = drawnRows(jumped, view(5_000, true));
    expect(rested).toEqual({ first: 4_992, last: 5_027, slots: range(4_992, 5_027) });
    expect(drawnRows(rested, view(5_000, true))).toBe(rested);
  });

  it('begin anew when the list became shorter', () => {
    const far = drawnRows(nothingDrawn, view(90_000, true));
    expect(drawnRows(far, view(90_000, false, 50)).slots).toEqual(range(14, 49));
  });
});
