// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and names its row (aria-activedescendant)
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys of its rows
import { type CSSProperties, type MouseEvent, memo, type ReactNode } from 'react';
import { countWords } from '../text/format.ts';
import { textFits } from './text-fits.ts';
import type { GridColumn } from './virtual-grid.tsx';

interface Props {
  readonly id: string;
  readonly index: number;
  /** Pixels from the top of the table. */
  readonly top: number;
  readonly columns: readonly GridColumn<unknown>[];
  readonly styles: readonly CSSProperties[];
  /** The numbers of the columns that are drawn. */
  readonly drawn: readonly number[];
  readonly template: string;
  /** Undefined while it is on its way. */
  readonly row: unknown;
  readonly selected: boolean;
  /** The row the keyboard is at: what its tooltips say is there for screen readers. */
  readonly hasKeyboard: boolean;
  readonly current: boolean;
  readonly click: { readonly current: (index: number, event: MouseEvent) => void };
}

/** A cell without a value keeps its text node, because removing and recreating it is slow. */
const blank = '\u00a0';

export const cellClass = ({ end, pinned }: { readonly end?: boolean; readonly pinned?: boolean }): string =>
  `cell${end ? ' end' : ''}${pinned ? ' pinned' : ''}`;

/** A cell whose text surely fits need not be clipped, which costs time in every frame. */
const fits = ({ short, width }: GridColumn<unknown>, shown: ReactNode): boolean =>
  short === true && typeof shown === 'string' && textFits(shown, width);

/** One row. React renders it again only after a change. Rows that leave one end of the screen are reused at the other. */
export const GridRow = memo(function GridRow(props: Props) {
  const { id, index, top, columns, styles, drawn, template, row, selected, hasKeyboard, current, click } = props;
  return (
    <div
      id={id}
      role="row"
      className={current ? 'grid-row current' : 'grid-row'}
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-busy={row === undefined ? true : undefined}
      style={{ gridTemplateColumns: template, transform: `translateY(${top}px)` }}
      onClick={event => click.current(index, event)}
    >
      <Cells
        columns={columns}
        styles={styles}
        drawn={drawn}
        row={row}
        hasKeyboard={hasKeyboard}
        waiting={row === undefined ? index : -1}
      />
    </div>
  );
});

interface CellsProps extends Pick<Props, 'columns' | 'styles' | 'drawn' | 'row' | 'hasKeyboard'> {
  /** The row's place in the list where it is not here yet; its cells stay the same elements. */
  readonly waiting: number;
}

const Cells = memo(function Cells({ columns, styles, drawn, row, hasKeyboard, waiting }: CellsProps) {
  return drawn.map(at => {
    const column = columns[at];
    if (column === undefined) return null;
    const shown = row === undefined ? (at === 0 ? `${countWords(waiting + 1)} …` : '') : column.cell(row);
    const shape = `${cellClass(column)}${at === 0 ? ' first' : ''}${fits(column, shown) ? ' fits' : ''}`;
    if (row === undefined)
      return (
        <div
          key={column.key}
          role="gridcell"
          aria-colindex={at + 1}
          className={at === 0 ? `${shape} muted` : shape}
          style={styles[at]}
        >
          {shown || blank}
        </div>
      );
    const hint = hasKeyboard ? column.hint?.(row) : undefined;
    return (
      <div
        key={column.key}
        role="gridcell"
        aria-colindex={at + 1}
        aria-description={hint === shown ? undefined : hint}
        className={column.tone ? `${shape} ${column.tone(row)}` : shape}
        style={styles[at]}
      >
        {shown || blank}
      </div>
    );
  });
});
