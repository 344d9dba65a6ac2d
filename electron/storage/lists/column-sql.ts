import type { UrlColumn } from '#shared/model/url-column.ts';

/** SQL for a column of `url u`. For a target column, this is the id of the other URL. */
export const storedSql = (column: UrlColumn): string => column.computed ?? plainSql(column);

const plainSql = (column: UrlColumn): string =>
  column.kind === 'number' && column.zeroIsNone ? `nullif(u.${column.stored}, 0)` : `u.${column.stored}`;

/** SQL for the value that a row shows and sorts by. For a target column, this is its URL. */
export const valueSql = (column: UrlColumn): string =>
  column.kind === 'target' ? `(SELECT t.url FROM url t WHERE t.id = u.${column.stored})` : storedSql(column);

/** The SELECT list for `url u`: one field per column, named by its key. */
export const rowSql = (columns: readonly UrlColumn[]): string =>
  `u.id, ${columns.map(column => `${valueSql(column)} AS "${column.key}"`).join(', ')}`;

/** The column with this key. Throws if it does not exist: keys come from the table itself or were validated before. */
export function columnOf(columns: readonly UrlColumn[], key: string): UrlColumn {
  const column = columns.find(each => each.key === key);
  if (!column) throw new Error(`There is no column of URLs called ${key}.`);
  return column;
}
