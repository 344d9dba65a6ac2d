import { describe, expect, it } from 'vitest';
import { column, faults, newPath, newSession, reasonsOf, reopen, rows, site } from '../../support/crawling.ts';
import { longestHold } from '../../support/longest-hold.ts';
import { linksTo, page } from '../../support/site.ts';

const mebibyte = 1024 * 1024;
/** How long a stranger's page may block the crawl's thread, in milliseconds. */
const most = 250;

const repeated = (part: string, bytes: number): string => part.repeat(Math.floor(bytes / part.length));

describe('I13: a page made to hold the crawl', () => {
  const bombs: readonly (readonly [name: string, body: () => string])[] = [
    ['a base of 4 MiB and 4,000 links', () => `<base href="/${'a'.repeat(4 * mebibyte)}/">${linksOf(4_000)}`],
    ['a base of 8,000 characters and 4,000 links', () => `<base href="/${'a'.repeat(8_000)}/">${linksOf(4_000)}`],
    ['8,000 links to pages nobody knows', () => linksOf(8_000)],
    ['a mebibyte of canonicals', () => repeated('<link rel=canonical href=/x>', mebibyte)],
    ['different canonicals', () => Array.from({ length: 20_000 }, (_, i) => `<link rel=canonical href=/${i}>`).join('')],
    ['a mebibyte of meta robots', () => repeated('<meta name=robots content=noindex>', mebibyte)],
    ['one meta robots of a mebibyte', () => `<meta name=robots content="${repeated('noindex,', mebibyte)}">`],
    ['a title of four mebibytes', () => `<title>${'t'.repeat(4 * mebibyte)}</title>`],
    ['links with a text of a mebibyte', () => `<a href=/x>${'t'.repeat(mebibyte)}</a>`],
    ['a link of two mebibytes', () => `<a href="/${'x'.repeat(2 * mebibyte)}">x</a>`],
    ['links that are no URL', () => repeated('<a href="http://[">', mebibyte)],
    ['a srcset of a mebibyte', () => `<img srcset="${repeated('/i.png 1x, ', mebibyte)}">`],
  ];

  it.each(bombs)('%s holds it for less than 250 ms at a time', async (_name, body) => {
    const server = await site({ '/': page(body()) });
    const session = newSession([server.url('/')], { maxPages: 1 });
    expect(await longestHold(() => session.run())).toBeLessThan(most);
    expect(column(session, "SELECT state FROM urls WHERE via = 'seed'")).toEqual(['done']);
    expect(faults(session)).toEqual([]);
  });

  it('by a base longer than any URL has its links resolved against its own address', async () => {
    const server = await site({ '/dir/': page(`<base href="/${'a'.repeat(9_000)}/"><a href="x">x</a>`), '/dir/x': 'X' });
    const session = newSession([server.url('/dir/')]);
    await session.run();
    expect(server.paths()).toContain('/dir/x');
  });

  it('keeps every link in order, with the page it is from as evidence', async () => {
    const server = await site({ '/': page(linksOf(3_000), '<a href="/q7">again</a>') });
    const session = newSession([server.url('/')], { maxPages: 1 });
    await session.run();
    expect(rows(session, "SELECT count(*), max(seq) FROM links WHERE kind = 'a'")).toEqual([[3_001, 3_000]]);
    expect(column(session, "SELECT count(*) FROM decisions WHERE reason = 'linked'")).toEqual([3_000]);
    expect(faults(session)).toEqual([]);
  });

  it('stopped meanwhile is settled whole, or waits as if it had not been read', async () => {
    const server = await site({ '/': page(linksOf(5_000)) });
    const session = newSession([server.url('/')], { maxPages: 1 });
    const run = session.run();
    await expect.poll(() => session.status().urls).toBeGreaterThan(1);
    await session.stop();
    await run;
    const [state] = column(session, "SELECT state FROM urls WHERE via = 'seed'");
    expect(['done', 'queued']).toContain(state);
    expect(column(session, 'SELECT coalesce(sum(count), 0) FROM page_links')).toEqual([state === 'done' ? 5_000 : 0]);
    expect(faults(session)).toEqual([]);
  });
});

describe('a sitemap of 20,000 entries', () => {
  it('is read in slices, each entry once', async () => {
    const server = await site({ '/robots.txt': { status: 404 }, '/': linksTo('/a'), '/a': 'A' });
    const entries = Array.from({ length: 20_000 }, (_, i) => `<url><loc>${server.url(`/s${i % 19_000}`)}</loc></url>`).join('');
    server.set('/sitemap.xml', { headers: { 'Content-Type': 'application/xml' }, body: `<urlset>${entries}</urlset>` });
    const session = newSession([server.url('/')], { sitemaps: true, maxPages: 2 });
    expect(await longestHold(() => session.run())).toBeLessThan(most);
    expect(rows(session, 'SELECT count(*), sum(in_sitemaps) FROM url WHERE in_sitemaps > 0')).toEqual([[19_000, 20_000]]);
    expect(faults(session)).toEqual([]);
  });

  it('is read again from its start after a stop, and each entry counts once', async () => {
    const server = await site({ '/robots.txt': { status: 404 }, '/': 'home' });
    const entries = Array.from({ length: 12_000 }, (_, i) => `<url><loc>${server.url(`/s${i}`)}</loc></url>`).join('');
    server.set('/sitemap.xml', { headers: { 'Content-Type': 'application/xml' }, body: `<urlset>${entries}</urlset>` });
    const path = newPath();
    const session = newSession([server.url('/')], { sitemaps: true, maxPages: 1 }, { path });
    const run = session.run();
    while (session.status().urls < 100) await new Promise(setImmediate);
    await session.stop();
    expect(await run).toBe('stopped');
    expect(column(session, "SELECT state FROM sitemap WHERE url LIKE '%sitemap.xml'")).toEqual(['queued']);
    await session.close();
    const later = reopen(path);
    later.changeSettings({ maxPages: 2 });
    await later.run();
    expect(rows(later, 'SELECT count(*), sum(in_sitemaps) FROM url WHERE in_sitemaps > 0')).toEqual([[12_000, 12_000]]);
    expect(faults(later)).toEqual([]);
  });
});

describe('a 206 that nobody asked for', () => {
  it('is a part of a page: neither read, nor listed, nor counted as fetched', async () => {
    const server = await site({
      '/': linksTo('/part'),
      '/part': {
        status: 206,
        headers: { 'content-range': 'bytes 0-20/9000', 'Content-Type': 'text/html' },
        body: '<a href=/x>x',
      },
    });
    const session = newSession([server.url('/')]);
    await session.run();
    expect(reasonsOf(session, server.url('/part')).slice(-2)).toEqual(['other-status', 'error-not-listed']);
    expect(rows(session, `SELECT may_list, outlinks FROM urls WHERE url = '${server.url('/part')}'`)).toEqual([['no', null]]);
    expect(server.paths()).not.toContain('/x');
  });
});

function linksOf(count: number): string {
  return Array.from({ length: count }, (_, i) => `<a href=q${i}>`).join('');
}
