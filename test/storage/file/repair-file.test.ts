import { existsSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { repairInSlices } from '#engine/exports/repair.ts';
import { hasLosses, repairLines } from '#shared/explain/repaired.ts';
import { column, faults, newPath, newSession, reopen, rows, site } from '../../support/crawling.ts';
import { damaged } from '../../support/damage.ts';
import { oldFile, oldPages } from '../../support/old-file.ts';
import { linksTo } from '../../support/site.ts';
import { addUrl, reopenStore } from '../fixture.ts';

const names = Array.from({ length: 300 }, (_, page) => `/page-${page}`);
const text = (name: string): string => `${linksTo('/', names[0] as string)}<p>${name.repeat(400)}</p>`;

let made: Buffer | null = null;
/** A crawl of 301 pages, several pages of the file for each large table. */
async function crawled(): Promise<{ readonly path: string; readonly target: string }> {
  if (made === null) {
    const server = await site({ '/': linksTo(...names), ...Object.fromEntries(names.map(name => [name, text(name)])) });
    const session = newSession([server.url('/')], { delayMs: 0 });
    await session.run();
    await session.close();
    made = readFileSync(session.path);
  }
  const path = newPath();
  writeFileSync(path, made);
  return { path, target: join(dirname(path), 'fixed.crawl') };
}

const repair = (path: string, target: string) => repairInSlices(path, target, () => 'go-on');

/** Overwrites pages of the tables with this name: the leaf with the least row numbers, that with the greatest, or the root. */
function overwrite(path: string, table: string, which: 'leaf' | 'last leaf' | 'all'): void {
  const db = new BetterSqlite3(path, { readonly: true });
  const root = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table) as number;
  const size = db.pragma('page_size', { simple: true }) as number;
  db.close();
  const bytes = readFileSync(path);
  const at = (root - 1) * size;
  // An interior page of a table: cells of a left child and a row id.
  const isInterior = bytes[at] === 5;
  const first = isInterior ? bytes.readUInt32BE(at + bytes.readUInt16BE(at + 12)) : root;
  const child = isInterior && which === 'last leaf' ? bytes.readUInt32BE(at + 8) : first;
  const page = which === 'all' ? root : child;
  bytes.fill(0xa5, (page - 1) * size, page * size);
  writeFileSync(path, bytes);
}

test('a log that is a link is said of the damaged file, not of the new one', async () => {
  const { path, target } = await crawled();
  symlinkSync('/etc/hostname', `${path}-wal`);
  const before = readdirSync(dirname(path));
  await expect(repair(path, target)).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining(path) });
  expect(readdirSync(dirname(path))).toEqual(before);
});

describe('a repaired file', () => {
  test('of a sound file has the same rows, and nothing is lost', async () => {
    const { path, target } = await crawled();
    const before = readFileSync(path);
    const repaired = await repair(path, target);
    expect(repaired && hasLosses(repaired)).toBe(false);
    expect(repaired && repairLines(repaired)).toEqual([
      expect.stringMatching(/^[\d,]+ rows in \d+ tables were read\. Nothing is lost\.$/),
    ]);
    expect(readFileSync(path).equals(before)).toBe(true);
    const [fixed, old] = [reopen(target), reopen(path)];
    expect(fixed.status().state).toBe('finished');
    expect(faults(fixed)).toEqual([]);
    for (const view of ['urls', 'decisions', 'fetches', 'links', 'bodies', 'settings', 'origins'])
      expect(rows(fixed, `SELECT * FROM ${view} ORDER BY 1, 2`), view).toEqual(rows(old, `SELECT * FROM ${view} ORDER BY 1, 2`));
  });

  test('keeps what lies around a damaged page of a table, and says what is lost', async () => {
    const { path, target } = await crawled();
    overwrite(path, 'fetch_row', 'leaf');
    const repaired = await repair(path, target);
    const fetch = repaired?.tables.find(({ name }) => name === 'fetch_row');
    expect(fetch).toMatchObject({ places: 1, isGone: false });
    expect((fetch?.rows ?? 0) + (fetch?.missing ?? 0)).toBe(302);
    expect(fetch?.rows).toBeGreaterThan(100);
    expect(fetch?.missing).toBeGreaterThan(1);
    const fixed = reopen(target);
    expect(faults(fixed)).toEqual([]);
    expect(column(fixed, 'SELECT count(*) FROM url')).toEqual([301]);
    expect(column(fixed, 'PRAGMA foreign_key_check')).toEqual([]);
    expect(column(fixed, "SELECT count(*) FROM event WHERE kind = 'repaired'")).toEqual([1]);
  });

  test('gives numbers of lost URLs to new ones, which inherit nothing', async () => {
    const { path, target } = await crawled();
    overwrite(path, 'url', 'last leaf');
    await repair(path, target);
    expect(faults(reopen(target))).toEqual([]);
    const { db, store } = reopenStore(target);
    const id = addUrl(store, 'http://a.test/new');
    expect(id).toBeLessThanOrEqual(301);
    const count = (sql: string): unknown => db.prepare(`SELECT count(*) FROM ${sql}`).pluck().get(id);
    expect(count('link WHERE to_id >= ?')).toBe(0);
    expect(count('link WHERE from_id >= ?')).toBe(0);
    for (const column of ['via_id', 'depth_from', 'canonical_id', 'redirect_id'])
      expect(count(`url WHERE ${column} >= ?`), column).toBe(0);
  });

  test('has no URL without a decision: with a lost event the first one is in force, and the URL is requested again', async () => {
    const { path, target } = await crawled();
    overwrite(path, 'decided', 'leaf');
    const repaired = await repair(path, target);
    expect(repaired && repairLines(repaired)).toContainEqual(expect.stringMatching(/^url: \d+ rows lost its last decision/));
    const fixed = reopen(target);
    expect(faults(fixed)).toEqual([]);
    expect(fixed.status().queued).toBeGreaterThan(0);
  });

  test('that lost its URLs is interrupted, and resume queues the start URL', async () => {
    const { path, target } = await crawled();
    overwrite(path, 'url', 'all');
    await repair(path, target);
    const fixed = reopen(target);
    expect(fixed.status().state).toBe('interrupted');
    expect(fixed.status().detail).toMatch(/^Repaired: \d+ rows are lost; resume to look for them again\.$/);
    await fixed.run();
    expect(column(fixed, "SELECT count(*) FROM url WHERE via = 'seed'")).toEqual([1]);
  });

  test('gives no wrong bytes: a body whose block is lost keeps its hash and size', async () => {
    const { path, target } = await crawled();
    const db = new BetterSqlite3(path);
    db.prepare('DELETE FROM body_block WHERE id = (SELECT min(id) FROM body_block)').run();
    db.close();
    const repaired = await repair(path, target);
    expect(repaired?.mended).toContainEqual({
      table: 'body',
      rows: expect.any(Number),
      what: 'lost their bytes; hash and size stay',
    });
    expect(faults(reopen(target))).toEqual([]);
  });

  test('has its own schema only: what others added is left out and named', async () => {
    const { path, target } = await crawled();
    const db = new BetterSqlite3(path);
    db.exec(
      'CREATE TRIGGER harm AFTER INSERT ON event BEGIN DELETE FROM url; END; CREATE VIEW extra AS SELECT 1; CREATE TABLE own (x)',
    );
    db.close();
    const repaired = await repair(path, target);
    expect(repaired?.leftOut).toEqual(['trigger harm', 'view extra', 'table own']);
    expect(column(reopen(target), 'SELECT count(*) FROM url')).toEqual([301]);
  });

  test.each(['sitemap_entry', 'SITEMAP_ENTRY'])('reads no view that comes before a table of its name: %s', async viewName => {
    const { path, target } = await crawled();
    const db = new BetterSqlite3(path);
    db.unsafeMode(true);
    db.pragma('writable_schema = ON');
    const row = db
      .prepare("SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema WHERE name = 'sitemap_entry'")
      .get() as object;
    const columns = db.prepare("SELECT name FROM pragma_table_info('sitemap_entry')").pluck().all() as string[];
    // A hostile one never ends.
    const view = `CREATE VIEW ${viewName} AS SELECT ${columns.map(name => `1 AS "${name}"`).join(', ')}`;
    db.exec("DELETE FROM sqlite_schema WHERE name = 'sitemap_entry'");
    const insert = db.prepare('INSERT INTO sqlite_schema VALUES (@type, @name, @tbl_name, @rootpage, @sql)');
    insert.run({ type: 'view', name: viewName, tbl_name: viewName, rootpage: 0, sql: view });
    insert.run(row);
    db.close();
    const repaired = await repair(path, target);
    expect(repaired?.tables.find(({ name }) => name === 'sitemap_entry')).toMatchObject({ rows: 0, refused: 0, isGone: true });
    expect(repaired?.leftOut).toEqual([`view ${viewName}`]);
    expect(repaired && repairLines(repaired)).toContainEqual(expect.stringMatching(/^sitemap_entry: the table is missing/));
  });

  test('is made of a file with damaged first bytes, and of one that was cut off', async () => {
    const { path, target } = await crawled();
    const bytes = readFileSync(path);
    bytes.fill(0, 0, 100);
    writeFileSync(path, bytes);
    expect(await repair(path, target)).toMatchObject({ header: 'The first bytes of the file were damaged.' });
    expect(column(reopen(target), 'SELECT count(*) FROM url')).toEqual([301]);
    const cut = await crawled();
    truncateSync(cut.path, Math.floor(bytes.length * 0.93));
    const repaired = await repair(cut.path, cut.target);
    expect(repaired && hasLosses(repaired)).toBe(true);
    expect(readdirSync(dirname(cut.path)).sort()).toEqual(['fixed.crawl', 'test.crawl']);
    expect(faults(reopen(cut.target))).toEqual([]);
  });

  test('of an older version keeps its version, and is converted when it is opened', async () => {
    const { path } = oldFile(1);
    const target = join(dirname(path), 'fixed.crawl');
    const repaired = await repair(path, target);
    // Its settings were never whole.
    expect(repaired?.mended.map(({ table }) => table)).toEqual(['settings']);
    expect(column(reopen(target), 'SELECT count(*) FROM url')).toEqual([oldPages]);
  });

  test('replaces nothing; cancelled, nothing is left', async () => {
    const { path, target } = await crawled();
    let steps = 0;
    expect(await repairInSlices(path, target, () => (++steps > 1 ? 'cancel' : 'go-on'))).toBeNull();
    expect(readdirSync(dirname(path))).toEqual(['test.crawl']);
    writeFileSync(target, 'mine');
    await expect(repair(path, target)).rejects.toThrow('fixed.crawl already exists');
    expect(readFileSync(target, 'utf8')).toBe('mine');
  });

  test.each([
    ['text', Buffer.from('x'.repeat(20_000)), /is not a crawl file/],
    ['nothing', Buffer.alloc(0), /is not a crawl file/],
    ['another database', null, /Nothing can be read from/],
  ])('is not made of %s', async (_name, bytes, words) => {
    const path = newPath();
    if (bytes) writeFileSync(path, bytes);
    else new BetterSqlite3(path).exec('CREATE TABLE x (y)').close();
    await expect(repair(path, join(dirname(path), 'fixed.crawl'))).rejects.toThrow(words);
    expect(existsSync(join(dirname(path), 'fixed.crawl'))).toBe(false);
  });

  test('comes of 8 damaged files, or one clear line does', async () => {
    for (let seed = 1; seed <= 8; seed += 1) {
      const { path, target } = await crawled();
      writeFileSync(path, damaged(made as Buffer, seed));
      try {
        const repaired = await repair(path, target);
        expect(repaired).not.toBeNull();
        expect(faults(reopen(target)), `seed ${seed}`).toEqual([]);
      } catch (error) {
        expect(error, `seed ${seed}`).toMatchObject({ name: 'RpcError' });
      }
    }
  });
});
