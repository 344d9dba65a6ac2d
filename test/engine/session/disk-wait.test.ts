import BetterSqlite3, { type Database } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { column, faults, newPath, newSession, reopen, site } from '../../support/crawling.ts';
import { linksTo, type Site } from '../../support/site.ts';
import { waitlessClock } from '../../support/waitless-clock.ts';

/** A limit on the pages of the file stands for a full disk. */

let opened: Database[] = [];
beforeEach(() => {
  opened = [];
  const { pragma } = BetterSqlite3.prototype;
  vi.spyOn(BetterSqlite3.prototype, 'pragma').mockImplementation(function (this: Database, ...words) {
    if (!opened.includes(this)) opened.push(this);
    return pragma.apply(this, words);
  });
});
afterEach(() => vi.restoreAllMocks());

/** At most so many pages of 8 KiB from now on; none fewer than the file has. */
function limitPages(more: number): void {
  for (const db of opened.filter(each => each.open && !each.readonly))
    db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true })) + more}`);
}

const pages = 30;
async function heavySite(): Promise<Site> {
  const paths = Array.from({ length: pages }, (_, i) => `/p${i}`);
  const noise = () => Array.from({ length: 3_000 }, () => Math.random().toString(36).slice(2, 12)).join('');
  return site({ '/': linksTo(...paths), ...Object.fromEntries(paths.map(path => [path, noise()])) });
}

/** Requests of each page. */
const timesRequested = (server: Site): number[] =>
  Array.from({ length: pages }, (_, i) => server.paths().filter(path => path === `/p${i}`).length);

describe('a crawl whose disk is full', () => {
  it('waits, says so, and goes on by itself when there is room; nothing is lost', async () => {
    const server = await heavySite();
    const path = newPath();
    const session = newSession([server.url('/')], { connections: 4 }, { path });
    limitPages(60);
    const ended = session.run();
    await expect.poll(() => session.status().diskWait).toBeDefined();
    const { state, diskWait, decisions, urls, inFlight, now } = session.status();
    expect({ state, inFlight }).toEqual({ state: 'running', inFlight: 0 });
    expect(decisions).toBe(urls);
    expect(diskWait?.detail).toBe('test.crawl cannot grow: a limit on its size, or of its disk, is reached.');
    expect(diskWait?.until).toBeGreaterThan(now + 9 * 60_000);
    const requests = server.log.length;
    await expect(session.pause()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(session.run()).rejects.toMatchObject({ code: 'refused' });
    expect(server.log.length).toBe(requests);
    limitPages(1_000_000);
    await session.handlers['crawl.tryNetwork']({});
    expect(await ended).toBe('finished');
    expect(session.status().diskWait).toBeUndefined();
    expect(session.status()).toMatchObject({ fetched: pages + 1, queued: 0, failed: 0 });
    expect(faults(session)).toEqual([]);
    const attempts = column(session, 'SELECT count(*) FROM fetch WHERE url_id IS NOT NULL')[0];
    // No request without an attempt. Pages that were leased ahead have one and did not leave.
    expect(attempts).toBeGreaterThanOrEqual(1 + timesRequested(server).reduce((sum, times) => sum + times, 0));
    expect(Math.max(...timesRequested(server))).toBeLessThanOrEqual(2);
    expect(column(session, "SELECT DISTINCT detail FROM fetch WHERE outcome = 'interrupted'")).toEqual([
      'The disk with test.crawl was full.',
    ]);
    expect(column(session, "SELECT count(*) FROM event WHERE kind = 'disk-full'")).toEqual([1]);
  });

  it('stops at once when the user wants it, and says why in the file or in the session', async () => {
    const server = await heavySite();
    const path = newPath();
    const session = newSession([server.url('/')], {}, { path });
    limitPages(60);
    const ended = session.run();
    await expect.poll(() => session.status().diskWait).toBeDefined();
    await session.stop();
    expect(await ended).toBe('stopped');
    const stopped = { state: 'stopped', detail: 'Stopped by you. The disk with test.crawl was full.' };
    expect(session.status()).toMatchObject(stopped);
    expect(session.status().diskWait).toBeUndefined();
    limitPages(1_000_000);
    await session.close();
    const again = reopen(path);
    expect(again.status().state).toMatch(/^(stopped|interrupted)$/);
    expect(await again.run()).toBe('finished');
    expect(again.status()).toMatchObject({ fetched: pages + 1, queued: 0 });
    expect(faults(again)).toEqual([]);
  });

  it('ends after the longest wait and can be resumed', async () => {
    const server = await heavySite();
    const clock = waitlessClock();
    const session = newSession([server.url('/')], { diskWaitMs: 600_000 }, { clock });
    limitPages(60);
    const begun = clock.now();
    await expect(session.run()).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The disk with test.crawl was full for 10 min. Nothing stored so far is lost; make room, then resume.',
    });
    expect(clock.now() - begun).toBeGreaterThanOrEqual(600_000);
    limitPages(1_000_000);
    expect(await session.run()).toBe('finished');
    expect(session.status()).toMatchObject({ fetched: pages + 1, queued: 0 });
    expect(faults(session)).toEqual([]);
  });

  it('ends at once with a wait of 0', async () => {
    const server = await heavySite();
    const session = newSession([server.url('/')], { diskWaitMs: 0 });
    limitPages(60);
    await expect(session.run()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('is full') });
    expect(session.status()).toMatchObject({ state: 'failed' });
  });
});
