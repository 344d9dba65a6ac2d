import type { WriteDb } from './handle.ts';

/**
 * Writes one row in place of the one with its key, if there is one: mostly there is none. `OR REPLACE` alone takes up to half as
 * long again in a table with foreign keys: SQLite then copies each page that it is about to change, because the statement may fail half-way.
 */
export function insertOrReplace(db: WriteDb, row: string): (...values: unknown[]) => void {
  const insert = db.prepare(`INSERT OR IGNORE ${row}`);
  const replace = db.prepare(`INSERT OR REPLACE ${row}`);
  return (...values) => {
    if (insert.run(...values).changes === 0) replace.run(...values);
  };
}
