import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { urlKey } from '#storage/file/codec.ts';
import { openDatabase } from '#storage/file/database.ts';
import { applicationId } from '#storage/file/first-bytes.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { applySteps } from '#storage/file/migrate.ts';
import { UrlIds } from '#storage/tables/url-ids.ts';
import { UrlKeys } from '#storage/tables/url-keys.ts';
import { newPath } from '../../support/crawling.ts';
import { addUrl, newStore, reopenStore } from '../fixture.ts';

const url = (n: number): string => `http://a.test/${n}`;

/** Prints by id, as they are read from the file. */
function keysOf(db: WriteDb): Map<number, string> {
  const found = new Map<number, string>();
  new UrlKeys(db).read((one, two, three, id) => {
    expect(found.has(id)).toBe(false);
    found.set(id, [one, two, three].join());
  });
  return found;
}

/** The same, computed from the rows of the URLs. */
function printsOf(db: WriteDb): Map<number, string> {
  const { print } = new UrlKeys(db);
  const rows = db.prepare('SELECT id, url FROM url').raw().all() as [number, string][];
  return new Map(
    rows.map(([id, text]) => {
      print.of(text);
      return [id, [print.one, print.two, print.three].join()];
    }),
  );
}

const runsOf = (db: WriteDb) => db.prepare('SELECT level, prints, chunks, last_id FROM url_key_run ORDER BY id').raw().all();

function insertMany(store: ReturnType<typeof newStore>['store'], from: number, to: number): void {
  store.transaction(() => {
    for (let n = from; n < to; n++)
      store.urls.insert(
        { url: url(n), originId: null, state: 'queued', depth: 0, hops: 0, via: 'link', viaId: null },
        { stage: 'admission', verdict: 'accept', reason: 'linked', rule: 'otherwise', evidence: [], trace: [] },
        1,
        1,
      );
  });
}

describe('the keys of URLs in the file', () => {
  it('are written in runs of 1,024, 16 of which become one; the rest comes from the URLs', () => {
    const { store, db } = newStore();
    insertMany(store, 0, 1_023);
    expect(runsOf(db)).toEqual([]);
    insertMany(store, 1_023, 3_000);
    expect(runsOf(db)).toEqual([
      [0, 1_024, 8, 1_024],
      [0, 1_024, 8, 2_048],
    ]);
    expect(keysOf(db)).toEqual(printsOf(db));
    insertMany(store, 3_000, 18_000);
    expect(runsOf(db)).toEqual([
      [1, 16_384, 128, 16_384],
      [0, 1_024, 8, 17_408],
    ]);
    expect(keysOf(db)).toEqual(printsOf(db));
    expect(keysOf(db).size).toBe(18_000);
    expect(db.prepare('SELECT sum(length(prints)) / 16 FROM url_key').pluck().get()).toBe(17_408);
  });

  it('have each print in the chunk that its first number gives', () => {
    const { store, db } = newStore();
    insertMany(store, 0, 2_048);
    const rows = db.prepare('SELECT id % 65536, prints FROM url_key').raw().all() as [number, Buffer][];
    expect(rows.length).toBe(16);
    for (const [chunk, prints] of rows)
      for (let at = 0; at < prints.length; at += 16) expect(Math.floor(prints.readUInt32LE(at) / 2 ** 29)).toBe(chunk);
  });

  it('are those of the same crawl after it was closed and opened, and of no other crawl', () => {
    const first = newStore();
    insertMany(first.store, 0, 1_500);
    const before = keysOf(first.db);
    first.db.close();
    const { store, db } = reopenStore(first.path);
    insertMany(store, 1_500, 2_500);
    const after = keysOf(db);
    expect([...before].filter(([id, print]) => after.get(id) !== print)).toEqual([]);
    expect(after).toEqual(printsOf(db));
    expect(runsOf(db)).toHaveLength(2);
    const other = newStore();
    insertMany(other.store, 0, 10);
    expect([...keysOf(other.db).values()].filter((print, n) => print === before.get(n + 1))).toEqual([]);
  });

  it('of a rolled-back transaction are forgotten, and its ids given again', () => {
    const { store, db } = newStore();
    insertMany(store, 0, 1_000);
    expect(() =>
      store.transaction(() => {
        addUrl(store, url(5_000));
        for (let n = 0; n < 1_100; n++) addUrl(store, url(6_000 + n));
        throw new Error('disk full');
      }),
    ).toThrow('disk full');
    expect(runsOf(db)).toEqual([]);
    insertMany(store, 1_000, 2_100);
    expect(keysOf(db)).toEqual(printsOf(db));
    expect([url(0), url(2_099), url(5_000), url(6_001)].map(each => store.urls.idOf(each))).toEqual([1, 2_100, 0, 0]);
    expect(runsOf(db)).toEqual([
      [0, 1_024, 8, 1_024],
      [0, 1_024, 8, 2_048],
    ]);
  });

  it('of a first transaction that was rolled back do not outlive it', () => {
    const { store, db } = newStore();
    expect(() =>
      store.transaction(() => {
        addUrl(store, url(1));
        throw new Error('disk full');
      }),
    ).toThrow('disk full');
    expect(db.prepare('SELECT count(*) FROM url_key_secret').pluck().get()).toBe(0);
    addUrl(store, url(2));
    expect(db.prepare('SELECT length(secret) FROM url_key_secret').pluck().get()).toBe(16);
    expect([store.urls.idOf(url(1)), store.urls.idOf(url(2))]).toEqual([0, 1]);
  });

  it('leave out gaps between ids, and damage', () => {
    const { store, db } = newStore();
    insertMany(store, 0, 2_048);
    const chunk = db.prepare('SELECT id, prints FROM url_key ORDER BY id LIMIT 1').raw().get() as [number, Buffer];
    const damaged = Buffer.concat([chunk[1].fill(0, 12, 16), Buffer.from([1, 2, 3])]);
    db.prepare('UPDATE url_key SET prints = ? WHERE id = ?').run(damaged, chunk[0]);
    expect(keysOf(db).size).toBe(2_047);
    const ids = new UrlIds(db);
    for (let n = 0; n < 600; n++) ids.find(url(9_000 + n));
    expect(Array.from({ length: 2_048 }, (_, n) => ids.find(url(n))).filter(id => id === 0)).toHaveLength(1);
  });

  it('of runs that claim more than the file has, or ids that no number represents, are read and merged to an end', () => {
    const { store, db } = newStore();
    insertMany(store, 0, 1_100);
    const add = db.prepare('INSERT INTO url_key_run (level, prints, chunks, last_id) VALUES (0, ?, 1, ?)');
    for (const claimed of [2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER, -5]) add.run(claimed, 3);
    add.run(9_223_372_036_854_775_807n, 9_223_372_036_854_775_807n);
    db.prepare('INSERT INTO url_key_run (id, level, prints, chunks, last_id) VALUES (?, 0, 1, 1, 3)').run(2n ** 60n + 1n);
    db.prepare('INSERT INTO url_key (id, prints) VALUES (?, ?)').run(2n ** 62n, Buffer.alloc(16, 1));
    const ids = new UrlIds(db);
    for (let n = 0; n < 600; n++) ids.find(url(9_000 + n));
    expect(Array.from({ length: 1_100 }, (_, n) => ids.find(url(n))).filter(id => id === 0)).toEqual([]);
    db.prepare('DELETE FROM url_key_run WHERE id > ?').run(2 ** 53);
    store.urls.reload();
    insertMany(store, 1_100, 20_000);
    expect(keysOf(db)).toEqual(printsOf(db));
  });

  it('under a secret of another length are refused', () => {
    const { db } = newStore();
    db.exec("INSERT INTO url_key_secret VALUES (1, x'0102')");
    expect(() => new UrlKeys(db).print).toThrow(/^The crawl file is damaged: the secret/);
  });
});

/** A file of version 17 with URLs, one id missing. */
function oldFile(urls: number): string {
  const path = newPath();
  const old = new BetterSqlite3(path);
  old.pragma(`application_id = ${applicationId}`);
  old.pragma('foreign_keys = OFF');
  applySteps(old, { from: 0, to: 17 });
  old.exec(`INSERT INTO settings (id, at, json) VALUES (1, 1, '{}')`);
  const decide = old.prepare(`INSERT INTO decision (id, url_id, at, stage, verdict, reason, rule, evidence, trace, settings_id)
    VALUES (?, ?, 1, 'admission', 'accept', 'seed', 'otherwise', '[]', '', 1)`);
  const add =
    old.prepare(`INSERT INTO url (id, url, hash, state, decision_id, reason, may_fetch, may_list, links_followed, distance, discovered_at, via)
    VALUES (?, ?, ?, 'queued', ?, 'seed', 'unknown', 'unknown', 'unknown', 0, 1, 'link')`);
  old.transaction(() => {
    for (let n = 1; n <= urls; n++) {
      if (n === 7) continue;
      decide.run(n, n);
      add.run(n, url(n), urlKey(url(n)), n);
    }
  })();
  old.pragma('user_version = 17');
  old.close();
  return path;
}

describe('the keys of a file from before there were any', () => {
  it('are written when it is migrated, with a gap where an id is missing', () => {
    const db = openDatabase(oldFile(3_000));
    expect(runsOf(db)).toEqual([
      [0, 1_024, 8, 1_025],
      [0, 1_024, 8, 2_049],
    ]);
    expect(keysOf(db)).toEqual(printsOf(db));
    expect(keysOf(db).has(7)).toBe(false);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.close();
  });

  it('are none when it is read only, and its URLs are still found', () => {
    const { store, db } = reopenStore(oldFile(3), { readOnly: true });
    expect(db.pragma('user_version', { simple: true })).toBe(17);
    for (let n = 0; n < 600; n++) expect(store.urls.idOf(url(100))).toBe(0);
    expect(store.urls.idOf(url(3))).toBe(3);
  });
});
