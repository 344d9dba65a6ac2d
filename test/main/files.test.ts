import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { defaultName, fileInfo, freePath, safeName, withExtension } from '#main/file-names.ts';
import { createGrants } from '#main/grants.ts';
import { openLog } from '#main/log.ts';
import { maxRecent, openRecentFiles } from '#main/recent-files.ts';
import { tempFolder } from '../support/temp.ts';

let folder = '';
beforeEach(() => {
  folder = tempFolder();
});

describe('names of new files', () => {
  test('host and local date', () => {
    expect(defaultName(['https://example.com/a'], new Date(2026, 10, 1))).toBe('example.com 2026-11-01');
    expect(defaultName(['http://[::1]:8080/'], new Date(2026, 0, 31))).toBe('1 2026-01-31');
    expect(defaultName(['example.com'], new Date(2026, 10, 1))).toBe('example.com 2026-11-01');
    expect(defaultName([' 127.0.0.1:8802/a '], new Date(2026, 10, 1))).toBe('127.0.0.1 2026-11-01');
    expect(defaultName(['localhost:3000'], new Date(2026, 10, 1))).toBe('localhost 2026-11-01');
    expect(defaultName([], new Date(2026, 10, 1))).toBe('crawl 2026-11-01');
    expect(defaultName(['not a url'], new Date(2026, 0, 31))).toBe('crawl 2026-01-31');
  });
  test.each([
    ['../../etc/passwd', 'etc-passwd'],
    ['a/b\\c', 'a-b-c'],
    ['.hidden', 'hidden'],
    ['-rf', 'rf'],
    ['CON', 'crawl'],
    ['nul.txt', 'crawl'],
    ['x.crawl', 'x'],
    ['gpj\u202Eexe', 'gpj-exe'],
    ['', 'crawl'],
    ['…', '…'],
  ])('%j becomes %j', (text, name) => {
    expect(safeName(text)).toBe(name);
  });
  test('any text gives a plain name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const name = safeName(text);
        expect(name).not.toMatch(/[/\\\u0000-\u001f:*?"<>|]|^[.-]|^$/);
        expect(Array.from(name).length).toBeLessThanOrEqual(80);
      }),
      { numRuns: 2_000 },
    );
  });
  test('a taken name gets a number', async () => {
    writeFileSync(join(folder, 'x.crawl'), '');
    writeFileSync(join(folder, 'x 2.crawl'), '');
    expect(await freePath(folder, 'x')).toBe(join(folder, 'x 3.crawl'));
  });
  test('the extension is added once', () => {
    expect(withExtension('/a/b')).toBe('/a/b.crawl');
    expect(withExtension('/a/b.CRAWL')).toBe('/a/b.CRAWL');
  });
  test('the home folder is shown as ~', () => {
    expect(fileInfo('/home/me/Documents/a.crawl', '/home/me')).toEqual({ name: 'a', folder: '~/Documents' });
    expect(fileInfo('/home/me/a.crawl', '/home/me')).toEqual({ name: 'a', folder: '~' });
    expect(fileInfo('/home/mean/a.crawl', '/home/me')).toEqual({ name: 'a', folder: '/home/mean' });
  });
});

describe('recent files', () => {
  const open = (problems: string[] = []) =>
    openRecentFiles(join(folder, 'recent.json'), { home: folder, now: () => 5, report: problem => problems.push(problem) });

  test('newest first, once each, ids say nothing, missing files are marked', async () => {
    const recent = open();
    writeFileSync(join(folder, 'b.crawl'), '');
    for (const name of ['a', 'b', 'a']) await recent.add(join(folder, `${name}.crawl`));
    const list = await recent.list();
    expect(list.map(({ name, missing }) => [name, missing])).toEqual([
      ['a', true],
      ['b', false],
    ]);
    expect(list[0]?.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await recent.pathOf(list[1]?.id ?? '')).toBe(join(folder, 'b.crawl'));
    expect(await recent.pathOf(join(folder, 'b.crawl'))).toBeNull();
  });
  test('it is kept on disk, forgotten on request and capped', async () => {
    const recent = open();
    for (let n = 0; n < maxRecent + 5; n += 1) await recent.add(join(folder, `${n}.crawl`));
    const again = open();
    const list = await again.list();
    expect(list).toHaveLength(maxRecent);
    expect(list[0]?.name).toBe(String(maxRecent + 4));
    await again.forget(list[0]?.id ?? '');
    expect(await open().list()).toHaveLength(maxRecent - 1);
  });
  test.each(['', 'x', '{}', '[]', 'null', '{"version":1,"files":[{"id":1}]}', '{"version":2,"files":[]}'])(
    'a damaged list (%j) counts as empty and is replaced',
    async text => {
      writeFileSync(join(folder, 'recent.json'), text);
      const recent = open();
      expect(await recent.list()).toEqual([]);
      await recent.add('/x/a.crawl');
      expect(JSON.parse(readFileSync(join(folder, 'recent.json'), 'utf8'))).toMatchObject({
        version: 1,
        files: [{ path: '/x/a.crawl' }],
      });
    },
  );
  test('the list is written through no link, for this user only, and leaves nothing beside it', async () => {
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'precious');
    symlinkSync(victim, join(folder, 'recent.json.partial'));
    await open().add('/x/a.crawl');
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    if (process.platform !== 'win32') expect(statSync(join(folder, 'recent.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).sort()).toEqual(['recent.json', 'recent.json.partial', 'victim']);
  });
  test('two additions at once are both kept', async () => {
    const recent = open();
    await recent.list();
    await Promise.all([recent.add('/x/a.crawl'), recent.add('/x/b.crawl')]);
    expect((await open().list()).map(({ name }) => name).sort()).toEqual(['a', 'b']);
  });
  test('a list that cannot be written is reported and does not stop anything', async () => {
    const problems: string[] = [];
    const file = join(folder, 'plain');
    writeFileSync(file, '');
    const recent = openRecentFiles(join(file, 'recent.json'), {
      home: folder,
      now: () => 5,
      report: problem => problems.push(problem),
    });
    await recent.add('/x/a.crawl');
    expect(await recent.list()).toHaveLength(1);
    expect(problems.length).toBeGreaterThan(0);
  });
});

describe('grants', () => {
  test('only what was given is known, until it is spent; the oldest of many go', () => {
    const grants = createGrants();
    const first = grants.give('/a');
    expect(grants.pathOf(first)).toBe('/a');
    expect(grants.pathOf('/a')).toBeNull();
    grants.spend(first);
    expect(grants.pathOf(first)).toBeNull();
    const many = Array.from({ length: 21 }, (_, n) => grants.give(`/${n}`));
    expect(grants.pathOf(many[0] ?? '')).toBeNull();
    expect(grants.pathOf(many[20] ?? '')).toBe('/20');
  });
});

describe('the log', () => {
  test('stays under its cap, keeps the last entries and has no control characters', () => {
    const file = join(folder, 'logs', 'x.log');
    const log = openLog(file, 1_000, () => new Date(0));
    for (let n = 0; n < 100; n += 1) log.write('engine', `entry ${n}\n\u001b[31mred\r\n`);
    const text = readFileSync(file, 'utf8');
    expect(text.length).toBeLessThanOrEqual(1_000);
    expect(readFileSync(`${file}.old`, 'utf8').length).toBeLessThanOrEqual(1_000);
    expect(text).toContain('entry 99');
    expect(text).not.toMatch(/[\u001b\r]/);
  });
  test('a place that cannot be written silences it', () => {
    writeFileSync(join(folder, 'plain'), '');
    expect(() => openLog(join(folder, 'plain', 'x.log'), 1_000, () => new Date(0)).write('a', 'b')).not.toThrow();
  });
});
