import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import type { CrawlClock } from '#engine/crawl/clock.ts';
import type { Fetcher } from '#shared/model/fetch.ts';
import { column, faults, newSession, reasonsOf, rows, site } from '../../support/crawling.ts';
import { type Answer, linksTo, page, robotsFile, type SiteRequest } from '../../support/site.ts';
import { stillClock, withoutWaits } from '../../support/waitless-clock.ts';

const later =
  (ms: number): Answer =>
  ({ response }) => {
    setTimeout(() => response.writeHead(200, { 'Content-Type': 'text/html' }).end('Here'), ms);
    return undefined;
  };

const pagesOf = (paths: readonly string[], answer: Answer = page()): Record<string, Answer> => ({
  '/': linksTo(...paths),
  ...Object.fromEntries(paths.map(path => [path, answer])),
});

/** Requests in flight at the start of each one. */
const inFlight = (log: readonly SiteRequest[]): number[] =>
  log.map(
    ({ startedAt }) =>
      log.filter(other => other.startedAt <= startedAt && (other.endedAt ?? Number.MAX_VALUE) > startedAt).length,
  );

const sixPaths = ['/1', '/2', '/3', '/4', '/5', '/6'];

describe('limits of a host', () => {
  it('connections: no more requests at once than the host has, though the crawl has more', async () => {
    const server = await site(pagesOf(sixPaths, later(60)));
    const session = newSession([server.url('/')], { hostLimits: [{ host: '127.0.0.1', connections: 2 }] });
    expect(await session.run()).toBe('finished');
    expect(Math.max(...inFlight(server.log))).toBe(2);
    expect(server.log).toHaveLength(8);
    expect(faults(session)).toEqual([]);
  });

  it('rate: two starts are at least the interval apart, also of robots.txt', async () => {
    // The site has the clock of the crawl: on a busy machine it would see requests late.
    const clock = stillClock();
    const server = await site(pagesOf(['/1', '/2']), clock);
    const waits = { clock, wrapFetcher: (fetcher: Fetcher) => clock.watching(fetcher) };
    const session = newSession([server.url('/')], { hostLimits: [{ host: '*', rate: '4/s' }] }, waits);
    expect(await session.run()).toBe('finished');
    const starts = server.log.map(({ startedAt }) => startedAt);
    expect(starts).toHaveLength(4);
    for (const [at, start] of starts.slice(1).entries()) expect(start - (starts[at] ?? 0)).toBeGreaterThanOrEqual(250);
  });

  it('delay: replaces the own delay of that host only, and never shortens a Crawl-delay', async () => {
    const answers = { ...pagesOf(['/1']), '/robots.txt': robotsFile('User-agent: *\nCrawl-delay: 0.2\n') };
    const server = await site(answers);
    const slow = newSession([server.url('/')], { hostLimits: [{ host: '127.0.0.1', delayMs: 10 }], delayMs: 100 });
    await slow.run();
    expect(slow.status().hosts[0]).toMatchObject({ delayMs: 200, delayLine: 2 });
    const own = await site(pagesOf(['/1']));
    const quick = newSession([own.url('/')], { hostLimits: [{ host: '127.0.0.1', delayMs: 0 }], delayMs: 60_000 });
    await quick.run();
    expect(quick.status().hosts[0]).toMatchObject({ delayMs: 0, fetched: 2 });
    const other = newSession([own.url('/')], { hostLimits: [{ host: 'other.test', delayMs: 0 }], delayMs: 300 }, withoutWaits());
    await other.run();
    expect(other.status().hosts[0]).toMatchObject({ delayMs: 300 });
  });

  it('pages: the others are not crawled, with the reason, until the limit is raised', async () => {
    const server = await site(pagesOf(sixPaths));
    const session = newSession([server.url('/')], { hostLimits: [{ host: '*', pages: 3 }] });
    expect(await session.run()).toBe('finished');
    expect(session.status()).toMatchObject({ fetched: 3, queued: 0, disregarded: 4 });
    session.changeSettings({ hostLimits: [{ host: '*', pages: 5 }] });
    expect(await session.run()).toBe('finished');
    expect(session.status()).toMatchObject({ fetched: 5, disregarded: 2 });
    session.changeSettings({ hostLimits: [] });
    expect(await session.run()).toBe('finished');
    expect(session.status()).toMatchObject({ fetched: 7, disregarded: 0 });
    expect(faults(session)).toEqual([]);
  });
});

describe('limits of a path', () => {
  it('a failed page makes room for another one', async () => {
    const server = await site({ ...pagesOf(['/b/1', '/b/2', '/b/3', '/c']), '/b/1': { status: 200 } });
    server.set('/b/1', ({ request }) => void request.socket.destroy());
    const session = newSession(
      [server.url('/')],
      { prefixLimits: [{ prefix: '/b/', pages: 1 }], maxAttempts: 1 },
      withoutWaits(),
    );
    expect(await session.run()).toBe('finished');
    expect(column(session, `SELECT url FROM urls WHERE state = 'done' AND url LIKE '%/b/%'`)).toEqual([server.url('/b/2')]);
    expect(reasonsOf(session, server.url('/b/3'))).toContain('prefix-limit');
    expect(column(session, `SELECT url FROM urls WHERE state = 'done' AND url LIKE '%/c'`)).toHaveLength(1);
  });

  it('one of an origin leaves other origins alone', async () => {
    const server = await site(pagesOf(['/b/1', '/b/2']));
    const session = newSession([server.url('/')], { prefixLimits: [{ prefix: 'https://elsewhere.test/b/', pages: 1 }] });
    await session.run();
    expect(session.status().fetched).toBe(3);
  });
});

describe('limits of the whole crawl', () => {
  it('time: the crawl ends, its URLs stay in the queue, and a higher limit continues it', async () => {
    const server = await site(pagesOf(sixPaths));
    const session = newSession([server.url('/')], { maxDurationMs: 2_500, delayMs: 1_000 }, withoutWaits());
    expect(await session.run()).toBe('finished');
    const { detail, queued, fetched } = session.status();
    expect(detail).toContain('The limit of 2.5 s was reached');
    expect(fetched).toBeGreaterThan(0);
    expect(queued).toBeGreaterThan(0);
    const requests = server.log.length;
    expect(await session.run()).toBe('finished');
    expect(server.log).toHaveLength(requests);
    session.changeSettings({ maxDurationMs: 0 });
    expect(await session.run()).toBe('finished');
    expect(session.status()).toMatchObject({ fetched: 7, queued: 0 });
    expect(faults(session)).toEqual([]);
  });

  it('time: a request that hangs is aborted, counts as no attempt, and its URL waits', async () => {
    // The limit passes while the request hangs.
    let passedMs = 0;
    const mono = () => performance.now() + passedMs;
    const after: CrawlClock['after'] = (ms, run) => {
      const due = mono() + ms;
      const timer = setInterval(() => {
        if (mono() < due) return;
        clearInterval(timer);
        run();
      }, 1);
      return () => clearInterval(timer);
    };
    const server = await site({ '/': linksTo('/hangs'), '/hangs': () => void (passedMs = 3_600_000) });
    const clock: CrawlClock = { now: () => Date.now() + passedMs, mono, after };
    const session = newSession([server.url('/')], { maxDurationMs: 600_000, maxAttempts: 3 }, { clock });
    expect(await session.run()).toBe('finished');
    expect(server.log.map(({ path, cut }) => [path, cut])).toEqual([
      ['/robots.txt', false],
      ['/', false],
      ['/hangs', true],
    ]);
    expect(rows(session, `SELECT state, reason, attempts FROM url WHERE url LIKE '%/hangs'`)).toEqual([
      ['queued', 'time-limit', 0],
    ]);
    expect(faults(session)).toEqual([]);
    server.set('/hangs', page());
    session.changeSettings({ maxDurationMs: 0 });
    expect(await session.run()).toBe('finished');
    expect(session.status()).toMatchObject({ fetched: 2, queued: 0 });
    expect(faults(session)).toEqual([]);
  });

  it('bytes: no request is sent when they have come', async () => {
    const server = await site(pagesOf(sixPaths, page('x'.repeat(5_000))));
    const session = newSession([server.url('/')], { maxTotalBytes: 6_000, connections: 1 });
    expect(await session.run()).toBe('finished');
    expect(session.status().detail).toContain('The limit of 6.0 KB was reached');
    expect(session.status().bytes).toBeLessThan(16_000);
    session.changeSettings({ maxTotalBytes: 0 });
    expect(await session.run()).toBe('finished');
    expect(session.status()).toMatchObject({ fetched: 7, queued: 0 });
    expect(faults(session)).toEqual([]);
  });
});
