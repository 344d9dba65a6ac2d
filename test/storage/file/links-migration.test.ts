import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#storage/file/database.ts';
import { applicationId } from '#storage/file/first-bytes.ts';
import { schemaVersion } from '#storage/file/migrate.ts';
import { runSql } from '#storage/file/sql.ts';
import { sql as first } from '#storage/migrations/0001-crawl-file.ts';
import { sql as second } from '#storage/migrations/0002-drafts.ts';
import { sql as third } from '#storage/migrations/0003-robots-sources.ts';
import { sql as fourth } from '#storage/migrations/0004-inlink-blocks.ts';
import { lookup } from '#storage/reads/lookup.ts';
import { openStore } from '#storage/store.ts';
import { newPath } from '../../support/crawling.ts';

const pages = 60;

/** A file as an earlier version left it: pages 1 to 60, each with links; from version 4 on some of them in a block. */
function oldFile(version: 1 | 4): { readonly path: string; readonly links: unknown[][] } {
  const path = newPath();
  const db = new BetterSqlite3(path);
  db.pragma(`application_id = ${applicationId}`);
  db.exec(first);
  if (version === 4) for (const step of [second, third, fourth]) db.exec(step);
  db.pragma('foreign_keys = OFF');
  db.exec(`INSERT INTO link_kind VALUES (1, 'a'), (2, 'image');
    INSERT INTO settings VALUES (1, 1, '{}');
    INSERT INTO crawl (id, created_at, app_version, state, settings_id) VALUES (1, 1, 'old', 'stopped', 1)`);
  const url =
    db.prepare(`INSERT INTO url (id, url, hash, state, decision_id, reason, may_fetch, may_list, links_followed, depth, discovered_at, via, inlinks)
    VALUES (?, ?, ?, 'done', ?, 'fetched', 'yes', 'yes', 'yes', 1, 1, 'link', 5)`);
  const decision = db.prepare(
    `INSERT INTO decision (id, url_id, at, stage, verdict, reason, rule, evidence, trace, settings_id) VALUES (?, ?, 1, 'fetch', 'accept', 'fetched', 'outcome', '[]', '', 1)`,
  );
  const link = db.prepare('INSERT INTO link VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  for (let id = 1; id <= pages; id++) {
    url.run(id, `http://a.test/${id}`, id, id);
    decision.run(id, id);
    for (let seq = 0; seq < id % 7; seq++)
      link.run(
        id,
        seq,
        1 + ((id * 31 + seq * 17) % pages),
        1 + (seq % 2),
        seq % 3 ? '' : 'nofollow',
        `Text ${seq} \u00e9`,
        seq * 50,
        seq * 50 + 30,
      );
  }
  if (version === 4)
    db.exec(`INSERT INTO inlink_block VALUES (1), (2);
      INSERT INTO inlink SELECT 1 + (from_id > 30), to_id, from_id, seq FROM link WHERE from_id <= 50;
      INSERT INTO inlink_waiting SELECT DISTINCT from_id FROM link WHERE from_id > 50;`);
  db.pragma(`user_version = ${version}`);
  const links = db.prepare('SELECT * FROM link ORDER BY from_id, seq').raw().all() as unknown[][];
  db.close();
  return { path, links };
}

const read = (db: BetterSqlite3.Database) => ({
  links: db.prepare('SELECT * FROM link ORDER BY from_id, seq').raw().all(),
  named: db.prepare('SELECT from_url, to_url, kind, rel, text, start, "end", seq FROM links ORDER BY 1, 8').raw().all(),
  targets: db.prepare('SELECT to_id, from_id, seq FROM link_targets ORDER BY 1, 2, 3').raw().all(),
  out: lookup(db).links(13, 'out', 0, 100),
  in: Array.from({ length: pages }, (_, id) => lookup(db).links(id + 1, 'in', 0, 100)),
  all: [...lookup(db).allLinks()],
});

describe.each([1, 4] as const)('a file of version %i', version => {
  it('is read without being changed, with all its links', () => {
    const { path, links } = oldFile(version);
    const db = openDatabase(path, { readOnly: true });
    const found = read(db);
    expect(found.links).toEqual(links);
    expect(found.targets).toHaveLength(links.length);
    expect(found.all).toHaveLength(links.length);
    expect(found.out.rows.map(row => row.text)).toEqual([0, 1, 2, 3, 4, 5].map(seq => `Text ${seq} \u00e9`));
    // Each page is found by its key, not by making JSON of all links.
    for (const which of ['= 3', '> 3 AND from_id <= 9'])
      expect(db.prepare(`EXPLAIN QUERY PLAN SELECT links FROM page_links WHERE from_id ${which}`).all()).toContainEqual(
        expect.objectContaining({ detail: expect.stringMatching(/^SEARCH main\.link USING PRIMARY KEY/) }),
      );
    const store = openStore(db);
    expect([store.tally.urls, store.inlinks.owes()]).toEqual([pages, false]);
    expect(() => store.transaction(() => store.fetches.links(1, []))).toThrow(/readonly/);
    db.close();
    const again = new BetterSqlite3(path, { readonly: true });
    expect(again.pragma('user_version', { simple: true })).toBe(version);
    again.close();
    const statement = runSql(path, 'SELECT count(*) FROM links', { timeMs: 5_000, maxRows: 9 });
    expect([...statement.rows]).toEqual([[links.length]]);
    statement.close();
  });

  it('has the same links, a row a page, when it was opened for writing', () => {
    const { path, links } = oldFile(version);
    const reader = openDatabase(path, { readOnly: true });
    const before = read(reader);
    reader.close();
    const db = openDatabase(path);
    expect(db.pragma('user_version', { simple: true })).toBe(schemaVersion);
    expect(read(db)).toEqual(before);
    expect(db.prepare('SELECT sum(count) FROM page_links').pluck().get()).toBe(links.length);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    const store = openStore(db);
    store.transaction(() => store.inlinks.settle(1, 'end'));
    expect(read(db)).toEqual(before);
    expect(db.prepare('SELECT DISTINCT inlinks FROM url').pluck().all()).toEqual([5]);
    db.close();
    const statement = runSql(path, 'SELECT to_id, from_id, seq FROM link_targets ORDER BY 1, 2, 3', {
      timeMs: 5_000,
      maxRows: 999,
    });
    expect([...statement.rows]).toEqual(before.targets);
    statement.close();
  });
});
