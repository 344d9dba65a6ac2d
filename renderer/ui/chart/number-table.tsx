// biome-ignore-all lint/suspicious/noArrayIndexKey: columns do not move
import { type KeyboardEvent, type ReactNode, useState } from 'react';

export interface TableCell {
  readonly shown: ReactNode;
  /** What a click does; absent: there is nothing to click. */
  readonly act?: () => void;
  /** Tooltip and name of the button. */
  readonly about?: string;
}

interface Props {
  readonly label: string;
  readonly testId: string;
  readonly heads: readonly ReactNode[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly TableCell[] }[];
}

const moves: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  PageDown: [15, 0],
  PageUp: [-15, 0],
};

/** A small table of numbers beside a picture. It is one tab stop: arrow keys move, Enter does what a click does. */
export function NumberTable({ label, testId, heads, rows }: Props) {
  const [[row, column], setAt] = useState<readonly [number, number]>([0, 0]);
  const last = Math.max(0, rows.length - 1);
  const current = Math.min(row, last);
  const onKey = (event: KeyboardEvent<HTMLTableElement>): void => {
    const move = moves[event.key];
    if (!move || event.altKey) return;
    event.preventDefault();
    const to = [
      Math.max(0, Math.min(last, current + move[0])),
      Math.max(0, Math.min(heads.length - 1, column + move[1])),
    ] as const;
    setAt(to);
    event.currentTarget.querySelector<HTMLElement>(`[data-cell="${to[0]}-${to[1]}"]`)?.focus();
  };
  return (
    <div className="number-table">
      <table aria-label={label} data-testid={testId} onKeyDown={onKey}>
        <thead>
          <tr>
            {heads.map((head, at) => (
              <th key={at} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }, at) => (
            <tr key={key}>
              {cells.map((cell, place) => {
                const Kind = place === 0 ? 'th' : 'td';
                const isCurrent = at === current && place === column;
                return (
                  <Kind key={place} {...(place === 0 ? { scope: 'row' } : {})}>
                    <Inside cell={cell} at={`${at}-${place}`} isCurrent={isCurrent} onFocus={() => setAt([at, place])} />
                  </Kind>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface InsideProps {
  readonly cell: TableCell;
  readonly at: string;
  /** The cell that the Tab key leads to. */
  readonly isCurrent: boolean;
  readonly onFocus: () => void;
}

function Inside({ cell: { shown, act, about }, at, isCurrent, onFocus }: InsideProps) {
  const shared = { 'data-cell': at, tabIndex: isCurrent ? 0 : -1, title: about, onFocus };
  if (!act) return <span {...shared}>{shown}</span>;
  return (
    <button type="button" {...shared} onClick={act}>
      {shown}
    </button>
  );
}
