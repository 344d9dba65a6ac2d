import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openDatabase } from '#storage/file/database.ts';
import { applicationId } from '#storage/file/first-bytes.ts';
import { applyMigrations, schemaVersion } from '#storage/file/migrate.ts';
import { newPath } from '../../support/crawling.ts';

type Row = readonly [url: string, via: 'seed' | 'link' | 'redirect' | 'sitemap', viaId: number | null, depth: number];

/** A file of version 8, where `depth` was the number of links on the way by which the crawl found a URL. */
function fileOfVersion8(rows: readonly Row[]): string {
  const path = newPath();
  const db = new BetterSqlite3(path);
  db.pragma('page_size = 8192');
  db.pragma(`application_id = ${applicationId}`);
  applyMigrations(db, { from: 0, to: 8 });
  db.pragma('user_version = 8');
  db.pragma('foreign_keys = OFF');
  db.exec("INSERT INTO settings VALUES (1, 1, '{}')");
  const url = db.prepare(`INSERT INTO url (id, url, hash, state, decision_id, reason, may_fetch, may_list, links_followed, depth,
    discovered_at, via, via_id) VALUES (?, ?, ?, 'done', ?, 'fetched', 'yes', 'yes', 'yes', ?, 1, ?, ?)`);
  const decision = db.prepare(`INSERT INTO decision (id, url_id, at, stage, verdict, reason, rule, evidence, trace, settings_id)
    VALUES (?, ?, 1, 'fetch', 'accept', 'fetched', 'outcome', '[]', '', 1)`);
  for (const [index, [text, via, viaId, depth]] of rows.entries()) {
    const id = index + 1;
    url.run(id, `http://a.test${text}`, id, id, depth, via, viaId);
    decision.run(id, id);
  }
  db.close();
  return path;
}

it('a depth of version 8 stays where links lead from a start URL, and is unknown behind a sitemap', () => {
  const path = fileOfVersion8([
    ['/', 'seed', null, 0],
    ['/a', 'link', 1, 1],
    ['/a/b', 'redirect', 2, 1],
    ['/listed', 'sitemap', 1, 0],
    ['/behind', 'link', 4, 1],
    ['/orphan', 'link', 99, 7],
  ]);
  const db = openDatabase(path);
  expect(db.pragma('user_version', { simple: true })).toBe(schemaVersion);
  expect(db.prepare('SELECT id, depth, distance, depth_from FROM url ORDER BY id').raw().all()).toEqual([
    [1, 0, 0, null],
    [2, 1, 1, 1],
    [3, 1, 1, 2],
    [4, null, 0, null],
    [5, null, 1, null],
    [6, null, 7, null],
  ]);
  // The next crawl looks for shorter paths from the start URLs.
  expect(db.prepare('SELECT url_id FROM depth_todo').pluck().all()).toEqual([1]);
  db.close();
});
