import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#storage/file/database.ts';
import { applicationId } from '#storage/file/first-bytes.ts';
import { sql as first } from '#storage/migrations/0001-crawl-file.ts';
import { newPath } from '../../support/crawling.ts';
import { addUrl, newStore } from '../fixture.ts';

const listed = (sql: string) =>
  [...sql.matchAll(/(\w+) IN \(([^)]*)\)/g)].map(([, column, words]) => [column, words?.split(', ')]);
const compared = (sql: string) =>
  [...sql.matchAll(/CHECK \((\w+ = '[^)]*)\)/g)].map(([, check]) => {
    const each = (check ?? '').split(' OR ').map(one => one.split(' = '));
    return [each[0]?.[0], each.map(([, word]) => word)];
  });

describe('the words a column may hold', () => {
  it('are written as comparisons, the same words in the same columns', () => {
    const { db } = newStore();
    for (const name of ['url', 'fetch']) {
      const sql = db
        .prepare('SELECT sql FROM sqlite_schema WHERE name = ?')
        .pluck()
        .get(name === 'fetch' ? 'fetch_row' : name) as string;
      const before = new RegExp(`CREATE TABLE ${name} \\([\\s\\S]*?\\) STRICT;`).exec(first)?.[0] ?? '';
      expect(listed(before).length).toBeGreaterThan(0);
      // Checks, probes and renderings came with later versions.
      expect(
        compared(
          sql.replace(/ OR (?:purpose = 'check'|purpose = 'probe'|purpose = 'resource'|via = 'probe'|via = 'rendering')/g, ''),
        ),
      ).toEqual(listed(before));
      expect(listed(sql)).toEqual([]);
    }
  });

  it('are kept by the database: another word is refused', () => {
    const { db, store } = newStore();
    const id = addUrl(store, 'http://a.test/');
    expect(() => db.prepare("UPDATE url SET state = 'lost' WHERE id = ?").run(id)).toThrow(/CHECK constraint failed/);
    expect(() => db.prepare("UPDATE decision_kind SET verdict = 'maybe'").run()).toThrow(/CHECK constraint failed/);
    expect(() => db.prepare("UPDATE url SET state = 'queued' WHERE id = ?").run(id)).not.toThrow();
  });

  it('hold in an older file once it was opened, rows untouched and the schema closed to writing again', () => {
    const path = newPath();
    const old = new BetterSqlite3(path);
    old.pragma(`application_id = ${applicationId}`);
    old.exec(first);
    old.exec(`INSERT INTO settings VALUES (1, 1, '{}');
      BEGIN;
      INSERT INTO decision VALUES (1, 1, 1, 'admission', 'accept', 'admitted', 'otherwise', '[]', '', 1);
      INSERT INTO url (id, url, hash, state, decision_id, reason, may_fetch, may_list, links_followed, depth, discovered_at, via)
        VALUES (1, 'http://a.test/', 1, 'queued', 1, 'admitted', 'unknown', 'unknown', 'unknown', 0, 1, 'seed');
      COMMIT;`);
    old.pragma('user_version = 1');
    const rows = old.prepare('SELECT url, url_id, stage, reason, evidence, is_current FROM decisions').all();
    old.close();
    const db = openDatabase(path);
    expect(db.prepare('SELECT url, url_id, stage, reason, evidence, is_current FROM decisions').all()).toEqual(rows);
    expect(() => db.prepare("UPDATE url SET state = 'lost'").run()).toThrow(/CHECK constraint failed/);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('writable_schema', { simple: true })).toBe(0);
    expect(() => db.exec("UPDATE sqlite_schema SET sql = ''")).toThrow();
    db.close();
    const again = openDatabase(path, { readOnly: true });
    expect(again.prepare('SELECT state FROM urls').pluck().get()).toBe('queued');
    again.close();
  });
});
