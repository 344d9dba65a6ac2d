import { describe, expect, it } from 'vitest';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { FetchLimits } from '#shared/model/fetch.ts';
import { column, faults, newSession, reasonsOf, rows, site } from '../../support/crawling.ts';
import { type Answer, redirect, robotsFile } from '../../support/site.ts';
import { withLimits } from '../../support/special-site.ts';
import { tlsSite } from '../../support/tls-site.ts';
import { waitlessClock, withoutWaits } from '../../support/waitless-clock.ts';

const versions = 'SELECT access, status, cause FROM robots_version ORDER BY id';

/** Crawls a site of one page with this response for robots.txt. */
async function crawled(robots: Answer, settings: Partial<CrawlSettings> = {}, limits: Partial<FetchLimits> = {}) {
  const clock = waitlessClock();
  const server = await site({ '/robots.txt': robots, '/': 'Here' }, clock);
  const session = newSession([server.url('/')], settings, {
    clock,
    wrapFetcher: fetcher => clock.watching(withLimits(fetcher, limits)),
  });
  const state = await session.run();
  expect(faults(session)).toEqual([]);
  expect(server.paths()[0], 'robots.txt is asked before anything else').toBe('/robots.txt');
  return { server, session, state, reasons: reasonsOf(session, server.url('/')) };
}

describe('the outcome of asking for robots.txt', () => {
  for (const status of [404, 403, 401, 410]) {
    it(`${status}: there is no file, everything may be fetched (RFC 9309 §2.3.1.3)`, async () => {
      const { server, session, state, reasons } = await crawled({ status });
      expect(state).toBe('finished');
      expect(rows(session, versions)).toEqual([['allow-all', status, null]]);
      expect(reasons).toContain('robots-missing');
      expect(server.paths()).toEqual(['/robots.txt', '/']);
    });
  }

  it('429: no file, and the wait it asks for is kept before the first page', async () => {
    const { server, session, reasons } = await crawled({ status: 429, headers: { 'Retry-After': '1' } });
    expect(rows(session, versions)).toEqual([['allow-all', 429, null]]);
    expect(reasons).toContain('robots-missing');
    const [robots, page] = server.log;
    expect((page?.startedAt ?? 0) - (robots?.endedAt ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  it('500, then a file: asked again after a pause, each outcome is a version, nothing is fetched between', async () => {
    const { server, session, state } = await crawled(({ count }) => (count === 1 ? { status: 500 } : robotsFile('')), {
      maxAttempts: 3,
    });
    expect(state).toBe('finished');
    expect(rows(session, versions)).toEqual([
      ['disallow-all', 500, null],
      ['rules', 200, null],
    ]);
    expect(server.paths()).toEqual(['/robots.txt', '/robots.txt', '/']);
    expect((server.log[1]?.startedAt ?? 0) - (server.log[0]?.endedAt ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  it('500 always: nothing is fetched, the URLs wait and the crawl says why', async () => {
    const { server, session, state, reasons } = await crawled({ status: 500 }, { maxAttempts: 2 });
    expect(state).toBe('stopped');
    expect(server.paths()).toEqual(['/robots.txt', '/robots.txt']);
    expect(rows(session, versions)).toEqual([['disallow-all', 500, null]]);
    expect(reasons).toEqual(['seed', 'robots-unreachable']);
    expect(session.status().queued).toBe(1);
    expect(session.status().detail).toContain('robots.txt is unreachable: status 500');
    const explained = await session.handlers['url.explain']({ url: server.url('/') });
    expect(explained.mayFetch.sentence).toContain('status 500');
  });

  it('503, then a file: the wait it asks for is kept, then the file decides', async () => {
    const { server, session, state } = await crawled(
      ({ count }) => (count === 1 ? { status: 503, headers: { 'Retry-After': '2' } } : robotsFile('')),
      { maxAttempts: 3 },
    );
    expect(state).toBe('finished');
    expect(rows(session, versions)).toEqual([
      ['disallow-all', 503, null],
      ['rules', 200, null],
    ]);
    expect(server.paths()).toEqual(['/robots.txt', '/robots.txt', '/']);
    expect((server.log[1]?.startedAt ?? 0) - (server.log[0]?.endedAt ?? 0)).toBeGreaterThanOrEqual(2_000);
  });

  it('a certificate that is not valid: unreachable, and no page is requested', async () => {
    const server = await tlsSite('expired');
    const session = newSession([`${server.origin}/`]);
    expect(await session.run()).toBe('stopped');
    expect(rows(session, versions)).toEqual([['disallow-all', null, 'tls-failure']]);
    expect(reasonsOf(session, `${server.origin}/`)).toEqual(['seed', 'robots-unreachable']);
    expect(session.status().detail).toContain('certificate');
    expect(server.log).toEqual([]);
    expect(faults(session)).toEqual([]);
  });

  it('304 that nobody asked for: no word on the file, so nothing is fetched and the crawl says why', async () => {
    const { server, session, state, reasons } = await crawled({ status: 304 }, { maxAttempts: 2 });
    expect(state).toBe('stopped');
    expect(server.paths()).toEqual(['/robots.txt', '/robots.txt']);
    expect(rows(session, versions)).toEqual([['disallow-all', 304, null]]);
    expect(reasons).toEqual(['seed', 'robots-unreachable']);
    expect(session.status().detail).toContain('status 304 (not modified), although no stored copy was to be confirmed');
    const explained = await session.handlers['url.explain']({ url: server.url('/') });
    expect(explained.mayFetch.sentence).toContain('although no stored copy was to be confirmed');
    // A check asks for the file itself.
    const checked = await session.handlers['robots.check']({});
    expect(checked).toMatchObject({ asked: 1 });
    expect(column(session, 'SELECT DISTINCT access FROM robots_version')).toEqual(['disallow-all']);
  });

  it('304 for a check that asked for the file itself confirms nothing', async () => {
    const { session } = await crawled(({ count }) => (count === 1 ? robotsFile('', { ETag: '"a"' }) : { status: 304 }));
    await session.handlers['robots.check']({});
    expect(rows(session, versions)).toEqual([
      ['rules', 200, null],
      ['disallow-all', 304, null],
    ]);
  });

  it('no answer in time: a version with its cause, nothing is fetched', async () => {
    const { server, session, state } = await crawled(() => undefined, {}, { headersTimeoutMs: 150 });
    expect(state).toBe('stopped');
    expect(rows(session, versions)).toEqual([['disallow-all', null, 'timeout-headers']]);
    expect(server.paths()).toEqual(['/robots.txt']);
  });

  it('one redirect on the same host: followed, and the version knows both addresses', async () => {
    const { server, session } = await crawled(redirect('/robots-moved.txt'));
    expect(server.paths().slice(0, 2)).toEqual(['/robots.txt', '/robots-moved.txt']);
    expect(rows(session, 'SELECT final_url, redirects FROM robots_version')).toEqual([
      [server.url('/robots-moved.txt'), JSON.stringify([server.url('/robots.txt')])],
    ]);
  });

  it('a redirected file decides for the host that redirected, and the decision cites its line there', async () => {
    const server = await site({
      '/robots.txt': redirect('/moved.txt'),
      '/moved.txt': robotsFile('User-agent: *\nDisallow: /\n'),
    });
    const session = newSession([server.url('/')]);
    await session.run();
    expect(server.paths()).toEqual(['/robots.txt', '/moved.txt']);
    const { mayFetch } = await session.handlers['url.explain']({ url: server.url('/') });
    expect(mayFetch.evidence[0]).toMatchObject({
      text: 'Disallow: /',
      open: { view: 'robots', origin: server.origin, line: 2 },
    });
  });

  it('a redirect to another host: followed there, and the rules hold for the host that was asked', async () => {
    const other = await site({ '/robots.txt': robotsFile('User-agent: *\nDisallow: /no\n') });
    const server = await site({
      '/robots.txt': redirect(`${other.origin}/robots.txt`),
      '/': '<a href="/no">1</a><a href="/yes">2</a>',
    });
    const session = newSession([server.url('/')]);
    await session.run();
    expect(server.paths()).toEqual(['/robots.txt', '/', '/yes']);
    expect(other.paths()).toEqual(['/robots.txt']);
    expect(reasonsOf(session, server.url('/no'))).toContain('robots-disallow');
    // The crawl does not want the other host's own robots.txt, and a check does not, either.
    expect(await session.handlers['robots.check']({})).toMatchObject({ asked: 1 });
    expect(other.paths()).toEqual(['/robots.txt', '/robots.txt']);
  });

  it('five redirects in a row are followed, the sixth is not: treated as no file (RFC 9309 §2.3.1.2)', async () => {
    const chain = (length: number): Record<string, Answer> => {
      const answers: Record<string, Answer> = { '/robots.txt': redirect('/r1'), '/': 'Here' };
      for (let i = 1; i < length; i++) answers[`/r${i}`] = redirect(`/r${i + 1}`);
      answers[`/r${length}`] = robotsFile('User-agent: *\nDisallow: /\n');
      return answers;
    };
    for (const [length, access, reason] of [
      [5, 'rules', 'robots-disallow'],
      [6, 'allow-all', 'robots-missing'],
    ] as const) {
      const server = await site(chain(length));
      const session = newSession([server.url('/')]);
      await session.run();
      expect(column(session, 'SELECT access FROM robots_version')).toEqual([access]);
      expect(reasonsOf(session, server.url('/'))).toContain(reason);
    }
  });

  it('a redirect loop ends, treated as no file', async () => {
    const server = await site({ '/robots.txt': redirect('/loop'), '/loop': redirect('/robots.txt'), '/': 'Here' });
    const session = newSession([server.url('/')]);
    expect(await session.run()).toBe('finished');
    expect(server.paths()).toEqual(['/robots.txt', '/loop', '/']);
    expect(column(session, 'SELECT access FROM robots_version')).toEqual(['allow-all']);
  });

  it('an empty file: rules, none of which matches', async () => {
    const { session, reasons } = await crawled(robotsFile(''));
    expect(rows(session, 'SELECT access, status, size FROM robots_version')).toEqual([['rules', 200, 0]]);
    expect(reasons).toContain('robots-no-group');
  });

  it('an HTML page instead of a file: read as a file without rules', async () => {
    const { session, reasons } = await crawled({ headers: { 'Content-Type': 'text/html' }, body: '<h1>Welcome</h1>' });
    expect(rows(session, 'SELECT access, content_type FROM robots_version')).toEqual([['rules', 'text/html']]);
    expect(reasons).toContain('robots-no-group');
  });

  it('a cross-host redirect to a broken server is not asked again at once', async () => {
    const network = withoutWaits();
    const other = await site({ '/robots.txt': { status: 500 } }, network.clock);
    const server = await site({ '/robots.txt': redirect(`${other.origin}/robots.txt`), '/': 'Here' }, network.clock);
    const session = newSession([server.url('/')], { maxAttempts: 2 }, network);
    expect(await session.run()).toBe('stopped');
    expect(server.paths()).toEqual(['/robots.txt', '/robots.txt']);
    expect((server.log[1]?.startedAt ?? 0) - (other.log[0]?.endedAt ?? 0)).toBeGreaterThanOrEqual(1_000);
  });
});
