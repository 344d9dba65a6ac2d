import BetterSqlite3, { type Database } from 'better-sqlite3';
import { quoted } from './quoted-name.ts';

/** How long the search for a wrong value may block its thread. */
const searchMs = 200;
const rowsBetweenLooks = 256;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: 0 | 1;
  readonly pk: number;
}

/** A condition that a value has not the declared type. An INTEGER PRIMARY KEY always has it. */
function wrongType({ name, type, notnull, pk }: Column): string | null {
  const own = { INTEGER: ['integer'], INT: ['integer'], TEXT: ['text'], BLOB: ['blob'], REAL: ['real', 'integer'] }[type];
  if (!own || (type === 'INTEGER' && pk === 1)) return null;
  const allowed = notnull === 1 ? own : [...own, 'null'];
  return `typeof(${quoted(name)}) NOT IN (${allowed.map(each => `'${each}'`).join()})`;
}

function search(db: Database): string | null {
  const end = performance.now() + searchMs;
  const tables = db.prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 1").pluck().all() as string[];
  for (const table of tables) {
    const columns = (db.prepare('SELECT name, type, "notnull", pk FROM pragma_table_info(?)').all(table) as Column[]).flatMap(
      column => {
        const condition = wrongType(column);
        return condition === null ? [] : [{ name: column.name, condition }];
      },
    );
    if (columns.length === 0) continue;
    const cases = columns.map(({ name, condition }) => `WHEN ${condition} THEN '${name.replaceAll("'", "''")}'`).join(' ');
    let row = 0;
    for (const wrong of db
      .prepare(`SELECT CASE ${cases} END FROM main.${quoted(table)}`)
      .pluck()
      .iterate()) {
      if (typeof wrong === 'string') return `the table “${table}” has a value of the wrong type in its column “${wrong}”`;
      row += 1;
      if (row % rowsBetweenLooks === 0 && performance.now() > end) return null;
    }
  }
  return null;
}

/**
 * Names the first value whose type its STRICT table forbids, null if none is found within 200 ms. SQLite itself writes no such
 * value, but a file that was edited with `writable_schema` can have some. Called only after an unexpected error, so that
 * reading a sound file costs nothing. Never throws.
 */
export function wrongValue(path: string): string | null {
  let db: Database | null = null;
  try {
    db = new BetterSqlite3(path, { readonly: true, timeout: 0 });
    db.pragma('trusted_schema = OFF');
    db.pragma('cell_size_check = ON');
    return search(db);
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  } finally {
    db?.close();
  }
}
