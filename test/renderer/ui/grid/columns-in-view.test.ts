import { describe, expect, it } from 'vitest';
import { overscan, rangeInView } from '../../../../renderer/ui/grid/columns-in-view.ts';

const wide = (count: number, pinned = 0) =>
  Array.from({ length: count }, (_, at) => ({ width: 200, ...(at < pinned && { pinned: true }) }));

describe('the columns that are drawn', () => {
  it('are all of a table that fits', () => {
    expect(rangeInView(wide(5), 0, 1_000, overscan)).toEqual({ from: 0, to: 5 });
    expect(rangeInView(wide(5, 1), 0, 1_000, overscan)).toEqual({ from: 1, to: 5 });
    expect(rangeInView([], 0, 0, overscan)).toEqual({ from: 0, to: 0 });
  });

  it('are those in view, and those that a short way of scrolling would show', () => {
    expect(rangeInView(wide(20), 0, 800, overscan)).toEqual({ from: 0, to: 6 });
    expect(rangeInView(wide(20), 1_000, 800, overscan)).toEqual({ from: 3, to: 11 });
    expect(rangeInView(wide(20), 3_200, 800, overscan)).toEqual({ from: 14, to: 20 });
  });

  it('are those in view alone, and one that begins at the edge, where none around them is wanted', () => {
    expect(rangeInView(wide(20), 0, 750, 0)).toEqual({ from: 0, to: 4 });
    expect(rangeInView(wide(20), 0, 800, 0)).toEqual({ from: 0, to: 5 });
    expect(rangeInView(wide(20), 1_000, 750, 0)).toEqual({ from: 4, to: 9 });
  });

  it('follow the pinned ones, which are drawn in any case', () => {
    expect(rangeInView(wide(20, 2), 3_200, 800, overscan)).toEqual({ from: 14, to: 20 });
    expect(rangeInView(wide(20, 8), 0, 800, overscan)).toEqual({ from: 8, to: 8 });
    expect(rangeInView(wide(3, 3), 0, 100, overscan)).toEqual({ from: 3, to: 3 });
  });

  it('include every visible column, wherever the table is scrolled', () => {
    const columns = Array.from({ length: 30 }, (_, at) => ({ width: 48 + ((at * 37) % 300), pinned: at < 1 }));
    const total = columns.reduce((sum, { width }) => sum + width, 0);
    for (let left = 0; left <= total - 700; left += 13) {
      const { from, to } = rangeInView(columns, left, 700, left % 2 === 0 ? 0 : overscan);
      let edge = 0;
      for (const [at, { width }] of columns.entries()) {
        const isVisible = edge < left + 700 && edge + width > left;
        if (at > 0 && isVisible) expect([at >= from, at < to]).toEqual([true, true]);
        edge += width;
      }
    }
  });
});
