import type { Database } from 'better-sqlite3';

/** A column and the words it may contain. */
const wordList = /CHECK \((\w+) IN \(('[^']*'(?:, '[^']*')+)\)\)/g;

/**
 * Every write pays for the lists of allowed words in a crawl's tables. SQLite builds a temporary table for `state IN
 * ('queued', …)` each time a statement runs, which is a fifth of the cost of writing a decision. Equal comparisons
 * need no such table. Only the text of the schema changes: rows and indices stay.
 */
export function migrate(db: Database): void {
  const tables = db
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name IN ('decision', 'url', 'fetch')")
    .all() as { name: string; sql: string }[];
  const version = db.pragma('schema_version', { simple: true }) as number;
  // https://www.sqlite.org/lang_altertable.html#otheralter: the way to change a constraint that all rows meet already.
  db.unsafeMode(true);
  try {
    db.pragma('writable_schema = ON');
    const set = db.prepare("UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?");
    for (const { name, sql } of tables) set.run(withComparisons(sql), name);
    db.pragma(`schema_version = ${version + 1}`);
    db.pragma('writable_schema = RESET');
  } finally {
    db.unsafeMode(false);
  }
}

const withComparisons = (sql: string): string =>
  sql.replaceAll(wordList, (_, column: string, words: string) => {
    const each = words.split(', ').map(word => `${column} = ${word}`);
    return `CHECK (${each.join(' OR ')})`;
  });

/** To readers an older file is no different. */
export const standIn = '';
