import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { newPath, newSession, site } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';

const run = (...argv: string[]) => runInProcess(argv, { engine });
const noBrowser = ['--browser', '/nope'];

it('a crawl that cannot render writes no file', async () => {
  const main = await site({ '/': '<p>page</p>' });
  const path = newPath();
  const { code, err } = await run('crawl', main.url('/'), '--out', path, '--render', 'sample', ...noBrowser);
  expect(code).toBe(3);
  expect(err).toContain('/nope is not a browser program');
  expect(existsSync(path)).toBe(false);
  expect(main.paths()).toEqual([]);
});

it('a refused resume, crawl or rendering changes no setting of the file', async () => {
  const main = await site({ '/': '<p>page</p>' });
  const session = newSession([main.url('/')], { delayMs: 0 });
  const { path } = session;
  const before = session.status().settings;
  await session.close();
  for (const words of [
    ['resume', path, '--render', 'sample'],
    ['crawl', main.url('/'), '--out', path, '--render', 'all'],
  ]) {
    const { code, err } = await run(...words, ...noBrowser);
    expect(code).toBe(3);
    expect(err).toContain('/nope is not a browser program');
    const { settings } = JSON.parse((await run('status', path, '--json')).out);
    expect(settings.render).toBe(before.render);
  }
  expect((await run('resume', path)).code).toBe(0);
  expect((await run('render', path, '/', ...noBrowser)).code).toBe(3);
});
