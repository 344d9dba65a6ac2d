import { describe, expect, it } from 'vitest';
import { faults, newSession, reasonsOf, site } from '../../support/crawling.ts';
import { linksTo, page } from '../../support/site.ts';
import { withoutWaits } from '../../support/waitless-clock.ts';

const paths = (count: number): string[] => Array.from({ length: count }, (_, n) => `/${n}`);

describe('the failure guard', () => {
  it('pauses the host twice, gives it up with its reason, and Resume goes on', async () => {
    const all = paths(20);
    let isBroken = true;
    const server = await site({
      '/': linksTo(...all),
      ...Object.fromEntries(all.map(path => [path, () => (isBroken ? { status: 500 } : page())])),
    });
    const network = withoutWaits();
    const started = network.clock.mono();
    const session = newSession([server.url('/')], { failureGuard: '3/4', connections: 1 }, network);
    expect(await session.run()).toBe('stopped');
    expect(network.clock.mono() - started).toBeGreaterThanOrEqual(360_000);
    const { hosts, detail, queued } = session.status();
    expect(detail).toContain('it failed too often: 3 of the last');
    expect(hosts[0]).toMatchObject({ waiting: 'host-failing' });
    expect(queued).toBe(11);
    expect(reasonsOf(session, server.url('/19'))).toContain('host-failing');
    expect(faults(session)).toEqual([]);
    isBroken = false;
    expect(await session.run()).toBe('finished');
    expect(session.status()).toMatchObject({ queued: 0, fetched: 21 });
    expect(faults(session)).toEqual([]);
  });

  it('404 is no failure, and without the guard the host is not given up', async () => {
    const all = paths(8);
    const missing = await site({ '/': linksTo(...all) });
    const first = newSession([missing.url('/')], { failureGuard: '2/2' });
    expect(await first.run()).toBe('finished');
    const broken = await site({ '/': linksTo(...all), ...Object.fromEntries(all.map(path => [path, { status: 500 }])) });
    const second = newSession([broken.url('/')], { failureGuard: '' });
    expect(await second.run()).toBe('finished');
    expect(second.status()).toMatchObject({ fetched: 9, queued: 0 });
  });
});

describe('the slow-server guard', () => {
  it('makes a host that gets slow wait longer, one request at a time, and the list of hosts says so', async () => {
    const all = paths(28);
    const server = await site({ '/': linksTo(...all), ...Object.fromEntries(all.map(path => [path, page()])) });
    const network = withoutWaits();
    let pages = 0;
    let told = '';
    const session = newSession(
      [server.url('/')],
      { slowFactor: 5, connections: 1 },
      {
        clock: network.clock,
        wrapFetcher: fetcher => {
          const watched = network.clock.watching(fetcher);
          return {
            ...watched,
            fetch: async (...given) => {
              const outcome = await watched.fetch(...given);
              pages += 1;
              const firstByteMs = pages > 22 ? 4_000 : 20;
              return { ...outcome, timings: { ...outcome.timings, firstByteMs } };
            },
            trustHosts: hosts => fetcher.trustHosts(hosts),
            close: () => fetcher.close(),
          };
        },
      },
    );
    session.onChange(() => {
      const [host] = session.status().hosts;
      if (host?.waiting === 'slow-server') told = host.detail;
    });
    const started = network.clock.mono();
    expect(await session.run()).toBe('finished');
    expect(told).toMatch(/^responses take [\d.]+ s, usually \d+ ms, so Crawlscope waits/);
    expect(network.clock.mono() - started).toBeGreaterThanOrEqual(10_000);
    expect(session.status().fetched).toBe(29);
  });
});
