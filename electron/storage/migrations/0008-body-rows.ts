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
 * Bodies are rows in the order they came, found by an index of hashes. In a tree sorted by hash, which is by chance, each body changed
 * a page of its own somewhere, four bodies filled a page and the tree grew deep: writing a body took twice the CPU, and more in larger
 * files. A file that has bodies keeps the table it has, which any statement reads and writes alike: to copy gigabytes is not worth it.
 */
export function migrate(db: Database): void {
  if (db.prepare('SELECT 1 FROM body LIMIT 1').get() === undefined) db.exec(table);
}

/** To readers an older file is no different. */
export const standIn = '';
