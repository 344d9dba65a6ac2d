import { describe, expect, it } from 'vitest';
import { arranged, moveColumn, readLayout } from '../../../../renderer/ui/grid/column-layout.ts';
import { copyText } from '../../../../renderer/ui/grid/copy-rows.ts';
import { isSelected, noRows, oneRow, selectedCount, selectRow } from '../../../../renderer/ui/grid/row-selection.ts';

describe('the selection of rows', () => {
  it('extends from its anchor in both directions', () => {
    const down = selectRow(oneRow(5), 8, 'extend');
    expect(down.ranges).toEqual([[5, 8]]);
    expect(selectRow(down, 3, 'extend').ranges).toEqual([[3, 5]]);
  });

  it('joins and splits ranges as rows are toggled', () => {
    let rows = selectRow(selectRow(oneRow(1), 3, 'toggle'), 2, 'toggle');
    expect(rows.ranges).toEqual([[1, 3]]);
    rows = selectRow(rows, 2, 'toggle');
    expect(rows.ranges).toEqual([
      [1, 1],
      [3, 3],
    ]);
    expect([selectedCount(rows), isSelected(rows, 2), isSelected(rows, 3)]).toEqual([2, false, true]);
    expect(selectRow(rows, 9, 'only').ranges).toEqual([[9, 9]]);
    expect(selectRow(noRows, 4, 'extend').ranges).toEqual([[4, 4]]);
  });
});

describe('copied rows', () => {
  const columns = [
    { key: 'url', label: 'URL' },
    { key: 'title', label: 'Title' },
  ];
  const rows = [
    ['http://a.test/?a=1,2', '=cmd|"x"'],
    ['http://a.test/|', null],
    ['-b', 'two\nlines\tand tab'],
  ];

  it('never become formulas, and never break their line', () => {
    expect(copyText('tsv', columns, rows).split('\n')).toEqual([
      'URL\tTitle',
      'http://a.test/?a=1,2\t\'=cmd|"x"',
      'http://a.test/|\t',
      "'-b\ttwo lines and tab",
    ]);
    expect(copyText('csv', columns, rows)).toBe(
      'URL,Title\r\n"http://a.test/?a=1,2","\'=cmd|""x"""\r\nhttp://a.test/|,\r\n\'-b,"two\nlines\tand tab"',
    );
    expect(copyText('markdown', columns, rows).split('\n')[3]).toBe('| http://a.test/\\| |  |');
  });

  it('are what was stored in JSON', () => {
    expect(JSON.parse(copyText('json', columns, rows))[1]).toEqual({ url: 'http://a.test/|', title: null });
  });
});

describe('the columns', () => {
  const columns = ['a', 'b', 'c', 'd'].map(key => ({ key, width: 100 }));
  const plain = { order: [], hidden: [], pinned: [], widths: {} };
  const keys = (layout: Parameters<typeof arranged>[1]) => arranged(columns, layout).map(({ key }) => key);

  it('move over hidden ones, pinned among themselves', () => {
    expect(keys(moveColumn(columns, plain, 'b', 1))).toEqual(['a', 'c', 'b', 'd']);
    expect(keys(moveColumn(columns, { ...plain, hidden: ['c'] }, 'b', 1))).toEqual(['a', 'c', 'd', 'b']);
    expect(moveColumn(columns, plain, 'a', -1)).toBe(plain);
    const pinned = { ...plain, pinned: ['c'] };
    expect(keys(pinned)).toEqual(['c', 'a', 'b', 'd']);
    expect(moveColumn(columns, pinned, 'a', -1)).toBe(pinned);
  });

  it('survive whatever was stored', () => {
    expect(readLayout('x', columns, plain)).toBe(plain);
    expect(readLayout({ order: ['d', 'd', 7, 'nope'], hidden: null, widths: { a: 300, b: '1', c: 1 } }, columns, plain)).toEqual({
      order: ['d'],
      hidden: [],
      pinned: [],
      widths: { a: 300 },
    });
  });
});
