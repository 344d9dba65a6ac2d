import { describe, expect, it } from 'vitest';
import { Servers } from '#engine/crawl/servers.ts';
import { Slot } from '#engine/crawl/slot.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import type { OriginRecord } from '#storage/tables/origins.ts';
import { newSession, site } from '../../support/crawling.ts';
import { linksTo, page } from '../../support/site.ts';

const slot = (host: string): Slot => new Slot({ host } as OriginRecord, false);
const never = Number.POSITIVE_INFINITY;
/** No delay. */
const none = { ownMs: 0, inForceMs: 0 };

/** Servers whose names resolve as given. */
function servers(names: Readonly<Record<string, readonly string[]>>, startMono = 0) {
  const asked: string[] = [];
  const made = new Servers(
    startMono,
    async name => {
      asked.push(name);
      const found = names[name];
      if (!found) throw new Error('no such host');
      return found;
    },
    () => undefined,
  );
  return { made, asked, settled: () => new Promise(setImmediate) };
}

describe('the clock of an address', () => {
  it('is that of all its names; another address has its own', async () => {
    const { made, settled } = servers({ 'a.test': ['10.0.0.1'], 'b.test': ['10.0.0.1'], 'c.test': ['10.0.0.2'] });
    const [a, b, c] = [slot('a.test'), slot('b.test'), slot('c.test')];
    // Nothing is sent to a name before its addresses are known.
    for (const each of [a, b, c]) expect(made.earliest(each, true, none)).toBe(never);
    expect(made.isResolving).toBe(true);
    await settled();
    expect(made.isResolving).toBe(false);
    expect(made.earliest(a, true, none)).toBe(0);
    made.began(a, true);
    expect([made.earliest(b, true, none), made.earliest(c, true, none)]).toEqual([never, 0]);
    made.ended(a, '10.0.0.1', 500);
    expect([made.earliest(b, true, none), made.earliest(b, false, none), made.earliest(c, true, none)]).toEqual([500, 500, 0]);
  });

  it('waits for every request to a host without a delay, and such hosts wait for one with a delay', async () => {
    const { made } = servers({});
    const [free, slow] = [slot('127.0.0.1'), slot('[::1]')];
    const same = slot('127.0.0.1');
    made.began(free, false);
    made.began(free, false);
    expect([made.earliest(same, false, none), made.earliest(same, true, none), made.earliest(slow, true, none)]).toEqual([
      0,
      never,
      0,
    ]);
    made.ended(free, '127.0.0.1', 0);
    expect(made.earliest(same, true, none)).toBe(never);
    made.ended(free, '127.0.0.1', 0);
    expect(made.earliest(same, true, none)).toBe(0);
    made.began(same, true);
    expect(made.earliest(free, false, none)).toBe(never);
  });

  it('a name with two addresses ties both; so does an address that a name was connected to', async () => {
    const { made, settled } = servers({ 'a.test': ['10.0.0.1', '10.0.0.2'], 'b.test': ['10.0.0.2'], 'c.test': ['10.0.0.3'] });
    const [a, b, c] = [slot('a.test'), slot('b.test'), slot('c.test')];
    for (const each of [a, b, c]) made.earliest(each, true, none);
    await settled();
    made.began(b, true);
    expect([made.earliest(a, true, none), made.earliest(c, true, none)]).toEqual([never, 0]);
    made.ended(b, '10.0.0.3', 70);
    expect([made.earliest(a, true, none), made.earliest(c, true, none)]).toEqual([70, 70]);
  });

  it('a name that does not resolve is a server of its own, and each name is asked for once', async () => {
    const { made, asked, settled } = servers({}, 40);
    const [a, b] = [slot('a.test'), slot('b.test')];
    for (const each of [a, a, b]) made.earliest(each, true, none);
    await settled();
    made.began(a, true);
    expect(made.earliest(b, true, none)).toBe(40);
    expect(asked).toEqual(['a.test', 'b.test']);
  });
});

describe('a host that shares an address', () => {
  const own = { ownMs: 500, inForceMs: 500 };

  it('holds other names up for their own delay only, whatever it requires for itself', async () => {
    const { made, settled } = servers({ 'victim.test': ['10.0.0.1'], 'other.test': ['10.0.0.9', '10.0.0.1'] });
    const [victim, other] = [slot('victim.test'), slot('other.test')];
    for (const each of [victim, other]) made.earliest(each, true, own);
    await settled();
    made.began(other, true);
    // Retry-After of a day.
    other.nextMono = 86_400_000;
    made.ended(other, '10.0.0.9', 1_000);
    expect(made.earliest(victim, true, own)).toBe(1_500);
  });

  it('does not hold others up when a response ties their servers together', async () => {
    const { made, settled } = servers({ 'victim.test': ['10.0.0.1'], 'other.test': ['10.0.0.9'] });
    const [victim, other] = [slot('victim.test'), slot('other.test')];
    for (const each of [victim, other]) made.earliest(each, true, own);
    await settled();
    other.nextMono = 86_400_000;
    made.began(other, true);
    made.ended(other, '10.0.0.1', 1_000);
    expect(made.earliest(victim, true, own)).toBe(1_500);
  });

  it('keeps its own Crawl-delay after requests to other names, which hold it up by one such delay at most', async () => {
    const { made, settled } = servers({ 'slow.test': ['10.0.0.1'], 'busy.test': ['10.0.0.1'] });
    const [slow, busy] = [slot('slow.test'), slot('busy.test')];
    const long = { ownMs: 500, inForceMs: 10_000 };
    for (const each of [slow, busy]) made.earliest(each, true, own);
    await settled();
    slow.nextMono = 11_000;
    const earliestAfter = (mono: number): readonly number[] => {
      made.began(busy, true);
      made.ended(busy, '10.0.0.1', mono);
      return [made.earliest(slow, true, long), made.earliest(busy, true, own)];
    };
    expect(earliestAfter(10_500)).toEqual([20_500, 11_000]);
    expect(earliestAfter(15_000)).toEqual([21_000, 15_500]);
    // It has waited a further delay: now our own delay is enough.
    expect(earliestAfter(20_900)).toEqual([21_400, 21_400]);
  });
});

it('a host that asks for a long wait does not stop another name of its address', async () => {
  let port = '';
  let isLast: () => void = () => undefined;
  const last = new Promise<void>(resolve => {
    isLast = resolve;
  });
  const throttled: string[] = [];
  const server = await site({
    '/': ({ request }) => {
      if (request.headers.host !== `localhost:${port}`) return linksTo('/a');
      throttled.push('/');
      return { status: 429, headers: { 'Retry-After': '86400' } };
    },
    '/a': linksTo('/b'),
    '/b': linksTo('/c'),
    '/c': () => {
      isLast();
      return page();
    },
  });
  ({ port } = new URL(server.origin));
  const seeds = [`http://localhost:${port}/`, `http://127.0.0.1:${port}/`];
  const session = newSession(seeds, { delayMs: 20, delayBy: 'address', maxAttempts: 3 });
  const run = session.run();
  await last;
  await session.stop();
  expect(await run).toBe('stopped');
  expect(throttled).toEqual(['/']);
});

it('two names of one address share the delay, for robots.txt and pages alike', async () => {
  const server = await site({ '/': linksTo('/a', '/b'), '/a': page(), '/b': page() });
  const { port } = new URL(server.origin);
  const seeds = [`http://127.0.0.1:${port}/`, `http://localhost:${port}/`];
  const session = newSession(seeds, { delayMs: 120, delayBy: 'address' });
  expect(await session.run()).toBe('finished');
  expect(server.log).toHaveLength(8);
  expect(new Set(server.log.map(({ headers }) => headers.host)).size).toBe(2);
  const gaps = server.log.slice(1).map((entry, i) => entry.startedAt - (server.log[i]?.endedAt ?? never));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(120);
  expect(session.status().settings.delayBy).toBe('address');
  expect(defaultSettings.delayBy).toBe('host');
});

it('hosts without a delay are crawled to the end as well, and again after a change of the setting', async () => {
  const server = await site({ '/': linksTo('/a', '/b'), '/a': page(), '/b': page() });
  const { port } = new URL(server.origin);
  const session = newSession([`http://127.0.0.1:${port}/`, `http://localhost:${port}/`], { delayBy: 'address', maxPages: 4 });
  await session.run();
  session.changeSettings({ maxPages: 100 });
  expect(await session.run()).toBe('finished');
  expect(session.status().fetched).toBe(6);
});
