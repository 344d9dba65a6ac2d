import type { Database } from 'better-sqlite3';

const table = `
DROP TABLE body;
CREATE TABLE body (
  hash BLOB NOT NULL PRIMARY KEY,
  size INTEGER NOT NULL,
  encoding TEXT NOT NULL CHECK (encoding = 'raw' OR encoding = 'zstd'),
  bytes BLOB NOT NULL
) STRICT;
`;

/**
 * Bodies are rows in the order they arrived, found by an index of hashes. Before, the tree was sorted by hash, so in
 * random order: each body changed a different page, four bodies filled a page, and the tree grew deep. Writing a body
 * took twice the CPU, and more in larger files. A file that already has bodies keeps its table, because copying
 * gigabytes is not worth it. All statements work on both tables.
 */
export function migrate(db: Database): void {
  if (db.prepare('SELECT 1 FROM body LIMIT 1').get() === undefined) db.exec(table);
}

/** To readers an older file is no different. */
export const standIn = '';
