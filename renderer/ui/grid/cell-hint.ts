import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import type { GridColumn } from './virtual-grid.tsx';

const numberIn = (element: Element | null, name: string): number => Number(element?.getAttribute(name) ?? 0);

/**
 * Gives the cell under the pointer its tooltip, when the pointer moves, and after each render, because the cell may then show another row. Setting the
 * tooltips of all cells would take time in each frame that shows new rows. `leave`: the pointer is elsewhere.
 */
export function useCellHint<T>(
  columns: readonly GridColumn<T>[],
  rowAt: (index: number) => T | undefined,
): { readonly move: (event: MouseEvent) => void; readonly leave: () => void } {
  const pointed = useRef<HTMLElement>(null);
  const show = (): void => {
    const cell = pointed.current;
    if (!cell?.isConnected) return;
    const row = rowAt(numberIn(cell.closest('.grid-row'), 'aria-rowindex') - 2);
    const hint = row === undefined ? undefined : columns[numberIn(cell, 'aria-colindex') - 1]?.hint?.(row);
    if (hint === undefined) cell.removeAttribute('title');
    else if (cell.title !== hint) cell.title = hint;
  };
  useLayoutEffect(show);
  const point = (cell: HTMLElement | null): void => {
    if (cell === pointed.current) return;
    // Elements are used again for other rows: none keeps an old tooltip.
    pointed.current?.removeAttribute('title');
    pointed.current = cell;
    show();
  };
  return {
    move: ({ target }) => point(target instanceof Element ? target.closest<HTMLElement>('.grid-row > .cell') : null),
    leave: () => point(null),
  };
}
