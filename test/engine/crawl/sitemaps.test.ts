import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { column, faults, newSession, reasonsOf, rows, site } from '../../support/crawling.ts';
import { redirect, robotsFile } from '../../support/site.ts';

const xml = (body: string) => ({ headers: { 'Content-Type': 'application/xml' }, body });
const urlset = (...locs: readonly string[]): string =>
  `<?xml version="1.0"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${locs.map(loc => `<url><loc>${loc}</loc></url>`).join('\n')}\n</urlset>`;
const index = (...locs: readonly string[]): string =>
  `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs.map(loc => `<sitemap><loc>${loc}</loc></sitemap>`).join('')}</sitemapindex>`;
const withSitemaps = { sitemaps: true };

describe('sitemaps', () => {
  it('named by robots.txt are read, their entries fetched, and each cites its line', async () => {
    const server = await site({ '/': 'Here', '/orphan': 'Orphan' });
    server.set('/robots.txt', robotsFile(`User-agent: *\nDisallow: /no\nSitemap: ${server.url('/map.xml')}\n`));
    server.set('/map.xml', xml(urlset(server.url('/'), server.url('/orphan'), server.url('/no'), 'http://demo.invalid/x')));
    const session = newSession([server.url('/')], withSitemaps);
    expect(await session.run()).toBe('finished');
    expect([...server.paths()].sort()).toEqual(['/', '/map.xml', '/orphan', '/robots.txt']);
    expect(reasonsOf(session, server.url('/orphan'))[0]).toBe('sitemap-entry');
    expect(reasonsOf(session, server.url('/no'))).toContain('robots-disallow');
    expect(reasonsOf(session, 'http://demo.invalid/x')).toEqual(['scope-host']);
    expect(session.sitemaps()).toMatchObject([
      { source: 'robots.txt line 3', kind: 'urlset', state: 'done', entries: 4, fetched: 2, blocked: 1, notLinked: 4 },
    ]);
    const { decisions } = await session.handlers['url.explain']({ url: server.url('/orphan') });
    expect(decisions[0]?.evidence[0]).toMatchObject({
      label: `${server.url('/map.xml')}, line 4`,
      open: { view: 'sitemap', seq: 1 },
    });
    expect(faults(session)).toEqual([]);
  });

  it('are looked for at the well-known place only when robots.txt names none', async () => {
    const server = await site({ '/': 'Here', '/a': 'A' });
    server.set('/sitemap.xml', xml(urlset(server.url('/a'))));
    const session = newSession([server.url('/')], withSitemaps);
    await session.run();
    expect(session.sitemaps()).toMatchObject([{ source: 'well-known', state: 'done', entries: 1 }]);
    expect(server.paths()).toContain('/a');
    const none = await site({ '/': 'Here' });
    const second = newSession([none.url('/')], withSitemaps);
    expect(await second.run()).toBe('finished');
    expect(second.sitemaps()).toMatchObject([{ source: 'well-known', state: 'failed', detail: 'There is none (404).' }]);
  });

  it('may be an index, gzip and plain text', async () => {
    const server = await site({ '/': 'Here', '/a': 'A', '/b': 'B' });
    server.set('/sitemap.xml', xml(index(server.url('/one.xml.gz'), server.url('/two.txt'))));
    server.set('/one.xml.gz', { headers: { 'Content-Type': 'application/gzip' }, body: gzipSync(urlset(server.url('/a'))) });
    server.set('/two.txt', { headers: { 'Content-Type': 'text/plain' }, body: `${server.url('/b')}\n` });
    const session = newSession([server.url('/')], withSitemaps);
    await session.run();
    expect(session.sitemaps().map(map => [map.source, map.kind, map.state, map.parent])).toEqual([
      ['well-known', 'index', 'done', null],
      ['index', 'urlset', 'done', 1],
      ['index', 'text', 'done', 1],
    ]);
    expect([...server.paths()].sort()).toEqual(['/', '/a', '/b', '/one.xml.gz', '/robots.txt', '/sitemap.xml', '/two.txt']);
    expect(faults(session)).toEqual([]);
  });

  it('with too many entries are read up to the limit, and the limit is reported', async () => {
    const server = await site({ '/': 'Here' });
    server.set('/sitemap.xml', xml(urlset(...Array.from({ length: 50_020 }, (_, i) => `http://demo.invalid/${i}`))));
    const session = newSession([server.url('/')], withSitemaps);
    expect(await session.run()).toBe('finished');
    const [map] = session.sitemaps();
    expect(map).toMatchObject({ state: 'done', entries: 50_000 });
    expect(map?.problems.map(problem => problem.code)).toContain('too-many-entries');
    expect(session.status().urls).toBe(50_001);
  });

  it('on a host outside every seed are refused with a reason, forbidden ones too', async () => {
    const server = await site({ '/': 'Here' });
    server.set(
      '/robots.txt',
      robotsFile(
        `User-agent: *\nDisallow: /no\nSitemap: http://demo.invalid/map.xml\nSitemap: ${server.url('/no.xml')}\nSitemap: ftp://x/\n`,
      ),
    );
    const session = newSession([server.url('/')], withSitemaps);
    await session.run();
    expect(session.sitemaps().map(map => [map.state, map.detail])).toEqual([
      ['refused', 'It is on demo.invalid, outside the domain of every start URL.'],
      ['refused', 'robots.txt line 2 forbids it (Disallow: /no).'],
      ['refused', 'It is not an http or https URL.'],
    ]);
    expect(server.paths().sort()).toEqual(['/', '/robots.txt']);
  });

  it('that redirect are followed, and the target says where it was named', async () => {
    const server = await site({ '/': 'Here', '/map.xml': redirect('/moved.xml'), '/moved.xml': xml('<urlset/>') });
    server.set('/robots.txt', robotsFile(`Sitemap: ${server.url('/map.xml')}\n`));
    const session = newSession([server.url('/')], withSitemaps);
    await session.run();
    expect(session.sitemaps().map(map => map.source)).toEqual(['robots.txt line 1', 'robots.txt line 1']);
    expect(session.sitemaps()[1]).toMatchObject({ parent: 1, url: server.url('/moved.xml') });
  });

  it('that are broken are reported and end nothing', async () => {
    const server = await site({ '/': 'Here' });
    server.set('/robots.txt', robotsFile(['/a', '/b', '/c'].map(path => `Sitemap: ${server.url(path)}\n`).join('')));
    server.set('/a', { status: 500 });
    server.set('/b', { body: Buffer.concat([gzipSync('x'.repeat(1_000)).subarray(0, 20)]) });
    server.set('/c', '<!DOCTYPE html><p>Not a sitemap');
    const session = newSession([server.url('/')], withSitemaps);
    expect(await session.run()).toBe('finished');
    expect(session.sitemaps().map(map => map.state)).toEqual(['failed', 'failed', 'failed']);
    expect(session.sitemaps()[1]?.problems).toMatchObject([{ code: 'bad-gzip' }]);
    expect(column(session, 'SELECT state FROM url')).toEqual(['done']);
  });

  it('an index of very many files stays within the limit on files and does not stall the crawl', async () => {
    const server = await site({ '/': 'Here' });
    server.set('/sitemap.xml', xml(index(...Array.from({ length: 30_000 }, (_, i) => `http://demo.invalid/${i}.xml`))));
    const session = newSession([server.url('/')], withSitemaps);
    const before = process.cpuUsage();
    expect(await session.run()).toBe('finished');
    // Of the processor, by all threads: what else runs on the machine does not count.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(3_000);
    expect(rows(session, "SELECT count(*) FROM sitemap WHERE state = 'queued'")).toEqual([[0]]);
  });
});
