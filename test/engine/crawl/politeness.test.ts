import { describe, expect, it } from 'vitest';
import { column, faults, newPath, newSession, reasonsOf, reopen, site } from '../../support/crawling.ts';
import { type Answer, linksTo, robotsFile, type SiteRequest } from '../../support/site.ts';

/** Least time between the end of a response and the next request, by the server's clock. */
const leastGap = (log: readonly SiteRequest[], from = 0): number =>
  Math.min(...log.slice(from + 1).map((entry, i) => entry.startedAt - (log[from + i]?.endedAt ?? Number.POSITIVE_INFINITY)));

const slowly =
  (body: string): Answer =>
  ({ response }) => {
    setTimeout(() => response.writeHead(200, { 'Content-Type': 'text/html' }).end(body), 150);
    return undefined;
  };

describe('the pause between two requests to a host', () => {
  it('is what robots.txt asks for, counted from the end of an answer, and one request at a time', async () => {
    const server = await site({
      '/robots.txt': robotsFile('User-agent: *\nCrawl-delay: 0.2\n'),
      '/': linksTo('/a', '/b', '/c'),
      '/a': slowly('A'),
      '/b': slowly('B'),
      '/c': 'C',
    });
    const session = newSession([server.url('/')]);
    await session.run();
    expect(server.log).toHaveLength(5);
    expect(leastGap(server.log)).toBeGreaterThanOrEqual(200);
    expect(session.status().hosts[0]).toMatchObject({ delayMs: 200, delayLine: 2 });
  });

  it('is never shorter than our own floor', async () => {
    const server = await site({
      '/robots.txt': robotsFile('User-agent: *\nCrawl-delay: 0.05\n'),
      '/': linksTo('/a', '/b'),
      '/a': 'A',
      '/b': 'B',
    });
    const session = newSession([server.url('/')], { delayMs: 150 });
    await session.run();
    expect(server.log).toHaveLength(4);
    expect(leastGap(server.log)).toBeGreaterThanOrEqual(150);
    expect(session.status().hosts[0]).toMatchObject({ delayMs: 150, delayLine: 0 });
  });

  it('is kept between two runs of a crawl', async () => {
    const server = await site({ '/': linksTo('/a'), '/a': 'A' });
    const path = newPath();
    const first = newSession([server.url('/')], { delayMs: 400, maxPages: 1 }, { path });
    await first.run();
    await first.close();
    const second = reopen(path);
    second.changeSettings({ maxPages: 5 });
    await second.run();
    expect(server.paths()).toEqual(['/robots.txt', '/', '/a']);
    expect(leastGap(server.log)).toBeGreaterThanOrEqual(400);
  });

  it('above the ceiling pauses the host and says so; a raised ceiling continues it', async () => {
    const server = await site({ '/robots.txt': robotsFile('User-agent: *\nCrawl-delay: 0.3\nDisallow: /no\n'), '/': 'Here' });
    const session = newSession([server.url('/'), server.url('/no')], { maxDelayMs: 200 });
    expect(await session.run()).toBe('stopped');
    expect(server.paths()).toEqual(['/robots.txt']);
    expect(session.status().detail).toContain('longer than your limit');
    expect(session.status().hosts[0]).toMatchObject({ waiting: 'delay-too-long', delayMs: 300, delayLine: 2 });
    expect(reasonsOf(session, server.url('/'))).toEqual(['seed', 'delay-too-long']);
    expect(reasonsOf(session, server.url('/no'))).toContain('robots-disallow');
    session.changeSettings({ maxDelayMs: 1_000 });
    expect(await session.run()).toBe('finished');
    expect(server.paths()).toEqual(['/robots.txt', '/']);
    expect(faults(session)).toEqual([]);
  });
});

describe('a server that asks us to wait', () => {
  it('429 and 503 with Retry-After: the whole host waits that long, then the URL is fetched', async () => {
    const one = async (status: number) => {
      const server = await site({
        '/': ({ count }) => (count === 1 ? { status, headers: { 'Retry-After': '3' } } : 'Here'),
        '/other': 'Other',
      });
      const session = newSession([server.url('/'), server.url('/other')], { maxAttempts: 2, connections: 1 });
      expect(await session.run()).toBe('finished');
      const [, throttled, next] = server.log;
      expect(throttled?.path).toBe('/');
      expect((next?.startedAt ?? 0) - (throttled?.endedAt ?? 0)).toBeGreaterThanOrEqual(3_000);
      expect(server.paths().slice(2).sort()).toEqual(['/', '/other']);
      expect(reasonsOf(session, server.url('/'))).toContain('throttled');
      expect(column(session, `SELECT count(*) FROM fetches WHERE target = '${server.url('/')}'`)).toEqual([2]);
      expect(faults(session)).toEqual([]);
    };
    await Promise.all([one(429), one(503)]);
  });

  it('throttled on every attempt: given up, with the reason', async () => {
    const server = await site({ '/': { status: 429, headers: { 'Retry-After': '0' } } });
    const session = newSession([server.url('/')], { maxAttempts: 1 });
    expect(await session.run()).toBe('finished');
    expect(reasonsOf(session, server.url('/'))).toContain('throttled-too-often');
  });
});
