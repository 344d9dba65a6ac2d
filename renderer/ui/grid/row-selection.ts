/** Selected rows of a list by position: ranges that rise and do not touch. */
export interface RowSelection {
  /** The row the keyboard is at, -1 for none. */
  readonly at: number;
  /** Start of a range that Shift selects. */
  readonly anchor: number;
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

export type SelectMode = 'only' | 'extend' | 'toggle';

export const noRows: RowSelection = { at: -1, anchor: -1, ranges: [] };
export const oneRow = (at: number): RowSelection => (at < 0 ? noRows : { at, anchor: at, ranges: [[at, at]] });
export const allRows = (count: number, at: number): RowSelection =>
  count === 0 ? noRows : { at: Math.max(0, at), anchor: 0, ranges: [[0, count - 1]] };

export const isSelected = ({ ranges }: RowSelection, row: number): boolean =>
  ranges.some(([first, last]) => row >= first && row <= last);
export const selectedCount = ({ ranges }: RowSelection): number =>
  ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);

/** What clicking or moving to a row makes of a selection. */
export function selectRow(old: RowSelection, row: number, mode: SelectMode): RowSelection {
  if (mode === 'only' || old.at < 0) return oneRow(row);
  if (mode === 'extend') {
    const from = old.anchor < 0 ? row : old.anchor;
    return { at: row, anchor: from, ranges: [[Math.min(from, row), Math.max(from, row)]] };
  }
  const without = old.ranges.flatMap(([first, last]): [number, number][] => {
    if (row < first || row > last) return [[first, last]];
    const left: [number, number][] = row > first ? [[first, row - 1]] : [];
    return row < last ? [...left, [row + 1, last]] : left;
  });
  if (isSelected(old, row)) return { at: row, anchor: row, ranges: without };
  return { at: row, anchor: row, ranges: joined([...without, [row, row]]) };
}

function joined(ranges: [number, number][]): [number, number][] {
  const sorted = ranges.sort((a, b) => a[0] - b[0]);
  const made: [number, number][] = [];
  for (const [first, last] of sorted) {
    const before = made.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else made.push([first, last]);
  }
  return made;
}
