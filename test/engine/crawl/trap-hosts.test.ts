import { expect, test } from 'vitest';
import { column, faults, newSession, rows } from '../../support/crawling.ts';
import { manyHosts } from '../../support/many-hosts.ts';
import { prose } from '../../support/trap-site.ts';

/** Every host leads to five new ones. */
function wildHosts() {
  return manyHosts(({ hostname, pathname }) => {
    if (pathname === '/robots.txt') return { status: 404, headers: [['content-type', 'text/plain']], body: 'Not here' };
    const [name = ''] = hostname.split('.');
    const links = Array.from({ length: 5 }, (_, n) => `<a href="http://${name.slice(-12)}${n}.real.test/">${n}</a>`);
    return { body: `<title>Home</title><p>${prose('home', 40)}</p>${links.join('')}` };
  });
}
const settings = { delayMs: 0, scope: 'domain', sitemaps: false, maxPages: 5_000, connections: 1 } as const;

/** URLs that a guard stopped, of hosts whose robots.txt was never requested. */
const unasked = `SELECT u.url FROM url u JOIN origin o ON o.id = u.origin_id
  WHERE u.reason = 'trap-hosts' AND o.key || '/robots.txt' NOT IN (SELECT target FROM fetches WHERE purpose = 'robots')`;
const isRobots = (url: string): boolean => url.endsWith('/robots.txt');

test('nothing is requested of hosts that were queued before the guard found their pattern', async () => {
  const { clock, wrapFetcher, log } = wildHosts();
  const session = newSession(['http://www.real.test/'], settings, { clock, wrapFetcher });
  expect(await session.run()).toBe('finished');
  const lastPage = log.findLastIndex(url => !isRobots(url));
  expect(log.slice(lastPage).filter(isRobots)).toEqual([]);
  expect(column(session, `${unasked} LIMIT 1`)).toHaveLength(1);
  expect(rows(session, "SELECT DISTINCT state, reason FROM url WHERE state <> 'done'")).toEqual([['disregarded', 'trap-hosts']]);
  expect(faults(session)).toEqual([]);
});

test('a host that a guard stopped unasked is requested when its pattern is released', async () => {
  const { clock, wrapFetcher, log } = wildHosts();
  const session = newSession(['http://www.real.test/'], settings, { clock, wrapFetcher });
  await session.run();
  const before = log.length;
  const [stopped] = column(session, `${unasked} LIMIT 1`);
  const { decisions } = await session.handlers['url.explain']({ url: String(stopped) });
  expect(decisions.at(-1)).toMatchObject({
    reason: 'trap-hosts',
    evidence: [{ kind: 'pattern', text: '*.real.test' }],
  });
  expect(decisions.at(-1)?.advice).toContain('--release-trap "*.real.test"');
  session.changeSettings({ maxPages: session.status().fetched + 200, releasedTraps: ['*.real.test'] });
  await session.run();
  expect(log.slice(before)).toEqual(expect.arrayContaining([`${stopped}robots.txt`, stopped]));
});
