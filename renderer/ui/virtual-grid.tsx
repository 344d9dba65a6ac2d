// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself holds the focus and names its row (aria-activedescendant)
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys of its rows
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react';
import { rowAfterKey } from './grid-keys.ts';

export interface GridColumn<T> {
  readonly key: string;
  readonly label: string;
  /** Pixels. */
  readonly width: number;
  /** Takes the width that is left. */
  readonly grow?: boolean;
  readonly end?: boolean;
  readonly sortable?: boolean;
  readonly cell: (row: T) => ReactNode;
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
  readonly onRange: (first: number, last: number) => void;
  readonly selected: number;
  readonly onSelect: (index: number) => void;
  readonly onOpen: (index: number) => void;
  readonly onCopy?: (index: number) => void;
  readonly sort?: { readonly key: string; readonly descending: boolean };
  readonly onSort?: (key: string) => void;
  readonly onResize?: (key: string, width: number) => void;
  readonly handle?: Ref<GridHandle>;
}

export const rowHeight = 24;
const headHeight = 26;

/** Scrolls as little as needed to show a row between the header and the lower edge. */
function reveal(scroller: HTMLElement | null, row: number): void {
  if (!scroller) return;
  const highest = row * rowHeight;
  const lowest = headHeight + highest + rowHeight - scroller.clientHeight;
  if (scroller.scrollTop > highest) scroller.scrollTop = highest;
  else if (scroller.scrollTop < lowest) scroller.scrollTop = lowest;
}

/** A table of any length that draws only what is on screen. One tab stop; the arrow keys move the selection. */
export function VirtualGrid<T>(props: Props<T>) {
  const { columns, count, rowAt, onRange, selected, sort } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    paddingStart: headHeight,
  });
  const items = rows.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (count > 0) onRange(first, last);
  }, [first, last, count, onRange]);
  useImperativeHandle(
    props.handle,
    () => ({
      focus: () => scroller.current?.focus(),
      topRow: () => Math.floor((scroller.current?.scrollTop ?? 0) / rowHeight),
      scrollBy: n => void scroller.current?.scrollBy(0, n * rowHeight),
      scrollTo: row => reveal(scroller.current, row),
    }),
    [],
  );
  const keys = (event: KeyboardEvent): void => {
    if (event.altKey) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c' && selected >= 0) {
      if (window.getSelection()?.toString() === '') props.onCopy?.(selected);
      return;
    }
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' && selected >= 0) {
      event.preventDefault();
      props.onOpen(selected);
      return;
    }
    const page = Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / rowHeight);
    const next = rowAfterKey(event.key, selected, count, page);
    if (next === null) return;
    event.preventDefault();
    props.onSelect(next);
    reveal(scroller.current, next);
  };
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const tracks = columns.map(column => (column.grow ? `minmax(${column.width}px, 1fr)` : `${column.width}px`));
  const template = columns.some(column => column.grow) ? tracks.join(' ') : `${tracks.join(' ')} 1fr`;
  const id = props.testId ?? 'grid';
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
      onKeyDown={keys}
    >
      <div className="grid-size" role="rowgroup" style={{ height: rows.getTotalSize(), minWidth: width }}>
        <div className="grid-head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
          {columns.map(column => (
            <HeadCell key={column.key} column={column} sort={sort} onSort={props.onSort} onResize={props.onResize} />
          ))}
        </div>
        {items.map(item => (
          <div
            key={item.key}
            id={`${id}-row-${item.index}`}
            role="row"
            className="grid-row"
            aria-rowindex={item.index + 2}
            aria-selected={item.index === selected}
            style={{ gridTemplateColumns: template, transform: `translateY(${item.start}px)` }}
            onClick={() => {
              props.onSelect(item.index);
              props.onOpen(item.index);
            }}
          >
            <Cells columns={columns as readonly GridColumn<unknown>[]} row={rowAt(item.index)} />
          </div>
        ))}
      </div>
    </div>
  );
}

const Cells = memo(function Cells({ columns, row }: { columns: readonly GridColumn<unknown>[]; row: unknown }) {
  return columns.map(column => (
    <div key={column.key} role="gridcell" className={column.end ? 'cell end' : 'cell'}>
      {row === undefined ? <span className="muted">…</span> : column.cell(row)}
    </div>
  ));
});

interface HeadProps<T> {
  readonly column: GridColumn<T>;
  readonly sort: Props<T>['sort'];
  readonly onSort: Props<T>['onSort'];
  readonly onResize: Props<T>['onResize'];
}

function HeadCell<T>({ column, sort, onSort, onResize }: HeadProps<T>) {
  const sorted = sort?.key === column.key;
  const direction = sorted ? (sort.descending ? 'descending' : 'ascending') : 'none';
  const grab = useRef({ x: 0, width: 0 });
  const sortable = column.sortable !== false && onSort !== undefined;
  const drag = (event: PointerEvent): void => {
    if (event.buttons & 1) onResize?.(column.key, Math.max(48, grab.current.width + event.clientX - grab.current.x));
  };
  return (
    <div role="columnheader" className={column.end ? 'cell end' : 'cell'} aria-sort={sortable ? direction : undefined}>
      {sortable ? (
        <button type="button" tabIndex={-1} className="head-button clip" onClick={() => onSort(column.key)}>
          {column.label}
          {sorted && (sort.descending ? ' ↓' : ' ↑')}
        </button>
      ) : (
        <span className="clip">{column.label}</span>
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
}
