import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { type CrawlClock, systemClock } from '#engine/crawl/clock.ts';
import type { WrapFetcher } from '#engine/session/network.ts';
import type { FetchResponse } from '#shared/model/fetch.ts';
import { afterwards } from '../../support/afterwards.ts';
import { column, faults, newPath, newSession, reasonsOf, reopen } from '../../support/crawling.ts';
import { waitlessClock } from '../../support/waitless-clock.ts';

const origin = 'http://127.0.0.1:9';
const connections = 4;
const pages = 400;

interface Answered {
  readonly status?: number;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
}

/** A request that was sent (no status), or a response. */
interface Logged {
  readonly status: number | null;
  readonly mono: number;
}

const home = Array.from({ length: pages }, (_, i) => `<a href="/p${i}">Page ${i}</a>`).join('');
const robots: Answered = { headers: [['content-type', 'text/plain']], body: 'User-agent: *\nDisallow: /no\n' };

/** A network in this process, which responds at once. `answer` sees each request when it is sent; undefined: an ordinary page. */
function instant(
  clock: CrawlClock,
  answer: (path: string, nth: number) => Answered | undefined,
): { readonly wrap: WrapFetcher; readonly sent: string[]; readonly log: readonly Logged[] } {
  const sent: string[] = [];
  const log: Logged[] = [];
  const wrap: WrapFetcher = fetcher => ({
    async fetch({ url }, _limits, signal) {
      const path = url.slice(origin.length);
      sent.push(path);
      log.push({ status: null, mono: clock.mono() });
      const ordinary: Answered = path === '/robots.txt' ? robots : path === '/' ? { body: home } : { body: `Words of ${path}.` };
      const { status = 200, headers, body = '' } = { ...ordinary, ...answer(path, sent.length) };
      const at = clock.now();
      const timings = { startedAt: at, endedAt: at, firstByteMs: 0, totalMs: 0 };
      const facts = { wireBytes: body.length, remoteAddress: '127.0.0.1', reusedConnection: true, timings };
      const response: FetchResponse = {
        ...{ kind: 'response', status, statusText: '', bodyEnd: 'complete', body: Buffer.from(body) },
        ...{ headers: headers ?? [['content-type', 'text/html']], ...facts },
      };
      await new Promise(resolve => setImmediate(resolve));
      log.push({ status, mono: clock.mono() });
      if (!signal.aborted) return response;
      return { kind: 'failure', cause: 'cancelled', detail: 'The fetch was stopped.', status: null, headers: [], ...facts };
    },
    trustHosts: hosts => fetcher.trustHosts(hosts),
    close: () => fetcher.close(),
  });
  return { wrap, sent, log };
}

/** What is on disk, as another program sees it. */
function onDisk(path: string) {
  const db = new BetterSqlite3(path, { readonly: true });
  const open = db.prepare('SELECT target FROM fetches WHERE ended_at IS NULL').pluck();
  return { open: () => open.all() as string[], close: () => db.close() };
}

describe('pages that are leased ahead', () => {
  it('are on disk before they are sent, at most four for each connection', async () => {
    const path = newPath();
    const clock = waitlessClock();
    const most: number[] = [];
    const unwritten: string[] = [];
    await newSession([`${origin}/`], { connections }, { path }).close();
    const disk = onDisk(path);
    const { wrap, sent } = instant(clock, target => {
      const open = disk.open();
      most.push(open.length);
      if (!open.includes(origin + target)) unwritten.push(target);
      return undefined;
    });
    const session = reopen(path, { clock, wrapFetcher: fetcher => clock.watching(wrap(fetcher)) });
    expect(await session.run()).toBe('finished');
    disk.close();
    expect(unwritten).toEqual([]);
    expect(Math.max(...most)).toBeGreaterThan(connections);
    expect(Math.max(...most)).toBeLessThanOrEqual(4 * connections);
    expect(sent).toHaveLength(pages + 2);
    expect(column(session, 'SELECT count(*) FROM fetch')).toEqual([pages + 2]);
    expect(faults(session)).toEqual([]);
  });

  it('are settled together, also where the responses of all connections come at once', async () => {
    const path = newPath();
    const clock = waitlessClock();
    await newSession([`${origin}/`], { connections }, { path }).close();
    const disk = new BetterSqlite3(path, { readonly: true });
    const versions = new Set<unknown>();
    const { wrap } = instant(clock, () => {
      versions.add(disk.pragma('data_version', { simple: true }));
      return undefined;
    });
    const session = reopen(path, { clock, wrapFetcher: fetcher => clock.watching(wrap(fetcher)) });
    expect(await session.run()).toBe('finished');
    disk.close();
    // One transaction for the pages of each round of responses would be more.
    expect(versions.size).toBeLessThan((pages / connections) * 0.7);
    expect(faults(session)).toEqual([]);
  });

  it('wait while its word is not read yet, because pages before it take long', async () => {
    const clock = waitlessClock();
    // Read on the crawl's thread, each for some milliseconds: together longer than a turn settles.
    const long = `<p>${Array.from({ length: 9_000 }, (_, i) => `<a href="/p${i % pages}">Words ${i}</a>`).join(' ')}</p>`;
    const { wrap, log } = instant(clock, (_path, nth) => {
      if (nth === 200) return { status: 429, headers: [['retry-after', '60']], body: '' };
      return nth >= 150 && nth < 200 ? { body: long } : undefined;
    });
    const session = newSession(
      [`${origin}/`],
      { connections: 16, maxAttempts: 2 },
      { clock, wrapFetcher: fetcher => clock.watching(wrap(fetcher)) },
    );
    expect(await session.run()).toBe('finished');
    const throttled = log.findIndex(entry => entry.status === 429);
    const next = log.slice(throttled).find(entry => entry.status === null);
    expect((next?.mono ?? 0) - (log[throttled]?.mono ?? 0)).toBeGreaterThanOrEqual(60_000);
    expect(session.status().fetched).toBe(pages + 1);
    expect(faults(session)).toEqual([]);
  });

  it.each([429, 503])('are not sent after the head of a %i, even if they already wait for a connection', async status => {
    const clock = waitlessClock();
    const log: Logged[] = [];
    const rounds = async (count: number): Promise<void> => {
      for (let left = count; left > 0; left--) await new Promise(resolve => setImmediate(resolve));
    };
    let refused = 0;
    let waiting = 0;
    const { wrap } = instant(clock, () => undefined);
    // Each request waits some rounds before it is written, and the body of the 429 comes long after its head.
    const slow: WrapFetcher = inner => {
      const fetcher = wrap(inner);
      return {
        ...fetcher,
        async fetch(request, limits, signal) {
          waiting++;
          await rounds(3);
          waiting--;
          const detail = request.gate?.refusal() ?? null;
          const timings = { startedAt: clock.now(), endedAt: clock.now(), firstByteMs: 0, totalMs: 0 };
          if (detail !== null) {
            refused++;
            const none = { status: null, headers: [], wireBytes: 0, remoteAddress: null };
            return { kind: 'failure', cause: 'cancelled', detail, ...none, timings };
          }
          const nth = log.push({ status: null, mono: clock.mono() });
          const response = (await fetcher.fetch(request, limits, signal)) as FetchResponse;
          if (nth !== 200) return response;
          while (waiting === 0) await rounds(1);
          log.push({ status, mono: clock.mono() });
          request.gate?.answered(status);
          await rounds(50);
          const ended = { ...timings, endedAt: clock.now() };
          return { ...response, status, headers: [['retry-after', '60']], body: Buffer.from('later'), timings: ended };
        },
        trustHosts: hosts => fetcher.trustHosts(hosts),
        close: () => fetcher.close(),
      };
    };
    const session = newSession(
      [`${origin}/`],
      { connections, maxAttempts: 2 },
      { clock, wrapFetcher: fetcher => clock.watching(slow(fetcher)) },
    );
    expect(await session.run()).toBe('finished');
    const throttled = log.findIndex(entry => entry.status === status);
    expect(throttled).toBeGreaterThan(0);
    const next = log.slice(throttled).find(entry => entry.status === null);
    expect((next?.mono ?? 0) - (log[throttled]?.mono ?? 0)).toBeGreaterThanOrEqual(60_000);
    expect(refused).toBeGreaterThan(0);
    expect(session.status().fetched).toBe(pages + 1);
    expect(faults(session)).toEqual([]);
  });

  it.each([429, 503])('wait when the host says %i: nothing leaves before its Retry-After is over', async status => {
    const clock = waitlessClock();
    const { wrap, sent, log } = instant(clock, (_path, nth) =>
      nth === 200 ? { status, headers: [['retry-after', '60']], body: '' } : undefined,
    );
    const session = newSession(
      [`${origin}/`],
      { connections, maxAttempts: 2 },
      { clock, wrapFetcher: fetcher => clock.watching(wrap(fetcher)) },
    );
    expect(await session.run()).toBe('finished');
    const throttled = log.findIndex(entry => entry.status === status);
    expect(throttled).toBeGreaterThan(0);
    const next = log.slice(throttled).find(entry => entry.status === null);
    expect((next?.mono ?? 0) - (log[throttled]?.mono ?? 0)).toBeGreaterThanOrEqual(60_000);
    expect(session.status().fetched).toBe(pages + 1);
    expect(sent).toHaveLength(pages + 3);
    expect(faults(session)).toEqual([]);
  });

  it('are judged again when the robots.txt that allowed them has expired', async () => {
    let passedMs = 0;
    const clock: CrawlClock = { ...systemClock, now: () => systemClock.now() + passedMs };
    const { wrap, sent } = instant(clock, (path, nth) => {
      if (nth === 200) passedMs = 25 * 3_600_000;
      return path === '/robots.txt' && nth > 200 ? { ...robots, body: 'User-agent: *\nDisallow: /p\n' } : undefined;
    });
    const session = newSession([`${origin}/`], { connections }, { clock, wrapFetcher: wrap });
    expect(await session.run()).toBe('finished');
    // After it expired, nothing leaves but what was claimed at the same moment, for the other connections, and the request for
    // the new one, which forbids the rest. On a busy machine pages are not leased ahead, so the 200th may have such neighbours.
    const after = sent.slice(200);
    expect(after.at(-1)).toBe('/robots.txt');
    expect(after.length).toBeLessThanOrEqual(connections);
    const fetched = 199 + after.length - 1;
    expect(session.status()).toMatchObject({ fetched, disregarded: pages + 1 - fetched });
    expect(column(session, "SELECT count(*) FROM fetch WHERE purpose = 'page'")).toEqual([fetched]);
    expect(faults(session)).toEqual([]);
  });

  it.each(['stop', 'pause'] as const)(
    'return to the queue on %s, as URLs that robots.txt allows, without an attempt',
    async how => {
      const path = newPath();
      const clock = waitlessClock();
      let halt = (): void => undefined;
      await newSession([`${origin}/`], { connections }, { path }).close();
      const disk = onDisk(path);
      afterwards(() => void disk.close());
      // More attempts on disk than are sent and chosen at a time: some of them are leases.
      const { wrap, sent } = instant(clock, () => {
        if (disk.open().length > 2 * connections) halt();
        return undefined;
      });
      const session = reopen(path, { clock, wrapFetcher: fetcher => clock.watching(wrap(fetcher)) });
      const halted = new Promise<void>(resolve => {
        halt = () => {
          halt = () => undefined;
          void (how === 'stop' ? session.stop() : session.pause()).then(resolve);
        };
      });
      const run = session.run();
      await halted;
      await expect.poll(() => session.status().inFlight).toBe(0);
      // An attempt of which the journal says that it was not sent was no lease: it was chosen in the moment of the halt.
      const journal = () =>
        column(session, "SELECT target FROM fetches WHERE coalesce(detail, '') NOT LIKE 'not sent:%'") as string[];
      await expect.poll(() => column(session, "SELECT count(*) FROM url WHERE state = 'leased'")).toEqual([0]);
      expect(
        journal()
          .map(target => target.slice(origin.length))
          .sort(),
      ).toEqual([...sent].sort());
      const returned = column(session, "SELECT url FROM url WHERE state = 'queued' AND reason = 'robots-no-rule'") as string[];
      expect(returned.length).toBeGreaterThan(0);
      expect(reasonsOf(session, returned[0] ?? '')).toEqual(['linked', 'robots-no-rule']);
      expect(faults(session)).toEqual([]);
      if (how === 'stop') {
        expect(await run).toBe('stopped');
        expect(await session.run()).toBe('finished');
      } else {
        await session.resume();
        expect(await run).toBe('finished');
      }
      expect(session.status()).toMatchObject({ fetched: pages + 1, queued: 0 });
      expect(faults(session)).toEqual([]);
    },
  );

  it('never send more pages than the limit', async () => {
    const clock = waitlessClock();
    const { wrap, sent } = instant(clock, () => undefined);
    const session = newSession(
      [`${origin}/`],
      { connections, maxPages: 150 },
      { clock, wrapFetcher: fetcher => clock.watching(wrap(fetcher)) },
    );
    await session.run();
    expect(sent).toHaveLength(151);
    expect(session.status()).toMatchObject({ state: 'finished', fetched: 150 });
    expect(faults(session)).toEqual([]);
  });
});
