import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { column, faults, newPath, newSession, reopen, rows, site } from '../../support/crawling.ts';
import { linksTo } from '../../support/site.ts';

const tables = [
  'crawl',
  'settings',
  'event',
  'origin',
  'body',
  'robots_version',
  'decision_kind',
  'decided',
  'url',
  'fetch',
  'page',
  'link',
  'sitemap',
];

async function crawled() {
  const server = await site({ '/': linksTo('/a'), '/a': 'A' });
  const path = newPath();
  const session = newSession([server.url('/')], { maxPages: 1 }, { path });
  await session.run();
  return { server, path, session };
}

describe('a saved copy', () => {
  it('opens and holds the same, and the original goes on', async () => {
    const { path, session } = await crawled();
    const target = join(dirname(path), 'copy.crawl');
    await session.copyTo(target);
    const copy = reopen(target);
    expect(faults(copy)).toEqual([]);
    for (const table of tables)
      expect(rows(copy, `SELECT * FROM ${table}`), table).toEqual(rows(session, `SELECT * FROM ${table}`));
    copy.changeSettings({ maxPages: 10 });
    expect(await copy.run()).toBe('finished');
    expect(copy.status().fetched).toBe(2);
    expect(session.status().fetched).toBe(1);
  });

  it('replaces what lay there, with its leftovers, and leaves no half', async () => {
    const { path, session } = await crawled();
    const target = join(dirname(path), 'copy.crawl');
    for (const suffix of ['', '-wal', '-shm']) writeFileSync(target + suffix, 'old');
    await session.copyTo(target);
    expect(readdirSync(dirname(path)).filter(name => name.startsWith('copy'))).toEqual(['copy.crawl']);
    expect(column(reopen(target), 'SELECT count(*) FROM url')).toEqual([2]);
  });

  it('follows no link laid where a half file could be, and takes no file of that name', async () => {
    const { path, session } = await crawled();
    const folder = dirname(path);
    const victim = join(folder, 'victim');
    writeFileSync(victim, '');
    symlinkSync(victim, join(folder, 'copy.crawl.part'));
    writeFileSync(join(folder, 'other.crawl.part'), 'kept');
    await session.copyTo(join(folder, 'copy.crawl'));
    await session.copyTo(join(folder, 'other.crawl'));
    expect(faults(reopen(join(folder, 'copy.crawl')))).toEqual([]);
    expect(readFileSync(victim, 'utf8')).toBe('');
    expect(readFileSync(join(folder, 'other.crawl.part'), 'utf8')).toBe('kept');
  });

  it('onto itself is refused, and the file stays whole', async () => {
    const { path, session } = await crawled();
    await expect(session.copyTo(path)).rejects.toThrow('is this crawl itself');
    await expect(session.copyTo(join(dirname(path), '.', 'test.crawl'))).rejects.toThrow('is this crawl itself');
    await session.close();
    expect(faults(reopen(path))).toEqual([]);
  });

  it('into a folder that does not exist is refused with the path', async () => {
    const { path, session } = await crawled();
    const target = join(dirname(path), 'none', 'copy.crawl');
    await expect(session.copyTo(target)).rejects.toMatchObject({ name: 'RpcError' });
    expect(existsSync(dirname(target))).toBe(false);
  });
});
