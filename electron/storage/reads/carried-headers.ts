import type { ReadDb } from '../file/handle.ts';
import { hasTable } from '../file/has-table.ts';

/**
 * SQL that says whether a response has one of these headers, without building its headers: `carried` is a condition over `table`, whose alias must be
 * `h`. In files before version 29 an attempt stores all its headers. Since then, the names are in `fetch_kind` for most attempts.
 */
export function headersWith(db: ReadDb, names: readonly string[]): { readonly table: string; readonly carried: string } {
  const like = (json: string): string => `(${names.map(name => `${json} LIKE '%["${name}",%'`).join(' OR ')})`;
  if (!hasTable(db, 'fetch_kind')) return { table: 'fetch', carried: like('h.response_headers') };
  // A template of a file from elsewhere may have spaces.
  const kinds = `SELECT id FROM fetch_kind WHERE ${like('CASE WHEN json_valid(headers) THEN json(headers) END')}`;
  return {
    table: 'fetch_row',
    carried: `CASE WHEN h.kind_id IS NULL THEN ${like('h.response_headers')} ELSE h.kind_id IN (${kinds}) END`,
  };
}
