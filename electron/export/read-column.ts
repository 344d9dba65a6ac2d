import type { LinkRow } from '#shared/model/explanation.ts';
import type { ColumnType, ExportColumn } from '#shared/model/export.ts';
import { cellOf, type UrlColumn } from '#shared/model/url-column.ts';
import type { UrlRow } from '#shared/model/url-columns.ts';
import type { Cell } from './cell.ts';
import { isoTime } from './instant.ts';

/** A column of an exported list, and how its cell is read from a record. */
export interface ReadColumn<T> extends ExportColumn {
  readonly read: (record: T) => Cell;
}

/** Epoch milliseconds as ISO 8601 in UTC; null stays null, and so does a number that is no time. */
export const timeCell = (at: number | null): string | null => (at === null ? null : isoTime(at));

const typeOf = { number: 'integer', time: 'time', word: 'text', text: 'text', target: 'text' } as const satisfies Record<
  UrlColumn['kind'],
  ColumnType
>;

/** A column of URLs as exports have it. */
export const urlReadColumn = (column: UrlColumn): ReadColumn<UrlRow> => ({
  name: column.name,
  type: column.kind === 'number' && column.format === 'score' ? 'number' : typeOf[column.kind],
  read: row => (column.kind === 'time' ? timeCell(cellOf(row, column) as number | null) : cellOf(row, column)),
});

/** The columns of a list of links. */
export const linkReadColumns: readonly ReadColumn<LinkRow>[] = [
  { name: 'from', type: 'text', read: row => row.from },
  { name: 'to', type: 'text', read: row => row.to },
  { name: 'kind', type: 'text', read: row => row.kind },
  { name: 'rel', type: 'text', read: row => row.rel },
  { name: 'text', type: 'text', read: row => row.text },
  { name: 'status', type: 'integer', read: row => row.status },
  { name: 'reason', type: 'text', read: row => row.reason },
  { name: 'seq', type: 'integer', read: row => row.seq },
  { name: 'start', type: 'integer', read: row => row.start },
  { name: 'end', type: 'integer', read: row => row.end },
];

/** The cells of records, row by row. */
export function* cellsOf<T>(records: Iterable<T>, columns: readonly ReadColumn<T>[]): Generator<readonly Cell[]> {
  for (const record of records) yield columns.map(({ read }) => read(record));
}
