import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { reopen, rows, site } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { type Answer, linksTo, page } from '../support/site.ts';
import { tempFolder } from '../support/temp.ts';

const run = (...argv: string[]) => runInProcess(argv, { engine });

const validated =
  (body: string): Answer =>
  ({ request }) =>
    request.headers['if-none-match'] === '"x"'
      ? { status: 304 }
      : { headers: { 'Content-Type': 'text/html', ETag: '"x"' }, body };

it('crawl --again makes a new file with the start URLs and settings of a crawl, conditionally', async () => {
  const server = await site({ '/': validated(linksTo('/a', '/b')), '/a': validated(page()), '/b': page() });
  const folder = tempFolder();
  const [first, second] = ['first.crawl', 'second.crawl'].map(name => join(folder, name)) as [string, string];
  expect((await run('crawl', server.url('/'), '--delay', '0', '--max-depth', '4', '--out', first)).code).toBe(0);
  expect(await run('crawl', '--again', first, '--out', second, '--max-pages', '50')).toMatchObject({ code: 0 });
  const session = reopen(second);
  expect(session.status().settings).toEqual({ ...reopen(first).status().settings, maxPages: 50 });
  expect(rows(session, "SELECT target, detail IS NOT NULL FROM fetches WHERE purpose = 'page' ORDER BY target")).toEqual([
    [server.url('/'), 1],
    [server.url('/a'), 1],
    [server.url('/b'), 0],
  ]);
  await session.close();
  const compared = await run('compare', first, second);
  expect(compared.code).toBe(0);
  const { out } = await run('info', second, server.url('/a'));
  expect(out).toContain('304 Not Modified: unchanged since');
});

it('crawl --again refuses what it cannot repeat', async () => {
  const folder = tempFolder();
  const missing = join(folder, 'none.crawl');
  const refused = async (words: string, ...argv: string[]) => {
    const { code, err } = await run('crawl', ...argv);
    expect([argv, code]).toEqual([argv, 2]);
    expect(err).toContain(words);
  };
  await refused('--out G.crawl', '--again', missing);
  await refused('there is no file', '--again', missing, '--out', join(folder, 'new.crawl'));
  await refused('leave out https://example.com', 'https://example.com', '--again', missing, '--out', join(folder, 'new.crawl'));
});
