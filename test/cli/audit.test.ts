import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { newSession, site } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { linksTo, page } from '../support/site.ts';
import { tempFolder } from '../support/temp.ts';

async function crawled(): Promise<{ readonly path: string; readonly url: string }> {
  const server = await site({ '/': page(linksTo('/a')), '/a': page('') });
  const session = newSession([server.url('/')]);
  await session.run();
  await session.close();
  return { path: session.path, url: server.url('/a') };
}

test('audit exits with 0 on a sound file, and says what was recomputed', async () => {
  const { path } = await crawled();
  const { code, out, err } = await runInProcess(['audit', path], { engine });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('I6  sound         The database is sound: pages, indexes and references: 0 of ');
  expect(out).toMatch(/\nNo differences\. \d+ decisions and verdicts recomputed, 0 not recomputable\.\n$/);
});

test('audit exits with 1 on a difference, one line each: invariant, URL, stored, recomputed', async () => {
  const { path, url } = await crawled();
  const db = new BetterSqlite3(path);
  db.prepare("UPDATE url SET may_list = 'no' WHERE url = ?").run(url);
  db.close();
  const text = await runInProcess(['audit', path], { engine });
  expect(text.code).toBe(1);
  expect(text.out.split('\n')[0]).toBe(`I15 listing  ${url}  stored: may list: no  recomputed: may list: yes`);
  expect(text.out).toMatch(/\n1 difference\. /);
  const json = await runInProcess(['audit', path, '--json'], { engine });
  expect(json.code).toBe(1);
  expect(JSON.parse(json.out)).toMatchObject({
    total: 1,
    differences: [{ check: 'listing', invariant: 'I15', subject: url, stored: 'may list: no', recomputed: 'may list: yes' }],
  });
});

test('audit exits with 2 on what is no crawl, and with 3 when it is interrupted', async () => {
  const other = join(tempFolder(), 'notes.txt');
  writeFileSync(other, 'Not a database, although it is long enough to be read as one by somebody who does not look.'.repeat(20));
  expect(await runInProcess(['audit', other], { engine })).toMatchObject({ code: 2, out: '' });
  expect(await runInProcess(['audit', `${other}.missing`], { engine })).toMatchObject({ code: 2, out: '' });
  const { path } = await crawled();
  const { code, out } = await runInProcess(['audit', path], { engine, interrupt: press => press() });
  expect({ code, out }).toEqual({ code: 3, out: '' });
});
