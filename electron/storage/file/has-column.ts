import type { ReadDb } from './handle.ts';

/** Whether a table has a column: an older file that is only read lacks those of later versions. */
export const hasColumn = (db: ReadDb, table: string, column: string): boolean =>
  db.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column) !== undefined;
