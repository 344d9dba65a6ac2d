import { expect, test } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { coverageSets, sitemapCountKeys, sitemapCounts } from '#shared/explain/sitemap-counts.ts';
import { newSession, site } from '../../support/crawling.ts';
import { runInProcess } from '../../support/memory-io.ts';
import { linksTo, page, redirect, robotsFile } from '../../support/site.ts';

const xml = (body: string) => ({ headers: { 'Content-Type': 'application/xml' }, body });
const urlset = (...locs: readonly string[]): string =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs.map(loc => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`;
const index = (...locs: readonly string[]): string =>
  `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs.map(loc => `<sitemap><loc>${loc}</loc></sitemap>`).join('')}</sitemapindex>`;

/** A crawl with an entry of each kind, one of them twice. Two sitemaps under an index. */
async function crawled() {
  const server = await site({
    '/robots.txt': robotsFile('User-agent: *\nDisallow: /no\nUser-agent: bingbot\nDisallow: /a\n'),
    '/': linksTo('/a', '/unlisted', '/gone', '/unlisted-hidden'),
    '/a': 'A',
    '/unlisted': 'B',
    '/unlisted-hidden': page('<meta name="robots" content="noindex">'),
    '/moved': redirect('/a'),
    '/hidden': page('<meta name="robots" content="noindex">'),
    '/copy': page('<link rel="canonical" href="/a">'),
    '/broken': { status: 500, body: 'no' },
    '/orphan': 'Orphan',
  });
  server.set('/sitemap.xml', xml(index(server.url('/one.xml'), server.url('/two.xml'))));
  const one = ['/', '/a', '/a', '/gone', '/moved', '/hidden', '/copy', '/no', '/broken', '/orphan'];
  server.set('/one.xml', xml(urlset(...one.map(path => server.url(path)))));
  server.set('/two.xml', xml(urlset(server.url('/a'))));
  const session = newSession([server.url('/')], { sitemaps: true });
  expect(await session.run()).toBe('finished');
  return { session, server };
}

test('each count of a file is the number of URLs that its filter lists, from memory and from the file', async () => {
  const { session } = await crawled();
  const stored = session.sitemaps();
  await session.handlers['sitemaps.coverage']({});
  const shown = await session.handlers['sitemaps.tree']({});
  expect(shown).toEqual(stored);
  const file = stored.find(({ url }) => url.endsWith('/one.xml')) ?? expect.fail('no file');
  expect(file).toMatchObject({
    entries: 10,
    urls: 9,
    fetched: 8,
    indexable: 3,
    notFound: 1,
    errors: 2,
    redirects: 1,
    noindex: 1,
    canonicalised: 1,
    blocked: 1,
    failed: 0,
  });
  for (const key of sitemapCountKeys) {
    const urls = [...session.urls({ filter: `in:${file.url} ${sitemapCounts[key].filter}` })];
    expect([key, urls.length]).toEqual([key, file[key]]);
  }
});

test('the three sets are disjoint, complete, and what their filters list', async () => {
  const { session } = await crawled();
  const counts = await session.handlers['sitemaps.coverage']({});
  for (const [key, { filter }] of Object.entries(coverageSets))
    expect([key, [...session.urls({ filter })].length]).toEqual([key, counts[key as keyof typeof counts]]);
  const sets = (['both', 'onlySitemap', 'onlyCrawl'] as const).map(key =>
    [...session.urls({ filter: coverageSets[key].filter })].map(({ url }) => url),
  );
  const all = [...session.urls({ filter: 'class:page' })].map(({ url }) => url);
  expect(sets.flat().sort()).toEqual(all.sort());
  expect(counts).toMatchObject({ missing: 1, indexable: 4 });
});

test('the dates of a file are counted; an index has none', async () => {
  const { session } = await crawled();
  const [index, one] = session.sitemaps();
  expect(await session.handlers['sitemaps.dates']({ sitemap: one?.id ?? 0 })).toMatchObject({
    entries: 10,
    dated: 0,
    compared: 0,
  });
  expect(await session.handlers['sitemaps.dates']({ sitemap: index?.id ?? 0 })).toBeNull();
});

test('entries have the verdict of a crawler', async () => {
  const { session, server } = await crawled();
  const sitemap = session.sitemaps().find(({ url }) => url.endsWith('/one.xml'))?.id ?? 0;
  const rows = async (profile?: string) => {
    const asked = { sitemap, from: 1, limit: 1, ...(profile === undefined ? {} : { profile }) };
    return (await session.handlers['sitemaps.entries'](asked)).rows;
  };
  expect((await rows())[0]).not.toHaveProperty('robots');
  expect((await rows('bingbot'))[0]).toMatchObject({
    url: server.url('/a'),
    robots: { allowed: false, line: 4, rule: 'Disallow: /a' },
  });
  expect((await rows('googlebot'))[0]?.robots).toMatchObject({ allowed: true, line: 0 });
  await expect(rows('nobody')).rejects.toThrow('There is no crawler profile “nobody”.');
});

test('the command line lists files, entries with verdicts, and the sets', async () => {
  const { session, server } = await crawled();
  const { path } = session;
  await session.close();
  const run = (...args: readonly string[]) => runInProcess(['sitemaps', path, ...args], { engine });
  const files = (await run('--format', 'jsonl')).out.trim().split('\n');
  expect(JSON.parse(files[1] ?? '')).toMatchObject({ urls: 9, not_found: 1, canonicalised: 1, not_linked: 7 });
  const entries = await run(
    '--entries',
    '--profile',
    'bingbot',
    '--profile',
    'googlebot',
    '--json',
    '--file',
    server.url('/two.xml'),
  );
  expect(JSON.parse(entries.out)).toMatchObject([
    {
      sitemap: server.url('/two.xml'),
      url: server.url('/a'),
      'robots bingbot': 'blocked',
      'line bingbot': 4,
      'robots googlebot': 'allowed',
    },
  ]);
  const { out } = await run('--coverage', '--json');
  expect(JSON.parse(out)).toMatchObject([{ of: 11 }, {}, { set: 'only in the crawl', urls: 2 }, { urls: 1, of: 4 }]);
  expect(await run('--profile', 'bingbot')).toMatchObject({ code: 2, err: expect.stringContaining('only works with --entries') });
  expect(await run('--entries', '--profile', 'gogle')).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean') });
  expect(await run('--entries', '--file', 'x')).toMatchObject({ code: 2, err: expect.stringContaining('is no sitemap file') });
  expect(await run('--entries', '--coverage')).toMatchObject({ code: 2 });
});
