import { resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { node, start } from '../../../support/child.ts';
import { column, faults, newPath, newSession, reopen, rows, site } from '../../../support/crawling.ts';
import { fakeRenderer } from '../../../support/fake-renderer.ts';
import { runInProcess } from '../../../support/memory-io.ts';
import { type Answer, linksTo, page } from '../../../support/site.ts';

const pages = Array.from({ length: 8 }, (_, at) => `/p${at}`);

it('a crawl that is killed while it renders goes on: no rendering is lost, and none counts twice', async () => {
  let isHeld = true;
  const answers: Record<string, Answer> = { '/': linksTo(...pages) };
  for (const [at, path] of pages.entries()) {
    answers[path] = page(`<script src="/s${at}.js"></script>`);
    const body = `append <a href="/only${at}">only</a>`;
    // The later scripts are under way until the process is killed.
    answers[`/s${at}.js`] = ({ response }) => {
      if (at < 2 || !isHeld) response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(body);
      return undefined;
    };
    answers[`/only${at}`] = page();
  }
  const server = await site(answers);
  const path = newPath();
  const settings = { render: 'all', delayMs: 0, checkDelayMs: 0, connections: 4 } as const;
  await newSession([server.url('/')], settings, { path }).close();
  const { child, ended, err } = start(node, [resolve('test/support/rendered-resume.ts'), path]);
  const early = ended.then(() => expect.fail(`It ended: ${err()}`));
  const looked = () => {
    const db = new BetterSqlite3(path, { readonly: true });
    try {
      return db.prepare('SELECT state, count(*) AS count FROM rendering GROUP BY state ORDER BY state').raw().all();
    } finally {
      db.close();
    }
  };
  await Promise.race([
    expect
      .poll(() => Object.fromEntries(looked() as [string, number][]))
      .toMatchObject({
        ...{ done: expect.any(Number), leased: 2, queued: expect.any(Number) },
      }),
    early,
  ]);
  const isUnderWay = () => server.paths().some(each => /^\/s[2-7]\.js$/.test(each));
  await Promise.race([expect.poll(isUnderWay).toBe(true), early]);
  child.kill('SIGKILL');
  await ended;
  const before = Object.fromEntries(looked() as [string, number][]);
  isHeld = false;
  const session = reopen(path, { openBrowser: async () => fakeRenderer() });
  expect(session.status().state).toBe('interrupted');
  expect(await session.run()).toBe('finished');
  // The start page, 8 pages, and the 8 that only scripts link to.
  expect(rows(session, 'SELECT state, result, count(*), count(DISTINCT url) FROM renderings GROUP BY 1, 2')).toEqual([
    ['done', 'rendered', 17, 17],
  ]);
  expect(before.leased).toBeGreaterThan(0);
  expect(rows(session, "SELECT from_url, count(*) FROM links WHERE to_url LIKE '%/only%' GROUP BY 1")).toEqual(
    pages.map(each => [server.url(each), 1]),
  );
  expect(column(session, 'SELECT count(*) FROM render_request GROUP BY rendering_id, url HAVING count(*) > 1')).toEqual([]);
  expect(column(session, "SELECT url FROM resources WHERE state <> 'done'")).toEqual([]);
  expect(session.status()).toMatchObject({ fetched: 17, queued: 0, failed: 0 });
  expect(faults(session)).toEqual([]);
  await session.close();
  const run = (...argv: string[]) => runInProcess(argv, { engine });
  expect(await run('audit', path)).toMatchObject({ code: 0 });
  expect(JSON.parse((await run('status', path, '--json')).out)).toMatchObject({
    renderings: { rendered: 17, different: 8, failed: 0, waiting: 0 },
  });
});
