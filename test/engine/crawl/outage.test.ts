import { describe, expect, it } from 'vitest';
import { hostPatienceMs } from '#core/decision/outage.ts';
import type { WrapFetcher } from '#engine/session/network.ts';
import type { Session } from '#engine/session/session.ts';
import type { FetchFailure } from '#shared/model/fetch.ts';
import { column, faults, newPath, newSession, reasonsOf, reopen, rows, site } from '../../support/crawling.ts';
import { linksTo } from '../../support/site.ts';
import { type WaitlessClock, waitlessClock } from '../../support/waitless-clock.ts';

/** A crawl that does not wait for real: requests fail as long as `cause` says so. */
function failing(cause: (url: string) => FetchFailure['cause'] | null): { clock: WaitlessClock; wrapFetcher: WrapFetcher } {
  const clock = waitlessClock();
  const wrapFetcher: WrapFetcher = fetcher => ({
    fetch: async (request, limits, signal) => {
      const found = cause(request.url);
      if (found === null) return fetcher.fetch(request, limits, signal);
      const now = Date.now();
      return {
        kind: 'failure',
        cause: found,
        detail: 'The test says so.',
        status: null,
        headers: [],
        wireBytes: 0,
        remoteAddress: null,
        timings: { startedAt: now, endedAt: now, firstByteMs: null, totalMs: 0 },
      };
    },
    trustHosts: hosts => fetcher.trustHosts(hosts),
    close: () => fetcher.close(),
  });
  return { clock, wrapFetcher: fetcher => clock.watching(wrapFetcher(fetcher)) };
}

const many = Array.from({ length: 30 }, (_, i) => `/p${i}`);
const settings = { maxAttempts: 3, connections: 4 };

describe('an outage', () => {
  it.each(['connection-refused', 'dns-failure', 'timeout-connect', 'timeout-headers', 'connection-lost'] as const)(
    'by %s burns no URL: the crawl stops with the reason, and goes on when it is resumed',
    async cause => {
      const server = await site({ '/': linksTo(...many), ...Object.fromEntries(many.map(path => [path, 'Page'])) });
      const path = newPath();
      const isDown = () => server.paths().length >= 6;
      const network = failing(() => (isDown() ? cause : null));
      const begun = network.clock.now();
      const session = newSession([server.url('/')], settings, { path, ...network });
      expect(await session.run()).toBe('stopped');
      expect(network.clock.now() - begun).toBeGreaterThanOrEqual(hostPatienceMs);
      const status = session.status();
      expect(status.failed).toBe(0);
      expect(status.detail).toContain(`URLs wait for ${server.origin} (it stopped responding: The test says so.)`);
      expect(status.queued).toBeGreaterThan(20);
      expect(column(session, "SELECT count(*) FROM url WHERE state = 'queued' AND reason <> 'host-unreachable'")).toEqual([0]);
      expect(rows(session, 'SELECT max(attempts) FROM url')).not.toEqual([[3]]);
      expect(faults(session)).toEqual([]);
      const { decisions } = await session.handlers['url.explain']({ url: server.url('/p29') });
      expect(decisions.find(decision => decision.reason === 'host-unreachable')?.sentence).toContain('The test says so');
      await session.close();

      const again = reopen(path, { ...network, wrapFetcher: fetcher => network.clock.watching(fetcher) });
      expect(await again.run()).toBe('finished');
      expect(again.status()).toMatchObject({ failed: 0, queued: 0, fetched: 31 });
      expect(faults(again)).toEqual([]);
    },
  );

  it('leaves the reason also to a URL whose request fails after the host was given up', async () => {
    const server = await site({ '/': linksTo(...many), ...Object.fromEntries(many.map(path => [path, 'Page'])) });
    const { clock, wrapFetcher } = failing(() => (server.paths().length >= 6 ? 'connection-refused' : null));
    let held = 0;
    const holding: WrapFetcher = fetcher => {
      const inner = wrapFetcher(fetcher);
      return {
        ...inner,
        async fetch(request, limits, signal) {
          const outcome = await inner.fetch(request, limits, signal);
          if (outcome.kind === 'response' || held++ > 0) return outcome;
          const isGivenUp = () => column(session, "SELECT 1 FROM url WHERE reason = 'host-unreachable'").length >= 20;
          await expect.poll(isGivenUp).toBe(true);
          return outcome;
        },
      };
    };
    const session: Session = newSession([server.url('/')], settings, { clock, wrapFetcher: holding });
    expect(await session.run()).toBe('stopped');
    expect(column(session, "SELECT reason FROM url WHERE state = 'queued' AND reason <> 'host-unreachable'")).toEqual([]);
    expect(faults(session)).toEqual([]);
  });

  it('that ends in time is waited for', async () => {
    const server = await site({ '/': linksTo(...many), ...Object.fromEntries(many.map(path => [path, 'Page'])) });
    let failures = 0;
    const isDown = () => server.paths().length >= 6 && failures < 6;
    const network = failing(() => (isDown() && ++failures ? 'connection-refused' : null));
    const session = newSession([server.url('/')], settings, network);
    expect(await session.run()).toBe('finished');
    expect(session.status()).toMatchObject({ failed: 0, fetched: 31 });
  });
});

describe('a URL that always fails', () => {
  it('fails for good although its host responds to everything else', async () => {
    const server = await site({ '/': linksTo('/bad', '/good'), '/good': 'Good' });
    const network = failing(url => (url.endsWith('/bad') ? 'connection-lost' : null));
    const session = newSession([server.url('/')], { maxAttempts: 2 }, network);
    expect(await session.run()).toBe('finished');
    expect(reasonsOf(session, server.url('/bad')).at(-1)).toBe('connection-lost');
    expect(session.status()).toMatchObject({ failed: 1, fetched: 2, queued: 0 });
  });
});
