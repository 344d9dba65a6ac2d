import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#storage/file/database.ts';
import { schemaVersion } from '#storage/file/migrate.ts';
import { runSql } from '#storage/file/sql.ts';
import { lookup } from '#storage/reads/lookup.ts';
import { openStore } from '#storage/store.ts';
import { oldFile, oldPages } from '../../support/old-file.ts';

const read = (db: BetterSqlite3.Database) => ({
  links: db.prepare('SELECT * FROM link ORDER BY from_id, seq').raw().all(),
  named: db.prepare('SELECT from_url, to_url, kind, rel, text, start, "end", seq FROM links ORDER BY 1, 8').raw().all(),
  targets: db.prepare('SELECT to_id, from_id, seq FROM link_targets ORDER BY 1, 2, 3').raw().all(),
  out: lookup(db).links(13, 'out', 0, 100),
  in: Array.from({ length: oldPages }, (_, id) => lookup(db).links(id + 1, 'in', 0, 100)),
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
    expect([store.tally.urls, store.inlinks.owes()]).toEqual([oldPages, false]);
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
    expect(db.prepare('SELECT DISTINCT inlinks FROM url_inlinks').pluck().all()).toEqual([5]);
    db.close();
    const statement = runSql(path, 'SELECT to_id, from_id, seq FROM link_targets ORDER BY 1, 2, 3', {
      timeMs: 5_000,
      maxRows: 999,
    });
    expect([...statement.rows]).toEqual(before.targets);
    statement.close();
  });
});
