import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createDatabase } from '#storage/file/database.ts';
import { runSql } from '#storage/file/sql.ts';
import { unpackFile } from '#storage/file/unpack.ts';
import { newPath, newSession, site } from '../../support/crawling.ts';
import { oldFile } from '../../support/old-file.ts';
import { linksTo } from '../../support/site.ts';

const rowsOf = (path: string, statement: string): unknown[] => {
  const { rows, close } = runSql(path, statement, { timeMs: 20_000, maxRows: 99_999 });
  const found = [...rows];
  close();
  return found;
};

/** Rows as a client sees them that knows nothing of us. */
function plainRows(path: string, statement: string): unknown[][] {
  const db = new BetterSqlite3(path, { readonly: true });
  try {
    return db.prepare(statement).raw().all() as unknown[][];
  } finally {
    db.close();
  }
}

function unpack(path: string, target: string) {
  const steps = unpackFile(path, target);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    expect(step.value.done).toBeLessThanOrEqual(step.value.total);
  }
}

const names = ['a', 'b', 'c', 'd'];

async function crawled(): Promise<string> {
  const nav = `<nav>${names.map(name => `<a href="/${name}" rel="nofollow">Page ${name}</a>`).join('')}</nav>`;
  const pages = names.map(
    name => [`/${name}`, { body: `<title>${name}</title>${nav}<main><a href="?x">More</a></main>` }] as const,
  );
  const { origin } = await site({ '/': linksTo(...names.map(name => `/${name}`)), ...Object.fromEntries(pages) });
  const session = newSession([`${origin}/`]);
  await session.run();
  await session.close();
  return session.path;
}

const views = [
  ...[
    'urls',
    'decisions',
    'current_decisions',
    'fetches',
    'fetch',
    'robots_versions',
    'sitemaps',
    'sitemap_entries',
    'origins',
    'checks',
  ],
  ...[
    'certificates',
    'probes',
    'renderings',
    'render_requests',
    'render_logs',
    'resources',
    'links',
    'link',
    'link_facts',
    'link_targets',
  ],
];

describe('an unpacked copy', () => {
  it('gives any client of SQLite the rows that our own views give', async () => {
    const path = await crawled();
    const target = join(dirname(path), 'copy.db');
    const { rows, bytes } = unpack(path, target);
    expect([rows > 50, bytes > 10_000]).toEqual([true, true]);
    for (const view of views) {
      const sql = `SELECT * FROM ${view} ORDER BY 1, 2, 3`;
      expect(plainRows(target, sql), view).toEqual(rowsOf(path, sql));
      const columns = plainRows(target, `SELECT name FROM pragma_table_info('${view}')`);
      const types = `SELECT DISTINCT concat_ws(' ', ${columns.map(([name]) => `typeof("${name}")`).join(', ')}) FROM ${view} ORDER BY 1`;
      expect(plainRows(target, types), view).toEqual(rowsOf(path, types));
    }
    expect(rowsOf(path, 'SELECT count(*) FROM links')).toEqual(plainRows(target, 'SELECT sum(links) FROM page'));
    expect(
      plainRows(target, "SELECT DISTINCT zone, form FROM link_facts JOIN link USING (from_id, seq) WHERE text = 'Page a'"),
    ).toEqual([['nav', 'root-relative']]);
    expect(plainRows(target, 'SELECT count(*), count(facts), typeof(facts) FROM page')).toEqual([
      [expect.any(Number), 5, 'text'],
    ]);
    expect(
      plainRows(target, "SELECT json_extract(facts, '$.paths') IS NOT NULL FROM page WHERE facts IS NOT NULL LIMIT 1"),
    ).toEqual([[1]]);
    expect(plainRows(target, 'PRAGMA integrity_check')).toEqual([['ok']]);
    expect(plainRows(target, 'PRAGMA foreign_key_check')).toEqual([]);
    expect(plainRows(target, 'PRAGMA application_id')).toEqual([[0]]);
    expect(readdirSync(dirname(path)).filter(name => name.endsWith('.part'))).toEqual([]);
  });

  it('finds links by page and by target through indexes', async () => {
    const path = await crawled();
    const target = join(dirname(path), 'copy.db');
    unpack(path, target);
    const plan = (where: string) =>
      plainRows(target, `EXPLAIN QUERY PLAN SELECT seq FROM link WHERE ${where}`).map(row => String(row[3]));
    expect(plan('from_id = 1')).toEqual([expect.stringMatching(/^SEARCH link USING PRIMARY KEY \(from_id=\?\)/)]);
    expect(plan('to_id = 1')).toEqual([expect.stringMatching(/^SEARCH link USING COVERING INDEX link_by_target/)]);
  });

  it('of an older file has the same rows, and leaves the file as it is', () => {
    const { path, links } = oldFile(4);
    const before = plainRows(path, 'PRAGMA user_version');
    const target = join(dirname(path), 'copy.db');
    unpack(path, target);
    expect(plainRows(target, 'SELECT * FROM link ORDER BY from_id, seq')).toEqual(links);
    expect(plainRows(target, 'SELECT count(*) FROM link_targets')).toEqual([[links.length]]);
    expect(plainRows(target, 'SELECT count(*) FROM urls')).toEqual([[60]]);
    expect(plainRows(path, 'PRAGMA user_version')).toEqual(before);
  });

  it('replaces nothing, and leaves nothing when it ends early', () => {
    const path = newPath();
    createDatabase(path).close();
    const target = join(dirname(path), 'copy.db');
    writeFileSync(target, 'mine');
    expect(() => unpack(path, target)).toThrow(/copy\.db already exists/);
    const steps = unpackFile(path, join(dirname(path), 'other.db'));
    expect(steps.next().done).toBe(false);
    expect(readdirSync(dirname(path)).filter(name => name.endsWith('.part'))).toHaveLength(1);
    steps.return({ rows: 0, bytes: 0 });
    expect(readdirSync(dirname(path)).filter(name => /\.part|other/.test(name))).toEqual([]);
  });

  it('does not replace a file that came in between', () => {
    const path = newPath();
    createDatabase(path).close();
    const target = join(dirname(path), 'copy.db');
    const steps = unpackFile(path, target);
    steps.next();
    writeFileSync(target, 'mine');
    expect(() => {
      while (steps.next().done !== true);
    }).toThrow(/already exists/);
    expect(readdirSync(dirname(path)).filter(name => name.endsWith('.part'))).toEqual([]);
  });

  it('says in one line what is wrong', () => {
    const path = newPath();
    createDatabase(path).close();
    expect(() => unpack(path, join(dirname(path), 'missing', 'copy.db'))).toThrow(/^The folder .*missing does not exist/);
    const text = join(dirname(path), 'text.crawl');
    writeFileSync(text, 'x'.repeat(2_000));
    expect(() => unpack(text, join(dirname(path), 'c.db'))).toThrow(/text\.crawl is damaged or not a crawl file/);
    expect(existsSync(join(dirname(path), 'c.db'))).toBe(false);
  });

  it('names a file whose values its own tables forbid', () => {
    const path = newPath();
    const db = createDatabase(path);
    db.pragma('ignore_check_constraints = ON');
    db.pragma('foreign_keys = OFF');
    db.exec("INSERT INTO decided (id, url_id, at, current, decisions) VALUES (1, 1, 1, 0, '{}')");
    db.close();
    expect(() => unpack(path, join(dirname(path), 'c.db'))).toThrow(
      /\.crawl is damaged: it stores values that its own tables forbid/,
    );
    expect(existsSync(join(dirname(path), 'c.db'))).toBe(false);
  });
});
