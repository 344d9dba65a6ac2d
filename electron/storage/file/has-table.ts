import type { ReadDb } from './handle.ts';

/** Whether the file has a table of this name. A view is none, and temporary tables do not count. */
export const hasTable = (db: ReadDb, name: string): boolean =>
  db.prepare("SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;
