import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createDatabase, openDatabase } from '#storage/file/database.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import type { FolderSteps } from '#storage/file/kept-original.ts';
import { schemaVersion } from '#storage/file/migrate.ts';
import { migrateFile, migrateFileInSteps } from '#storage/file/migrate-file.ts';
import { firstDifference } from '#storage/file/same-content.ts';
import { node, start } from '../../support/child.ts';
import { newPath } from '../../support/crawling.ts';
import { oldFile, oldPages } from '../../support/old-file.ts';

const versionOf = (path: string): readonly unknown[] => {
  const db = new BetterSqlite3(path, { readonly: true });
  const version = db.pragma('user_version', { simple: true });
  const urls = db.prepare('SELECT count(*) FROM urls').pluck().get();
  const integrity = db.pragma('integrity_check', { simple: true });
  db.close();
  return [version, urls, integrity];
};
const parts = (path: string) => readdirSync(dirname(path)).filter(name => name.includes('.part'));
const keptName = (path: string, more = '') => path.replace(/\.crawl$/, `.before-v${schemaVersion}${more}.crawl`);
const noLinks = () => {
  throw Object.assign(new Error('no links here'), { code: 'EPERM' });
};
const plenty: FolderSteps = { room: () => 1e15, link: linkSync };

describe('bringing an older file to this version', () => {
  it('puts a new file in its place and keeps the old one, byte for byte, under another name', () => {
    const { path } = oldFile(4);
    const before = readFileSync(path);
    chmodSync(path, 0o640);
    openDatabase(path).close();
    expect(versionOf(path)).toEqual([schemaVersion, oldPages, 'ok']);
    expect(readFileSync(keptName(path)).equals(before)).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(parts(path)).toEqual([]);
  });

  it('never replaces what was kept before', () => {
    const { path } = oldFile(4);
    writeFileSync(keptName(path), 'mine');
    openDatabase(path).close();
    expect(readFileSync(keptName(path), 'utf8')).toBe('mine');
    expect(versionOf(keptName(path, '-2'))).toEqual([4, oldPages, 'ok']);
  });

  it('removes what conversions that were killed left, and nothing else', () => {
    const { path } = oldFile(4);
    const [folder, name] = [dirname(path), basename(path)];
    const steps = migrateFileInSteps(path);
    steps.next();
    const [half = ''] = parts(path);
    steps.return('');
    expect(half).toMatch(/\.converted\.[0-9a-f]{8}\.part$/);
    const others = [`${name}.0123abcd.part`, `other.converted.0123abcd.part`, `${name}.converted.0123abcd.part.txt`];
    for (const each of [half, `${half}-journal`, `${half}.2`, ...others]) writeFileSync(join(folder, each), 'x');
    mkdirSync(join(folder, `${name}.converted.aaaaaaaa.part`));
    symlinkSync(join(folder, others[0] ?? ''), join(folder, `${name}.converted.bbbbbbbb.part`));
    openDatabase(path).close();
    expect(versionOf(path)).toEqual([schemaVersion, oldPages, 'ok']);
    expect(parts(path).sort()).toEqual([...others, `${name}.converted.aaaaaaaa.part`, `${name}.converted.bbbbbbbb.part`].sort());
  });

  it('takes over what a crash left in the log', () => {
    const { path } = oldFile(4);
    const crashed = new BetterSqlite3(path);
    crashed.pragma('journal_mode = WAL');
    crashed.exec("INSERT INTO event (at, kind, detail) VALUES (7, 'running', 'late')");
    const [file, log] = [readFileSync(path), readFileSync(`${path}-wal`)];
    crashed.close();
    writeFileSync(path, file);
    writeFileSync(`${path}-wal`, log);
    const db = openDatabase(path);
    expect(db.prepare('SELECT detail FROM event WHERE at = 7').pluck().get()).toBe('late');
    db.close();
    expect(versionOf(path)).toEqual([schemaVersion, oldPages, 'ok']);
  });

  it.skipIf(process.platform === 'win32')('replaces the file that a symbolic link names, not the link', () => {
    const { path } = oldFile(1);
    const link = join(dirname(path), 'link.crawl');
    symlinkSync(path, link);
    openDatabase(link).close();
    expect(versionOf(path)).toEqual([schemaVersion, oldPages, 'ok']);
    expect(existsSync(keptName(path))).toBe(true);
    expect(existsSync(keptName(link))).toBe(false);
  });

  it('copies the old file where the file system has no links', () => {
    const { path } = oldFile(1);
    const before = readFileSync(path);
    migrateFile(path, { ...plenty, link: noLinks });
    expect(readFileSync(keptName(path)).equals(before)).toBe(true);
    expect(versionOf(path)).toEqual([schemaVersion, oldPages, 'ok']);
  });

  it('says how much room it needs, and changes nothing without it', () => {
    const { path } = oldFile(1);
    const before = readFileSync(path);
    expect(() => migrateFile(path, { ...plenty, room: () => 10_000 })).toThrow(
      /test\.crawl must be converted to this version, which needs 1 MB of free space in .*; 1 MB are free\. Make room, or open the file read-only\./,
    );
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(dirname(path))).toEqual([basename(path)]);
  });

  it('waits for nobody: a file that another program has open stays as it is', () => {
    const { path } = oldFile(4);
    const other = new BetterSqlite3(path);
    other.pragma('journal_mode = WAL');
    other.prepare('SELECT count(*) FROM url').get();
    expect(() => openDatabase(path)).toThrow(/another program/);
    expect(other.pragma('user_version', { simple: true })).toBe(4);
    other.close();
    openDatabase(path).close();
    expect(versionOf(path)).toEqual([schemaVersion, oldPages, 'ok']);
  });

  it('is the old file as long as the new one is not whole: ended before its last step', () => {
    const { path } = oldFile(4);
    const before = readFileSync(path);
    const ends = () => {
      throw new Error('ended here');
    };
    expect(() => migrateFile(path, { ...plenty, link: ends })).toThrow('ended here');
    expect(readFileSync(path).equals(before)).toBe(true);
    openDatabase(path).close();
    expect(versionOf(path)).toEqual([schemaVersion, oldPages, 'ok']);
  });

  it('can be ended after every step, and then nothing has changed', () => {
    const { path } = oldFile(4);
    const before = readFileSync(path);
    const told = new Set<string>();
    for (let most = 1; ; most++) {
      const work = migrateFileInSteps(path, plenty);
      let step = work.next();
      for (let steps = 1; steps < most && step.done !== true; steps++) step = work.next();
      if (step.done === true) break;
      told.add(step.value.step);
      work.return('');
      expect(readFileSync(path).equals(before)).toBe(true);
      expect(readdirSync(dirname(path))).toEqual([basename(path)]);
    }
    expect([...told].slice(0, 2)).toEqual(['copy', 'change']);
    expect(versionOf(path)).toEqual([schemaVersion, oldPages, 'ok']);
  });

  it('leaves no second name of a file that another program changed at the end', () => {
    const { path } = oldFile(4);
    const change = (from: string, to: string) => {
      linkSync(from, to);
      utimesSync(from, 1, 1);
    };
    expect(() => migrateFile(path, { ...plenty, link: change })).toThrow('test.crawl was changed by another program.');
    expect(readdirSync(dirname(path))).toEqual([basename(path)]);
    expect(versionOf(path)).toEqual([4, oldPages, 'ok']);
  });

  it('takes the second name that a conversion left that was killed before its last step', () => {
    const { path } = oldFile(4);
    linkSync(path, keptName(path));
    expect(migrateFile(path)).toBe(keptName(path));
    expect(readdirSync(dirname(path)).sort()).toEqual([basename(keptName(path)), basename(path)].sort());
    expect(versionOf(keptName(path))).toEqual([4, oldPages, 'ok']);
  });

  it('converts no file that another program has converted meanwhile', () => {
    const { path } = oldFile(4);
    migrateFile(path);
    const after = readFileSync(path);
    expect(() => migrateFile(path)).toThrow('test.crawl was changed by another program.');
    expect(readFileSync(path).equals(after)).toBe(true);
    expect(existsSync(keptName(path, '-2'))).toBe(false);
  });

  it('trusts nothing that was looked at before it has the file for itself', () => {
    const { path } = oldFile(4);
    const db = new BetterSqlite3(path);
    db.exec('CREATE TRIGGER strange AFTER INSERT ON url BEGIN DELETE FROM url; END');
    db.close();
    expect(() => migrateFile(path)).toThrow('its trigger “strange” is not one that Crawlscope makes');
    expect(readdirSync(dirname(path))).toEqual([basename(path)]);
  });

  describe.skipIf(process.platform === 'win32')('where permissions and links are POSIX', () => {
    it.each([
      ['links', linkSync],
      ['copies', noLinks],
    ])('passes a link that leads nowhere and has the name of the old file (%s)', (_how, link) => {
      const { path } = oldFile(4);
      symlinkSync(join(dirname(path), 'nowhere'), keptName(path));
      expect(migrateFile(path, { ...plenty, link })).toBe(keptName(path, '-2'));
      expect(readlinkSync(keptName(path))).toBe(join(dirname(path), 'nowhere'));
      expect(versionOf(keptName(path, '-2'))).toEqual([4, oldPages, 'ok']);
    });

    it('lets nobody else read the new file before it is whole', () => {
      const { path } = oldFile(4);
      chmodSync(path, 0o600);
      const modes = new Set<string>();
      const work = migrateFileInSteps(path, { ...plenty, link: noLinks });
      for (let step = work.next(); step.done !== true; step = work.next())
        for (const name of readdirSync(dirname(path))) modes.add((statSync(join(dirname(path), name)).mode & 0o777).toString(8));
      expect([...modes]).toEqual(['600']);
      for (const each of [path, keptName(path)]) expect(statSync(each).mode & 0o777).toBe(0o600);
    });

    it.skipIf(process.getuid?.() !== 0)('gives the new file to the owner of the old one', () => {
      const { path } = oldFile(4);
      chownSync(path, 1234, 2345);
      chmodSync(path, 0o640);
      migrateFile(path, { ...plenty, link: noLinks });
      for (const each of [path, keptName(path)]) expect(statSync(each)).toMatchObject({ uid: 1234, gid: 2345, mode: 0o100640 });
    });
  });

  it('compares stored rows alone where a step only adds to the tables, and still finds a difference', () => {
    const path = newPath();
    const db = createDatabase(path);
    db.exec("INSERT INTO event (at, kind, detail) VALUES (1, 'running', '')");
    db.close();
    const other = newPath();
    copyFileSync(path, other);
    const [old, now] = [path, other].map(each => openDatabase(each)) as [WriteDb, WriteDb];
    now.exec('ALTER TABLE event ADD COLUMN later TEXT');
    const asked: string[] = [];
    const prepare = now.prepare.bind(now);
    now.prepare = (sql: string) => {
      asked.push(sql);
      return prepare(sql);
    };
    expect(firstDifference(old, now)).toBe(null);
    expect(asked.filter(sql => /FROM (urls|link) /.test(sql))).toEqual([]);
    now.exec("UPDATE event SET detail = 'x'");
    expect(firstDifference(old, now)).toBe('detail of row 1 of event would change');
    old.close();
    now.close();
  });

  it('is the old file where the program is killed before it puts the new one in its place', async () => {
    const { path } = oldFile(4);
    const before = readFileSync(path);
    const steps = [...migrateFileInSteps(oldFile(4).path)].length;
    // The program kills itself: a watcher of the folder may come too late on a busy machine.
    const source = `import { linkSync } from 'node:fs';
      import { migrateFileInSteps } from '${pathToFileURL(resolve('electron/storage/file/migrate-file.ts')).href}';
      const [, path, where] = process.argv;
      const at = name => { if (name === where) process.kill(process.pid, 'SIGKILL'); };
      const link = (...names) => { at('before the link'); linkSync(...names); at('after the link'); };
      let step = 0;
      for (const _ of migrateFileInSteps(path, { room: () => 1e15, link })) at(String(step++));`;
    // Windows has no signals: there the program ends with a code.
    const killed = process.platform === 'win32' ? 1 : null;
    const killedAt = (where: string) => start(node, ['--input-type=module', '-e', source, path, where]).ended;
    for (const where of ['0', '1', String(steps >> 1), String(steps - 1), 'before the link', 'after the link']) {
      expect([where, await killedAt(where)]).toEqual([where, { code: killed, out: '', err: '' }]);
      // One half file: what an earlier turn left is removed.
      expect(parts(path).filter(name => name.endsWith('.part'))).toHaveLength(1);
      expect(readFileSync(path).equals(before)).toBe(true);
      expect(existsSync(keptName(path))).toBe(where === 'after the link');
    }
    expect(await killedAt('nowhere')).toEqual({ code: 0, out: '', err: '' });
    expect(versionOf(path)).toEqual([schemaVersion, oldPages, 'ok']);
    expect(readFileSync(keptName(path)).equals(before)).toBe(true);
    expect(parts(path)).toEqual([]);
  });
});

describe('comparing an older file with the new one', () => {
  const changes: readonly (readonly [string, string])[] = [
    ["UPDATE url SET reason = 'blocked' WHERE id = 9", 'reason of row 9 of urls would change'],
    ['DELETE FROM event', 'event would lose rows after the first 0'],
    ["INSERT INTO event (at, kind, detail) VALUES (9, 'x', '')", 'event would get more rows than 1'],
    ['UPDATE settings SET json = \'{"a":2}\'', 'json of row 1 of settings would change'],
    ["UPDATE word SET text = 'Text 3' WHERE text LIKE 'Text 2%'", 'text of link 2 of page 4 would change'],
    ['DELETE FROM links_row WHERE from_id = 17', 'page 17 would have 0 links instead of 3'],
  ];
  it.each(changes)('finds %s', (sql, words) => {
    const { path } = oldFile(4);
    const old = new BetterSqlite3(path);
    old.exec("INSERT INTO event (at, kind, detail) VALUES (1, 'running', '')");
    old.close();
    openDatabase(path).close();
    const now = openDatabase(path);
    const kept = openDatabase(keptName(path), { readOnly: true });
    expect(firstDifference(kept, now)).toBe(null);
    now.exec(sql);
    expect(firstDifference(kept, now)).toBe(words);
    now.close();
    kept.close();
  });

  it('takes a JSON text for the same in another spelling', () => {
    const { path } = oldFile(4);
    openDatabase(path).close();
    const now = openDatabase(path);
    const kept = openDatabase(keptName(path), { readOnly: true });
    now.exec("UPDATE settings SET json = '{ }'");
    expect(firstDifference(kept, now)).toBe(null);
    now.close();
    kept.close();
  });

  it('gives a new file no second file beside it', () => {
    const path = join(dirname(oldFile(1).path), 'new.crawl');
    createDatabase(path).close();
    openDatabase(path).close();
    expect(existsSync(keptName(path))).toBe(false);
  });
});
