import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#storage/file/database.ts';
import { applicationId } from '#storage/file/first-bytes.ts';
import { applySteps, schemaVersion } from '#storage/file/migrate.ts';
import { runSql } from '#storage/file/sql.ts';
import { lookup } from '#storage/reads/lookup.ts';
import { openStore } from '#storage/store.ts';
import { newPath } from '../../support/crawling.ts';

const pages = 450;

/** The version before links were packed. */
const before = 19;

/** A file with JSON links: pages 1 to 450, some with facts. Pages 7 and 8 are damaged, at once and after two links. */
function oldFile(): string {
  const path = newPath();
  const db = new BetterSqlite3(path);
  db.pragma(`application_id = ${applicationId}`);
  applySteps(db, { from: 0, to: before });
  db.pragma('foreign_keys = OFF');
  db.exec(`INSERT INTO link_kind VALUES (1, 'a'), (2, 'image');
    INSERT INTO settings VALUES (1, 1, '{}');
    INSERT INTO crawl (id, created_at, app_version, state, settings_id) VALUES (1, 1, 'old', 'stopped', 1)`);
  const url =
    db.prepare(`INSERT INTO url (id, url, hash, state, decision_id, reason, may_fetch, may_list, links_followed, distance, discovered_at, via, inlinks)
    VALUES (?, ?, ?, 'done', ?, 'fetched', 'yes', 'yes', 'yes', 1, 1, 'link', 5)`);
  const decision = db.prepare(
    `INSERT INTO decision (id, url_id, at, stage, verdict, reason, rule, evidence, trace, settings_id) VALUES (?, ?, 1, 'fetch', 'accept', 'fetched', 'outcome', '[]', '', 1)`,
  );
  const links = db.prepare('INSERT INTO page_links (from_id, count, links, facts) VALUES (?, ?, ?, ?)');
  for (let id = 1; id <= pages; id++) {
    url.run(id, `http://a.test/${id}`, id, id);
    decision.run(id, id);
    if (id % 5 === 0) continue;
    const list = Array.from({ length: id % 7 }, (_, seq) => [
      ...[1 + ((id * 31 + seq * 17) % pages), 1 + (seq % 2), seq * 50, seq * 50 + 30],
      ...([[], ['Read more'], ['', 'nofollow'], [`Text ${id} “\ud800”`, 'nofollow noopener']][seq % 4] as string[]),
    ]);
    const facts = id % 3 === 0 ? Buffer.from(Int32Array.from(list, (_, seq) => seq * 1_024 + id).buffer) : null;
    links.run(id, list.length, JSON.stringify(list), facts);
  }
  links.run(450, 1, '[[1,1,0,1]]', null);
  db.prepare('UPDATE page_links SET links = ?, count = 4 WHERE from_id = 7').run('[[1,0,');
  db.prepare('UPDATE page_links SET links = ?, count = 4 WHERE from_id = 8').run('[[1,1,2,3,"First"],[2,1,4,5],[3,1]]');
  db.pragma(`user_version = ${before}`);
  db.close();
  return path;
}

const read = (db: BetterSqlite3.Database) => {
  const file = lookup(db);
  return {
    links: Array.from({ length: pages }, (_, id) => file.links(id + 1, 'out', 0, 100)),
    inlinks: Array.from({ length: 9 }, (_, id) => file.links(id + 1, 'in', 0, 100)),
    facts: Array.from({ length: pages }, (_, id) => [0, 1, 2, 99].map(seq => file.linkFactsAt(id + 1, seq))),
    all: [...file.allLinks()],
  };
};

const rowsOf = (path: string, statement: string): unknown[] => {
  const { rows, close } = runSql(path, statement, { timeMs: 20_000, maxRows: 9_999 });
  const found = [...rows];
  close();
  return found;
};

describe('a file whose links are JSON', () => {
  it('is read without being changed, with its links and their facts', () => {
    const path = oldFile();
    const db = openDatabase(path, { readOnly: true });
    const { links, facts, all } = read(db);
    expect(links[3]).toMatchObject({ total: 4, rows: [{ text: '' }, { text: 'Read more' }, { rel: 'nofollow' }, {}] });
    expect(links[3]?.rows[3]).toMatchObject({
      text: 'Text 4 “\ud800”',
      rel: 'nofollow noopener',
      start: 150,
      end: 180,
      kind: 'image',
    });
    expect([facts[2], facts[3]]).toEqual([
      [3, 1_027, 2_051, 0],
      [null, null, null, null],
    ]);
    expect([links[6]?.total, links[7]?.rows.map(({ text }) => text)]).toEqual([0, ['First', '']]);
    expect(all.length).toBeGreaterThan(1_000);
    for (const which of ['= 3', '> 3 AND from_id <= 9'])
      expect(db.prepare(`EXPLAIN QUERY PLAN SELECT links FROM page_links WHERE from_id ${which}`).all()).toEqual([
        expect.objectContaining({ detail: expect.stringMatching(/^SEARCH main.page_links USING INTEGER PRIMARY KEY/) }),
      ]);
    expect(() => openStore(db).fetches.links(1, [])).toThrow(/readonly/);
    db.close();
    const again = new BetterSqlite3(path, { readonly: true });
    expect(again.pragma('user_version', { simple: true })).toBe(before);
    again.close();
    expect(rowsOf(path, "SELECT text, rel FROM links WHERE from_url LIKE '%/3' ORDER BY seq")).toEqual([
      ['', ''],
      ['Read more', ''],
      ['', 'nofollow'],
    ]);
  });

  it('has the same links, packed, when it was opened for writing', () => {
    const path = oldFile();
    const reader = openDatabase(path, { readOnly: true });
    const expected = read(reader);
    reader.close();
    const columns = 'from_id, seq, to_id, kind, rel, text, start, "end"';
    const sound = `SELECT ${columns} FROM link WHERE from_id NOT IN (7, 8) AND text NOT LIKE 'Text%' ORDER BY from_id, seq`;
    const rows = rowsOf(path, sound);
    const counts = rowsOf(path, 'SELECT from_id, count FROM page_links ORDER BY from_id');
    const db = openDatabase(path);
    expect(db.pragma('user_version', { simple: true })).toBe(schemaVersion);
    expect(read(db)).toEqual(expected);
    expect(db.prepare('SELECT count FROM page_links WHERE from_id IN (7, 8)').pluck().all()).toEqual([4, 4]);
    expect(db.prepare("SELECT text FROM word WHERE text LIKE 'Read%'").pluck().all()).toEqual(['Read more']);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.close();
    expect(rowsOf(path, sound)).toEqual(rows);
    expect(rowsOf(path, 'SELECT from_id, count FROM page_links ORDER BY from_id')).toEqual(counts);
  });
});
