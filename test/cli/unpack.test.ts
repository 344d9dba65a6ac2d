import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { newSession, site } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { linksTo } from '../support/site.ts';

async function crawled(): Promise<string> {
  const { origin } = await site({ '/': linksTo('/a', '/b'), '/a': linksTo('/b') });
  const session = newSession([`${origin}/`]);
  await session.run();
  await session.close();
  return session.path;
}

test('a copy is written whose links any client of SQLite reads', async () => {
  const path = await crawled();
  const target = join(dirname(path), 'site.db');
  const { code, out, err } = await runInProcess(['unpack', path, '--out', target], { engine });
  expect([code, out]).toEqual([0, '']);
  expect(err).toMatch(/^Wrote .*site\.db: \d+ rows, 1 MB\.\n$/);
  const copy = new BetterSqlite3(target, { readonly: true });
  expect(copy.prepare('SELECT count(*) FROM links').pluck().get()).toBe(3);
  copy.close();
  expect(await runInProcess(['unpack', path, '--out', target], { engine })).toMatchObject({
    code: 2,
    err: expect.stringContaining('already exists. Choose another name, or delete it first.'),
  });
  expect(await runInProcess(['status', target], { engine })).toMatchObject({
    code: 2,
    err: expect.stringContaining('is a database of another program, not a crawl file'),
  });
});

test('Ctrl+C ends it, and nothing is left', async () => {
  const path = await crawled();
  const target = join(dirname(path), 'site.db');
  const ran = await runInProcess(['unpack', path, '--out', target], { engine, interrupt: press => press() });
  expect(ran).toMatchObject({ code: 3, err: 'Cancelled. Nothing was written.\n' });
  expect(existsSync(target)).toBe(false);
  expect(readdirSync(dirname(path)).filter(name => name.includes('site.db'))).toEqual([]);
});

test.each([
  [['unpack', 'x.crawl'], '--out COPY is missing'],
  [['unpack', 'x.crawl', '--out', 'y.db'], 'there is no file x.crawl'],
])('%s is refused', async (args, words) => {
  const { code, err } = await runInProcess(args, { engine });
  expect(code).toBe(2);
  expect(err).toContain(words);
});
