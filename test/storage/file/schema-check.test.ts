import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { getEnvironmentData } from 'node:worker_threads';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#storage/file/database.ts';
import { applicationId } from '#storage/file/first-bytes.ts';
import { applyMigrations, schemaVersion } from '#storage/file/migrate.ts';
import { shareSchemas } from '#storage/file/schema-check.ts';
import { runSql } from '#storage/file/sql.ts';
import { newPath } from '../../support/crawling.ts';
import { newStore } from '../fixture.ts';

/** A crawl file that somebody changed with another program. */
function changed(change: (db: Database) => void): string {
  const { path, db } = newStore();
  db.close();
  const other = new BetterSqlite3(path);
  change(other);
  other.close();
  return path;
}

/** A file as the program of that version left it, without rows. */
function ofVersion(version: number): string {
  const path = newPath();
  const db = new BetterSqlite3(path);
  db.pragma(`application_id = ${applicationId}`);
  applyMigrations(db, { from: 0, to: version });
  db.pragma(`user_version = ${version}`);
  db.close();
  return path;
}

const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n';

/** Tables get another definition in the schema itself; the rows stay. */
function redefine(db: Database, from: string, to: string): void {
  db.unsafeMode(true);
  db.pragma('writable_schema = ON');
  db.prepare("UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = 'event'").run(from, to);
  db.pragma('writable_schema = RESET');
}

it('a new file teaches this process and its threads the schema that the migrations make', () => {
  newStore();
  shareSchemas();
  const wanted = new BetterSqlite3(':memory:');
  applyMigrations(wanted, { from: 0, to: schemaVersion });
  const rows = wanted.prepare('SELECT type, name, tbl_name AS "table", sql FROM sqlite_schema').all() as { name: string }[];
  wanted.close();
  expect(getEnvironmentData(`Crawlscope schema ${schemaVersion}`)).toEqual(new Map(rows.map(row => [row.name, row])));
});

describe('a file with more than Crawlscope makes is refused before anything of it runs', () => {
  const additions: readonly (readonly [string, string, (db: Database) => void])[] = [
    ['a trigger', 'trigger “grow”', db => db.exec('CREATE TRIGGER grow AFTER UPDATE ON crawl BEGIN DELETE FROM event; END')],
    [
      'a view in place of a table',
      'view “event”',
      db =>
        db.exec(`DROP TABLE event; CREATE VIEW event AS SELECT i AS id, 0 AS at, 'x' AS kind, '' AS detail FROM (${endless})`),
    ],
    ['another view', 'view “mine”', db => db.exec(`CREATE VIEW mine AS ${endless}`)],
    ['another table', 'table “notes”', db => db.exec('CREATE TABLE notes (text TEXT)')],
    ['a virtual table', 'table “words”', db => db.exec('CREATE VIRTUAL TABLE words USING fts5(text)')],
    ['an index on an expression', 'index “by_length”', db => db.exec('CREATE INDEX by_length ON event (length(detail))')],
    ['a view with other SQL', 'view “urls”', db => db.exec(`DROP VIEW urls; CREATE VIEW urls AS ${endless}`)],
    [
      'a default that calls a function',
      'table “event”',
      db => redefine(db, 'detail TEXT NOT NULL', 'detail TEXT NOT NULL DEFAULT (hex(1))'),
    ],
    ['a name with control characters', 'view “a?b”', db => db.exec(`CREATE VIEW "a\nb" AS SELECT 1`)],
  ];
  for (const [title, named, change] of additions)
    it(title, () => {
      const path = changed(change);
      const before = readFileSync(path);
      const message = new RegExp(
        `^test\\.crawl was not opened: its ${named.replace('?', '\\?')} is not one that Crawlscope makes`,
      );
      for (const readOnly of [false, true]) expect(() => openDatabase(path, { readOnly })).toThrow(message);
      expect(() => runSql(path, 'SELECT 1', { timeMs: 1_000, maxRows: 1 })).toThrow(message);
      expect(readFileSync(path).equals(before)).toBe(true);
    });

  it('and one that lacks a part is damaged', () => {
    const path = changed(db => db.exec('DROP VIEW current_decisions'));
    expect(() => openDatabase(path)).toThrow('test.crawl is damaged: its view “current_decisions” is missing.');
  });

  it('but statistics of ANALYZE do no harm', () => {
    const path = changed(db => db.exec("INSERT INTO event (at, kind, detail) VALUES (1, 'x', ''); ANALYZE"));
    openDatabase(path).close();
  });
});

describe('a file of an earlier version', () => {
  it('is checked against the schema of its own version', () => {
    const path = ofVersion(schemaVersion - 1);
    const other = new BetterSqlite3(path);
    other.exec('CREATE TRIGGER grow AFTER UPDATE ON crawl BEGIN DELETE FROM event; END');
    other.close();
    expect(() => openDatabase(path)).toThrow('its trigger “grow” is not one');
    const claimed = ofVersion(2);
    const db = new BetterSqlite3(claimed);
    db.pragma('user_version = 5');
    db.close();
    expect(() => openDatabase(claimed)).toThrow(/damaged|not one that Crawlscope makes/);
  });

  for (let version = 1; version < schemaVersion; version += 1)
    it(`${version} opens, and is kept as it was beside it`, () => {
      const path = ofVersion(version);
      openDatabase(path, { readOnly: true }).close();
      const kept = join(dirname(path), `test.before-v${schemaVersion}.crawl`);
      expect(existsSync(kept)).toBe(false);
      openDatabase(path).close();
      const before = new BetterSqlite3(kept, { readonly: true });
      expect(before.pragma('user_version', { simple: true })).toBe(version);
      expect(before.pragma('application_id', { simple: true })).toBe(applicationId);
      before.close();
      openDatabase(path).close();
      expect(existsSync(join(dirname(path), `test.before-v${schemaVersion}-2.crawl`))).toBe(false);
    });

  it('is called damaged where it stores what its tables forbid', () => {
    const path = ofVersion(8);
    const db = new BetterSqlite3(path);
    db.pragma('ignore_check_constraints = ON');
    db.pragma('foreign_keys = OFF');
    db.prepare("INSERT INTO origin (key, scheme, host, port) VALUES ('http://a', 'http', 'a', 80)").run();
    db.exec(
      `INSERT INTO url (url, hash, origin_id, depth, state, decision_id, reason, may_fetch, may_list, links_followed, via, discovered_at)
       VALUES ('http://a/', 1, 1, 0, 'lost', 1, '', 'yes', 'yes', 'yes', 'seed', 1)`,
    );
    db.close();
    expect(() => openDatabase(path)).toThrow('is damaged: it stores values that its own tables forbid');
  });

  it('is kept without touching a file of another that ends in .part', () => {
    const path = ofVersion(schemaVersion - 1);
    const others = join(dirname(path), `test.before-v${schemaVersion}.crawl.part`);
    writeFileSync(others, 'kept');
    openDatabase(path).close();
    expect(readFileSync(others, 'utf8')).toBe('kept');
    const parts = readdirSync(dirname(path)).filter(name => name.endsWith('.part'));
    expect(parts).toEqual([basename(others)]);
  });
});
