import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#shared/model/crawl.ts';
import { createDatabase, openCounted } from '#storage/file/database.ts';
import { crawlscope } from '../../support/child.ts';
import { column, faults, newPath, newSession, reopen, site } from '../../support/crawling.ts';
import { oldFile } from '../../support/old-file.ts';
import { linksTo } from '../../support/site.ts';

/** Whether the file has valid counters. It is left without them, and was not closed cleanly. */
function bringsCounts(path: string): boolean {
  const { db, kept } = openCounted(path, false);
  db.close();
  return kept !== null;
}

const pages = { '/': linksTo('/a', '/b', '/none'), '/a': linksTo('/b'), '/b': linksTo('/') };

describe('opening a crawl', () => {
  it('says what to do with a file whose program was killed before it had a crawl', async () => {
    const path = newPath();
    createDatabase(path).close();
    expect(() => reopen(path)).toThrow('contains no crawl. If its crawl was killed just as it began, delete the file and start');
    const { code, err, out } = await crawlscope('resume', path).ended;
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('delete the file and start the crawl again');
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('takes its counters from the file when it was closed in order, and they are those of the tables', async () => {
    const server = await site(pages);
    const first = newSession([server.url('/')]);
    expect(await first.run()).toBe('finished');
    const before = first.status();
    await first.close();
    const again = reopen(first.path);
    expect(await again.counted()).toBe(true);
    expect(faults(again)).toEqual([]);
    const { now, ...same } = again.status();
    expect({ ...before, now, hosts: before.hosts.map(host => expect.objectContaining({ origin: host.origin })) }).toMatchObject(
      same,
    );
    await again.close();
    expect(bringsCounts(first.path)).toBe(true);
  });

  it('counts anew after the program was killed', async () => {
    const server = await site({ ...pages, '/b': () => undefined });
    const path = newPath();
    await newSession([server.url('/')], {}, { path }).close();
    const { child, ended } = crawlscope('resume', path);
    await expect.poll(() => server.log.length).toBeGreaterThanOrEqual(3);
    child.kill('SIGKILL');
    await ended;
    expect(bringsCounts(path)).toBe(false);
    const session = reopen(path);
    expect(await session.counted()).toBe(true);
    const { urls, fetches } = session.status();
    expect([urls, fetches]).toEqual(['url', 'fetch'].map(table => column(session, `SELECT count(*) FROM ${table}`)[0]));
  });

  it('is counted in slices that end when it is closed', async () => {
    const server = await site(pages);
    const first = newSession([server.url('/')]);
    await first.run();
    await first.close();
    expect(bringsCounts(first.path)).toBe(true);
    const again = reopen(first.path);
    const counted = again.counted();
    await again.close();
    expect(await counted).toBe(false);
    expect(await again.counted()).toBe(false);
  });

  it('says under which name the original of a converted file is kept, and only then', async () => {
    const { path } = oldFile(4);
    const old = new BetterSqlite3(path);
    old.prepare('UPDATE settings SET json = ?').run(JSON.stringify({ ...defaultSettings, seeds: ['http://127.0.0.1:1/'] }));
    old.close();
    const before = readFileSync(path);
    const session = reopen(path);
    const { keptAs = '' } = session.status();
    expect(keptAs).toMatch(/^test\.before-v\d+\.crawl$/);
    expect(readFileSync(join(dirname(path), keptAs)).equals(before)).toBe(true);
    await session.close();
    expect(reopen(path).status()).not.toHaveProperty('keptAs');
  });
});
