import { readFileSync, writeFileSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSession, type Session } from '#engine/session/session.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { newPath, newSession, site } from '../../support/crawling.ts';
import { damaged } from '../../support/damage.ts';
import { linksTo, page, redirect, robotsFile } from '../../support/site.ts';

/** Each was an internal error once: broken pages met while links were read, and JSON of headers. */
const internalOnce = [1, 15, 65, 81, 108];
/** More of them: DAMAGED_FILES=500. */
const files = Number(process.env['DAMAGED_FILES'] ?? 8);
let good: Buffer;

beforeAll(async () => {
  const server = await site({
    '/': linksTo('/a', '/b', '/gone', '/private/x', '/r'),
    '/a': page('<title>A</title>', '<link rel=canonical href=/b>', '<a href=/c>c</a>', '<p>word </p>'.repeat(300)),
    '/b': page('<meta name=robots content=noindex>'),
    '/c': linksTo('/', '/a', '/b'),
    '/r': redirect('/b'),
    '/robots.txt': robotsFile('User-agent: *\nDisallow: /private/\nSitemap: /sitemap.xml\n'),
    '/sitemap.xml': { headers: { 'Content-Type': 'application/xml' }, body: '<urlset><url><loc>/a</loc></url></urlset>' },
  });
  const session = newSession([`${server.origin}/`], { sitemaps: true });
  await session.run();
  await session.close();
  good = readFileSync(session.path);
});

/** Opens and reads like the commands do; '' or what is wrong with how it ended. */
async function review(bytes: Buffer, readOnly: boolean): Promise<string> {
  const path = newPath();
  writeFileSync(path, bytes);
  let stage = 'open';
  try {
    const session = openSession(path, { readOnly });
    try {
      stage = 'status';
      session.status();
      stage = 'urls';
      const urls = [...session.urls({ filter: '', limit: 50 })];
      stage = 'links';
      for (const _ of session.links({ limit: 50 })) stage = 'links';
      stage = 'sitemaps';
      session.sitemaps();
      stage = 'explain';
      for (const { url } of urls.slice(0, 6)) await session.handlers['url.explain']({ url });
      stage = 'politeness';
      await session.politeness([]);
      stage = 'robots.file';
      for (const { origin } of await session.handlers['robots.origins']({})) await session.handlers['robots.file']({ origin });
    } finally {
      await session.close();
    }
  } catch (error) {
    if (error instanceof RpcError && error.code !== 'internal') return '';
    return `${stage}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
  return '';
}

/** A copy of the good file whose tables start with garbage; it still opens. */
function withBrokenTables(...tables: readonly string[]): string {
  const path = newPath();
  writeFileSync(path, good);
  const db = new BetterSqlite3(path);
  const size = db.pragma('page_size', { simple: true }) as number;
  db.exec('DELETE FROM kept_counts');
  const roots = tables.map(name => db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(name) as number);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  const bytes = readFileSync(path);
  for (const root of roots) bytes.fill(0xff, (root - 1) * size, root * size);
  writeFileSync(path, bytes);
  return path;
}

describe('a file whose tables are damaged', () => {
  const readAll = async (steps: AsyncIterable<unknown>): Promise<void> => {
    for await (const _ of steps);
  };
  it.each<readonly [string, (session: Session) => unknown]>([
    ['status', session => session.status()],
    ['run', session => session.run()],
    ['checkRobots', session => readAll(session.checkRobots([], new AbortController().signal))],
    ['politeness', session => session.politeness([])],
  ])('%s says so in one sentence', async (_, ask) => {
    const session = openSession(withBrokenTables('origin'));
    const asked = Promise.resolve().then(() => ask(session));
    await expect(asked).rejects.toMatchObject({ name: 'RpcError', message: expect.stringContaining('damaged') });
    await session.close().catch(error => expect(error).toBeInstanceOf(RpcError));
  });
});

describe('a file with changed bytes', () => {
  it('is read, or refused in one sentence: never an internal error', async () => {
    const wrong: string[] = [];
    for (const seed of [...internalOnce, ...Array(files).keys()]) {
      const found = await review(damaged(good, seed), seed % 2 === 0);
      if (found !== '') wrong.push(`seed ${seed} at ${found}`);
    }
    expect(wrong).toEqual([]);
  }, 600_000);
});
