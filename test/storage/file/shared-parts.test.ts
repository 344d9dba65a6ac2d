import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { repairInSlices } from '#engine/exports/repair.ts';
import { openDatabase } from '#storage/file/database.ts';
import { schemaVersion, versionOf } from '#storage/file/migrate.ts';
import { sqlSchema } from '#storage/reads/sql-schema.ts';
import { asVersion28 } from '../../support/as-version-28.mjs';
import { newSession, site } from '../../support/crawling.ts';
import { linksTo } from '../../support/site.ts';
import { withoutWaits } from '../../support/waitless-clock.ts';

const count = 40;
const names = Array.from({ length: count }, (_, i) => `/p/${i}`);
const long = 'A description that is longer than what a row of a URL keeps. '.repeat(30);
const filler = (i: number) => `<p>${`Some words about page ${i}, which differ a little from those of others. `.repeat(6)}</p>`;

/** Pages whose columns are those of their URLs and pages whose columns are not, and responses of many and of few kinds. */
async function crawled(): Promise<string> {
  const pages = names.map((name, i) => {
    const head = `<title>Page ${i}</title><meta name="description" content="${i % 3 === 1 ? long : `About ${i}`}">`;
    const canonical =
      i % 5 === 0 ? `<link rel="canonical" href="/p/${i}">` : i % 5 === 1 ? '<link rel="canonical" href="/p/0#x">' : '';
    return [
      name,
      {
        body: `<html lang="${i % 2 ? 'en' : 'en-x-a-language-that-has-more-than-35-letters'}">${head}${canonical}<h1>Heading ${i}</h1>${filler(i)}`,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          etag: `"${i}"`,
          'last-modified': new Date(1e12 + i * 1e6).toUTCString(),
          expires: i % 3 ? '0' : 'Thu, 01 Jan 1970 00:00:00 GMT',
          'x-quoted': i % 4 ? 'a "b" \\' : 'é',
        },
      },
    ] as const;
  });
  const { origin } = await site({ '/': linksTo(...names, '/gone'), ...Object.fromEntries(pages) });
  const session = newSession([`${origin}/`]);
  await session.run();
  await session.close();
  return session.path;
}

const pageColumns = `url_id, fetch_id, charset, charset_source, lang, title, description, h1, h1_count, words, base, canonical, meta_robots,
  x_robots_tag, refresh, links, links_dropped`;
const pages = `SELECT ${pageColumns} FROM page ORDER BY url_id`;
const fetches = 'SELECT * FROM fetches ORDER BY id';
const facts = 'SELECT url_id, page_facts(facts) FROM page ORDER BY url_id';

function rowsOf(path: string, statements: readonly string[]): unknown[][] {
  const db = openDatabase(path, { readOnly: true });
  try {
    return statements.map(sql => db.prepare(sql).raw().all());
  } finally {
    db.close();
  }
}

/** As any other client of SQLite reads them. */
function plainRows(path: string, statements: readonly string[]): unknown[][] {
  const db = new BetterSqlite3(path, { readonly: true });
  try {
    return statements.map(sql => db.prepare(sql).raw().all());
  } finally {
    db.close();
  }
}

describe('what pages and responses share', () => {
  it('is stored once, and everybody reads whole rows', async () => {
    const path = await crawled();
    const [ofPages = [], ofFetches = []] = rowsOf(path, [pages, fetches]);
    expect(ofPages).toHaveLength(count + 1);
    expect(plainRows(path, [pages, fetches])).toEqual([ofPages, ofFetches]);
    const [[kinds], [ofKind], [own], [inBlocks]] = plainRows(path, [
      'SELECT count(*) FROM fetch_kind',
      'SELECT count(*) FROM fetch_row WHERE kind_id IS NOT NULL AND response_headers IS NULL AND status IS NULL',
      'SELECT count(*) FROM page_row WHERE own > 0',
      'SELECT count(*) FROM page_row WHERE facts_at IS NOT NULL AND facts IS NULL',
    ]) as [[number]][];
    expect(kinds?.[0]).toBeLessThan(12);
    expect(ofKind?.[0]).toBeGreaterThan(count / 4);
    // Long descriptions and long languages.
    expect(own?.[0]).toBeGreaterThan(count / 2);
    expect(own?.[0]).toBeLessThan(count);
    expect(inBlocks?.[0]).toBe(count + 1);
  });

  it('comes from a file of version 28 row by row, which a read-only open leaves as it is', async () => {
    const path = await crawled();
    const before = rowsOf(path, [pages, fetches, facts]);
    asVersion28(path);
    expect(rowsOf(path, [pages, fetches, facts])).toEqual(before);
    const old = new BetterSqlite3(path, { readonly: true });
    expect(versionOf(old)).toBe(28);
    old.close();
    const db = openDatabase(path);
    expect(versionOf(db)).toBe(schemaVersion);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('foreign_key_check')).toEqual([]);
    db.close();
    expect(rowsOf(path, [pages, fetches, facts])).toEqual(before);
    expect(plainRows(path, [pages, fetches])).toEqual(before.slice(0, 2));
  });

  it('comes not from a file with a page whose URL is lost, until it is repaired', async () => {
    const path = await crawled();
    asVersion28(path);
    const damaged = new BetterSqlite3(path);
    damaged.pragma('foreign_keys = OFF');
    const url = damaged.prepare("SELECT id FROM url WHERE url LIKE '%/p/7'").pluck().get();
    damaged.prepare('DELETE FROM url WHERE id = ?').run(url);
    damaged.close();
    expect(() => openDatabase(path)).toThrow(/is damaged: .* crawlscope repair FILE --out FIXED/);
    const old = new BetterSqlite3(path, { readonly: true });
    expect(versionOf(old)).toBe(28);
    old.close();
    const target = join(dirname(path), 'fixed.crawl');
    await repairInSlices(path, target, () => 'go-on');
    const db = openDatabase(target);
    expect(versionOf(db)).toBe(schemaVersion);
    expect(db.prepare('SELECT count(*) FROM page').pluck().get()).toBe(count);
    expect(db.pragma('foreign_key_check')).toEqual([]);
    db.close();
  });

  it('is listed for own statements as one table each', async () => {
    const path = await crawled();
    const tables = sqlSchema(path);
    for (const name of ['page', 'fetch', 'fetches']) {
      const found = tables.filter(table => table.name === name);
      expect(found.map(({ columns }) => columns.length === new Set(columns.map(column => column.name)).size)).toEqual([true]);
    }
    expect(tables.find(({ name }) => name === 'page')?.columns.map(({ name }) => name)).toContain('facts');
  });

  it('is missing in a repaired file where it was lost, and the rows stay', async () => {
    const path = await crawled();
    const db = new BetterSqlite3(path);
    db.pragma('foreign_keys = OFF');
    db.exec(`DELETE FROM fetch_kind; UPDATE facts_block SET bytes = x'00' WHERE id = 1`);
    db.close();
    const target = join(dirname(path), 'fixed.crawl');
    const repaired = await repairInSlices(path, target, () => 'go-on');
    const told = repaired?.mended.map(({ table, what }) => `${table} ${what}`);
    expect(told).toContain('fetch_row have no headers: those are lost');
    expect(told).toContain('facts_block removed, because they cannot be decoded');
    expect(told).toContain('page_row have no facts: those are lost');
    const [[outcomes], [without], [titles]] = rowsOf(target, [
      "SELECT count(*) FROM fetch WHERE outcome IS NOT 'response' AND url_id IS NOT NULL",
      'SELECT count(*) FROM page WHERE length(facts) = 0 AND page_facts(facts) IS NULL',
      'SELECT count(*) FROM page WHERE title IS NULL',
    ]) as [[number]][];
    expect(outcomes?.[0]).toBe(0);
    expect(without?.[0]).toBeGreaterThan(0);
    expect(titles?.[0]).toBe(0);
  });
});

it.each([
  ['at once', 1],
  ['after a connection that was lost', 2],
])('a page that later answers with an error %s stays as it was read', async (_, attempt) => {
  const { server, origin } = await shortened();
  const session = newSession([`${origin}/`], { maxBodyBytes: 65_536, maxAttempts: 3 }, withoutWaits());
  await session.run();
  const [[before = []] = []] = rowsOf(session.path, [pages]) as unknown[][][];
  expect(before).toContain('First');
  expect(plainRows(session.path, ['SELECT own FROM page_row'])).toEqual([[[0]]]);
  let requests = 0;
  server.set('/', ({ request }) => {
    if (++requests === attempt) return { status: 404, body: '<title>Gone</title>' };
    request.socket.destroy();
    return undefined;
  });
  session.changeSettings({ maxBodyBytes: 1_000_000 });
  await session.run();
  const [ofPage, ofUrl] = rowsOf(session.path, [pages, 'SELECT status, title FROM urls WHERE id = 1']);
  expect(requests).toBe(attempt);
  expect(ofUrl).toEqual([[404, 'Gone']]);
  expect(ofPage).toEqual([before]);
  await session.close();
});

/** A page that the limit of a crawl cuts. */
async function shortened() {
  const body = `<html lang="en"><title>First</title><meta name="description" content="Words"><link rel="canonical" href="/"><h1>One</h1>${'<p>Text. '.repeat(20_000)}`;
  const server = await site({ '/': { body } });
  return { server, origin: server.origin };
}
