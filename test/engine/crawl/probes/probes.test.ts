import { describe, expect, it } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { column, faults, newPath, newSession, reopen, rows, site } from '../../../support/crawling.ts';
import { routed } from '../../../support/routed.ts';
import { linksTo, page, redirect, robotsFile, type Site } from '../../../support/site.ts';

const quick: Partial<CrawlSettings> = { probe: true, delayMs: 0, checkDelayMs: 0, maxAttempts: 1 };

/** Kind, URL without the random part, state, result and status of every probe. */
const probes = (session: Session): unknown[][] =>
  rows(
    session,
    `SELECT kind, iif(instr(url, 'crawlscope-probe') > 0, substr(url, 1, instr(url, '-probe') - 1), url), state, result, status
     FROM probes ORDER BY id`,
  );
const asked = ({ log }: Site): string[] =>
  log.map(({ method, path, headers }) => `${method} ${path.replace(/-probe-.*/, '')} ${headers['user-agent']?.slice(0, 11)}`);

describe('probes', () => {
  it('are not sent unless the settings allow them', async () => {
    const main = await site({ '/': page() });
    const session = newSession([main.url('/')], { ...quick, probe: false });
    await session.run();
    expect(main.paths()).toEqual(['/robots.txt', '/']);
    expect(probes(session)).toEqual([]);
  });

  it('come after the pages, ask robots.txt, and stay out of the crawl', async () => {
    const main = await site({
      '/robots.txt': robotsFile('User-agent: *\nDisallow: /llms.txt\n'),
      '/': linksTo('/a'),
      '/a': page(),
      '/favicon.ico': { headers: { 'Content-Type': 'image/x-icon' }, body: 'icon' },
    });
    const session = newSession([main.url('/')], quick);
    expect(await session.run()).toBe('finished');
    expect(probes(session)).toEqual([
      ['not-found', main.url('/crawlscope'), 'done', 'check-not-found', 404],
      ['llms', main.url('/llms.txt'), 'skipped', 'check-robots-blocked', null],
      ['icon', main.url('/favicon.ico'), 'done', 'check-ok', 200],
      ['phone', main.url('/'), 'done', 'check-ok', 200],
      ['desktop', main.url('/'), 'done', 'check-ok', 200],
      ['phone', main.url('/a'), 'done', 'check-ok', 200],
      ['desktop', main.url('/a'), 'done', 'check-ok', 200],
    ]);
    const all = asked(main);
    expect(all.slice(0, 3)).toEqual(['GET /robots.txt Crawlscope/', 'GET / Crawlscope/', 'GET /a Crawlscope/']);
    expect(all.slice(3).sort()).toEqual([
      ...['GET / Mozilla/5.0', 'GET / Mozilla/5.0', 'GET /a Mozilla/5.0', 'GET /a Mozilla/5.0'],
      ...['GET /crawlscope Crawlscope/', 'GET /favicon.ico Crawlscope/'],
    ]);
    // Each request names the crawler, and is in the journal with what was sent.
    expect(main.log.every(({ headers }) => headers['user-agent']?.includes('Crawlscope/'))).toBe(true);
    expect(column(session, "SELECT count(*) FROM fetches WHERE purpose = 'probe' AND request_headers LIKE '%Pixel%'")).toEqual([
      2,
    ]);
    expect(rows(session, `SELECT class, state, reason, via FROM url WHERE url LIKE '%llms%'`)).toEqual([
      ['other', 'disregarded', 'probe', 'probe'],
    ]);
    expect(column(session, `SELECT reason FROM decisions WHERE url LIKE '%llms%' ORDER BY id`)).toEqual([
      'probe',
      'check-robots-blocked',
    ]);
    expect(column(session, `SELECT count(*) FROM decisions WHERE reason = 'probe' AND url = '${main.url('/a')}'`)).toEqual([2]);
    expect(session.status()).toMatchObject({ fetched: 2, failed: 0, queued: 0 });
    expect(faults(session)).toEqual([]);
  });

  it('ask the other addresses of a site, and leave those alone that do not respond', async () => {
    const main = await site({ '/': page('<title>Secure</title>') });
    const plain = await site({ '/': redirect('https://shop.test/', 301) });
    const www = await site({
      '/robots.txt': robotsFile('User-agent: *\nDisallow:\nSitemap: /s.xml\n'),
      '/': '<!doctype html><title>Twin</title>',
    });
    const wrapFetcher = routed({
      'https://shop.test': main.origin,
      'http://shop.test': plain.origin,
      'https://www.shop.test': null,
      'http://www.shop.test': www.origin,
    });
    const session = newSession(['https://shop.test/'], quick, { wrapFetcher });
    expect(await session.run()).toBe('finished');
    expect(probes(session).filter(([kind]) => kind === 'home')).toEqual([
      ['home', 'http://shop.test/', 'done', 'check-redirects', 301],
      ['home', 'https://www.shop.test/', 'done', 'check-no-response', null],
      ['home', 'http://www.shop.test/', 'done', 'check-ok', 200],
    ]);
    // Only the home page and robots.txt of an address that is not crawled, no sitemap of it.
    expect(www.paths()).toEqual(['/robots.txt', '/']);
    expect(plain.paths()).toEqual(['/robots.txt', '/']);
    expect(column(session, "SELECT facts ->> '$.title' FROM probes WHERE url = 'http://www.shop.test/'")).toEqual(['Twin']);
    expect(session.status()).toMatchObject({ fetched: 1, queued: 0 });
  });

  it('follow redirects on the same site, and are sent once a file', async () => {
    const path = newPath();
    const main = await site({ '/': page(), '/llms.txt': redirect('/docs/llms.txt'), '/docs/llms.txt': { body: '# Shop\n' } });
    const session = newSession([main.url('/')], quick, { path });
    await session.run();
    expect(probes(session).filter(([kind]) => kind === 'llms')).toEqual([
      ['llms', main.url('/llms.txt'), 'done', 'check-redirects', 302],
      ['llms', main.url('/docs/llms.txt'), 'done', 'check-ok', 200],
    ]);
    const sent = main.log.length;
    await session.close();
    const again = reopen(path);
    await again.run();
    expect(main.log.slice(sent).map(({ path: each }) => each)).toEqual([]);
    expect(probes(again)).toHaveLength(6);
  });
});
