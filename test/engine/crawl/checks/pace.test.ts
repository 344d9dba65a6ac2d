import { copyFileSync, existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { faults, newPath, newSession, reopen, rows, site } from '../../../support/crawling.ts';
import { type JudgeRequest, judge } from '../../../support/judge.ts';
import { routed } from '../../../support/routed.ts';
import { linksTo, robotsFile, type Site } from '../../../support/site.ts';
import { waitlessClock } from '../../../support/waitless-clock.ts';

const settings: Partial<CrawlSettings> = { checkExternal: true, delayMs: 0, maxAttempts: 1, connections: 8 };

/**
 * What servers saw, for the judge. The end of a request is set to its start, so the gaps are longer than the
 * crawler's, never shorter.
 */
const judged = (sites: readonly Site[], origin: string): JudgeRequest[] =>
  sites.flatMap(({ log }) =>
    log.map(({ path, startedAt }) => ({
      ...{ origin, path, status: 200, startedMs: startedAt, endedMs: startedAt, complete: true, retryAfterMs: 0 },
      robots: path === '/robots.txt',
      settles: path === '/robots.txt' ? [origin] : [],
    })),
  );

const until = (isTrue: () => boolean) => expect.poll(isTrue).toBe(true);

const counts = (log: readonly string[]): Record<string, number> => {
  const found: Record<string, number> = {};
  for (const path of log) found[path] = (found[path] ?? 0) + 1;
  return found;
};

describe('I14: checks keep the rate of a host', () => {
  it('one request at a time and a delay between two, over all ports of the host, beside hosts that are asked meanwhile', async () => {
    const clock = waitlessClock();
    const [one, two, other] = await Promise.all([site({}, clock), site({}, clock), site({}, clock)]);
    const hosts = ['http://ext.test', 'http://ext.test:8080', 'http://other.test'];
    const main = await site({ '/': linksTo(...hosts.flatMap(host => [1, 2, 3].map(n => `${host}/${n}`))) });
    const wrapFetcher = routed(Object.fromEntries([one, two, other].map(({ origin }, i) => [hosts[i], origin])));
    const session = newSession(
      [main.url('/')],
      { ...settings, checkDelayMs: 120 },
      { clock, wrapFetcher: fetcher => clock.watching(wrapFetcher(fetcher)) },
    );
    expect(await session.run()).toBe('finished');
    const ports = judge(judged([one, two], 'ext'), [{ origin: 'ext', delayMs: 120, disallow: [] }]);
    // Two robots.txt, three URLs on each port, HEAD and GET.
    expect([ports.requests, ports.violations]).toEqual([14, []]);
    expect(ports.minGapMs).toBeGreaterThanOrEqual(120);
    const beside = judge(judged([other], 'other'), [{ origin: 'other', delayMs: 120, disallow: [] }]);
    expect(beside.violations).toEqual([]);
    const begun = other.log[1]?.startedAt ?? Number.POSITIVE_INFINITY;
    expect(begun).toBeLessThan(Math.max(...[...one.log, ...two.log].map(({ startedAt }) => startedAt)));
  });

  it('a second by default, and a longer Crawl-delay of the host', async () => {
    const clock = waitlessClock();
    const ext = await site({ '/1': 'x' }, clock);
    const slow = await site({ '/robots.txt': robotsFile('User-agent: *\nCrawl-delay: 1.4\nDisallow:\n'), '/1': 'x' }, clock);
    const main = await site({ '/': linksTo('http://ext.test/1', 'http://slow.test/1') });
    const wrapFetcher = routed({ 'http://ext.test': ext.origin, 'http://slow.test': slow.origin });
    const session = newSession([main.url('/')], settings, {
      clock,
      wrapFetcher: fetcher => clock.watching(wrapFetcher(fetcher)),
    });
    expect(await session.run()).toBe('finished');
    const gap = ({ log }: Site): number => (log[1]?.startedAt ?? 0) - (log[0]?.startedAt ?? 0);
    expect(gap(ext)).toBeGreaterThanOrEqual(1_000);
    expect(gap(slow)).toBeGreaterThanOrEqual(1_400);
    const { report } = await session.handlers['report.politeness']({ origin: 'http://slow.test' });
    expect(report).toMatchObject({ kept: true, requests: 2, disallowedRequests: 0 });
  });
});

describe('robots.txt of hosts that are only checked', () => {
  it('is not requested again by checks of robots.txt', async () => {
    const ext = await site({ '/1': 'x' });
    const main = await site({ '/': linksTo('http://ext.test/1') });
    const wrapFetcher = routed({ 'http://ext.test': ext.origin });
    const session = newSession([main.url('/')], { ...settings, checkDelayMs: 0 }, { wrapFetcher });
    await session.run();
    const origins: string[] = [];
    for await (const { origin } of session.checkRobots([], new AbortController().signal)) origins.push(origin);
    expect(origins).toEqual([main.origin]);
    expect(ext.paths()).toEqual(['/robots.txt', '/1']);
  });
});

describe('I14: checks go on where they were', () => {
  const paths = ['/1', '/2', '/3', '/4', '/5', '/6'];

  it('after a pause, a stop and a new start of the program, and nothing is asked twice', async () => {
    const ext = await site(Object.fromEntries(paths.map(path => [path, 'x'])));
    const main = await site({ '/': linksTo(...paths.map(path => `http://ext.test${path}`)) });
    const wrapFetcher = routed({ 'http://ext.test': ext.origin });
    const path = newPath();
    const session = newSession([main.url('/')], { ...settings, checkDelayMs: 60 }, { wrapFetcher, path });
    const ended = session.run();
    await until(() => ext.log.length >= 3);
    await session.pause();
    await until(() => session.status().inFlight === 0);
    const paused = ext.log.length;
    await new Promise(resolve => setTimeout(resolve, 200));
    expect(ext.log.length).toBe(paused);
    await session.resume();
    await until(() => ext.log.length > paused);
    await session.stop();
    expect(await ended).toBe('stopped');
    expect(faults(session)).toEqual([]);
    await session.close();
    const again = reopen(path, { wrapFetcher });
    expect(await again.run()).toBe('finished');
    expect(rows(again, 'SELECT DISTINCT state, result FROM checks')).toEqual([['done', 'check-ok']]);
    // The request that Stop cut off is the only one that may come again. The server may have responded to it already.
    const cut = rows(again, "SELECT target FROM fetches WHERE outcome = 'interrupted' OR cause = 'cancelled'").map(
      ([target]) => new URL(String(target)).pathname,
    );
    expect(cut.length).toBeLessThanOrEqual(1);
    for (const [each, times] of Object.entries(counts(ext.paths()))) expect(times, each).toBe(cut.includes(each) ? 2 : 1);
    expect(counts(main.paths())).toEqual({ '/': 1, '/robots.txt': 1 });
    expect(faults(again)).toEqual([]);
  });

  it('after a crash: only what was in flight is asked again', async () => {
    let held = true;
    const ext = await site({ ...Object.fromEntries(paths.map(path => [path, 'x'])), '/3': () => (held ? undefined : 'x') });
    const main = await site({ '/': linksTo(...paths.map(path => `http://ext.test${path}`)) });
    const wrapFetcher = routed({ 'http://ext.test': ext.origin });
    const [path, copy] = [newPath(), newPath()];
    const session = newSession([main.url('/')], { ...settings, checkDelayMs: 0 }, { wrapFetcher, path });
    const ended = session.run();
    await until(() => ext.paths().includes('/3'));
    // The file as a program that is killed now leaves it.
    for (const end of ['', '-wal']) if (existsSync(path + end)) copyFileSync(path + end, copy + end);
    await session.stop();
    await ended;
    held = false;
    const before = ext.log.length;
    const again = reopen(copy, { wrapFetcher });
    expect(rows(again, "SELECT url FROM checks WHERE state = 'leased'")).toEqual([['http://ext.test/3']]);
    expect(await again.run()).toBe('finished');
    expect(ext.paths().slice(before)).toEqual(['/3', '/4', '/5', '/6']);
    expect(rows(again, 'SELECT DISTINCT state, result FROM checks')).toEqual([['done', 'check-ok']]);
    expect(rows(again, 'SELECT state, result, urls FROM check_count WHERE urls <> 0')).toEqual([['done', 'check-ok', 6]]);
    expect(faults(again)).toEqual([]);
  });

  it('in a finished crawl whose settings now want checks', async () => {
    const ext = await site({ '/1': 'x' });
    const main = await site({ '/': `${linksTo('http://ext.test/1')}<img src="/a.png"><form action="/send"></form>` });
    const wrapFetcher = routed({ 'http://ext.test': ext.origin });
    const session = newSession([main.url('/')], { delayMs: 0 }, { wrapFetcher });
    expect(await session.run()).toBe('finished');
    session.changeSettings({ checkExternal: true, checkResources: true, checkDelayMs: 0 });
    expect(await session.run()).toBe('finished');
    expect(rows(session, 'SELECT url, result FROM checks ORDER BY url')).toEqual([
      [main.url('/a.png'), 'check-not-found'],
      ['http://ext.test/1', 'check-ok'],
    ]);
    expect(counts(main.paths())['/']).toBe(1);
  });
});
