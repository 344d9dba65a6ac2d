import { describe, expect, it } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { column, faults, newPath, newSession, reopen, rows, site } from '../../support/crawling.ts';
import { type JudgeRequest, judge } from '../../support/judge.ts';
import { type Answer, linksTo, redirect, robotsFile, type Site } from '../../support/site.ts';
import { withoutWaits } from '../../support/waitless-clock.ts';

const delayMs = 300;
const rules = robotsFile(`User-agent: *\nCrawl-delay: ${delayMs / 1_000}\n`);

/** What the server saw, for the judge. */
const logOf = (server: Site, settles: readonly string[] = [server.origin]): JudgeRequest[] =>
  server.log.map(({ path, startedAt, endedAt, cut }) => ({
    origin: server.origin,
    path,
    status: 200,
    startedMs: startedAt,
    endedMs: endedAt ?? Number.POSITIVE_INFINITY,
    complete: !cut,
    robots: path === '/robots.txt',
    settles,
    retryAfterMs: 0,
  }));

const violations = (servers: readonly Site[]) =>
  judge(
    servers.flatMap(server => logOf(server)),
    servers.map(({ origin }) => ({ origin, delayMs, disallow: [] })),
  ).violations;

/** A crawl of one host that read its robots.txt and one page. */
async function crawled(answers: Readonly<Record<string, Answer>>, settings: Partial<CrawlSettings> = {}) {
  const network = withoutWaits();
  const server = await site({ '/robots.txt': rules, '/': linksTo('/a', '/b'), '/a': 'A', '/b': 'B', ...answers }, network.clock);
  const path = newPath();
  const session = newSession([server.url('/')], { maxPages: 1, ...settings }, { path, ...network });
  await session.run();
  return { server, session, path, network };
}

/** Starts a check of robots.txt; resolves when the server has its request. */
async function checking(session: Session, server: Site): Promise<{ readonly check: Promise<unknown> }> {
  const before = server.log.length;
  const check = Promise.resolve(session.handlers['robots.check']({}));
  await expect.poll(() => server.log.length).toBe(before + 1);
  return { check };
}

describe('a check of robots.txt and the crawl keep one clock for a host', () => {
  it('a crawl that is resumed while a check is under way does not overlap with it', async () => {
    const slow: Answer = ({ count, response }) => {
      if (count === 1) return rules;
      setTimeout(() => response.writeHead(200).end(rules.body), 2 * delayMs);
      return undefined;
    };
    const { server, session } = await crawled({ '/robots.txt': slow });
    session.changeSettings({ maxPages: 10 });
    const { check } = await checking(session, server);
    expect(await session.run()).toBe('finished');
    await check;
    expect(server.paths()).toEqual(['/robots.txt', '/', '/robots.txt', '/a', '/b']);
    expect(violations([server])).toEqual([]);
    expect(faults(session)).toEqual([]);
  });

  it('a check that is cut off records no version', async () => {
    const { server, session } = await crawled({ '/robots.txt': ({ count }) => (count === 1 ? rules : undefined) });
    session.changeSettings({ maxPages: 10 });
    const { check } = await checking(session, server);
    await session.run();
    expect(await check).toMatchObject({ asked: 0 });
    expect(column(session, 'SELECT cause FROM robots_version')).toEqual([null]);
  });

  it('a check waits for the delay after a crawl, and the crawl after a check', async () => {
    const { server, session } = await crawled({});
    session.changeSettings({ maxPages: 10 });
    await session.handlers['robots.check']({});
    await session.run();
    expect(server.paths()).toEqual(['/robots.txt', '/', '/robots.txt', '/a', '/b']);
    expect(violations([server])).toEqual([]);
  });

  it('a Retry-After that a check receives holds for the crawl', async () => {
    const busy: Answer = ({ count }) => (count === 2 ? { status: 429, headers: { 'Retry-After': '1' } } : rules);
    const { server, session } = await crawled({ '/robots.txt': busy });
    session.changeSettings({ maxPages: 10 });
    await session.handlers['robots.check']({});
    await session.run();
    const [, , refused, next] = server.log;
    expect((next?.startedAt ?? 0) - (refused?.endedAt ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  it('a second check is refused while one is under way', async () => {
    const { server, session } = await crawled({ '/robots.txt': ({ count }) => (count === 1 ? rules : undefined) });
    const { check } = await checking(session, server);
    await expect(async () => {
      for await (const _ of session.checkRobots([], new AbortController().signal));
    }).rejects.toMatchObject({ code: 'refused' });
    await session.close();
    await check;
  });

  it('does not wait for years because a clock was wrong', async () => {
    const { server, session, path, network } = await crawled({});
    await session.close();
    const far = Date.now() + 10 * 365 * 86_400_000;
    const { openDatabase } = await import('#storage/file/database.ts');
    const db = openDatabase(path, { readOnly: false });
    db.prepare('UPDATE origin SET next_at = ?').run(far);
    db.close();
    const begun = network.clock.mono();
    await reopen(path, network).handlers['robots.check']({});
    expect(network.clock.mono() - begun).toBeLessThan(60_000);
    expect(server.paths()).toEqual(['/robots.txt', '/', '/robots.txt']);
  });
});

describe('a robots.txt that redirects', () => {
  it('is followed by a check as by the crawl, and both record the same version', async () => {
    const { server, session } = await crawled({ '/robots.txt': redirect('/moved'), '/moved': rules });
    await session.handlers['robots.check']({});
    expect(server.paths()).toEqual(['/robots.txt', '/moved', '/', '/robots.txt', '/moved']);
    expect(rows(session, 'SELECT final_url, redirects FROM robots_version')).toEqual([
      [server.url('/moved'), JSON.stringify([server.url('/robots.txt')])],
    ]);
  });

  it('to a private address that nobody typed is not requested, neither by the crawl nor by a check', async () => {
    const internal = await site({ '/admin': 'secret' });
    const server = await site({ '/robots.txt': redirect(internal.url('/admin')), '/': 'Here' });
    // The same host under the name the user typed; the redirect names its address.
    const session = newSession([server.url('/').replace('127.0.0.1', 'localhost')]);
    await session.run();
    await session.handlers['robots.check']({});
    expect(server.paths()).toContain('/robots.txt');
    expect(internal.log).toEqual([]);
    expect(new Set(column(session, 'SELECT cause FROM robots_version'))).toEqual(new Set(['address-blocked']));
  });
});
