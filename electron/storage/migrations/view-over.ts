import type { Database } from 'better-sqlite3';

/** The SELECT of a temporary view from an earlier step, or the table itself. Drops that view. */
function seen(db: Database, name: string): string {
  const view = db.prepare(`SELECT sql FROM temp.sqlite_schema WHERE type = 'view' AND name = ?`).pluck().get(name);
  if (typeof view !== 'string') return `SELECT * FROM main.${name}`;
  db.exec(`DROP VIEW temp.${name}`);
  return view.replace(/^CREATE\s+(TEMP\s+)?VIEW\s+\S+\s+AS\s+/i, '');
}

/**
 * Lets readers of an older file see a table in another form: a temporary view of the same name, which cannot be written. `select`
 * gets the SELECT of what was seen before.
 */
export function viewInstead(db: Database, name: string, select: (seen: string) => string): void {
  db.exec(`CREATE TEMP VIEW ${name} AS ${select(seen(db, name))}`);
  for (const change of ['INSERT', 'UPDATE', 'DELETE'])
    db.exec(
      `CREATE TEMP TRIGGER ${name}_${change} INSTEAD OF ${change} ON ${name} BEGIN SELECT RAISE(ABORT, 'attempt to write a readonly database'); END`,
    );
}

/** Lets readers of an older file see a table with further columns. */
export const viewOver = (db: Database, name: string, added: string): void =>
  viewInstead(db, name, seen => `SELECT *, ${added} FROM (${seen})`);
