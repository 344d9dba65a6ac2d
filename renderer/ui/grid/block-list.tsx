import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Problem } from '../problem.tsx';
import type { Blocks } from './use-blocks.ts';
import { type GridColumn, type GridHandle, VirtualGrid } from './virtual-grid.tsx';

interface Props<T> {
  readonly label: string;
  readonly testId: string;
  readonly list: Blocks<T>;
  readonly columns: readonly GridColumn<T>[];
  /** What could not be read, for the sentence of a problem: "The URLs". */
  readonly what: string;
  /** In place of a list without rows; undefined: the empty table stays. */
  readonly empty?: ReactNode;
  readonly onOpen: (row: T) => void;
  /** Called when the selection moves to a row. */
  readonly onSelect?: (row: T) => void;
  /** Row to select and show; a new object shows it again. */
  readonly at?: { readonly row: number };
  readonly sort?: { readonly key: string; readonly descending: boolean };
  /** `reversed`: the column should start with its last values. */
  readonly onSort?: (key: string, reversed: boolean) => void;
}

/** A list that arrives in blocks: its table with one selected row, what it says when it is empty, and what went wrong. */
export function BlockList<T>({ label, testId, list, columns, what, empty, onOpen, onSelect, at, sort, onSort }: Props<T>) {
  const { total, rowAt, onRange, error, retry } = list;
  const grid = useRef<GridHandle>(null);
  const [selected, setSelected] = useState(at?.row ?? -1);
  const isHere = total !== undefined && total > 0;
  useEffect(() => {
    if (at === undefined || at.row < 0 || !isHere) return;
    setSelected(at.row);
    grid.current?.scrollTo(at.row);
  }, [at, isHere]);
  const tell = (index: number, listener: ((row: T) => void) | undefined): void => {
    const row = rowAt(index);
    if (row !== undefined) listener?.(row);
  };
  return (
    <>
      {error && <Problem text={`${what} could not be read: ${error}`} retry={retry} />}
      {total === 0 && !error && empty !== undefined ? (
        <div className="empty">{empty}</div>
      ) : (
        <VirtualGrid
          label={label}
          testId={testId}
          columns={columns}
          count={total ?? 0}
          rowAt={rowAt}
          onRange={onRange}
          selected={selected}
          onSelect={index => {
            setSelected(index);
            tell(index, onSelect);
          }}
          onOpen={index => tell(index, onOpen)}
          {...(sort ? { sort } : {})}
          {...(onSort ? { onSort } : {})}
          handle={grid}
        />
      )}
    </>
  );
}
