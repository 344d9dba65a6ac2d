import { describe, expect, it } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { column, faults, newPath, newSession, reasonsOf, reopen, rows, site } from '../../../support/crawling.ts';
import { routed } from '../../../support/routed.ts';
import { type Answer, linksTo, page, redirect, robotsFile, type Site } from '../../../support/site.ts';
import { waitlessClock } from '../../../support/waitless-clock.ts';

/** Checks without waiting a second between two of them. */
const quickChecks: Partial<CrawlSettings> = {
  checkExternal: true,
  checkResources: true,
  checkDelayMs: 0,
  delayMs: 0,
  maxAttempts: 1,
};

const checks = (session: Session): unknown[][] => rows(session, 'SELECT url, state, result, status FROM checks ORDER BY url');

/** `GET /path` of each request to a server. */
const asked = ({ log }: Site): string[] => log.map(({ method, path }) => `${method} ${path}`);

/** A crawled site that links to `http://ext.test`, which is served here too. */
async function twoSites(own: Readonly<Record<string, Answer>>, external: Readonly<Record<string, Answer>>) {
  const [main, ext] = await Promise.all([site(own), site(external)]);
  return { main, ext, wrapFetcher: routed({ 'http://ext.test': ext.origin }) };
}

describe('I14: checks of external links', () => {
  it('ask robots.txt first, then HEAD, then GET where HEAD says no, and change no count of pages', async () => {
    const { main, ext, wrapFetcher } = await twoSites(
      {
        '/': linksTo('/in', ...['ok', 'gone', 'no-head', 'secret/x', 'broken'].map(path => `http://ext.test/${path}`)),
        '/in': page('Inside'),
      },
      {
        '/robots.txt': robotsFile('User-agent: *\nDisallow: /secret/\n'),
        '/ok': page('Fine'),
        '/no-head': ({ request }) => (request.method === 'HEAD' ? { status: 405 } : { headers: { 'Content-Type': 'image/png' } }),
        '/broken': { status: 500 },
      },
    );
    const session = newSession([main.url('/')], quickChecks, { wrapFetcher });
    expect(await session.run()).toBe('finished');
    expect(checks(session)).toEqual([
      ['http://ext.test/broken', 'done', 'check-server-error', 500],
      ['http://ext.test/gone', 'done', 'check-not-found', 404],
      ['http://ext.test/no-head', 'done', 'check-ok', 200],
      ['http://ext.test/ok', 'done', 'check-ok', 200],
      ['http://ext.test/secret/x', 'skipped', 'check-robots-blocked', null],
    ]);
    expect(asked(ext)).toEqual([
      'GET /robots.txt',
      ...['HEAD /ok', 'HEAD /gone', 'GET /gone', 'HEAD /no-head', 'GET /no-head', 'HEAD /broken', 'GET /broken'],
    ]);
    expect(column(session, "SELECT content_type FROM checks WHERE url = 'http://ext.test/no-head'")).toEqual(['image/png']);
    // What the crawl decided about them stays: they are outside its scope.
    const external = rows(session, "SELECT DISTINCT state, reason, status FROM urls WHERE url LIKE 'http://ext.test%'");
    expect(external).toEqual([['disregarded', 'scope-host', null]]);
    expect(column(session, "SELECT may_fetch FROM urls WHERE url LIKE '%/secret/x'")).toEqual(['no']);
    expect(session.status()).toMatchObject({
      fetched: 2,
      failed: 0,
      disregarded: 5,
      queued: 0,
      statuses: [{ status: 200, count: 2 }],
    });
    expect(column(session, "SELECT count(*) FROM fetch WHERE purpose = 'check' AND body_hash IS NOT NULL")).toEqual([0]);
    expect(faults(session)).toEqual([]);
  });

  it('are not made unless asked for', async () => {
    const { main, ext, wrapFetcher } = await twoSites({ '/': page('<img src="/a.png"><a href="http://ext.test/">x</a>') }, {});
    const session = newSession([main.url('/')], {}, { wrapFetcher });
    await session.run();
    expect(ext.log).toEqual([]);
    expect(main.paths()).toEqual(['/robots.txt', '/']);
    expect(checks(session)).toEqual([]);
  });

  it('follow redirects hop by hop, each hop a URL of its own with its own robots.txt', async () => {
    const far = await site({ '/robots.txt': robotsFile('User-agent: *\nDisallow: /closed\n'), '/open': page('x') });
    const ext = await site({
      '/a': redirect('/b', 301),
      '/b': redirect('http://far.test/open'),
      '/c': redirect('http://far.test/closed'),
      '/loop': redirect('/loop'),
      '/nowhere': { status: 302 },
      '/home': () => redirect(main.url('/unlinked')),
    });
    const main: Site = await site({
      '/': linksTo(...['a', 'c', 'loop', 'nowhere', 'home'].map(path => `http://ext.test/${path}`)),
      '/unlinked': page('Never linked'),
    });
    const wrapFetcher = routed({ 'http://ext.test': ext.origin, 'http://far.test': far.origin });
    const session = newSession([main.url('/')], quickChecks, { wrapFetcher });
    expect(await session.run()).toBe('finished');
    const found = rows(session, 'SELECT url, subject, result, redirect_to FROM checks ORDER BY url');
    expect(found).toEqual([
      [main.url('/unlinked'), 'redirect', 'check-ok', null],
      ['http://ext.test/a', 'external', 'check-redirects', 'http://ext.test/b'],
      ['http://ext.test/b', 'redirect', 'check-redirects', 'http://far.test/open'],
      ['http://ext.test/c', 'external', 'check-redirects', 'http://far.test/closed'],
      ['http://ext.test/home', 'external', 'check-redirects', main.url('/unlinked')],
      ['http://ext.test/loop', 'external', 'check-bad-redirect', null],
      ['http://ext.test/nowhere', 'external', 'check-bad-redirect', null],
      ['http://far.test/closed', 'redirect', 'check-robots-blocked', null],
      ['http://far.test/open', 'redirect', 'check-ok', null],
    ]);
    expect(asked(far)).toEqual(['GET /robots.txt', 'HEAD /open']);
    // A redirect of another site does not add a page.
    expect(session.status().fetched).toBe(1);
    expect(reasonsOf(session, main.url('/unlinked'))).toEqual([
      'check-redirect-target',
      'check-waiting',
      'robots-no-rule',
      'check-ok',
    ]);
    expect(faults(session)).toEqual([]);
  });

  it.each([401, 403, 429, 999])('status %i of another host refuses the check, and is not a broken link', async status => {
    const { main, wrapFetcher } = await twoSites({ '/': linksTo('http://ext.test/x') }, { '/x': { status } });
    const session = newSession([main.url('/')], quickChecks, { wrapFetcher });
    await session.run();
    expect(checks(session)).toEqual([['http://ext.test/x', 'done', 'check-refused', status]]);
    expect(session.status().state).toBe('finished');
  });

  it('a host that asks for a long pause is left alone', async () => {
    const links = [1, 2, 3].map(n => `http://ext.test/${n}`);
    const busy: Answer = { status: 429, headers: { 'Retry-After': '3600' } };
    const { main, ext, wrapFetcher } = await twoSites({ '/': linksTo(...links) }, { '/1': busy, '/2': busy, '/3': busy });
    const session = newSession([main.url('/')], quickChecks, { wrapFetcher });
    expect(await session.run()).toBe('finished');
    expect(checks(session).map(([, state, result]) => [state, result])).toEqual([
      ['done', 'check-refused'],
      ['skipped', 'check-host-refuses'],
      ['skipped', 'check-host-refuses'],
    ]);
    expect(asked(ext)).toEqual(['GET /robots.txt', 'HEAD /1']);
  });

  it('are bounded for a host outside the crawl, with the limit as evidence; excluded URLs are not checked', async () => {
    const links = [1, 2, 3, 4].map(n => `http://ext.test/${n}`);
    const { main, ext, wrapFetcher } = await twoSites({ '/': linksTo(...links, 'http://ext.test/private') }, {});
    const settings = { ...quickChecks, maxChecksPerHost: 2, exclude: ['private'] };
    const session = newSession([main.url('/')], settings, { wrapFetcher });
    await session.run();
    expect(checks(session).map(([, state, result]) => [state, result])).toEqual([
      ...[1, 2].map(() => ['done', 'check-not-found']),
      ...[3, 4].map(() => ['skipped', 'check-limit']),
      ['skipped', 'check-excluded'],
    ]);
    expect(column(session, "SELECT evidence FROM decisions WHERE reason = 'check-limit' LIMIT 1")).toEqual([
      JSON.stringify([{ kind: 'limit', name: 'maxChecksPerHost', limit: 2, actual: 3 }]),
    ]);
    expect(new Set(ext.paths())).toEqual(new Set(['/robots.txt', '/1', '/2']));
  });

  it('that a limit kept back are not made where they are switched off now, nor of a URL that is crawled now', async () => {
    const { main, ext, wrapFetcher } = await twoSites(
      { '/': linksTo('http://ext.test/1', 'http://ext.test/2') },
      { '/1': page('One'), '/2': page('Two') },
    );
    const session = newSession([main.url('/')], { ...quickChecks, maxChecksPerHost: 1 }, { wrapFetcher });
    await session.run();
    expect(checks(session).map(([, , result]) => result)).toEqual(['check-ok', 'check-limit']);
    const before = ext.log.length;
    session.changeSettings({ maxChecksPerHost: 9, checkExternal: false });
    await session.run();
    expect(ext.log).toHaveLength(before);
    session.changeSettings({ checkExternal: true, internalHosts: ['ext.test'] });
    expect(await session.run()).toBe('finished');
    const last = asked(ext).slice(before);
    expect(last).toContain('GET /2');
    expect(last).not.toContain('HEAD /2');
    expect(column(session, "SELECT state FROM urls WHERE url = 'http://ext.test/2'")).toEqual(['done']);
    expect(faults(session)).toEqual([]);
  });

  it('a host whose robots.txt is unreachable is not asked', async () => {
    const { main, ext, wrapFetcher } = await twoSites({ '/': linksTo('http://ext.test/x') }, { '/robots.txt': { status: 500 } });
    const session = newSession([main.url('/')], quickChecks, { wrapFetcher });
    expect(await session.run()).toBe('finished');
    expect(checks(session)).toEqual([['http://ext.test/x', 'skipped', 'check-robots-unreachable', null]]);
    expect(new Set(ext.paths())).toEqual(new Set(['/robots.txt']));
  });
});

describe('checks of resources', () => {
  it('images, style sheets, scripts, canonical and alternate targets; forms are never sent', async () => {
    const main = await site({
      '/': page(
        '<link rel="stylesheet" href="/style.css"><link rel="canonical" href="/canonical"><link rel="preconnect" href="/pre">',
        '<link rel="alternate" hreflang="de" href="/de"><img src="/a.png"><script src="/gone.js"></script>',
        '<video src="/film.mp4"></video><form action="/send"></form>',
      ),
      '/a.png': { headers: { 'Content-Type': 'image/png', 'Content-Length': '4' }, body: 'abcd' },
      '/style.css': 'a{}',
      '/canonical': page('Canonical'),
      '/de': page('Deutsch'),
      '/film.mp4': { status: 403 },
    });
    const session = newSession([main.url('/')], quickChecks);
    expect(await session.run()).toBe('finished');
    const found = rows(session, 'SELECT url, subject, result, content_length FROM checks ORDER BY url');
    expect(found.map(([url, ...rest]) => [String(url).replace(main.origin, ''), ...rest])).toEqual([
      ['/a.png', 'resource', 'check-ok', 4],
      ['/canonical', 'reference', 'check-ok', null],
      ['/de', 'reference', 'check-ok', null],
      ['/film.mp4', 'resource', 'check-forbidden', null],
      ['/gone.js', 'resource', 'check-not-found', null],
      ['/style.css', 'resource', 'check-ok', null],
    ]);
    expect(main.paths()).not.toContain('/send');
    expect(main.paths()).not.toContain('/pre');
    expect(session.status()).toMatchObject({ fetched: 1 });
    expect(faults(session)).toEqual([]);
  });

  it('pages come first, and the page limit does not hold for checks', async () => {
    const main = await site({
      '/': page('<img src="/a.png"><a href="/1">1</a><a href="/2">2</a>'),
      '/1': page('<img src="/b.png">'),
      '/2': page('Two'),
      '/a.png': 'a',
      '/b.png': 'b',
    });
    const session = newSession([main.url('/')], { ...quickChecks, maxPages: 2, connections: 1 });
    expect(await session.run()).toBe('finished');
    expect(asked(main)).toEqual(['GET /robots.txt', 'GET /', 'GET /1', 'HEAD /a.png', 'HEAD /b.png']);
    expect(session.status()).toMatchObject({ fetched: 2, queued: 1 });
  });

  it('a URL that is crawled after all is not checked, and a checked one may still be crawled', async () => {
    const main = await site({
      '/': page('<img src="/pic"><a href="/next">n</a>'),
      '/next': linksTo('/pic'),
      '/pic': page('A page'),
    });
    const session = newSession([main.url('/')], { ...quickChecks, connections: 1 });
    await session.run();
    expect(asked(main)).toEqual(['GET /robots.txt', 'GET /', 'GET /next', 'GET /pic']);
    expect(checks(session)).toEqual([]);
    expect(column(session, 'SELECT sum(urls) FROM check_count')).toEqual([0]);
    expect(faults(session)).toEqual([]);
  });

  it('canonical and hreflang targets are crawled as pages where the settings say so, without a depth', async () => {
    const main = await site({
      '/': page(
        '<link rel="canonical" href="/main"><link rel="alternate" hreflang="de" href="/de"><link rel="alternate" href="/feed">',
      ),
      '/main': page('Main'),
      '/de': page('Deutsch'),
    });
    const session = newSession([main.url('/')], { ...quickChecks, crawlCanonicals: true, crawlHreflang: true });
    await session.run();
    expect(rows(session, 'SELECT url, state, depth, reason FROM urls ORDER BY id').slice(1)).toEqual([
      [main.url('/main'), 'done', null, 'fetched'],
      [main.url('/de'), 'done', null, 'fetched'],
      [main.url('/feed'), 'disregarded', null, 'reference-not-crawled'],
    ]);
    expect(reasonsOf(session, main.url('/de'))[0]).toBe('reference-target');
  });

  it('AMP versions and pictures of shared links are asked for outside the pages, AMP versions crawled where the settings say so', async () => {
    const head = '<link rel="amphtml" href="/amp"><meta property="og:image" content="/share.png">';
    const main = await site({ '/': page(head), '/amp': page('AMP'), '/share.png': { body: '' } });
    const asksOnly = newSession([main.url('/')], { ...quickChecks, maxPages: 1 });
    await asksOnly.run();
    expect(asked(main).slice(0, 2)).toEqual(['GET /robots.txt', 'GET /']);
    expect(asked(main).slice(2).sort()).toEqual(['HEAD /amp', 'HEAD /share.png']);
    expect(rows(asksOnly, 'SELECT url, class, check_status FROM urls ORDER BY id').slice(1)).toEqual([
      [main.url('/amp'), 'other', 200],
      [main.url('/share.png'), 'resource', 200],
    ]);

    const crawls = newSession([main.url('/')], { ...quickChecks, checkResources: false, crawlAmp: true });
    await crawls.run();
    expect(rows(crawls, 'SELECT url, state, depth FROM urls ORDER BY id').slice(1)).toEqual([
      [main.url('/amp'), 'done', null],
      [main.url('/share.png'), 'disregarded', null],
    ]);
  });
});

describe('I14: the network', () => {
  it('a host that is gone is broken only because another one responded', async () => {
    const main = await site({ '/': linksTo('http://gone.test/', 'http://off.test/') });
    const wrapFetcher = routed({ 'http://gone.test': null, 'http://off.test': 'http://127.0.0.1:9' });
    const clock = waitlessClock();
    const session = newSession([main.url('/')], quickChecks, {
      clock,
      wrapFetcher: fetcher => clock.watching(wrapFetcher(fetcher)),
    });
    expect(await session.run()).toBe('finished');
    expect(checks(session)).toEqual([
      ['http://gone.test/', 'done', 'check-no-response', null],
      ['http://off.test/', 'done', 'check-no-response', null],
    ]);
    // A second request for the robots.txt of the site showed that the network works.
    expect(main.paths().filter(path => path === '/robots.txt')).toHaveLength(2);
  });

  it('without one nothing is broken: the checks wait, and a later run makes them', async () => {
    const ext = await site({ '/x': page('x') });
    const main = await site({ '/': linksTo('http://ext.test/x') });
    let isDown = false;
    const path = newPath();
    const wrapFetcher = (fetcher: Parameters<ReturnType<typeof routed>>[0]) => {
      const through = routed({ 'http://ext.test': ext.origin })(fetcher);
      const nowhere = routed({ 'http://ext.test': 'http://127.0.0.1:9', [main.origin]: 'http://127.0.0.1:9' })(fetcher);
      return {
        ...through,
        fetch: async (...given: Parameters<typeof through.fetch>) => {
          const outcome = await (isDown ? nowhere : through).fetch(...given);
          // The network goes down with the page.
          if (given[0].url === main.url('/')) isDown = true;
          return outcome;
        },
      };
    };
    const clock = waitlessClock();
    const session = newSession([main.url('/')], quickChecks, {
      clock,
      wrapFetcher: fetcher => clock.watching(wrapFetcher(fetcher)),
      path,
    });
    expect(await session.run()).toBe('stopped');
    expect(checks(session)).toEqual([['http://ext.test/x', 'queued', 'check-no-network', null]]);
    expect(session.status().detail).toBe('1 check waits for the network or for a host of this crawl; resume to continue.');
    await session.close();
    isDown = false;
    const again = reopen(path, { wrapFetcher: routed({ 'http://ext.test': ext.origin }) });
    expect(await again.run()).toBe('finished');
    expect(checks(again)).toEqual([['http://ext.test/x', 'done', 'check-ok', 200]]);
    expect(main.paths().filter(each => each === '/')).toHaveLength(1);
    expect(faults(again)).toEqual([]);
  });
});
