import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import { newSession, site } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { oldFile } from '../support/old-file.ts';
import { linksTo } from '../support/site.ts';

async function crawled(): Promise<string> {
  const { origin } = await site({ '/': linksTo('/a'), '/a': 'A' });
  const session = newSession([`${origin}/`]);
  await session.run();
  await session.close();
  return session.path;
}

test('counts first, then drops, and finds nothing more to drop', async () => {
  const path = await crawled();
  const run = (...words: string[]) => runInProcess(['bodies', 'drop', path, ...words], { engine });
  expect(await run('--all', '--dry-run')).toMatchObject({
    code: 0,
    out: '2 bodies with 1 MB would be dropped. Nothing was changed.\n',
  });
  expect((await run('--older', '1d')).out).toMatch(/^0 bodies with 0 MB dropped\./);
  expect((await run('--where', 'inurl:/a')).out).toMatch(/^1 bodies with 1 MB dropped\. The file has 1 MB, before 1 MB\.\n$/);
  expect(JSON.parse((await run('--all', '--json')).out)).toMatchObject({ bodies: 1, is_cancelled: false });
  expect((await run('--all')).out).toMatch(/^0 bodies/);
});

test('the newest stay: so many, or as many as fit; a filter comes first', async () => {
  const path = await crawled();
  const counted = async (...words: string[]): Promise<number> => {
    const { code, out, err } = await runInProcess(['bodies', 'drop', path, '--dry-run', '--json', ...words], { engine });
    expect(err + code).toBe('0');
    return JSON.parse(out).bodies;
  };
  expect(await counted('--keep', '0')).toBe(2);
  expect(await counted('--keep', '1')).toBe(1);
  expect(await counted('--keep', '2')).toBe(0);
  expect(await counted('--keep-size', '0')).toBe(2);
  expect(await counted('--keep-size', '1')).toBe(0);
  expect(await counted('--where', 'inurl:/a', '--keep', '0')).toBe(1);
  expect(await counted('--where', 'inurl:/a', '--keep', '1')).toBe(0);
  expect(await counted('--older', '1d', '--keep', '0')).toBe(0);
  expect((await runInProcess(['bodies', 'drop', path, '--keep', '1'], { engine })).out).toMatch(/^1 bodies with 1 MB dropped/);
  expect(await counted('--keep', '0')).toBe(1);
});

test.each([
  [['bodies', 'drop', 'x.crawl'], 'say which: --all, --older AGE, --where FILTER, --keep N or --keep-size MIB'],
  [['bodies', 'drop', 'x.crawl', '--all', '--older', '3d'], '--all leaves nothing'],
  [['bodies', 'drop', 'x.crawl', '--all', '--keep', '3'], '--all keeps nothing'],
  [['bodies', 'drop', 'x.crawl', '--keep', '3', '--keep-size', '3'], 'not both'],
  [['bodies', 'drop', 'x.crawl', '--keep', 'few'], '--keep'],
  [['bodies', 'drop', 'x.crawl', '--older', 'soon'], 'write an age such as 30d or 12h'],
  [['bodies', 'drop', 'x.crawl', '--all'], 'there is no file x.crawl'],
])('%s is refused', async (args, words) => {
  const { code, err } = await runInProcess(args, { engine });
  expect(code).toBe(2);
  expect(err).toContain(words);
});

test('a file of an earlier version is converted first, and the command says where it is kept', async () => {
  const { path } = oldFile(4);
  const old = new BetterSqlite3(path);
  old.prepare('UPDATE settings SET json = ?').run(JSON.stringify({ ...defaultSettings, seeds: ['http://127.0.0.1:1/'] }));
  old.close();
  const before = readFileSync(path);
  const { code, err } = await runInProcess(['bodies', 'drop', path, '--all'], { engine });
  expect(code).toBe(0);
  const [, kept = ''] = /was converted to this version\. The file as it was: (\S+)/.exec(err) ?? [];
  expect(readFileSync(join(dirname(path), kept)).equals(before)).toBe(true);
  expect((await runInProcess(['bodies', 'drop', path, '--all'], { engine })).err).not.toContain('converted');
});
