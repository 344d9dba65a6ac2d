import { expect, test } from 'vitest';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { column, faults, newSession, reasonsOf, rows, site } from '../../support/crawling.ts';
import { routed } from '../../support/routed.ts';
import { linksTo, page, redirect } from '../../support/site.ts';
import { withoutWaits } from '../../support/waitless-clock.ts';

async function crawled(change: Partial<CrawlSettings>) {
  const server = await site({
    '/': linksTo('/linked', '/moved'),
    '/linked': page(),
    '/listed': linksTo('/behind'),
    '/moved': redirect('/new'),
    '/new': page(),
  });
  server.set('/sitemap.xml', {
    headers: { 'content-type': 'application/xml' },
    body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${['/listed', '/moved'].map(path => `<url><loc>${server.url(path)}</loc></url>`).join('')}</urlset>`,
  });
  const session = newSession([server.url('/')], { sitemaps: true, ...change }, withoutWaits());
  await session.run();
  return { server, session };
}

test('entries of sitemaps only: links are recorded, redirects are followed', async () => {
  const { server, session } = await crawled({ follow: 'sitemaps' });
  expect(server.paths()).toEqual(expect.arrayContaining(['/', '/listed', '/moved', '/new']));
  expect(server.paths()).not.toContain('/linked');
  expect(reasonsOf(session, server.url('/behind'))).toEqual(['sitemaps-only']);
  const { decisions } = await session.handlers['url.explain']({ url: server.url('/linked') });
  expect(decisions.at(-1)?.sentence).toBe(
    'Only entries of sitemaps are crawled (your setting “sitemaps”), and no sitemap read so far lists this URL.',
  );
  expect(faults(session)).toEqual([]);
});

test('nothing: only the start URLs, and no sitemap', async () => {
  const { server, session } = await crawled({ follow: 'nothing' });
  expect(server.paths()).toEqual(['/robots.txt', '/']);
  expect(reasonsOf(session, server.url('/linked'))).toEqual(['start-urls-only']);
});

test('an internal host is crawled, its pages are internal, and its links back too', async () => {
  const server = await site({ '/': linksTo('http://shop.test/x', 'http://far.test/y'), '/x': linksTo('http://far.test/z') });
  const session = newSession(
    [server.url('/')],
    { internalHosts: ['shop.test'] },
    { wrapFetcher: routed({ 'http://shop.test': server.origin }) },
  );
  await session.run();
  expect(rows(session, 'SELECT url, reason FROM urls ORDER BY url')).toEqual([
    [server.url('/'), 'fetched'],
    ['http://far.test/y', 'scope-host'],
    ['http://far.test/z', 'scope-host'],
    ['http://shop.test/x', 'fetched'],
  ]);
  expect(column(session, "SELECT internal_links FROM url WHERE url LIKE '%127.0.0.1%/'")).toEqual([1]);
  expect(column(session, "SELECT external_links FROM url WHERE url LIKE '%127.0.0.1%/'")).toEqual([1]);
});
