import type { InterpretationDifference, InterpretedFile, InterpretedLine, SourceLineView } from '#shared/model/interpretation.ts';

export const lineFilters = ['all', 'dropped', 'changed', 'differs'] as const;
export type LineFilter = (typeof lineFilters)[number];

/** A source line, how one crawler interprets it, and how another one does if it differs. */
export interface InterpretedRow {
  readonly source: SourceLineView;
  readonly own: readonly InterpretedLine[];
  /** Null if both interpret it the same way. */
  readonly other: readonly InterpretedLine[] | null;
  /** Both interpret it the same way, for different names. */
  readonly onlyNames: boolean;
}

/** The rows of a reading, all of them or those with something to look at. */
export function interpretedRows(
  file: InterpretedFile,
  differences: readonly InterpretationDifference[],
  filter: LineFilter,
): InterpretedRow[] {
  const own = new Map<number, InterpretedLine[]>();
  for (const line of file.lines) {
    const known = own.get(line.line);
    if (known === undefined) own.set(line.line, [line]);
    else known.push(line);
  }
  const others = new Map(differences.map(each => [each.line, each]));
  const rows = file.source.map(source => ({
    source,
    own: own.get(source.number) ?? [],
    other: others.get(source.number)?.other ?? null,
    onlyNames: others.get(source.number)?.onlyNames ?? false,
  }));
  if (filter === 'all') return rows;
  if (filter === 'differs') return rows.filter(({ other }) => other !== null);
  return rows.filter(row => row.own.some(({ outcome }) => outcome === filter));
}

/** The row of the next difference after (or before) a row, -1 for none. */
export function nextDifference(rows: readonly InterpretedRow[], from: number, step: 1 | -1): number {
  for (let at = from + step; at >= 0 && at < rows.length; at += step) if (rows[at]?.other !== null) return at;
  return -1;
}
