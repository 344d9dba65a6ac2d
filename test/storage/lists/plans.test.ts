import { describe, expect, it } from 'vitest';
import type { WriteDb } from '#storage/file/handle.ts';
import { linkReads } from '#storage/links/link-reads.ts';
import { urlViews } from '#storage/lists/url-views.ts';
import { lookup } from '#storage/reads/lookup.ts';
import { robotsReads } from '#storage/reads/robots-reads.ts';
import { targetTableReads } from '#storage/reads/target-tables.ts';
import { openStore } from '#storage/store.ts';
import { addUrl, newStore } from '../fixture.ts';

/** Every statement that is prepared while `work` runs. */
function prepared(db: WriteDb, work: (db: WriteDb) => void): string[] {
  const statements: string[] = [];
  const watched = new Proxy(db, {
    get: (target, key) => {
      if (key === 'prepare')
        return (sql: string) => {
          statements.push(sql);
          return target.prepare(sql);
        };
      const value = Reflect.get(target, key) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  work(watched);
  return statements;
}

const plan = (db: WriteDb, sql: string): string[] => {
  const names = [...new Set(sql.match(/@\w+/g) ?? [])];
  const values = names.length
    ? [Object.fromEntries(names.map(name => [name.slice(1), 1]))]
    : Array((sql.match(/\?/g) ?? []).length).fill(1);
  return (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[]).map(row => row.detail);
};
/**
 * Steps that read a whole table which grows with the crawl. The list of blocks and the pages that wait for one are
 * short; `few` and `link_targets` are the rows found in them for one target; a virtual table is the JSON of one row;
 * `check_count` has a row a result.
 */
const scans = (db: WriteDb, sql: string): string[] =>
  plan(db, sql).filter(
    step =>
      /^SCAN (?!view_|.*(USING (COVERING )?INDEX (url_frontier|url_leased|fetch_open)|CONSTANT|inlink_block\b|inlink_waiting\b|few\b|link_targets$|crawl\b|check_count\b|\w+ VIRTUAL TABLE|\bsettings\b|link_kind|rule$))/.test(
        step,
      ) && !/^SCAN \d+ CONSTANT/.test(step),
  );

describe('query plans', () => {
  it('the frontier is read from its index in order of due time and distance, without sorting', () => {
    const { db } = newStore();
    const steps = plan(
      db,
      "SELECT id FROM url WHERE origin_id = +? AND state = 'queued' AND due_at <= ? ORDER BY due_at, distance, id LIMIT ? + 0",
    );
    expect(steps).toEqual([expect.stringContaining('USING COVERING INDEX url_frontier (origin_id=? AND due_at<?)')]);
  });

  it('the frontier gives earliest due first, then nearest to the seeds, then oldest', () => {
    const { store } = newStore();
    const ids = [3, 1, 2, 1].map((depth, i) => addUrl(store, `http://a.test/${i}`, { depth }));
    store.transaction(() => store.urls.change(store.urls.byId(ids[0] ?? 0) ?? expect.fail(), { dueAt: 500 }));
    expect(store.urls.next(1, 499, 10).map(url => url.id)).toEqual([2, 4, 3]);
    expect(store.urls.next(1, 500, 10).map(url => url.id)).toEqual([2, 4, 3, 1]);
    expect(store.urls.nextDue(1)).toBe(0);
    expect(store.urls.nextDue(99)).toBeNull();
  });

  it('nothing that runs for each request or each answer reads a growing table from end to end', () => {
    const { db } = newStore();
    const statements = prepared(db, watched => void openStore(watched));
    expect(statements.length).toBeGreaterThan(40);
    // Read once at opening, after a roll-back or at a resume (the stored bytes, where a crawl limits them); sitemap files, events (one a change of state) and assertions (a set or a
    // set and version a row) are few.
    const seldom =
      /GROUP BY|count\(\*\)|max\(id\)|FROM link_kind|FROM sitemap\b|UPDATE sitemap|origin WHERE robots_id IS NOT NULL|busy_since IS NOT NULL|SELECT DISTINCT origin_id|FROM event |FROM assertion_|FROM audit_threshold|FROM audit_ignore|pragma_table_info|SELECT id, key FROM origin ORDER BY id|sum\(length\(bytes\)\)/;
    expect(
      statements
        .filter(sql => !/^\s*(INSERT|DELETE)/.test(sql) && !seldom.test(sql))
        .flatMap(sql => scans(db, sql).map(step => `${step}: ${sql}`)),
    ).toEqual([]);
  });

  it('writing a URL and its decision looks through no table', () => {
    const { db } = newStore();
    const inserts = prepared(db, watched => void openStore(watched)).filter(
      // A block of inlinks is written once in a thousand pages, from the pages that wait.
      sql => /^\s*(INSERT|UPDATE url)/.test(sql) && !/INSERT INTO inlink \(/.test(sql),
    );
    expect(inserts.length).toBeGreaterThan(8);
    for (const sql of inserts) {
      const names = [...new Set(sql.match(/@\w+/g) ?? [])];
      const values = names.length
        ? [Object.fromEntries(names.map(name => [name.slice(1), 1]))]
        : Array((sql.match(/\?/g) ?? []).length).fill(1);
      const steps = db.prepare(`EXPLAIN ${sql}`).all(...values) as { opcode: string; p1: number }[];
      // The lists of words in CHECK constraints are small tables in memory.
      const small = new Set(steps.filter(({ opcode }) => opcode === 'OpenEphemeral').map(({ p1 }) => p1));
      expect(
        steps.filter(({ opcode, p1 }) => opcode === 'Rewind' && !small.has(p1)),
        sql,
      ).toEqual([]);
    }
  });

  it('an explanation, links and a page of a list are read through indexes', () => {
    const { db } = newStore();
    addUrl(openStore(db), 'http://a.test/');
    const statements = prepared(db, watched => {
      lookup(watched);
      const views = urlViews(watched);
      views.rows(Int32Array.of(1));
      views.idOf('http://a.test/');
      [...views.stream([], 1)];
    });
    expect(
      statements.flatMap(sql =>
        scans(db, sql)
          // A chain of redirects has at most 20 rows.
          .filter(step => step !== 'SCAN chain' && !/^SCAN (j|pragma_table_info) VIRTUAL TABLE/.test(step))
          .map(step => `${step}: ${sql}`),
      ),
    ).toEqual([]);
  });

  it('a replay reads URLs and links by their keys, page by page, without sorting', () => {
    const { db } = newStore();
    const statements = prepared(db, watched => void targetTableReads(watched));
    const pages = statements.filter(sql => / ORDER BY /.test(sql) && !sql.includes('inlink_'));
    expect(pages.length).toBe(4);
    const waiting = statements.filter(sql => sql.includes('inlink_waiting'));
    expect(waiting.flatMap(sql => plan(db, sql)).filter(step => /^SCAN|TEMP B-TREE/.test(step))).toEqual([]);
    for (const sql of pages) {
      // Links lie in blocks, and counts in rows of many URLs. These are found by their key, too.
      const [first, ...rest] = plan(db, sql).filter(step => !/^CORRELATED|^SEARCH [buc] USING INTEGER PRIMARY KEY/.test(step));
      expect([first, rest], sql).toEqual([expect.stringMatching(/^SEARCH (url|r) USING .*PRIMARY KEY/), []]);
    }
  });

  it('links of one page, and links to one URL, are asked of the rows that can hold them', () => {
    const { db } = newStore();
    expect(plan(db, 'SELECT text FROM link WHERE from_id = ?')).toEqual([
      expect.stringMatching(/^SEARCH r USING INTEGER PRIMARY KEY/),
      expect.stringContaining('VIRTUAL TABLE'),
      expect.stringMatching(/^CORRELATED/),
      expect.stringMatching(/^SEARCH b USING INTEGER PRIMARY KEY/),
      expect.stringMatching(/^SEARCH t USING INTEGER PRIMARY KEY/),
    ]);
    const [targets] = prepared(db, watched => void linkReads(watched)).filter(sql => sql.includes('inlink_chunk'));
    const steps = plan(db, targets ?? '').filter(step => step.includes('inlink_chunk'));
    expect(steps).toEqual([
      expect.stringMatching(/^SEARCH inlink_chunk USING COVERING INDEX .* \(block_id=\? AND first_to<\?\)/),
      expect.stringMatching(/^SEARCH c USING INDEX .* \(block_id=\? AND first_to=\?\)/),
    ]);
    expect(plan(db, targets ?? '').filter(step => /^SCAN|TEMP B-TREE/.test(step))).toEqual([]);
  });

  it('the list of robots.txt files reads the URLs once, not once for each host', () => {
    const { db } = newStore();
    const [sql = ''] = prepared(db, watched => void robotsReads(watched)).filter(text => text.includes('FROM origin o'));
    const steps = plan(db, sql);
    const start = steps.findIndex(step => step.includes('CORRELATED'));
    expect(steps.filter(step => /^SCAN u\b|^SCAN url\b/.test(step)).length, steps.join('\n')).toBeLessThanOrEqual(1);
    expect(start === -1 || !steps.slice(start).some(step => /^SCAN (u|url)\b/.test(step)), steps.join('\n')).toBe(true);
  });
});
