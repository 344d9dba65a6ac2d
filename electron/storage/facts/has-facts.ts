import type { ReadDb } from '../file/handle.ts';

/** Whether `page_row` exists. Before file version 29, `page` is a table that stores the facts itself. */
const hasRows = (db: ReadDb): boolean =>
  db.prepare("SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = 'page_row'").get() !== undefined;

/**
 * SQL that says whether a row of `page` has facts, without decoding them. Damaged facts count. `page`: the alias of the row in the statement.
 */
export const hasFacts = (db: ReadDb, page: string): string =>
  hasRows(db)
    ? `EXISTS (SELECT 1 FROM page_row r WHERE r.url_id = ${page}.url_id AND (r.facts_at IS NOT NULL OR r.facts IS NOT NULL))`
    : `${page}.facts IS NOT NULL`;
