import { describe, expect, it } from 'vitest';
import { Servers } from '#engine/crawl/servers.ts';
import { Slot } from '#engine/crawl/slot.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import type { OriginRecord } from '#storage/tables/origins.ts';
import { newSession, site } from '../../support/crawling.ts';
import { linksTo, page } from '../../support/site.ts';

const slot = (host: string): Slot => new Slot({ host } as OriginRecord, false);
const never = Number.POSITIVE_INFINITY;

/** Servers whose names resolve as given. */
function servers(names: Readonly<Record<string, readonly string[]>>, firstMono = 0) {
  const asked: string[] = [];
  const made = new Servers(
    firstMono,
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
    for (const each of [a, b, c]) expect(made.earliest(each, true)).toBe(never);
    expect(made.isResolving).toBe(true);
    await settled();
    expect(made.isResolving).toBe(false);
    expect(made.earliest(a, true)).toBe(0);
    made.began(a, true);
    expect([made.earliest(b, true), made.earliest(c, true)]).toEqual([never, 0]);
    a.nextMono = 500;
    made.ended(a, '10.0.0.1');
    expect([made.earliest(b, true), made.earliest(b, false), made.earliest(c, true)]).toEqual([500, 500, 0]);
  });

  it('waits for every request to a host without a delay, and such hosts wait for one with a delay', async () => {
    const { made } = servers({});
    const [free, slow] = [slot('127.0.0.1'), slot('[::1]')];
    const same = slot('127.0.0.1');
    made.began(free, false);
    made.began(free, false);
    expect([made.earliest(same, false), made.earliest(same, true), made.earliest(slow, true)]).toEqual([0, never, 0]);
    made.ended(free, '127.0.0.1');
    expect(made.earliest(same, true)).toBe(never);
    made.ended(free, '127.0.0.1');
    expect(made.earliest(same, true)).toBe(0);
    made.began(same, true);
    expect(made.earliest(free, false)).toBe(never);
  });

  it('a name with two addresses ties both; so does an address that a name was connected to', async () => {
    const { made, settled } = servers({ 'a.test': ['10.0.0.1', '10.0.0.2'], 'b.test': ['10.0.0.2'], 'c.test': ['10.0.0.3'] });
    const [a, b, c] = [slot('a.test'), slot('b.test'), slot('c.test')];
    for (const each of [a, b, c]) made.earliest(each, true);
    await settled();
    made.began(b, true);
    expect([made.earliest(a, true), made.earliest(c, true)]).toEqual([never, 0]);
    b.nextMono = 70;
    made.ended(b, '10.0.0.3');
    expect([made.earliest(a, true), made.earliest(c, true)]).toEqual([70, 70]);
  });

  it('a name that does not resolve is a server of its own, and each name is asked for once', async () => {
    const { made, asked, settled } = servers({}, 40);
    const [a, b] = [slot('a.test'), slot('b.test')];
    for (const each of [a, a, b]) made.earliest(each, true);
    await settled();
    made.began(a, true);
    expect(made.earliest(b, true)).toBe(40);
    expect(asked).toEqual(['a.test', 'b.test']);
  });
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
