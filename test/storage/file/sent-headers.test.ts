import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openDatabase } from '#storage/file/database.ts';
import { applicationId } from '#storage/file/first-bytes.ts';
import { applyMigrations, schemaVersion } from '#storage/file/migrate.ts';
import { lookup } from '#storage/reads/lookup.ts';
import { journalReads } from '#storage/tables/journal.ts';
import { newPath } from '../../support/crawling.ts';
import { addUrl, newStore } from '../fixture.ts';

const sets = ['[["User-Agent","a"]]', '[["User-Agent","b"]]', null];

function fileOfVersion22(): string {
  const path = newPath();
  const db = new BetterSqlite3(path);
  db.pragma('page_size = 8192');
  db.pragma(`application_id = ${applicationId}`);
  applyMigrations(db, { from: 0, to: 22 });
  db.pragma('user_version = 22');
  db.exec(`INSERT INTO settings VALUES (1, 1, '{}'); INSERT INTO origin (id, key, scheme, host, port) VALUES (1, 'http://a.test', 'http', 'a.test', 80);
    INSERT INTO decision_kind VALUES (1, 'admission', 'accept', 'linked', 'otherwise', '', 1)`);
  const add =
    db.prepare(`INSERT INTO url (id, url, hash, origin_id, state, kind_id, reason, may_fetch, may_list, links_followed, distance, discovered_at, via)
    VALUES (?, ?, ?, 1, 'queued', 1, 'linked', 'unknown', 'unknown', 'unknown', 0, 1, 'link')`);
  const fetch = db.prepare(
    `INSERT INTO fetch (url_id, origin_id, purpose, target, attempt, started_at, request_headers, method) VALUES (?, 1, ?, ?, 1, ?, ?, ?)`,
  );
  for (let id = 1; id <= 8; id++) {
    add.run(id, `http://a.test/${id}`, id);
    fetch.run(
      id,
      'page',
      id === 3 ? 'http://a.test/elsewhere' : `http://a.test/${id}`,
      id,
      sets[id % 3],
      id === 4 ? 'HEAD' : null,
    );
  }
  fetch.run(null, 'robots', 'http://a.test/robots.txt', 9, '[["If-None-Match","x"]]', null);
  db.close();
  return path;
}

it('a file of version 22 keeps every attempt as it was', () => {
  const path = fileOfVersion22();
  const seen = (db: ReturnType<typeof openDatabase>) => ({
    fetches: db.prepare('SELECT * FROM fetches ORDER BY id').all(),
    journal: [...journalReads(db).attempts(1)],
    explained: [1, 2, 3].map(id => lookup(db).fetches(id)),
  });
  const old = openDatabase(path, { readOnly: true });
  const before = seen(old);
  old.close();
  const db = openDatabase(path);
  expect(db.pragma('user_version', { simple: true })).toBe(schemaVersion);
  expect(before.fetches).toHaveLength(9);
  expect(seen(db)).toEqual(before);
  expect(db.prepare('SELECT count(*) FROM sent_headers').pluck().get()).toBe(2);
  expect(db.prepare('SELECT target FROM fetch WHERE target IS NOT NULL ORDER BY id').pluck().all()).toEqual([
    'http://a.test/elsewhere',
    'http://a.test/robots.txt',
  ]);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  db.close();
});

it('headers that repeat are stored once, also after a roll-back, and those of one attempt in its row', () => {
  const { db, store } = newStore();
  const id = addUrl(store, 'http://a.test/');
  const begin = (requestHeaders: readonly (readonly [string, string])[], target: string | null = null) =>
    store.fetches.begin({ urlId: id, originId: 1, purpose: 'page', target, attempt: 1, startedAt: 1, requestHeaders });
  const plain = [['User-Agent', 'a']] as const;
  expect(() =>
    store.transaction(() => {
      begin(plain);
      throw new Error('no');
    }),
  ).toThrow('no');
  const own = [...plain, ['If-None-Match', '"x"']] as const;
  store.transaction(() => {
    for (const headers of [plain, [...plain], own]) begin(headers);
    begin(plain, 'http://a.test/elsewhere');
  });
  expect(db.prepare('SELECT target, request_headers FROM fetches ORDER BY id').raw().all()).toEqual([
    ['http://a.test/', JSON.stringify(plain)],
    ['http://a.test/', JSON.stringify(plain)],
    ['http://a.test/', JSON.stringify(own)],
    ['http://a.test/elsewhere', JSON.stringify(plain)],
  ]);
  expect(db.prepare('SELECT headers FROM sent_headers').pluck().all()).toEqual([JSON.stringify(plain)]);
});
