/** A value of a list about links. Times are epoch milliseconds. */
export type GraphCell = string | number | boolean | null;

/** A column whose values have numbers: the number of each row, and the text of a number. */
export interface KeyedColumn {
  readonly numbers: Int32Array;
  readonly text: (number: number) => string;
}

/** A list about links. Its cells are made when they are asked for. */
export interface GraphTable {
  readonly size: number;
  /** By name of the column: the value in a row. */
  readonly columns: Readonly<Record<string, (row: number) => GraphCell>>;
  /** The first row of each group, rising, where rows belong together: they keep their order when the list is sorted. */
  readonly groups?: Int32Array;
  /** Columns of a list without groups that are sorted by few texts. */
  readonly keyed?: Readonly<Record<string, KeyedColumn>>;
  /** What to say about the whole list. */
  readonly note?: string;
}

/** One row of a list, in the order of these columns. */
export const rowOf = (table: GraphTable, names: readonly string[], row: number): GraphCell[] =>
  names.map(name => table.columns[name]?.(row) ?? null);
