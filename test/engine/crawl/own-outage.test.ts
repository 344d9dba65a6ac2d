import { describe, expect, it } from 'vitest';
import { column, faults, newPath, newSession, reopen, rows } from '../../support/crawling.ts';
import { type HostReply, manyHosts } from '../../support/many-hosts.ts';
import { linksTo } from '../../support/site.ts';
import type { WaitlessClock } from '../../support/waitless-clock.ts';

const minute = 60_000;
const settings = { maxAttempts: 1, connections: 32 } as const;
const seeds = (count: number): string[] => Array.from({ length: count }, (_, i) => `http://h${i}.test/`);

/** Hosts with a start page and three more. */
const living = ({ pathname }: URL): HostReply => {
  if (pathname === '/robots.txt') return { status: 404, headers: [], body: '' };
  return { body: pathname === '/' ? linksTo('/a', '/b', '/c') : 'A page.' };
};

/** Hosts with a start page only. */
const onePage = ({ pathname }: URL): HostReply =>
  pathname === '/robots.txt' ? { status: 404, headers: [], body: '' } : { body: 'A page.' };

/** Hosts of which `fails` fail in some way for `lastMs` after the first `after` requests. */
function failing(
  after: number,
  lastMs: number,
  how: HostReply | ((url: URL) => HostReply),
  {
    fails = () => true,
    works = living,
    apart = 0,
  }: { readonly fails?: (url: URL) => boolean; readonly works?: (url: URL) => HostReply; readonly apart?: number } = {},
) {
  let downAt = Number.POSITIVE_INFINITY;
  let requests = 0;
  return manyHosts(
    (url: URL, clock: WaitlessClock) => {
      requests += 1;
      if (requests === after) downAt = clock.now();
      const isDown = clock.now() >= downAt && clock.now() < downAt + lastMs;
      if (!isDown || !fails(url)) return works(url);
      return typeof how === 'function' ? how(url) : how;
    },
    { apart },
  );
}

const unreachable = { cause: 'connection-refused', detail: 'connect ENETUNREACH 192.0.2.1:80' } as const;
const unresolved = { cause: 'dns-failure', detail: 'the name could not be resolved (EAI_AGAIN).' } as const;
const timedOut = { cause: 'timeout-connect', detail: 'No connection after 10 seconds.' } as const;

describe('an outage of our own network', () => {
  it.each([
    { what: 'the link is gone', count: 2_000, how: unreachable },
    { what: 'names are not resolved', count: 200, how: unresolved },
    { what: 'connections time out', count: 200, how: timedOut },
  ])('of 9 minutes over $count hosts ($what) burns no URL and no attempt', async ({ count, how }) => {
    const works = count > 1_000 ? onePage : living;
    const network = failing(count * 0.75, 9 * minute, how, { works });
    const session = newSession(seeds(count), settings, network);
    expect(await session.run()).toBe('finished');
    expect(session.status()).toMatchObject({ failed: 0, queued: 0, fetched: works === onePage ? count : 4 * count });
    expect(rows(session, 'SELECT max(attempts) FROM url')).toEqual([[1]]);
    expect(column(session, "SELECT kind FROM event WHERE kind LIKE 'network-%' ORDER BY id")).toEqual([
      'network-down',
      'network-up',
    ]);
    // It noticed soon, and tried now and then.
    expect(rows(session, "SELECT count(*) FROM fetch WHERE outcome = 'failure'")[0]?.[0]).toBeLessThan(600);
    expect(faults(session)).toEqual([]);
  });

  it('that lasts longer ends the crawl, which can be resumed; nothing failed', async () => {
    const network = failing(60, 60 * minute, unreachable);
    const path = newPath();
    const begun = network.clock.now();
    const session = newSession(seeds(20), { ...settings, networkWaitMs: 10 * minute }, { path, ...network });
    expect(await session.run()).toBe('stopped');
    const took = network.clock.now() - begun;
    expect(took).toBeGreaterThanOrEqual(10 * minute);
    expect(took).toBeLessThan(12 * minute);
    const status = session.status();
    expect(status).toMatchObject({ state: 'stopped', failed: 0 });
    expect(status.outage).toBeUndefined();
    expect(status.detail).toMatch(
      /^Stopped after a wait of 10 (min|minutes) for the network\. This computer has no network: connect ENETUNREACH/,
    );
    expect(faults(session)).toEqual([]);
    await session.close();
    const again = reopen(path, manyHosts(living));
    expect(await again.run()).toBe('finished');
    expect(again.status()).toMatchObject({ failed: 0, queued: 0, fetched: 80 });
    expect(rows(again, 'SELECT max(attempts) FROM url')).toEqual([[1]]);
  });

  it('shows what was seen, since when, the next try and the end; the user can try at once', async () => {
    const path = newPath();
    let isDown = true;
    const network = manyHosts(url => (isDown ? unreachable : living(url)));
    const { clock } = network;
    // Time stands still once the crawl waits: only the user goes on.
    let waits = 0;
    const frozen = {
      ...clock,
      after: (ms: number, run: () => void) => (ms > 4_000 && ++waits > 0 ? () => undefined : clock.after(ms, run)),
    };
    const session = newSession(seeds(6), settings, { path, ...network, clock: frozen });
    const ended = session.run();
    await expect.poll(() => session.status().outage).toBeDefined();
    const { outage, now, state } = session.status();
    expect(state).toBe('running');
    expect(outage).toMatchObject({ kind: 'link', detail: 'This computer has no network: connect ENETUNREACH 192.0.2.1:80.' });
    expect(outage?.since).toBeLessThanOrEqual(now);
    expect(outage?.nextTryAt).toBeGreaterThan(now);
    expect(outage?.until).toBeGreaterThan(outage?.nextTryAt ?? 0);
    isDown = false;
    await session.handlers['crawl.tryNetwork']({});
    expect(await ended).toBe('finished');
    expect(session.status()).toMatchObject({ failed: 0, fetched: 24 });
    expect(session.status().outage).toBeUndefined();
  });

  it('is not looked for with a wait of 0', async () => {
    const network = failing(60, 9 * minute, timedOut);
    const session = newSession(seeds(20), { ...settings, networkWaitMs: 0 }, network);
    await session.run();
    expect(column(session, "SELECT kind FROM event WHERE kind LIKE 'network-%'")).toEqual([]);
  });
});

describe('hosts that are down themselves', () => {
  it('among living ones are given up soon; their URLs wait, the others are crawled', async () => {
    const dead = new Set(['h1.test', 'h2.test', 'h3.test', 'h4.test']);
    const network = failing(13, 600 * minute, timedOut, { fails: url => dead.has(url.hostname) });
    const begun = network.clock.now();
    const session = newSession(seeds(12), { ...settings, maxAttempts: 3 }, network);
    expect(await session.run()).toBe('stopped');
    expect(network.clock.now() - begun).toBeLessThan(5 * minute);
    const waiting = column(session, "SELECT url FROM urls WHERE state = 'queued'").map(url => new URL(String(url)).hostname);
    expect(waiting.filter(host => !dead.has(host))).toEqual([]);
    expect(session.status().failed).toBe(0);
    expect(session.status().fetched).toBeGreaterThanOrEqual(32);
    expect(faults(session)).toEqual([]);
  });

  it('a single dead site ends soon with its reason, and its URLs wait', async () => {
    const network = failing(2, 600 * minute, timedOut);
    const begun = network.clock.now();
    const session = newSession(seeds(1), { ...settings, maxAttempts: 3 }, network);
    expect(await session.run()).toBe('stopped');
    expect(network.clock.now() - begun).toBeLessThan(4 * minute);
    expect(session.status()).toMatchObject({ failed: 0 });
    expect(session.status().queued).toBeGreaterThan(0);
  });
});

describe('a login page of the network', () => {
  const redirect = (to: string, status = 302): HostReply => ({ status, headers: [['location', to]], body: '' });
  const form = { status: 200, headers: [['content-type', 'text/html']], body: '<form>Log in</form>' } as const;
  const login = 'http://login.wifi.test/?from=x';
  const ofLogin = ({ hostname }: URL): boolean => hostname.endsWith('.wifi.test');

  /** Its own host responds with `own` to whatever is requested of it. */
  const leadsTo = (url: string, own: HostReply) => (asked: URL) => (ofLogin(asked) ? own : redirect(url));

  /** Hosts that disallow one of their pages. */
  const withRules = (url: URL): HostReply =>
    url.pathname === '/robots.txt'
      ? { status: 200, headers: [['content-type', 'text/plain']], body: 'User-agent: *\nDisallow: /c' }
      : living(url);

  const ways: readonly (readonly [string, (url: URL) => HostReply])[] = [
    ['redirects every host to one foreign host', leadsTo(login, redirect(login))],
    ['redirects every host to a form', leadsTo(login, form)],
    ['redirects every host to a form over TLS', leadsTo('https://login.wifi.test/', form)],
    [
      'redirects every host to a form on a second host of its own',
      asked => (asked.hostname === 'form.wifi.test' ? form : leadsTo(login, redirect('https://form.wifi.test/'))(asked)),
    ],
    ['is returned in place of every robots.txt', () => form],
    ['says so by status 511', () => ({ status: 511, headers: [], body: '' })],
  ];
  it.each(ways.flatMap(([what, how]) => [0, 1, 2].map(apart => ({ what, how, apart }))))(
    'that $what is waited for: nothing of it counts as content ($apart rounds before each response)',
    async ({ how, apart }) => {
      const network = failing(1, 5 * minute, how, { works: withRules, apart });
      const session = newSession(seeds(8), settings, network);
      expect(await session.run()).toBe('finished');
      expect(session.status()).toMatchObject({ failed: 0, queued: 0, fetched: 24 });
      expect(column(session, "SELECT detail FROM event WHERE kind = 'network-down'")).toEqual([
        expect.stringContaining('Log in to the network with a browser.'),
      ]);
      expect(column(session, "SELECT url FROM urls WHERE status = 200 AND may_list <> 'yes'")).toEqual([]);
      // The login page is no robots.txt of the hosts.
      expect(network.log.filter(url => url.endsWith('/c'))).toEqual([]);
      expect(faults(session)).toEqual([]);
    },
  );

  it.each([
    ['for ever, to its start page', () => redirect('https://www.main.test/', 301)],
    ['to the same path', ({ pathname }: URL) => redirect(`https://www.main.test${pathname}`)],
  ])('is not suspected where hosts redirect to one site %s', async (_, alias) => {
    for (const apart of [0, 1]) {
      const network = manyHosts(url => (url.hostname === 'www.main.test' ? living(url) : alias(url)), { apart });
      const session = newSession(seeds(8), settings, network);
      expect(await session.run()).toBe('finished');
      expect(column(session, "SELECT detail FROM event WHERE kind LIKE 'network-%'")).toEqual([]);
      expect(session.status()).toMatchObject({ failed: 0, queued: 0 });
      expect(faults(session)).toEqual([]);
    }
  });
});
