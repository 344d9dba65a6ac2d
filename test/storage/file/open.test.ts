import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createDatabase, openDatabase } from '#storage/file/database.ts';
import { applicationId } from '#storage/file/first-bytes.ts';
import { schemaVersion } from '#storage/file/migrate.ts';
import { cli, node } from '../../support/child.ts';
import { newPath } from '../../support/crawling.ts';
import { addUrl, newStore, reopenStore } from '../fixture.ts';

const code = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return (error as { code?: string }).code ?? '';
  }
  return 'none';
};

describe('a file with texts in UTF-16', () => {
  it('is refused: orders and lengths would be wrong', () => {
    const path = newPath();
    const db = new BetterSqlite3(path);
    db.pragma("encoding = 'UTF-16'");
    db.exec('CREATE TABLE url (id INTEGER PRIMARY KEY)');
    db.pragma(`application_id = ${applicationId}`);
    db.pragma(`user_version = ${schemaVersion}`);
    db.close();
    expect(() => openDatabase(path, { readOnly: true })).toThrow('stored its texts as UTF-16');
  });
});

describe('creating a crawl file', () => {
  it('marks it as ours, with the schema version, WAL, synchronous FULL and foreign keys', () => {
    const { db, path } = newStore();
    const pragma = (name: string) => db.pragma(name, { simple: true });
    expect(pragma('application_id')).toBe(applicationId);
    expect(pragma('user_version')).toBe(schemaVersion);
    expect(pragma('journal_mode')).toBe('wal');
    expect(pragma('synchronous')).toBe(2);
    expect(pragma('foreign_keys')).toBe(1);
    db.close();
    expect(readFileSync(path).subarray(68, 72).toString('utf8')).toBe('CRSC');
  });

  it.skipIf(process.platform !== 'linux')('keeps at most 64 MiB of the file in memory', () => {
    const { db } = newStore();
    const add = db.prepare(`INSERT INTO event (at, kind, detail) VALUES (0, 'x', ?)`);
    db.transaction(() => {
      for (let row = 0; row < 11_000; row++) add.run('x'.repeat(7_800));
    })();
    const scan = db.prepare('SELECT sum(length(detail)) FROM event').pluck();
    const readBytes = () => Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
    expect(scan.get()).toBeGreaterThan(11_000 * 7_800);
    const before = readBytes();
    scan.get();
    // What is used longest ago leaves first, so a second pass over more than there is room for finds nothing.
    expect(readBytes() - before).toBeGreaterThan(80 * 2 ** 20);
  });

  it('has only STRICT tables', () => {
    const { db } = newStore();
    expect(
      db
        .prepare(
          "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'",
        )
        .all(),
    ).toEqual([]);
    expect(() => db.exec("INSERT INTO event (at, kind, detail) VALUES ('soon', 'x', '')")).toThrow(/cannot store TEXT/);
  });

  it('refuses a path that exists, a folder that does not, and one that may not be written', () => {
    const path = newPath();
    writeFileSync(path, 'mine');
    expect(() => createDatabase(path)).toThrow(`${path} already exists. Choose another name, or open it.`);
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(() => createDatabase(join(dirname(path), 'none', 'x.crawl'))).toThrow('does not exist');
    expect(code(() => createDatabase(join(path, 'x.crawl')))).toBe('refused');
    expect(readFileSync(path, 'utf8')).toBe('mine');
  });

  it.skipIf(process.platform === 'win32')('writes nothing where a link without a target leads', () => {
    const path = newPath();
    const target = join(dirname(path), 'elsewhere');
    symlinkSync(target, path);
    expect(() => createDatabase(path)).toThrow(`${path} already exists.`);
    expect(existsSync(target)).toBe(false);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
  });
});

describe('opening a crawl file', () => {
  it('says that it is missing, a folder, or no crawl file, and leaves it as it was', () => {
    const path = newPath();
    expect(() => openDatabase(path)).toThrow(`${path} does not exist.`);
    expect(code(() => openDatabase(path))).toBe('not_found');
    expect(() => openDatabase(dirname(path))).toThrow('is not a file');
    for (const content of ['', 'short', '<!DOCTYPE html>'.repeat(100)]) {
      writeFileSync(path, content);
      expect(() => openDatabase(path)).toThrow(`${path} is not a crawl file.`);
      expect(readFileSync(path, 'utf8')).toBe(content);
    }
    writeFileSync(path, `SQLite format 3\0${'rubbish'.repeat(1_000)}`);
    expect(() => openDatabase(path)).toThrow('is damaged or not a crawl file');
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  it('says that a file is damaged whose header names a format that does not exist', () => {
    const { db, path } = newStore();
    db.close();
    const bytes = readFileSync(path);
    bytes.writeUInt32BE(77, 44);
    writeFileSync(path, bytes);
    for (const readOnly of [true, false])
      expect(() => openDatabase(path, { readOnly })).toThrow(`${basename(path)} is damaged or not a crawl file.`);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('refuses the database of another program and does not touch it', () => {
    const path = newPath();
    const other = new BetterSqlite3(path);
    other.exec('CREATE TABLE notes (text TEXT)');
    other.close();
    const before = readFileSync(path);
    expect(() => openDatabase(path)).toThrow('is a database of another program, not a crawl file.');
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('refuses a file of a newer version, names both versions and does not touch it', () => {
    const { path, db } = newStore();
    db.pragma(`user_version = ${schemaVersion + 7}`);
    db.close();
    const before = readFileSync(path);
    for (const readOnly of [false, true])
      expect(() => openDatabase(path, { readOnly })).toThrow(
        `was written by a newer Crawlscope (file version ${schemaVersion + 7}, this program reads up to ${schemaVersion})`,
      );
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('reading only can read everything and change nothing', () => {
    const { path, db, store } = newStore();
    addUrl(store, 'http://a.test/');
    db.close();
    const { db: read, store: same } = reopenStore(path, { readOnly: true });
    expect(same.urls.find('http://a.test/')?.id).toBe(1);
    expect(same.tally.urls).toBe(1);
    expect(() => addUrl(same, 'http://a.test/2')).toThrow(/readonly/);
    expect(read.prepare('SELECT count(*) FROM url').pluck().get()).toBe(1);
  });

  it('reading only undoes what a killed program had half written', () => {
    const { path, db, store } = newStore();
    addUrl(store, 'http://a.test/');
    db.pragma('journal_mode = DELETE');
    db.pragma('cache_size = 1');
    db.exec('BEGIN');
    const half = db.prepare("INSERT INTO event (at, kind, detail) VALUES (1, 'x', ?)");
    for (let i = 0; i < 50; i++) half.run('y'.repeat(9_000));
    const killed = newPath();
    copyFileSync(path, killed);
    copyFileSync(`${path}-journal`, `${killed}-journal`);
    db.exec('ROLLBACK');
    expect(() => new BetterSqlite3(killed, { readonly: true }).prepare('SELECT count(*) FROM event').get()).toThrow(/readonly/);
    const { db: read } = reopenStore(killed, { readOnly: true });
    expect(read.prepare("SELECT count(*) FROM event WHERE kind = 'x'").pluck().get()).toBe(0);
    expect(read.prepare('SELECT url FROM url').pluck().all()).toEqual(['http://a.test/']);
  });

  it('keeps synchronous FULL when opened again', () => {
    const { path, db } = newStore();
    db.close();
    const again = reopenStore(path).db;
    expect(again.pragma('synchronous', { simple: true })).toBe(2);
    expect(again.pragma('foreign_keys', { simple: true })).toBe(1);
  });

  it.skipIf(process.getuid?.() !== 0)('says plainly when permission is missing', () => {
    const path = newPath();
    const folder = dirname(path);
    newStore(path).db.close();
    const asNobody = (...argv: readonly string[]) => {
      const { status, stderr } = spawnSync('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', node, cli, ...argv], {
        encoding: 'utf8',
      });
      return { status, stderr };
    };
    chmodSync(folder, 0o755);
    chmodSync(path, 0o600);
    expect(asNobody('status', path)).toEqual({ status: 2, stderr: `crawlscope: No permission to read ${path}.\n` });
    const out = join(folder, 'new.crawl');
    expect(asNobody('crawl', 'http://127.0.0.1:9/', '--out', out)).toEqual({
      status: 2,
      stderr: `crawlscope: No permission to write ${out}. Choose another folder or change its permissions.\n`,
    });
    chmodSync(path, 0o644);
    const resumed = asNobody('resume', path);
    expect(resumed.status).toBe(2);
    expect(resumed.stderr).toMatch(/^crawlscope: [^\n]*(No permission|cannot be opened)[^\n]*\n$/);
    expect(existsSync(out)).toBe(false);
  });
});
