import type { ReadDb } from '../file/handle.ts';

/** Before file version 29, `page` is a table that has the facts itself. */
const hasRows = (db: ReadDb): boolean =>
  db.prepare("SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = 'page_row'").get() !== undefined;

/**
 * SQL: whether a row of `page` has facts, decoding none. Those that are damaged count. `page`: what the statement calls the row.
 */
export const hasFacts = (db: ReadDb, page: string): string =>
  hasRows(db)
    ? `EXISTS (SELECT 1 FROM page_row r WHERE r.url_id = ${page}.url_id AND (r.facts_at IS NOT NULL OR r.facts IS NOT NULL))`
    : `${page}.facts IS NOT NULL`;
