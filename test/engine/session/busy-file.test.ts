import { setTimeout as delay } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import { faults, newSession, reopen, site } from '../../support/crawling.ts';
import { stopWatch, watchTurns } from '../../support/own-time.ts';
import { patience } from '../../support/patience.ts';
import { linksTo, page } from '../../support/site.ts';

const manyPages = async () => {
  const paths = Array.from({ length: 12 }, (_, at) => `/p${at}`);
  return site({ '/': linksTo(...paths), ...Object.fromEntries(paths.map(path => [path, page(path)])) });
};

describe('while another program writes to the file', () => {
  it('the crawl waits, says so, holds no thread, and goes on', async () => {
    const server = await manyPages();
    const session = newSession([`${server.origin}/`], { connections: 1, delayMs: 40 });
    const run = session.run();
    await expect.poll(() => server.paths().length).toBeGreaterThan(2);
    const other = new BetterSqlite3(session.path);
    await vi.waitFor(() => other.exec('BEGIN IMMEDIATE'), patience);
    const longestTurn = watchTurns();
    await expect.poll(() => session.status().detail).toContain('another program is writing to this file');
    const sent = server.paths().length;
    expect(session.status().state).toBe('running');
    await delay(1_200);
    expect(server.paths().length - sent).toBeLessThanOrEqual(1);
    expect(longestTurn()).toBeLessThan(250);
    other.exec('ROLLBACK');
    other.close();
    expect(await run).toBe('finished');
    expect(session.status()).toMatchObject({ fetched: 13, detail: 'Every URL in scope was fetched or decided.' });
    expect(faults(session)).toEqual([]);
  });

  it('opening gives up after about a second, and says why', async () => {
    const server = await manyPages();
    const session = newSession([`${server.origin}/`]);
    await session.close();
    const other = new BetterSqlite3(session.path);
    other.pragma('locking_mode = EXCLUSIVE');
    other.exec('BEGIN EXCLUSIVE; UPDATE crawl SET detail = detail');
    const elapsed = stopWatch();
    expect(() => reopen(session.path)).toThrow('test.crawl is being written by another program.');
    expect(elapsed()).toBeLessThan(2_500);
    other.close();
    expect(reopen(session.path).status().state).toBe('new');
  });

  it('a handler tries again instead of failing', async () => {
    const server = await manyPages();
    const session = newSession([`${server.origin}/`], { connections: 1, delayMs: 100 });
    const run = session.run();
    await expect.poll(() => server.paths().length).toBeGreaterThan(1);
    const other = new BetterSqlite3(session.path);
    await vi.waitFor(() => other.exec('BEGIN IMMEDIATE'), patience);
    const paused = session.handlers['crawl.pause']({});
    await delay(300);
    other.exec('ROLLBACK');
    other.close();
    await paused;
    expect(session.status().state).toBe('paused');
    await session.stop();
    await run;
  });
});

describe('a crawl that was not stopped by the user says so', () => {
  it.each([
    ['file-closed', 'Stopped because its file was closed. Resume to continue.'],
    ['program-ended', 'Stopped because Crawlscope was closed. Resume to continue.'],
  ] as const)('%s', async (why, words) => {
    const server = await manyPages();
    const session = newSession([`${server.origin}/`], { connections: 1, delayMs: 200 });
    const run = session.run();
    await expect.poll(() => server.paths().length).toBeGreaterThan(1);
    await session.close(why);
    await run;
    expect(reopen(session.path).status()).toMatchObject({ state: 'stopped', detail: words });
  });
});
