import type { Database } from 'better-sqlite3';
import { Words } from '../file/words.ts';
import { JsonLinks } from '../links/json-links.ts';
import { viewInstead } from './view-over.ts';

const table = `
-- the links of a page in one row, packed: see docs/crawl-file.md
CREATE TABLE page_links (
  from_id INTEGER PRIMARY KEY,
  count INTEGER NOT NULL,
  links BLOB NOT NULL
) STRICT;
`;

/** Pages read at a time. */
const pagesOfStep = 200;

/**
 * A page's links and their facts are packed: JSON was four times as large. Only a program that knows the format reads them as rows, so
 * the views over them are temporary ones (`links/link-views.ts`). A page whose JSON is damaged keeps its `count`, and the links before
 * the damage.
 */
export function migrate(db: Database): void {
  db.exec('DROP VIEW link_targets; DROP VIEW links; DROP VIEW link; ALTER TABLE page_links RENAME TO page_links_json;');
  db.exec(table);
  const pages = db
    .prepare(`SELECT from_id, count, links, facts FROM page_links_json WHERE from_id > ? ORDER BY from_id LIMIT ${pagesOfStep}`)
    .raw();
  const insert = db.prepare('INSERT INTO page_links (from_id, count, links) VALUES (?, ?, ?)');
  const packer = new JsonLinks(new Words(db));
  for (let after = -Number.MAX_SAFE_INTEGER; ; ) {
    const step = pages.all(after) as [number, number, string, Buffer | null][];
    for (const [from, count, json, facts] of step) {
      insert.run(from, count, packer.pack(json, facts));
      after = from;
    }
    if (step.length < pagesOfStep) break;
  }
  db.exec('DROP TABLE page_links_json');
}

/** Readers of an older file find the links packed, as they read them. `pack_links`: storage/file/sql-functions.ts. */
export function standIn(db: Database): void {
  viewInstead(db, 'page_links', seen => `SELECT from_id, count, pack_links(links, facts) AS links FROM (${seen})`);
}
