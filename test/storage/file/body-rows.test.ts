import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#storage/file/database.ts';
import { applicationId } from '#storage/file/first-bytes.ts';
import { sql as first } from '#storage/migrations/0001-crawl-file.ts';
import { openStore } from '#storage/store.ts';
import type { NewRobotsVersion } from '#storage/tables/robots-versions.ts';
import { newPath } from '../../support/crawling.ts';
import { newStore } from '../fixture.ts';

const robots = { status: 200, cause: null, detail: '', finalUrl: 'http://a.test/robots.txt', redirects: '[]' } as const;
const version: Omit<NewRobotsVersion, 'body'> = {
  ...{ originId: 1, access: 'rules', ...robots, contentType: null, etag: null, lastModified: null, fetchId: null },
};
const tableOf = (db: BetterSqlite3.Database) =>
  db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'body'").pluck().get() as string;

/** A file as version 1 left it, with one robots.txt and its body, or with none. */
function oldFile(bodies: 0 | 1): string {
  const path = newPath();
  const old = new BetterSqlite3(path);
  old.pragma(`application_id = ${applicationId}`);
  old.exec(first);
  old.exec(`INSERT INTO settings VALUES (1, 1, '{}');
    INSERT INTO origin (id, key, scheme, host, port) VALUES (1, 'http://a.test', 'http', 'a.test', 80)`);
  if (bodies) {
    old.exec(`INSERT INTO body VALUES (x'01', 3, 'raw', x'414243');
      INSERT INTO robots_version (id, origin_id, first_seen_at, last_seen_at, access, body_hash, final_url)
        VALUES (1, 1, 1, 1, 'rules', x'01', 'http://a.test/robots.txt')`);
  }
  old.pragma('user_version = 1');
  old.close();
  return path;
}

describe('bodies', () => {
  it('are rows in the order they came, one for each hash, of known encodings', () => {
    const { db } = newStore();
    expect(tableOf(db)).not.toContain('WITHOUT ROWID');
    const add = db.prepare('INSERT INTO body (hash, size, encoding, bytes) VALUES (?, 3, ?, ?)');
    add.run(Buffer.from([1]), 'raw', Buffer.from('abc'));
    expect(() => add.run(Buffer.from([1]), 'raw', Buffer.from('abc'))).toThrow(/UNIQUE/);
    expect(() => add.run(null, 'raw', Buffer.from('abc'))).toThrow(/NOT NULL/);
    expect(() => add.run(Buffer.from([2]), 'gzip', Buffer.from('abc'))).toThrow(/CHECK/);
    const plan = db.prepare('EXPLAIN QUERY PLAN SELECT bytes FROM body WHERE hash = ?').get(Buffer.from([1]));
    expect(plan).toMatchObject({ detail: expect.stringMatching(/^SEARCH body USING INDEX/) });
  });

  it('of an older file stay where they are, and more are written beside them', () => {
    const path = oldFile(1);
    const db = openDatabase(path);
    const store = openStore(db);
    expect(tableOf(db)).toContain('WITHOUT ROWID');
    expect(Buffer.from(store.fetches.body(Buffer.from([1])) ?? []).toString()).toBe('ABC');
    store.transaction(() => void store.robots.record({ ...version, body: Buffer.from('User-agent: *') }, 2));
    expect(Buffer.from(store.robots.body(store.robots.latest(1)?.bodyHash ?? null) ?? []).toString()).toBe('User-agent: *');
    expect(db.pragma('foreign_key_check')).toEqual([]);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.close();
  });

  it('an older file without bodies gets the new table, to which robots.txt versions refer', () => {
    const db = openDatabase(oldFile(0));
    expect(tableOf(db)).not.toContain('WITHOUT ROWID');
    const store = openStore(db);
    store.transaction(() => void store.robots.record({ ...version, body: Buffer.from('User-agent: *') }, 2));
    expect(() => db.exec('DELETE FROM body')).toThrow(/FOREIGN KEY/);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.close();
  });
});
