import type { Database } from 'better-sqlite3';
import { viewInstead } from './view-over.ts';

const tables = `
-- signatures of its pages, one after the other: they are random bytes, which compression makes no shorter
ALTER TABLE facts_block ADD COLUMN signatures BLOB;
-- links of up to 64 pages as one zstd frame
CREATE TABLE links_block (
  id INTEGER PRIMARY KEY,
  bytes BLOB NOT NULL
) STRICT;
CREATE TABLE links_row (
  from_id INTEGER PRIMARY KEY,
  count INTEGER NOT NULL,
  -- block times 64, plus the place in it
  links_at INTEGER,
  -- those that are in no block
  links BLOB
) STRICT;
INSERT INTO links_row (from_id, count, links) SELECT from_id, count, links FROM page_links;
DROP TABLE page_links;
CREATE VIEW page_links AS SELECT from_id, count FROM links_row;
`;

/** Links of several pages lie in one block, and signatures beside the facts of their block. What is stored already stays in its form. */
export function migrate(db: Database): void {
  db.exec(tables);
}

/** Readers of an older file find its table `page_links`. Statements that write find what they name, and are refused. */
export function standIn(db: Database): void {
  db.exec('CREATE TEMP TABLE links_block (id INTEGER PRIMARY KEY, bytes)');
  viewInstead(db, 'links_row', () => 'SELECT from_id, count, NULL AS links_at, links FROM page_links');
}
