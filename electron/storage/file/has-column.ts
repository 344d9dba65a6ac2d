import type { ReadDb } from './handle.ts';

/** Whether a table has a column. An older file opened read-only lacks the columns of later versions. */
export const hasColumn = (db: ReadDb, table: string, column: string): boolean =>
  db.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column) !== undefined;
