import { zstdCompressSync } from 'node:zlib';
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

describe('settings of a file that no crawl can have', () => {
  it.each([
    ['an unknown crawler profile', { profile: 'nobody' }, 'There is no crawler profile “nobody”.'],
    ['a User-Agent of two lines', { userAgent: 'x\r\nCookie: y' }, 'The user agent may'],
    ['a site rule for no host', { siteRules: [{ pattern: '', robots: 'never' }] }, 'host'],
  ])('%s is named in one sentence, and the file opens', async (_, wild, sentence) => {
    const { path, server } = await unfinished();
    editSettings(path, settings => JSON.stringify({ ...settings, ...wild }));
    const before = server.log.length;
    const session = reopen(path);
    expect(session.status().state).toBe('finished');
    await expect(session.run()).rejects.toThrow(RpcError);
    await expect(session.run()).rejects.toThrow(sentence);
    expect(server.log.length).toBe(before);
  });

  it.each(['', 'x', 'http://127.0.0.1:99999999/', 'http://127.0.0.1:1/'])('a demo site at “%s” is not served', async address => {
    const { path } = await unfinished();
    edit(path, "INSERT INTO event (at, kind, detail) VALUES (1, 'demo', ?)", address);
    expect(await reopen(path).run()).toBe('finished');
  });
});

describe('lists of a file', () => {
  it.each([
    ['evidence', "UPDATE decided SET decisions = '[[1,[null]]]', current = 0"],
    ['evidence', "UPDATE url SET found = NULL, evidence = '[null]'"],
    ['evidence', `UPDATE url SET found = NULL, evidence = '[{"kind":"limit","name":5}]'`],
    ['evidence', `UPDATE url SET found = NULL, evidence = '[{"kind":"toString"}]'`],
    ['redirects', "UPDATE robots_version SET redirects = '[5]'"],
    ['redirects', `UPDATE robots_version SET redirects = '["not a URL"]'`],
  ])('damaged %s is named, not an internal error (%s)', async (what, statement) => {
    const { path, server } = await unfinished();
    edit(path, statement);
    const session = reopen(path);
    const asked = async () => {
      await session.handlers['url.explain']({ url: `${server.origin}/a` });
      return [...session.lintRobots({})];
    };
    await expect(asked()).rejects.toThrow(new RegExp(`^test\\.crawl is damaged: the ${what} of a .* cannot be read\\.$`));
  });
});

describe('values that a table refuses', () => {
  /** Declares the types of `url` as strict, or not. */
  function declare(path: string, isStrict: boolean): void {
    const db = new BetterSqlite3(path).unsafeMode();
    db.pragma('writable_schema = ON');
    const [old, wanted] = isStrict ? [') /* loose */', ') STRICT'] : [') STRICT', ') /* loose */'];
    const { changes } = db.prepare("UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = 'url'").run(old, wanted);
    expect(changes).toBe(1);
    db.close();
  }

  it('are named when the crawl writes their row again', async () => {
    const { path } = await unfinished();
    declare(path, false);
    edit(path, "UPDATE url SET found = 'text'");
    declare(path, true);
    const fault = 'test.crawl is damaged: the table “url” has a value of the wrong type in its column “found”';
    await expect(reopen(path).run()).rejects.toThrow(fault);
  });
});

describe('clocks of a file', () => {
  it.each(['url', 'sitemap'])('a %s that waits for ten years waits no longer than a crawl would let it', async table => {
    const { path, server } = await unfinished();
    edit(
      path,
      `INSERT INTO sitemap (origin_id, url, source, level, state) SELECT id, key || '/late.xml', 'index', 0, 'queued' FROM origin`,
    );
    edit(path, `UPDATE ${table} SET due_at = ? WHERE state = 'queued'`, Date.now() + 3_650 * day);
    const session = reopen(path);
    session.changeSettings({ sitemaps: true });
    expect(await session.run()).toBe('finished');
    expect(session.status()).toMatchObject({ fetched: 3, queued: 0 });
    expect(server.paths()).toContain('/late.xml');
  });

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

describe('hosts of a file', () => {
  const unreadable = ['', 'null', 'http://[', 'https://e.com:99999', 'http://a/b', 'file:///etc'];
  // The same host would have a second delay, and a robots.txt elsewhere.
  const otherSpellings = [
    'http://127.1',
    'http://a:80',
    'http://A',
    'HTTP://a',
    'http://a\\b',
    'http://a/',
    'http://u@a',
    'http://a?',
  ];
  it.each([...unreadable, ...otherSpellings])('one called “%s” is named, and nothing is sent', async key => {
    const { path, server } = await unfinished();
    edit(path, 'UPDATE origin SET key = ?', key);
    const before = server.log.length;
    const session = reopen(path);
    const sentence = / is damaged: the host “/;
    await expect(session.checkRobots([], new AbortController().signal).next()).rejects.toThrow(sentence);
    await expect(session.run()).rejects.toThrow(sentence);
    expect(server.log.length).toBe(before);
  });

  it('a URL under another host is not requested by the robots.txt of that', async () => {
    const { path, server } = await unfinished();
    const other = await site({ '/': page('other') });
    edit(path, "UPDATE url SET url = ? WHERE state = 'queued'", `${other.origin}/`);
    await expect(reopen(path).run()).rejects.toThrow(`is stored under the host ${server.origin}`);
    expect(other.log).toEqual([]);
  });

  it('numbers that no clock has are brought into range', async () => {
    const { path } = await unfinished();
    edit(path, 'UPDATE origin SET next_at = -9223372036854775807, delay_line = 9223372036854775807, backoff_count = -1');
    expect(await reopen(path).run()).toBe('finished');
  });
});

describe('bodies of a file', () => {
  it.each(['raw', 'zstd'])('a robots.txt of 64 MiB (%s) is named, not read', async encoding => {
    const { path, server } = await unfinished();
    const text = Buffer.alloc(64 * 1024 * 1024, 'Disallow: /a*b\n');
    edit(
      path,
      'UPDATE body SET size = ?, encoding = ?, bytes = ? WHERE hash IN (SELECT body_hash FROM robots_version)',
      text.length,
      encoding,
      encoding === 'raw' ? text : zstdCompressSync(text),
    );
    const session = reopen(path);
    const damaged = /^test\.crawl is damaged: a stored body /;
    expect(() => [...session.lintRobots({})]).toThrow(damaged);
    await expect((async () => session.handlers['url.explain']({ url: `${server.origin}/never` }))()).rejects.toThrow(damaged);
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
