import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { troubleWords } from '#engine/session/file-trouble.ts';
import { openSession } from '#engine/session/session.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { newSession, reopen, site } from '../../support/crawling.ts';
import { linksTo, openRobots, page, robotsFile } from '../../support/site.ts';

const day = 86_400_000;

/** A crawl with one page left, closed. */
async function unfinished() {
  const server = await site({
    '/': linksTo('/a', '/b'),
    '/a': page('a'),
    '/b': page('b'),
    '/robots.txt': robotsFile(openRobots),
  });
  const session = newSession([`${server.origin}/`], { maxPages: 2 });
  await session.run();
  session.changeSettings({ maxPages: 10 });
  await session.close();
  return { server, path: session.path };
}

function edit(path: string, statement: string, ...values: unknown[]): void {
  const db = new BetterSqlite3(path);
  db.prepare(statement).run(...values);
  db.close();
}

const editSettings = (path: string, change: (settings: Record<string, unknown>) => string): void => {
  const db = new BetterSqlite3(path);
  const row = db.prepare('SELECT s.id, s.json FROM settings s JOIN crawl c ON c.settings_id = s.id').get() as {
    id: number;
    json: string;
  };
  db.prepare('UPDATE settings SET json = ? WHERE id = ?').run(change(JSON.parse(row.json) as Record<string, unknown>), row.id);
  db.close();
};

describe('settings of a file', () => {
  const broken: readonly (readonly [string, string, (settings: Record<string, unknown>) => string])[] = [
    ['no JSON', 'not JSON', settings => JSON.stringify(settings).slice(0, 40)],
    ['a list', 'not an object', () => '[]'],
    ['text for a number', 'delayMs', settings => JSON.stringify({ ...settings, delayMs: 'soon' })],
    ['null for start URLs', 'seeds', settings => JSON.stringify({ ...settings, seeds: null })],
    ['a start URL that is none', 'seeds', settings => JSON.stringify({ ...settings, seeds: ['file:///etc/passwd'] })],
    ['an unknown scope', 'scope', settings => JSON.stringify({ ...settings, scope: 'everything' })],
  ];
  for (const [title, what, change] of broken)
    it(`with ${title} are refused in one sentence when the file is opened`, async () => {
      const { path } = await unfinished();
      editSettings(path, change);
      for (const readOnly of [false, true]) {
        const open = () => openSession(path, { readOnly });
        expect(open).toThrow(RpcError);
        expect(open).toThrow(/^test\.crawl is damaged: its settings cannot be read \([^)]+\)\.$/);
        expect(open).toThrow(what);
      }
    });

  it('are brought into range', async () => {
    const { path } = await unfinished();
    const wild = { delayMs: -5, connections: 1e9, maxAttempts: 0, maxBodyBytes: 1e15, robotsLifetimeMs: 1e15, maxDelayMs: 1e300 };
    editSettings(path, settings => JSON.stringify({ ...settings, ...wild }));
    const { settings } = reopen(path).status();
    const kept: Partial<CrawlSettings> = { delayMs: 0, connections: 256, maxAttempts: 1, maxBodyBytes: 1_073_741_824 };
    expect(settings).toMatchObject({ ...kept, robotsLifetimeMs: 7 * day, maxDelayMs: 30 * day });
  });
});

describe('clocks of a file', () => {
  it('a heartbeat from the future is no owner', async () => {
    const { path } = await unfinished();
    edit(
      path,
      "UPDATE crawl SET state = 'running', owner = '11111111-2222-3333-4444-555555555555:4242:99', heartbeat_at = ?",
      Date.now() + 3_650 * day,
    );
    const session = reopen(path);
    expect(session.status().state).toBe('interrupted');
    expect(await session.run()).toBe('finished');
  });

  it.each([
    ['checked 40 days ago, with a copy that never expires', -40 * day],
    ['checked in the future', 400 * day],
  ])('robots.txt %s is requested again', async (_, after) => {
    const { path, server } = await unfinished();
    const before = server.paths().filter(asked => asked === '/robots.txt').length;
    edit(path, 'UPDATE origin SET robots_checked_at = ?, robots_expires_at = ?', Date.now() + after, Date.now() + 4_000 * day);
    expect(await reopen(path).run()).toBe('finished');
    expect(server.paths().filter(asked => asked === '/robots.txt').length).toBe(before + 1);
  });

  it('a back-off of ten years is none', async () => {
    const { path } = await unfinished();
    edit(path, 'UPDATE origin SET backoff_until = ?, next_at = ?', Date.now() + 3_650 * day, Date.now() + 3_650 * day);
    const session = reopen(path);
    expect(await session.run()).toBe('finished');
    expect(session.status()).toMatchObject({ fetched: 3, queued: 0 });
  });
});

describe('what another program does to the file of a crawl', () => {
  it('is named: a lock, and a log that cannot be folded in', () => {
    const of = (isLocked: boolean, logBytes: number) => troubleWords({ name: 'shop.crawl', isLocked, logBytes });
    expect(of(false, 40_000_000)).toBe('');
    expect(of(true, 0)).toContain('another program is writing to this file');
    expect(of(false, 2 ** 30)).toContain('shop.crawl-wal has grown to 1,024 MiB');
  });
});
