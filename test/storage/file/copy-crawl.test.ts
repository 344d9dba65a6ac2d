import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { copyNow } from '#engine/exports/copy.ts';
import { unpackFile } from '#storage/file/unpack.ts';
import { column, faults, newPath, newSession, reopen, rows, site } from '../../support/crawling.ts';
import { linksTo } from '../../support/site.ts';

const names = Array.from({ length: 40 }, (_, page) => `/p${page}`);

async function running() {
  const pages = Object.fromEntries(names.map(name => [name, linksTo('/')]));
  const server = await site({ '/': linksTo(...names), ...pages });
  const path = newPath();
  const session = newSession([server.url('/')], { connections: 1 }, { path });
  return { path, session, target: join(dirname(path), 'copy.crawl') };
}

describe('a copy of a crawl that runs', () => {
  test('has one state of it, and the crawl goes on', async () => {
    const { path, session, target } = await running();
    const ended = session.run();
    let seen = 0;
    session.onChange(() => {
      seen = Math.max(seen, session.status().fetched);
    });
    while (session.status().fetched < 3) await new Promise(resolve => setImmediate(resolve));
    const before = session.status().fetched;
    const copy = await copyNow(path, target, () => 'go-on');
    expect(copy?.wasCrawled).toBe(true);
    expect(await ended).toBe('finished');
    expect(session.status().fetched).toBe(41);
    const opened = reopen(target);
    expect(faults(opened)).toEqual([]);
    expect(opened.status().state).toBe('interrupted');
    expect(opened.status().fetched).toBeGreaterThanOrEqual(before);
    expect(opened.status().fetched).toBeLessThan(41);
    expect(column(opened, 'SELECT count(*) FROM decided WHERE url_id NOT IN (SELECT id FROM url)')).toEqual([0]);
    expect(await opened.run()).toBe('finished');
    expect(rows(opened, 'SELECT url, state, reason FROM urls ORDER BY url')).toEqual(
      rows(session, 'SELECT url, state, reason FROM urls ORDER BY url'),
    );
  });

  test('is cancelled without a trace, and replaces nothing', async () => {
    const { path, session, target } = await running();
    await session.run();
    let steps = 0;
    expect(await copyNow(path, target, () => (++steps > 1 ? 'cancel' : 'go-on'))).toBeNull();
    expect(readdirSync(dirname(path)).filter(name => name.startsWith('copy'))).toEqual([]);
    writeFileSync(target, 'mine');
    await expect(copyNow(path, target, () => 'go-on')).rejects.toThrow('copy.crawl already exists');
    expect(readFileSync(target, 'utf8')).toBe('mine');
    await expect(copyNow(path, join(target, 'x', 'y.crawl'), () => 'go-on')).rejects.toThrow('does not exist');
    expect(existsSync(`${path}-journal`)).toBe(false);
  });

  test('is not made of a file that is no crawl', async () => {
    const { path, target } = await running();
    const other = join(dirname(path), 'text.crawl');
    writeFileSync(other, 'x'.repeat(10_000));
    await expect(copyNow(other, target, () => 'go-on')).rejects.toThrow('text.crawl is damaged or not a crawl file');
    expect(existsSync(target)).toBe(false);
  });
});

describe.runIf(process.platform !== 'win32')('a copy of a file that only its owner may read', () => {
  const permissions = (path: string): number => statSync(path).mode & 0o777;

  test('is for its owner only, however it is made', async () => {
    const { path, session, target } = await running();
    await session.run();
    chmodSync(path, 0o400);
    const unpacked = join(dirname(path), 'unpacked.db');
    for (const step of unpackFile(path, unpacked)) void step;
    await copyNow(path, target, () => 'go-on');
    const saved = join(dirname(path), 'saved.crawl');
    await session.copyTo(saved);
    expect([target, unpacked, saved].map(permissions)).toEqual([0o600, 0o600, 0o600]);
  });
});
