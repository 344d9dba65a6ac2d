import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import { defaultSettings } from '#shared/model/crawl.ts';
import type { PageFacts } from '#shared/model/page-facts.ts';
import { openDatabase } from '#storage/file/database.ts';
import { applicationId } from '#storage/file/first-bytes.ts';
import { applyMigrations, schemaVersion } from '#storage/file/migrate.ts';
import { runSql } from '#storage/file/sql.ts';
import { presetParts } from '#storage/presets/presets.ts';
import { auditSource } from '#storage/reads/audit-source.ts';
import { pageFactsOf } from '#storage/reads/page-facts.ts';
import { newPath } from '../../support/crawling.ts';

const facts: PageFacts = {
  v: 1,
  elements: 9,
  deepest: 3,
  titles: [{ text: 'Größe – a title', at: [2, 3] }],
  images: [{ src: 'a.png', at: [6, 70], width: 20 }],
  text: { bytes: 250, characters: 250, words: 40, area: 'main', language: 'en', flesch: -3.25 },
  paths: ['html>body>a', 'html>body>main>p>a'],
  fragments: [[3, 'top']],
  textHash: '00000000000000ff',
};
/** What the pages of the file have: the same twice, none, damaged as a whole, a damaged value, and a field of no version. */
const stored = [
  JSON.stringify(facts),
  JSON.stringify(facts),
  null,
  '{"v":1,"text":7',
  JSON.stringify({
    ...facts,
    titles: [
      { text: 5, at: [1, 2] },
      { text: 'kept', at: [4, 5] },
    ],
  }),
  JSON.stringify({ ...facts, unheardOf: [1] }),
];

function fileOfVersion20(): string {
  const path = newPath();
  const db = new BetterSqlite3(path);
  db.pragma('page_size = 8192');
  db.pragma(`application_id = ${applicationId}`);
  applyMigrations(db, { from: 0, to: 20 });
  db.pragma('user_version = 20');
  db.pragma('foreign_keys = OFF');
  db.exec("INSERT INTO settings VALUES (1, 1, '{}')");
  const url =
    db.prepare(`INSERT INTO url (id, url, hash, state, decision_id, reason, may_fetch, may_list, links_followed, status, content_type, fetch_id,
      distance, discovered_at, via) VALUES (?, ?, ?, 'done', ?, 'fetched', 'yes', 'yes', 'yes', 200, 'text/html', ?, 0, 1, 'link')`);
  const page =
    db.prepare(`INSERT INTO page (url_id, fetch_id, charset, charset_source, lang, title, h1_count, words, x_robots_tag, links, links_dropped, facts)
      VALUES (?, ?, 'utf-8', 'header', 'en', ?, 1, 50, 'noarchive', 7, 8, ?)`);
  const fetch =
    db.prepare(`INSERT INTO fetch (id, url_id, origin_id, purpose, target, attempt, started_at, ended_at, outcome, request_headers)
      VALUES (?, ?, 1, 'page', 'x', 1, 1, 2, 'response', '[]')`);
  const decision = db.prepare(`INSERT INTO decision (id, url_id, at, stage, verdict, reason, rule, evidence, trace, settings_id)
    VALUES (?, ?, 1, 'fetch', 'accept', 'fetched', 'outcome', '[]', '', 1)`);
  for (const [index, json] of stored.entries()) {
    const id = index + 1;
    url.run(id, `http://a.test/${id}`, id, id, id);
    page.run(id, id, `Title ${id}`, json);
    fetch.run(id, id);
    decision.run(id, id);
  }
  db.close();
  return path;
}

const others = 'SELECT url_id, fetch_id, charset, title, words, x_robots_tag, links, links_dropped FROM page ORDER BY url_id';
const ids = stored.map((_, index) => index + 1);
const file = { settings: { ...defaultSettings, seeds: [] }, crawl: { state: 'finished', detail: '', startedAt: 1, endedAt: 2 } };

const read = (db: ReturnType<typeof openDatabase>) => ({
  facts: ids.map(pageFactsOf(db)),
  rows: db.prepare(others).all(),
  hashes: ids.map(auditSource(db, file).textHash),
  images: [...presetParts(db, 'images-missing-alt')].flatMap(part => part.rows),
});

it('a file with facts as JSON is read as it is, and has the same facts when it was opened for writing', () => {
  const path = fileOfVersion20();
  const reader = openDatabase(path, { readOnly: true });
  const before = read(reader);
  expect(before.facts.slice(0, 4)).toEqual([facts, facts, null, null]);
  expect(before.facts[4]?.titles).toEqual([{ text: 'kept', at: [4, 5] }]);
  expect(before.hashes).toEqual(['00000000000000ff', '00000000000000ff', null, null, '00000000000000ff', '00000000000000ff']);
  expect(before.images).toHaveLength(4);
  expect(reader.prepare('SELECT page_facts(facts) FROM page WHERE url_id = 1').pluck().get()).toBe(JSON.stringify(facts));
  expect(reader.pragma('user_version', { simple: true })).toBe(20);
  reader.close();

  const db = openDatabase(path);
  expect(db.pragma('user_version', { simple: true })).toBe(schemaVersion);
  expect(read(db)).toEqual(before);
  const kept = db.prepare('SELECT facts FROM page ORDER BY url_id').pluck().all() as (Buffer | null)[];
  expect(kept.map(blob => blob?.[0] ?? null)).toEqual([1, 1, null, 0, 0, 0]);
  // Nothing is lost of what the packed form does not hold.
  for (const page of [3, 4, 5]) expect(kept[page]?.toString('utf8', 1)).toBe(stored[page]);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  db.close();
});

it('any statement reads facts as JSON', () => {
  const path = fileOfVersion20();
  openDatabase(path).close();
  const sql = `SELECT page_facts(facts) ->> '$.titles[0].text', page_facts(facts) ->> '$.paths[1]' FROM page WHERE url_id IN (2, 4)`;
  const statement = runSql(path, sql, { timeMs: 5_000, maxRows: 9 });
  expect([...statement.rows]).toEqual([
    ['Größe – a title', 'html>body>main>p>a'],
    [null, null],
  ]);
  statement.close();
});
