import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { GridRow } from '../../../../renderer/ui/grid/grid-row.tsx';
import type { GridColumn } from '../../../../renderer/ui/grid/virtual-grid.tsx';

const columns: readonly GridColumn<unknown>[] = [
  { key: 'url', label: 'URL', width: 100, cell: () => 'http://xn--a.test/', hint: () => 'http://ä.test/' },
  { key: 'state', label: 'State', width: 100, cell: () => 'done', hint: () => 'done' },
  { key: 'status', label: 'Status', width: 100, cell: () => '200' },
];

const row = (hasKeyboard: boolean): string =>
  renderToStaticMarkup(
    <GridRow
      {...{ id: 'a', index: 0, top: 0, columns, styles: [], drawn: [0, 1, 2], template: '', row: {}, hasKeyboard }}
      {...{ selected: hasKeyboard, current: hasKeyboard, click: { current: () => undefined } }}
    />,
  );

test('screen readers get the tooltips of the row that the keyboard is at, where they say more than the cell', () => {
  expect([...row(true).matchAll(/aria-description="([^"]*)"/g)].map(([, text]) => text)).toEqual(['http://ä.test/']);
  expect(row(false)).not.toContain('aria-description');
  // The tooltips themselves come with the pointer.
  expect(row(true)).not.toContain('title=');
});
