import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import { applyMigrations } from '#storage/file/migrate.ts';

const reasons = ['fetched', 'rendered-noindex', 'rendered-canonical', 'rendered-canonical-conflict'] as const;

it('a file of version 26 says what scripts keep out of the index, and keeps its views', () => {
  const db = new BetterSqlite3(':memory:');
  applyMigrations(db, { from: 0, to: 26 });
  const views = () => db.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'view' ORDER BY name`).all();
  const before = views();
  expect(before.length).toBeGreaterThan(5);
  db.exec(`INSERT INTO settings VALUES (1, 1, '{}'); INSERT INTO origin (id, key, scheme, host, port) VALUES (1, 'http://a.test', 'http', 'a.test', 80);
    INSERT INTO decision_kind VALUES (1, 'admission', 'accept', 'linked', 'otherwise', '', 1)`);
  const add =
    db.prepare(`INSERT INTO url (id, url, hash, origin_id, state, kind_id, reason, may_fetch, may_list, links_followed, distance, discovered_at, via,
    status, content_type) VALUES (?, ?, ?, 1, 'done', 1, ?, 'yes', 'unknown', 'unknown', 0, 1, 'link', 200, 'text/html')`);
  for (const [at, reason] of reasons.entries()) add.run(at + 1, `http://a.test/${at}`, at, reason);
  const values = () => db.prepare('SELECT indexability FROM urls ORDER BY id').pluck().all();
  expect(values()).toEqual(reasons.map(() => 'indexable'));
  applyMigrations(db, { from: 26, to: 27 });
  expect(values()).toEqual(['indexable', 'noindex', 'canonicalised', 'indexable']);
  expect(views()).toEqual(before);
  db.close();
});
