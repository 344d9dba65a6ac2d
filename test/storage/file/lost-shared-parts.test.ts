import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { repairInSlices } from '#engine/exports/repair.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import { hasFacts } from '#storage/facts/has-facts.ts';
import { openDatabase } from '#storage/file/database.ts';
import type { ReadDb } from '#storage/file/handle.ts';
import { auditSource } from '#storage/reads/audit-source.ts';
import { signalPages } from '#storage/reads/signal-pages.ts';
import { asEarlierVersion } from '../../support/as-earlier-version.mjs';
import { faults, newSession, reopen, site } from '../../support/crawling.ts';
import { differencesOf } from '../../support/file-differences.ts';
import { linksTo } from '../../support/site.ts';
import { newStore } from '../fixture.ts';

const names = Array.from({ length: 20 }, (_, i) => `/p/${i}`);
const file = { settings: { ...defaultSettings, seeds: [] }, crawl: { state: 'finished', detail: '', startedAt: 1, endedAt: 2 } };
const head = (i: number) => `<meta name="robots" content="${i % 2 ? 'noindex' : 'index'}">`;

async function crawled(): Promise<string> {
  const { origin } = await site({
    '/': `<link rel="canonical" href="/">${linksTo(...names, '/gone')}`,
    ...Object.fromEntries(names.map((name, i) => [name, `<title>Page ${i}</title>${head(i)}<p>Words`])),
  });
  const session = newSession([`${origin}/`]);
  await session.run();
  await session.close();
  return session.path;
}

function change(path: string, sql: string): void {
  const db = new BetterSqlite3(path);
  db.pragma('foreign_keys = OFF');
  db.exec(sql);
  db.close();
}

function read<T>(path: string, work: (db: ReturnType<typeof openDatabase>) => T): T {
  const db = openDatabase(path, { readOnly: true });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

describe('kinds of responses', () => {
  it('that are lost: a repaired file has status, content type and HTTP version from the rows of URLs', async () => {
    const path = await crawled();
    const ofUrls = 'SELECT f.id, f.status, f.http_version FROM fetch f JOIN url u ON u.fetch_id = f.id ORDER BY 1';
    const before = read(path, db => db.prepare(ofUrls).raw().all());
    expect(before).toHaveLength(names.length + 2);
    change(path, 'DELETE FROM fetch_kind');
    const target = join(dirname(path), 'fixed.crawl');
    const repaired = await repairInSlices(path, target, () => 'go-on');
    expect(repaired?.mended).toContainEqual({
      table: 'fetch_row',
      rows: expect.any(Number),
      what: 'have status, content type and HTTP version from their URL: the rest of the response is lost',
    });
    const fixed = reopen(target);
    expect(faults(fixed)).toEqual([]);
    // All requests are known: nothing is left to do.
    expect(fixed.status().state).toBe('finished');
    expect(differencesOf(target)).toEqual([]);
    read(target, db => {
      expect(db.prepare(ofUrls).raw().all()).toEqual(before);
      const types = 'SELECT DISTINCT f.content_type LIKE ? FROM page p JOIN fetch f ON f.id = p.fetch_id';
      expect(db.prepare(types).pluck().all('text/html%')).toEqual([1]);
    });
  });

  it('that are damaged or lost hide no other attempts from other programs', () => {
    const { db } = newStore();
    db.pragma('foreign_keys = OFF');
    const kind = db.prepare('INSERT INTO fetch_kind (id, status, headers) VALUES (?, 200, ?)');
    const attempt = db.prepare(
      `INSERT INTO fetch_row (origin_id, attempt, started_at, kind_id, own_headers) VALUES (1, 1, 0, ?, '["own"]')`,
    );
    const templates = ['[["a",0]]', '[["a",-1]]', '[["a",99999999999999999999]]', '[["a",1]]', '["x",7]', '['];
    for (const [id, template] of templates.entries()) {
      kind.run(id, template);
      attempt.run(id);
    }
    attempt.run(999);
    const none = '[["a",null]]';
    expect(db.prepare('SELECT response_headers FROM main.fetch ORDER BY id').pluck().all()).toEqual([
      ...['[["a","own"]]', none, none, none, '[[null,null],[null,null]]', null, null],
    ]);
  });
});

describe('pages with facts', () => {
  const count = (path: string) =>
    read(path, db =>
      db
        .prepare(`SELECT count(*) FROM page p WHERE ${hasFacts(db, 'p')}`)
        .pluck()
        .get(),
    );

  it('are known without their facts, also in a file of the version before, and where a block is damaged', async () => {
    const path = await crawled();
    expect(count(path)).toBe(names.length + 1);
    change(path, "UPDATE facts_block SET bytes = x'00'");
    expect(count(path)).toBe(names.length + 1);
    change(path, 'UPDATE page_row SET facts_at = NULL WHERE url_id < 4');
    expect(count(path)).toBe(names.length - 2);
    asEarlierVersion(path, 28);
    // Facts that cannot be decoded do not come into such a file.
    expect(count(path)).toBe(0);
    const whole = await crawled();
    asEarlierVersion(whole, 28);
    expect(count(whole)).toBe(names.length + 1);
  });

  it('that cannot be decoded are not those of an older program, and say nothing for sure', async () => {
    const path = await crawled();
    change(
      path,
      `UPDATE facts_block SET bytes = x'00';
       INSERT INTO sitemap (url, origin_id, source, level, state, fetch_id) SELECT 'http://x/s.xml', min(id), 'robots', 0, 'done', 2 FROM origin`,
    );
    const isOlder = (db: ReadDb): unknown[] =>
      auditSource(db, file)
        .sitemaps()
        .map(row => row.isOlder);
    const target = join(dirname(path), 'fixed.crawl');
    await repairInSlices(path, target, () => 'go-on');
    expect(read(target, isOlder)).toEqual([false]);
    expect(read(target, db => db.prepare('SELECT count(*) FROM page_row WHERE facts_at IS NULL').pluck().get())).toBe(
      names.length + 1,
    );
    read(path, db => {
      expect(isOlder(db)).toEqual([false]);
      const pages = signalPages(db)
        .after(0)
        .filter(({ status }) => status === 200);
      // The start page has no robots element and is its own canonical, so its facts are not asked for.
      expect(pages.map(({ isWhole }) => isWhole)).toEqual([true, ...names.map(() => false)]);
    });
  });
});
