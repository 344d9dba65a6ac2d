import { expect, test } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { newSession, site } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { linksTo, page } from '../support/site.ts';

async function crawled(): Promise<{ path: string; url: (path: string) => string }> {
  const server = await site({
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: bingbot\nDisallow: /a\n' },
    '/': page(linksTo('/a', '/b')),
    '/a': page('<link rel="canonical" href="/b">'),
    '/b': page('<meta name="robots" content="noindex">'),
  });
  const session = newSession([server.url('/')]);
  await session.run();
  await session.close();
  return { path: session.path, url: path => server.url(path) };
}

test('signals lists combinations, conflicts and the URLs of a cell', async () => {
  const { path, url } = await crawled();
  const run = (...args: string[]) => runInProcess(['signals', path, ...args], { engine });

  const text = await run('--profile', 'googlebot');
  expect(text).toMatchObject({ code: 0, err: '' });
  expect(text.out).toMatch(
    /^3 internal pages in 3 combinations of signals, as Googlebot .*sees them\.\nConflicts, worst first:\n {2}1 {2}Canonical to a noindex page\n/,
  );

  const lines = (await run('--profile', 'googlebot', '--profile', 'bingbot', '--format', 'jsonl')).out.trim().split('\n');
  const cells = lines.map(line => JSON.parse(line) as Record<string, string>);
  expect(cells.map(({ googlebot_result, bingbot_result, example }) => [googlebot_result, bingbot_result, example])).toEqual([
    ['may-vary', 'url-only', url('/a')],
    ['indexed', 'indexed', url('/')],
    ['not-indexed', 'not-indexed', url('/b')],
  ]);
  // The conditions of a cell lead to exactly its URLs.
  for (const { cell = '', example } of cells) {
    const urls = await run('--profile', 'googlebot', '--profile', 'bingbot', '--cell', cell, '--format', 'csv');
    expect(urls.out).toBe(`url\r\n${example}\r\n`);
  }

  const conflicts = await run('--conflicts', '--profile', 'googlebot', '--format', 'csv');
  expect(conflicts.out.split('\r\n')[1]).toMatch(/^canonical-noindex,1,Canonical to a noindex page,1,1,/);
  const some = await run('--cell', 'meta=noindex|nofollow', '--json');
  expect(JSON.parse(some.out)).toEqual([{ url: url('/b') }]);
  expect(JSON.parse((await run('--cell', 'conflict=canonical-noindex', '--json')).out)).toEqual([{ url: url('/a') }]);

  const json = JSON.parse((await run('--json')).out) as {
    population: number;
    cells: { crawlers: { why: string; rule: string }[] }[];
  };
  expect(json.population).toBe(3);
  expect(json.cells.at(-1)?.crawlers[0]?.rule).toContain('PAGE-DIRECTIVES.md');
});

test('signals refuses conditions that no URL can meet, with the fix', async () => {
  const { path } = await crawled();
  const refused = async (...args: string[]) => {
    const { code, err } = await runInProcess(['signals', path, ...args], { engine });
    expect(code).toBe(2);
    return err;
  };
  expect(await refused('--cell', 'robot=blocked')).toContain('Did you mean “robots”?');
  expect(await refused('--cell', 'meta=noidnex')).toContain('Did you mean “noindex”');
  expect(await refused('--cell', 'blocked')).toContain('is not SIGNAL=VALUE');
  expect(await refused('--cell', 'conflict=sitemap')).toContain('there is no conflict');
  expect(await refused('--cell', 'bingbot.robots=blocked')).toContain('Add --profile bingbot');
  expect(await refused('--profile', 'googlebto')).toContain('googlebot');
});
