import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { ownName } from '#engine/session/owner.ts';
import { crawlscope } from '../../support/child.ts';
import { column, faults, newPath, newSession, reopen, site } from '../../support/crawling.ts';
import { type Answer, linksTo, robotsFile, type SiteRequest } from '../../support/site.ts';
import { zombie } from '../../support/zombie.ts';

/** What a file looks like right after its process was killed. */
function inspect(path: string) {
  const db = new BetterSqlite3(path, { readonly: true });
  try {
    return {
      integrity: db.pragma('integrity_check', { simple: true }),
      leased: db.prepare("SELECT url FROM url WHERE state = 'leased'").pluck().all() as string[],
      open: db.prepare('SELECT target FROM fetches WHERE ended_at IS NULL').pluck().all() as string[],
      urls: db.prepare('SELECT count(*) FROM url').pluck().get(),
      decided: db.prepare('SELECT count(*) FROM current_decisions').pluck().get(),
      uncounted: db.prepare('SELECT count(*) FROM inlink_waiting WHERE counted <> 1').pluck().get() as number,
    };
  } finally {
    db.close();
  }
}

/** A tree of pages: each links to the next few, responses take a moment. */
function treeSite(pages: number, robots: string) {
  const answers: Record<string, Answer> = { '/robots.txt': robotsFile(robots), '/': linksTo('/p1', '/p2') };
  for (let i = 1; i <= pages; i++)
    answers[`/p${i}`] = ({ response }) => {
      const body = linksTo(...[2 * i + 1, 2 * i + 2].filter(n => n <= pages).map(n => `/p${n}`));
      setTimeout(() => response.writeHead(200, { 'Content-Type': 'text/html' }).end(body), 5 + ((i * 7) % 20));
      return undefined;
    };
  return site(answers);
}

/** `most`: attempts on disk at a time. */
async function killedAgainAndAgain(pages: number, robots: string, most: number, after: readonly number[]) {
  const connections = 4;
  const server = await treeSite(pages, robots);
  const path = newPath();
  await newSession([server.url('/')], { connections }, { path }).close();
  const mayRepeat: string[] = [];
  let uncounted = 0;
  for (const requests of after) {
    const { child, ended } = crawlscope('resume', path);
    const from = server.log.length;
    const early = ended.then(({ code, err }) => expect.fail(`The crawl ended with ${code}: ${err}`));
    await Promise.race([expect.poll(() => server.log.length - from).toBeGreaterThanOrEqual(requests), early]);
    await sleep(Math.random() * 30);
    child.kill('SIGKILL');
    await ended;
    const found = inspect(path);
    expect(found.integrity).toBe('ok');
    expect(found.decided).toBe(found.urls);
    expect(found.leased.filter(url => !found.open.includes(url))).toEqual([]);
    expect(found.open.length).toBeLessThanOrEqual(most);
    mayRepeat.push(...found.open);
    uncounted += found.uncounted;
    const waiting = reopen(path);
    expect(waiting.status().state).toBe('interrupted');
    // Opening the file has counted what the dead process had not.
    expect(faults(waiting).filter(fault => /links|counted/.test(fault))).toEqual([]);
    await waiting.close();
  }
  const session = reopen(path);
  expect(await session.run()).toBe('finished');
  expect(faults(session)).toEqual([]);
  expect(session.status()).toMatchObject({ fetched: pages + 1, urls: pages + 1, queued: 0 });
  const times = (list: readonly string[], value: string) => list.filter(item => item === value).length;
  const journal = column(session, 'SELECT target FROM fetches') as string[];
  for (const target of new Set(server.paths())) {
    const asked = times(server.paths(), target);
    expect(times(journal, server.url(target)), `${target} has a journal row for every request`).toBeGreaterThanOrEqual(asked);
    expect(asked, `${target} is asked again only when it was in flight`).toBeLessThanOrEqual(
      1 + times(mayRepeat, server.url(target)),
    );
  }
  return { server, uncounted };
}

describe('a crawl whose process is killed', () => {
  it('loses no URL and repeats only what was in flight', async () => {
    const { uncounted } = await killedAgainAndAgain(80, 'User-agent: *\nDisallow:\n', 16, [1, 12, 25]);
    // Counts are a second late: some were lost with the process, and made again.
    expect(uncounted).toBeGreaterThan(0);
  });

  it('keeps the delay of a host across the kill', async () => {
    const { server } = await killedAgainAndAgain(10, 'User-agent: *\nCrawl-delay: 0.15\n', 1, [2, 3]);
    // The server's own end of an answer may come after the client has it: two processes, and the system runs them as it likes.
    const endOf = ({ writtenAt, endedAt }: SiteRequest): number => writtenAt ?? endedAt ?? Number.POSITIVE_INFINITY;
    const gaps = server.log.slice(1).map((entry, i) => entry.startedAt - endOf(server.log[i] as SiteRequest));
    expect(gaps.length).toBeGreaterThan(10);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(150);
  });
});

describe('a file that says it is being crawled by this very process', () => {
  it('is an interrupted crawl when nothing here crawls it, and can be resumed', async () => {
    const server = await site({ '/': 'Here' });
    const path = newPath();
    await newSession([server.url('/')], {}, { path }).close();
    const db = new BetterSqlite3(path);
    db.prepare("UPDATE crawl SET state = 'running', owner = ?, heartbeat_at = ?").run(ownName(), Date.now());
    db.close();
    const session = reopen(path);
    expect(session.status().state).toBe('interrupted');
    expect(await session.run()).toBe('finished');
  });
});

describe('a file that names a process which has ended but was not collected by its parent', () => {
  it.skipIf(process.platform !== 'linux')('is an interrupted crawl and can be resumed', async () => {
    const server = await site({ '/': 'Here' });
    const path = newPath();
    await newSession([server.url('/')], {}, { path }).close();
    const pid = await zombie();
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    const [boot] = ownName().split(':');
    const db = new BetterSqlite3(path);
    const mark = db.prepare("UPDATE crawl SET state = 'running', owner = ?, heartbeat_at = ?");
    mark.run(`${boot}:${pid}:${started}:1`, Date.now());
    db.close();
    const session = reopen(path);
    expect(session.status().state).toBe('interrupted');
    expect(await session.run()).toBe('finished');
  });
});

describe('two processes', () => {
  it('cannot crawl one file at the same time; both may read it', async () => {
    const server = await site({ '/': () => undefined });
    const path = newPath();
    await newSession([server.url('/')], {}, { path }).close();
    const { child, ended } = crawlscope('resume', path);
    await expect.poll(() => server.paths()).toContain('/');
    const second = reopen(path);
    await expect(second.run()).rejects.toThrow(new RegExp(`being crawled by another process \\(pid ${child.pid}\\)`));
    expect(second.status().state).toBe('running');
    expect(server.log).toHaveLength(2);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 3 });
    expect(second.status()).toMatchObject({ state: 'stopped', queued: 1 });
    server.set('/', 'Here');
    expect(await second.run()).toBe('finished');
  });
});
