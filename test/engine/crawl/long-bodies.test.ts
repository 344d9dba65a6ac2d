import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { column, newSession, rows, site } from '../../support/crawling.ts';
import { longestHold } from '../../support/longest-hold.ts';
import { page } from '../../support/site.ts';

const mebibyte = 1024 * 1024;
/** What a response of a stranger may hold the crawl's thread for, in milliseconds of CPU. */
const most = 250;

const filled = (part: string, bytes: number): string => part.repeat(Math.floor(bytes / part.length));

describe('a page of 15 MiB', () => {
  const size = 15 * mebibyte;
  const bodies: readonly (readonly [name: string, body: () => string])[] = [
    ['of canonicals', () => filled('<link rel=canonical href=/a>', size)],
    ['of links', () => filled('<a href=/abc>x</a>', size)],
    ['of different links', () => linksOf(600_000)],
    ['of meta robots', () => filled('<meta name=robots content=noindex>', size)],
    ['of elements inside each other', () => filled('<div><svg><g>', size)],
    ['of an attribute that never ends', () => `<a href="${filled('x', size)}`],
    ['of one attribute of references', () => `<a href="${filled('&amp;', size)}">x</a>`],
    ['of a title of references', () => `<title>${filled('&amp;', size)}`],
    ['of a base of 8,000 characters and 50,000 links', () => `<base href="/${'a'.repeat(8_000)}/">${linksOf(50_000)}`],
  ];

  it.each(bodies)('%s holds the crawl for less than 250 ms at a time', { timeout: 120_000 }, async (_name, body) => {
    const server = await site({ '/': page(body()) });
    const session = newSession([server.url('/')], { maxPages: 1 });
    expect(await longestHold(() => session.run())).toBeLessThan(most);
    expect(rows(session, "SELECT state, status FROM urls WHERE via = 'seed'")).toEqual([['done', 200]]);
    expect(column(session, 'SELECT count(*) FROM fetch WHERE body_hash IS NOT NULL')).toEqual([1]);
    expect(column(session, 'PRAGMA integrity_check')).toEqual(['ok']);
  });
});

describe('a sitemap of 50 MiB', () => {
  const size = 50 * mebibyte - 200;
  const entry = '<url><loc>http://127.0.0.1/abcdefgh</loc><lastmod>2020-01-01</lastmod></url>';
  const files: readonly (readonly [name: string, body: () => string | Buffer])[] = [
    ['of entries', () => `<urlset>${filled(entry, size)}</urlset>`],
    ['of entries as gzip', () => gzipSync(`<urlset>${filled(entry, size)}</urlset>`, { level: 1 })],
    ['of tags', () => `<urlset>${filled('<a>', size)}`],
    ['of lines', () => filled('http://127.0.0.1/b\n', size)],
    ['of one address of references', () => `<urlset><url><loc>${filled('&amp;', size)}`],
  ];

  it.each(files)('%s holds the crawl for less than 250 ms at a time', { timeout: 120_000 }, async (_name, body) => {
    const server = await site({
      '/robots.txt': { status: 404 },
      '/': page('x'),
      '/sitemap.xml': { headers: { 'Content-Type': 'application/xml' }, body: body() },
    });
    const session = newSession([server.url('/')], { sitemaps: true, maxPages: 2 });
    expect(await longestHold(() => session.run())).toBeLessThan(most);
    expect(column(session, "SELECT count(*) FROM sitemap WHERE state IN ('done', 'failed') AND fetch_id IS NOT NULL")).toEqual([
      1,
    ]);
    expect(column(session, 'PRAGMA integrity_check')).toEqual(['ok']);
  });
});

function linksOf(count: number): string {
  return Array.from({ length: count }, (_, i) => `<a href=q${i}>`).join('');
}
