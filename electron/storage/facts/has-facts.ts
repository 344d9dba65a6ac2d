import type { ReadDb } from '../file/handle.ts';
import { hasTable } from '../file/has-table.ts';

/** Before file version 29, `page` is a table that stores the facts itself. */
const hasRows = (db: ReadDb): boolean => hasTable(db, 'page_row');

/**
 * SQL that says whether a row of `page` has facts, without decoding them. Damaged facts count. `page`: the alias of the row in the statement.
 */
export const hasFacts = (db: ReadDb, page: string): string =>
  hasRows(db)
    ? `EXISTS (SELECT 1 FROM page_row r WHERE r.url_id = ${page}.url_id AND (r.facts_at IS NOT NULL OR r.facts IS NOT NULL))`
    : `${page}.facts IS NOT NULL`;
