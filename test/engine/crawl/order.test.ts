import { describe, expect, it } from 'vitest';
import type { CrawlOrder } from '#shared/model/crawl.ts';
import { column, newSession, site } from '../../support/crawling.ts';
import { linksTo, page } from '../../support/site.ts';
import { withoutWaits } from '../../support/waitless-clock.ts';

const sitemap = (entries: Readonly<Record<string, string>>, origin: string): string =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${Object.entries(entries)
    .map(([path, facts]) => `<url><loc>${origin}${path}</loc>${facts}</url>`)
    .join('')}</urlset>`;

/** Pages in the order in which they were requested, one at a time. */
async function requested(crawlOrder: CrawlOrder, settings = {}): Promise<readonly string[]> {
  const server = await site({
    '/': linksTo('/a?x=1&y=2', '/b?x=1', '/c', '/d'),
    '/a?x=1&y=2': linksTo('/e'),
    '/b?x=1': page(),
    '/c': page(),
    '/d': page(),
    '/e': page(),
  });
  const entries = {
    '/d': '<lastmod>2026-01-01</lastmod><priority>0.9</priority>',
    '/e': '<lastmod>2026-05-01</lastmod><priority>1.0</priority>',
    '/c': '<lastmod>2025-01-01</lastmod><priority>0.2</priority>',
  };
  server.set('/sitemap.xml', { headers: { 'Content-Type': 'application/xml' }, body: sitemap(entries, server.origin) });
  const session = newSession([server.url('/')], { crawlOrder, sitemaps: true, connections: 1, ...settings }, withoutWaits());
  expect(await session.run()).toBe('finished');
  return server.paths().filter(path => path !== '/robots.txt' && path !== '/sitemap.xml' && path !== '/');
}

describe('the order of a crawl', () => {
  it('breadth: as found', async () => {
    expect(await requested('breadth', { sitemaps: false })).toEqual(['/a?x=1&y=2', '/b?x=1', '/c', '/d', '/e']);
  });
  it('parameters: fewest first', async () => {
    expect(await requested('parameters', { sitemaps: false })).toEqual(['/c', '/d', '/b?x=1', '/a?x=1&y=2', '/e']);
  });
  it('newest: by lastmod, also of URLs that a link led to before the sitemap was read', async () => {
    const paths = await requested('newest');
    expect(paths.filter(path => !path.includes('?'))).toEqual(['/e', '/d', '/c']);
    expect(paths.indexOf('/c')).toBeLessThan(paths.indexOf('/b?x=1'));
  });
  it('priority: depth, then the priority of the sitemap', async () => {
    expect(await requested('priority')).toEqual(['/e', '/d', '/a?x=1&y=2', '/b?x=1', '/c']);
  });
  it('list: the start URLs as given', async () => {
    const paths = ['/z', '/m', '/a', '/k'];
    const server = await site(Object.fromEntries(paths.map((path, at) => [path, linksTo(`/from-${at}`)])));
    const session = newSession(paths.map(server.url), { crawlOrder: 'list', connections: 1 });
    await session.run();
    expect(server.paths().slice(1, 5)).toEqual(paths);
  });

  it('another order on resume applies to the URLs that wait, and their explanation says why', async () => {
    const server = await site({
      '/': linksTo('/a?x=1&y=2', '/b?x=1', '/c'),
      '/a?x=1&y=2': page(),
      '/b?x=1': page(),
      '/c': page(),
    });
    const session = newSession([server.url('/')], { maxPages: 1, connections: 1 });
    await session.run();
    session.changeSettings({ crawlOrder: 'parameters', maxPages: 2 });
    await session.run();
    expect(server.paths().at(-1)).toBe('/c');
    const { whyNot } = await session.handlers['url.explain']({ url: server.url('/b?x=1') });
    expect(whyNot?.lead.sentence).toContain('Order of this crawl: fewest parameters first; it has 1 parameter.');
    session.changeSettings({ crawlOrder: 'breadth', maxPages: 10 });
    await session.run();
    expect(server.paths().slice(-2)).toEqual(['/a?x=1&y=2', '/b?x=1']);
    expect(column(session, "SELECT count(*) FROM url WHERE state = 'queued'")).toEqual([0]);
  });
});
