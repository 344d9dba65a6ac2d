import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { newSession, site } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';

async function crawled() {
  const { origin } = await site({ '/': 'A' });
  const session = newSession([`${origin}/`]);
  await session.run();
  await session.close();
  return { path: session.path, target: join(dirname(session.path), 'fixed.crawl') };
}

test('a sound file is read whole, exit 0; what is lost is one line, exit 1; JSON has all tables', async () => {
  const { path, target } = await crawled();
  const { code, out, err } = await runInProcess(['repair', path, '--out', target], { engine });
  expect(out).toMatch(/^\d+ rows in \d+ tables were read\. Nothing is lost\.\n$/);
  expect(err).toBe(`Wrote ${target}: 1 MB. ${path} is as it was.\n`);
  expect(code).toBe(0);
  const db = new BetterSqlite3(path);
  db.exec('DROP TABLE rule');
  db.close();
  const [second, third] = [join(dirname(path), 'second.crawl'), join(dirname(path), 'third.crawl')];
  const harmed = await runInProcess(['repair', path, '--out', second], { engine });
  expect(harmed.code).toBe(1);
  expect(harmed.out).toContain('rule: the table is missing, or its definition is not Crawlscope’s. It is empty now.\n');
  const json = await runInProcess(['repair', path, '--out', third, '--json'], { engine });
  expect(JSON.parse(json.out)).toMatchObject({
    tables: expect.arrayContaining([expect.objectContaining({ name: 'rule', is_gone: true })]),
  });
});

test('Ctrl+C ends it, and nothing is left', async () => {
  const { path, target } = await crawled();
  const ran = await runInProcess(['repair', path, '--out', target], { engine, interrupt: press => press() });
  expect(ran).toMatchObject({ code: 3, err: 'Cancelled. Nothing was written.\n' });
  expect(existsSync(target)).toBe(false);
});

test.each([
  [['repair', 'x.crawl'], '--out FIXED is missing'],
  [['repair', 'x.crawl', '--out', 'y.crawl'], 'there is no file x.crawl'],
])('%s is refused', async (args, words) => {
  const { code, err } = await runInProcess(args, { engine });
  expect(code).toBe(2);
  expect(err).toContain(words);
});
