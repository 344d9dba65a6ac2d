import type { UrlColumn } from '#shared/model/url-column.ts';

/** What a column is in SQL over `url u`: its value, and the id of the other URL for a target. */
export const storedSql = (column: UrlColumn): string =>
  column.kind === 'number' && column.zeroIsNone ? `nullif(u.${column.stored}, 0)` : `u.${column.stored}`;

/** The value a row shows and that it is sorted by: a target is its URL. */
export const valueSql = (column: UrlColumn): string =>
  column.kind === 'target' ? `(SELECT t.url FROM url t WHERE t.id = u.${column.stored})` : storedSql(column);

/** What a list selects of `url u`: a field for each column, under its key. */
export const rowSql = (columns: readonly UrlColumn[]): string =>
  `u.id, ${columns.map(column => `${valueSql(column)} AS "${column.key}"`).join(', ')}`;

/** The column of this key. Throws where there is none: a key comes from the table itself or is checked at the border. */
export function columnOf(columns: readonly UrlColumn[], key: string): UrlColumn {
  const column = columns.find(each => each.key === key);
  if (!column) throw new Error(`There is no column of URLs called ${key}.`);
  return column;
}
