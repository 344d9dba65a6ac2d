import type { SqlCell } from '#shared/model/sql-console.ts';

const isUrl = (cell: SqlCell): cell is string => typeof cell === 'string' && /^[a-z][a-z0-9+.-]*:\/\/\S+$/.test(cell);

/** The URL that a row is about: of the column `url`, else the first one. */
export function urlOfRow(columns: readonly string[], row: readonly SqlCell[]): string | null {
  const named = row[columns.indexOf('url')];
  if (named !== undefined && isUrl(named)) return named;
  return row.find(isUrl) ?? null;
}
