/** A value of a list about links. Times are epoch milliseconds. */
export type GraphCell = string | number | boolean | null;

/** A list about links. Its cells are made when they are asked for. */
export interface GraphTable {
  readonly size: number;
  /** By name of the column: the value in a row. */
  readonly columns: Readonly<Record<string, (row: number) => GraphCell>>;
  /** The first row of each group, rising, where rows belong together: they keep their order when the list is sorted. */
  readonly groups?: Int32Array;
}

/**
 * The rows in the order of a column; equal rows keep their order. Rows without a value come last in both directions. Groups are ordered
 * by their first row. Texts are compared by code units.
 */
export function sortedRows(table: GraphTable, column: string, descending: boolean): Int32Array {
  const read = table.columns[column];
  const heads = table.groups ?? Int32Array.from({ length: table.size }, (_, row) => row);
  if (read === undefined) return rowsOf(table, heads);
  const values = Array.from(heads, row => read(row));
  const order = Int32Array.from(heads, (_, place) => place);
  const sign = descending ? -1 : 1;
  order.sort((a, b) => compared(values[a] as GraphCell, values[b] as GraphCell, sign) || a - b);
  return rowsOf(
    table,
    order.map(place => heads[place] as number),
  );
}

function compared(a: GraphCell, b: GraphCell, sign: number): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -sign : sign;
}

/** All rows of the groups that begin with these rows. */
function rowsOf({ size, groups }: GraphTable, heads: Int32Array): Int32Array {
  if (groups === undefined) return heads;
  const endOf = new Map<number, number>();
  for (const [place, head] of groups.entries()) endOf.set(head, groups[place + 1] ?? size);
  const rows = new Int32Array(size);
  let count = 0;
  for (const head of heads) for (let row = head; row < (endOf.get(head) as number); row++) rows[count++] = row;
  return rows;
}

/** One row of a list, in the order of these columns. */
export const rowOf = (table: GraphTable, names: readonly string[], row: number): GraphCell[] =>
  names.map(name => table.columns[name]?.(row) ?? null);
