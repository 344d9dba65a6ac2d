import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { newSession, reopen, rows, site } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { linksTo } from '../support/site.ts';

async function crawled() {
  const { origin } = await site({ '/': linksTo('/a'), '/a': linksTo('/') });
  const session = newSession([`${origin}/`]);
  await session.run();
  return session;
}

test('a copy is written while the file is open elsewhere', async () => {
  const session = await crawled();
  const target = join(dirname(session.path), 'copy.crawl');
  const { code, out, err } = await runInProcess(['snapshot', session.path, '--out', target], { engine });
  expect([code, out, err]).toEqual([0, '', `Wrote ${target}: 1 MB.\n`]);
  expect(rows(reopen(target), 'SELECT * FROM urls')).toEqual(rows(session, 'SELECT * FROM urls'));
  expect(await runInProcess(['snapshot', session.path, '--out', target], { engine })).toMatchObject({
    code: 2,
    err: expect.stringContaining('already exists. Choose another name, or delete it first.'),
  });
});

test('Ctrl+C ends it, and nothing is left', async () => {
  const { path } = await crawled();
  const target = join(dirname(path), 'copy.crawl');
  const ran = await runInProcess(['snapshot', path, '--out', target], { engine, interrupt: press => press() });
  expect(ran).toMatchObject({ code: 3, err: 'Cancelled. Nothing was written.\n' });
  expect(existsSync(target)).toBe(false);
  expect(readdirSync(dirname(path)).filter(name => name.startsWith('copy'))).toEqual([]);
});

test.each([
  [['snapshot', 'x.crawl'], '--out COPY is missing'],
  [['snapshot', 'x.crawl', '--out', 'y.crawl'], 'there is no file x.crawl'],
])('%s is refused', async (args, words) => {
  const { code, err } = await runInProcess(args, { engine });
  expect(code).toBe(2);
  expect(err).toContain(words);
});
