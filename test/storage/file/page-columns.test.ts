import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { PageFacts } from '#shared/model/page-facts.ts';
import { openDatabase } from '#storage/file/database.ts';
import { applicationId } from '#storage/file/first-bytes.ts';
import { applyMigrations, schemaVersion } from '#storage/file/migrate.ts';
import { urlViews } from '#storage/lists/url-views.ts';
import { newPath } from '../../support/crawling.ts';

const facts: PageFacts = {
  v: 1,
  elements: 9,
  deepest: 3,
  lang: 'en-GB',
  titles: [
    { text: '', at: [0, 1] },
    { text: 'Start', at: [2, 3] },
  ],
  headings: [{ level: 1, text: 'Hello', at: [4, 5] }],
  images: [{ src: 'a.png', at: [6, 7] }],
  text: { bytes: 250, characters: 250, words: 40, area: 'main', language: 'en', flesch: -3.2 },
  textHash: '00000000000000ff',
};

interface Page {
  readonly path: string;
  readonly title: string;
  readonly facts: string | null;
  readonly robots?: string;
}

/** A file of version 11 with these pages, and a URL that was never requested. */
function fileOfVersion11(pages: readonly Page[]): string {
  const path = newPath();
  const db = new BetterSqlite3(path);
  db.pragma('page_size = 8192');
  db.pragma(`application_id = ${applicationId}`);
  applyMigrations(db, { from: 0, to: 11 });
  db.pragma('user_version = 11');
  db.pragma('foreign_keys = OFF');
  db.exec("INSERT INTO settings VALUES (1, 1, '{}')");
  const url =
    db.prepare(`INSERT INTO url (id, url, hash, state, decision_id, reason, may_fetch, may_list, links_followed, status, content_type,
    title, bytes, outlinks, fetch_id, distance, discovered_at, via) VALUES (?, ?, ?, 'done', ?, 'fetched', 'yes', 'yes', 'yes', 200, 'text/html', ?, 1000, 0, ?, 0, 1, 'link')`);
  const page =
    db.prepare(`INSERT INTO page (url_id, fetch_id, charset, charset_source, lang, title, description, h1, h1_count, words, meta_robots,
    links, links_dropped, facts) VALUES (?, ?, 'utf-8', 'header', 'en-GB', ?, 'Winter sale', 'Hello', 1, 50, ?, 0, 0, ?)`);
  const fetch =
    db.prepare(`INSERT INTO fetch (id, url_id, origin_id, purpose, target, attempt, started_at, ended_at, outcome, first_byte_ms,
    http_version, request_headers) VALUES (?, ?, 1, 'page', 'x', 1, 1, 2, 'response', 12, '1.1', '[]')`);
  const decision = db.prepare(`INSERT INTO decision (id, url_id, at, stage, verdict, reason, rule, evidence, trace, settings_id)
    VALUES (?, ?, 1, 'fetch', 'accept', 'fetched', 'outcome', '[]', '', 1)`);
  for (const [index, each] of pages.entries()) {
    const id = index + 1;
    url.run(id, `http://a.test${each.path}`, id, id, each.title, id);
    page.run(id, id, each.title, each.robots ?? null, each.facts);
    fetch.run(id, id);
    decision.run(id, id);
  }
  db.close();
  return path;
}

const pages: readonly Page[] = [
  { path: '/', title: '', facts: JSON.stringify(facts) },
  { path: '/old', title: 'Älter', facts: null, robots: 'robots: noindex, nofollow' },
  { path: '/damaged', title: 'Damaged', facts: '{"v":1,"text":7' },
];

it('gives the pages of version 11 their columns, from their facts or from what else is stored', () => {
  const db = openDatabase(fileOfVersion11(pages));
  try {
    expect(db.pragma('user_version', { simple: true })).toBe(schemaVersion);
    const [start, old, damaged] = [...urlViews(db).stream([], 10)];
    expect(start).toMatchObject({
      ...{ title: 'Start', titleLength: 5, titles: 2, description: null, h1: 'Hello', h1Length: 5, h1Count: 1, words: 40 },
      ...{ readability: 0, textRatio: 25, lang: 'en-GB', detectedLang: 'en', images: 1, imagesWithoutAlt: 1 },
      ...{ textHash: '00000000000000ff', internalLinks: null, firstByteMs: 12, httpVersion: '1.1', indexability: 'indexable' },
    });
    expect(old).toMatchObject({
      ...{ title: 'Älter', titleLength: 5, titles: null, description: 'Winter sale', descriptionLength: 11, h1: 'Hello' },
      ...{ h1Count: 1, words: null, lang: 'en-GB', images: null, indexability: 'noindex' },
    });
    expect(damaged).toMatchObject({ title: 'Damaged', titleLength: 7, words: null });
    expect(db.prepare('SELECT directives FROM url ORDER BY id').pluck().all()).toEqual([0, 3, 0]);
  } finally {
    db.close();
  }
});

it('shows readers of an older file the texts of its pages, and leaves it as it is', () => {
  const path = fileOfVersion11(pages);
  const db = openDatabase(path, { readOnly: true });
  try {
    const [start, old] = [...urlViews(db).stream([], 10)];
    expect(start).toMatchObject({ titleLength: null, description: 'Winter sale', words: null });
    expect(old).toMatchObject({ title: 'Älter', titleLength: 5, description: 'Winter sale', h1: 'Hello', lang: 'en-GB' });
    expect(db.pragma('user_version', { simple: true })).toBe(11);
  } finally {
    db.close();
  }
});
