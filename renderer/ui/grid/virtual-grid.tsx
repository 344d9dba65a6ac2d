// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and names its row (aria-activedescendant)
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys of its rows
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
} from 'react';
import { useCellHint } from './cell-hint.ts';
import { useColumnsInView } from './columns-in-view.ts';
import { rowAfterKey } from './grid-keys.ts';
import { cellClass, GridRow } from './grid-row.tsx';
import { noRowChanges, type RowChanges } from './row-changes.ts';
import type { SelectMode } from './row-selection.ts';
import { drawnAt } from './tall-scroll.ts';
import { useRowsInView } from './use-rows-in-view.ts';

export interface GridColumn<T> {
  readonly key: string;
  readonly label: string;
  /** What the column means, shown as a tooltip of its heading. */
  readonly about?: string;
  /** Pixels. */
  readonly width: number;
  /** Takes the width that is left. */
  readonly grow?: boolean;
  readonly end?: boolean;
  readonly sortable?: boolean;
  /** Stays in place while the table is scrolled sideways; pinned columns come first. */
  readonly pinned?: boolean;
  /** Its texts are the program's own and seldom wider than the column. */
  readonly short?: boolean;
  /** What a cell shows; a plain text needs no element and renders fastest. */
  readonly cell: (row: T) => ReactNode;
  /** Class that colours a cell. */
  readonly tone?: (row: T) => string;
  /** The tooltip of a cell. */
  readonly hint?: (row: T) => string | undefined;
}

export interface GridHandle {
  focus(): void;
  topRow(): number;
  scrollBy(rows: number): void;
  scrollTo(row: number): void;
}

interface Props<T> {
  readonly label: string;
  readonly testId?: string;
  readonly columns: readonly GridColumn<T>[];
  readonly count: number;
  readonly rowAt: (index: number) => T | undefined;
  /** What `rowAt` gives has changed. Absent: then the caller renders. */
  readonly rowChanges?: RowChanges;
  readonly onRange: (first: number, last: number) => void;
  readonly selected: number;
  /** Where several rows may be selected: whether this one is. */
  readonly isSelected?: (index: number) => boolean;
  readonly onSelect: (index: number, mode: SelectMode) => void;
  readonly onSelectAll?: () => void;
  readonly onOpen: (index: number) => void;
  readonly onCopy?: (index: number) => void;
  readonly sort?: { readonly key: string; readonly descending: boolean };
  /** `reversed`: the column should start with its last values. */
  readonly onSort?: (key: string, reversed: boolean) => void;
  readonly onResize?: (key: string, width: number) => void;
  /** Moves a column by one place. */
  readonly onMove?: (key: string, by: -1 | 1) => void;
  readonly handle?: Ref<GridHandle>;
}

export const rowHeight = 24;
const headHeight = 26;

/** The place of each column: its number, because only some are drawn, and the distance from the left at which a pinned one stays. */
function stylesOf(columns: readonly { readonly width: number; readonly pinned?: boolean }[]): readonly CSSProperties[] {
  let left = 0;
  return columns.map(({ width, pinned }, at) => {
    const gridColumnStart = at + 1;
    if (!pinned) return { gridColumnStart };
    left += width;
    return { gridColumnStart, insetInlineStart: left - width };
  });
}

/** Whether text inside the element is selected. A selection elsewhere, in a field say, does not count. */
function holdsSelection(element: Element): boolean {
  const selection = window.getSelection();
  return selection !== null && !selection.isCollapsed && element.contains(selection.anchorNode);
}

/**
 * A table of any length that draws only what is on screen. The rows are one tab stop, in which the arrow keys move the selection.
 * The header is another.
 */
export function VirtualGrid<T>(props: Props<T>) {
  const { columns, count, rowAt, rowChanges = noRowChanges, onRange, selected, sort } = props;
  // useSyncExternalStore would render at once for each block of rows. This way React renders rows and scrolling together.
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const scroller = useRef<HTMLDivElement>(null);
  const areHere = (first: number, last: number): boolean => {
    onRange(first, last);
    for (let row = first; row <= last; row += 1) if (rowAt(row) === undefined) return false;
    return true;
  };
  const rows = useRowsInView(scroller, count, rowHeight, headHeight, areHere);
  const { drawn } = rows;
  const { first, last } = drawn;
  const inView = useRef(rows);
  inView.current = rows;
  useLayoutEffect(() => {
    // Rows may have come since they were asked for in the render.
    redraw();
    return rowChanges.subscribe(() => {
      if (!inView.current.rowsCame()) redraw();
    });
  }, [rowChanges]);
  // For lists whose owner renders when rows come.
  useLayoutEffect(() => void rows.rowsCame());
  /** Scrolls as little as needed to show a row between the header and the lower edge. */
  const reveal = useRef((row: number): void => {
    const { top, goTo } = inView.current;
    const highest = row * rowHeight;
    const lowest = headHeight + highest + rowHeight - (scroller.current?.clientHeight ?? 0);
    if (top() > highest) goTo(highest);
    else if (top() < lowest) goTo(lowest);
  }).current;
  useEffect(() => {
    if (count > 0) onRange(first, last);
  }, [first, last, count, onRange]);
  useImperativeHandle(
    props.handle,
    () => ({
      focus: () => scroller.current?.focus(),
      topRow: () => Math.floor(inView.current.top() / rowHeight),
      // Not by the element: many rows would be taken for a jump of the bar of a tall list.
      scrollBy: n => inView.current.goTo(inView.current.top() + n * rowHeight),
      scrollTo: reveal,
    }),
    [reveal],
  );
  const keys = (event: KeyboardEvent): void => {
    // The header has its own keys.
    if (event.altKey || event.target !== event.currentTarget) return;
    const many = props.isSelected !== undefined;
    const isCtrl = event.ctrlKey || event.metaKey;
    if (isCtrl && event.key.toLowerCase() === 'c' && selected >= 0) {
      if (!holdsSelection(event.currentTarget)) props.onCopy?.(selected);
      return;
    }
    if (isCtrl && !event.shiftKey && event.key.toLowerCase() === 'a' && props.onSelectAll) {
      event.preventDefault();
      props.onSelectAll();
      return;
    }
    if (event.key === ' ' && isCtrl && many && selected >= 0) {
      event.preventDefault();
      props.onSelect(selected, 'toggle');
      return;
    }
    if (isCtrl) return;
    if (event.key === 'Enter' && selected >= 0) {
      event.preventDefault();
      props.onOpen(selected);
      return;
    }
    const page = Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / rowHeight);
    const next = rowAfterKey(event.key, selected, count, page);
    if (next === null) return;
    event.preventDefault();
    props.onSelect(next, many && event.shiftKey ? 'extend' : 'only');
    reveal(next);
  };
  const click = useRef<(index: number, event: MouseEvent) => void>(() => undefined);
  click.current = (index, event) => {
    const mode =
      props.isSelected === undefined ? 'only' : event.shiftKey ? 'extend' : event.ctrlKey || event.metaKey ? 'toggle' : 'only';
    props.onSelect(index, mode);
    if (mode === 'only') props.onOpen(index);
  };
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const tracks = columns.map(column => (column.grow ? `minmax(${column.width}px, 1fr)` : `${column.width}px`));
  const template = columns.some(column => column.grow) ? tracks.join(' ') : `${tracks.join(' ')} 1fr`;
  const styles = useMemo(() => stylesOf(columns), [columns]);
  const drawnColumns = useColumnsInView(scroller, columns);
  const cellHint = useCellHint(columns, rowAt);
  const id = props.testId ?? 'grid';
  const headStop = columns.some(column => column.key === sort?.key) ? sort?.key : columns[0]?.key;
  return (
    <div
      ref={scroller}
      className="grid"
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-activedescendant={selected >= first && selected <= last && count > 0 ? `${id}-row-${selected}` : undefined}
      data-testid={props.testId}
      aria-multiselectable={props.isSelected !== undefined}
      onKeyDown={keys}
      onMouseMove={cellHint.move}
      onMouseLeave={cellHint.leave}
    >
      <div className="grid-size" role="rowgroup" style={{ height: rows.height, minWidth: width }}>
        <div className="grid-head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
          {columns.map((column, index) => (
            <HeadCell
              key={column.key}
              column={column}
              index={index}
              style={styles[index]}
              stop={column.key === headStop}
              sort={sort}
              onSort={props.onSort}
              onResize={props.onResize}
              onMove={props.onMove}
            />
          ))}
        </div>
        {drawn.slots.map((index, at) => (
          <GridRow
            key={drawn.keys[at]}
            id={`${id}-row-${index}`}
            index={index}
            top={drawnAt(headHeight + index * rowHeight, rows.offset, rows.height, rowHeight)}
            columns={columns as readonly GridColumn<unknown>[]}
            styles={styles}
            drawn={drawnColumns}
            template={template}
            row={rowAt(index)}
            selected={props.isSelected ? props.isSelected(index) : index === selected}
            hasKeyboard={index === selected}
            current={props.isSelected !== undefined && index === selected}
            click={click}
          />
        ))}
      </div>
    </div>
  );
}

interface HeadProps {
  readonly column: Omit<GridColumn<unknown>, 'cell' | 'tone' | 'hint'>;
  readonly index: number;
  readonly style: CSSProperties | undefined;
  /** The header's one tab stop; arrows lead to the others. */
  readonly stop: boolean;
  readonly sort: Props<unknown>['sort'];
  readonly onSort: Props<unknown>['onSort'];
  readonly onResize: Props<unknown>['onResize'];
  readonly onMove: Props<unknown>['onMove'];
}

/** It renders again only after a change: not when the table scrolls. */
const HeadCell = memo(function HeadCell({ column, index, style, stop, sort, onSort, onResize, onMove }: HeadProps) {
  const sorted = sort?.key === column.key;
  const direction = sorted ? (sort.descending ? 'descending' : 'ascending') : 'none';
  const grab = useRef({ x: 0, width: 0 });
  const sortable = column.sortable !== false && onSort !== undefined;
  const drag = (event: PointerEvent): void => {
    if (event.buttons & 1) onResize?.(column.key, Math.max(48, grab.current.width + event.clientX - grab.current.x));
  };
  const keys = (event: KeyboardEvent<HTMLElement>): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step !== 0 && event.shiftKey && !event.altKey) {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) onMove?.(column.key, step);
      else onResize?.(column.key, Math.max(48, column.width + step * 16));
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (step !== 0) {
      const heads = [...(event.currentTarget.closest('.grid-head')?.querySelectorAll<HTMLElement>('.head-button') ?? [])];
      heads[heads.indexOf(event.currentTarget) + step]?.focus();
    } else if (event.key === 'ArrowDown') event.currentTarget.closest<HTMLElement>('.grid')?.focus();
    else if (event.key === 'Enter' || event.key === ' ') onSort?.(column.key, event.shiftKey);
    else return;
    event.preventDefault();
  };
  return (
    <div
      role="columnheader"
      aria-colindex={index + 1}
      className={cellClass(column)}
      style={style}
      aria-sort={sortable ? direction : undefined}
    >
      {sortable ? (
        <button
          type="button"
          tabIndex={stop ? 0 : -1}
          className="head-button clip"
          title={column.about}
          onKeyDown={keys}
          onClick={() => onSort(column.key, false)}
        >
          {column.label}
          {sorted && (sort.descending ? ' ↓' : ' ↑')}
        </button>
      ) : (
        <span className="clip" title={column.about}>
          {column.label}
        </span>
      )}
      {onResize && (
        <span
          className="resize"
          aria-hidden="true"
          onPointerDown={event => {
            grab.current = { x: event.clientX, width: column.width };
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerMove={drag}
        />
      )}
    </div>
  );
});
