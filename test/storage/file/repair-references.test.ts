import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { repairInSlices } from '#engine/exports/repair.ts';
import type { MendedRows } from '#shared/model/repair.ts';
import { openDatabase } from '#storage/file/database.ts';
import { hashOf, mostWords, noWords, Words } from '#storage/file/words.ts';
import { LinksWriter } from '#storage/links/page-links.ts';
import { asEarlierVersion } from '../../support/as-earlier-version.mjs';
import { column, faults, newSession, reopen, rows, site } from '../../support/crawling.ts';
import { differencesOf } from '../../support/file-differences.ts';
import { linksTo, page, redirect } from '../../support/site.ts';
import { addUrl, reopenStore } from '../fixture.ts';

/** The start page, the lost one, and pages that refer to the lost one: by links, a canonical and a redirect. */
const answers = {
  '/': linksTo('/a', '/lost', '/b#part', '/c', '/lost', '/moved'),
  '/a': `<link rel="canonical" href="/lost">${linksTo('/', '/lost')}`,
  '/b': linksTo('/c#there', '/lost', '/a#here'),
  '/c': page('<p>Words'),
  '/moved': redirect('/lost'),
  '/lost': linksTo('/', '/only-there'),
  '/only-there': page('<p>More words'),
};

/** A text that is long enough for a signature. */
const words = Array.from({ length: 300 }, (_, word) => `word${word}`).join(' ');

async function crawled(): Promise<{ readonly path: string; readonly target: string; readonly origin: string }> {
  const { origin } = await site({ ...answers, '/c': page(`<p>${words}`) });
  const session = newSession([`${origin}/`]);
  await session.run();
  await session.close();
  return { path: session.path, target: join(dirname(session.path), 'fixed.crawl'), origin };
}

function change(path: string, sql: string): void {
  const db = new BetterSqlite3(path);
  db.pragma('foreign_keys = OFF');
  db.exec(sql);
  db.close();
}

function read(path: string, sql: string): unknown[] {
  const db = openDatabase(path, { readOnly: true });
  try {
    return db.prepare(sql).raw().all();
  } finally {
    db.close();
  }
}

async function repaired(path: string, target: string): Promise<readonly MendedRows[]> {
  return (await repairInSlices(path, target, () => 'go-on'))?.mended ?? [];
}

/** Gives the row of a URL the greatest id, so that the next new URL would get the id of the lost one. */
function lose(path: string, url: string): number {
  const [[id, greatest]] = read(path, `SELECT id, (SELECT max(id) FROM url) FROM url WHERE url LIKE '%${url}'`) as [
    [number, number],
  ];
  expect(id, 'the lost URL').toBeLessThan(greatest);
  change(path, `DELETE FROM url WHERE id >= ${id}`);
  return id;
}

/** Fragments and evidence by the positions of the links that are left when those to /lost are gone. */
const fragments =
  "SELECT url, page_facts(facts) ->> '$.fragments' FROM page JOIN url ON url.id = url_id WHERE url LIKE '%/b' OR url LIKE '%_/'";
const fragmentsLeft = (origin: string) => [
  [`${origin}/`, '[[1,"part"]]'],
  [`${origin}/b`, '[[0,"there"],[1,"here"]]'],
];
const foundLeft = (origin: string) => ['a', 'b', 'c', 'moved'].map((name, at) => [`${origin}/${name}`, at]);

describe('a URL whose row is lost', () => {
  test('leaves nothing that a new URL with its id inherits', async () => {
    const { path, target } = await crawled();
    const lost = lose(path, '/moved');
    await repaired(path, target);
    expect(faults(reopen(target))).toEqual([]);
    const { db, store } = reopenStore(target);
    expect(addUrl(store, 'http://a.test/new')).toBe(lost);
    const naming = (sql: string) => db.prepare(sql).pluck().all();
    expect(naming(`SELECT from_id FROM link WHERE from_id >= ${lost} OR to_id >= ${lost}`)).toEqual([]);
    const columns = ['via_id', 'depth_from', 'canonical_id', 'redirect_id'].map(name => `${name} >= ${lost}`).join(' OR ');
    expect(naming(`SELECT url FROM url WHERE ${columns}`)).toEqual([]);
    expect(naming(`SELECT url FROM decisions, json_each(evidence) e WHERE e.value ->> '$.from' >= ${lost}`)).toEqual([]);
  });

  test('takes links to it with it: the others keep their order, their evidence and their fragments', async () => {
    const { path, target, origin } = await crawled();
    const [[lost]] = read(path, "SELECT id FROM url WHERE url LIKE '%/lost'") as [[number]];
    change(path, `DELETE FROM url WHERE id = ${lost}`);
    expect(await repaired(path, target)).toContainEqual({
      table: 'links_row',
      rows: 4,
      what: 'lost links to URLs that are lost',
    });
    const fixed = reopen(target);
    expect(faults(fixed)).toEqual([]);
    expect(rows(fixed, `SELECT seq, to_url FROM links WHERE from_url = '${origin}/' ORDER BY seq`)).toEqual([
      [0, `${origin}/a`],
      [1, `${origin}/b`],
      [2, `${origin}/c`],
      [3, `${origin}/moved`],
    ]);
    expect(rows(fixed, fragments)).toEqual(fragmentsLeft(origin));
    expect(rows(fixed, 'SELECT url, found & 1048575 FROM url WHERE found >= 0 ORDER BY id')).toEqual(foundLeft(origin));
    expect(differencesOf(target)).toEqual([]);
  });

  test('is found again where it was a canonical or the target of a redirect', async () => {
    const { path, target, origin } = await crawled();
    change(path, "DELETE FROM url WHERE url LIKE '%/lost'");
    expect(await repaired(path, target)).toContainEqual({
      table: 'url',
      rows: 2,
      what: 'lost the canonical URL or the target of a redirect, and will be requested again',
    });
    expect(read(target, 'SELECT count(*) FROM url WHERE canonical_id IS NOT NULL OR redirect_id IS NOT NULL')).toEqual([[0]]);
    // Without it, the page is none that search engines may index.
    expect(read(target, "SELECT indexability FROM url WHERE url LIKE '%/a'")).toEqual([[null]]);
    const fixed = reopen(target);
    await fixed.run();
    expect(faults(fixed)).toEqual([]);
    expect(
      rows(
        fixed,
        'SELECT url, canonical, redirect_to FROM urls WHERE canonical IS NOT NULL OR redirect_to IS NOT NULL ORDER BY id',
      ),
    ).toEqual([
      [`${origin}/a`, `${origin}/lost`, null],
      [`${origin}/moved`, null, `${origin}/lost`],
    ]);
  });
});

test.each([29, 28] as const)('a file of version %i keeps no links of a lost URL and none to it', async version => {
  const { path, target, origin } = await crawled();
  asEarlierVersion(path, version);
  const [[lost]] = read(path, "SELECT id FROM url WHERE url LIKE '%/lost'") as [[number]];
  change(path, `DELETE FROM url WHERE id = ${lost}`);
  const mended = await repaired(path, target);
  expect(mended).toContainEqual({ table: 'page_links', rows: 1, what: 'removed, because the row of from_id is lost' });
  expect(mended).toContainEqual({ table: 'page_links', rows: 4, what: 'lost links to URLs that are lost' });
  expect(read(target, `SELECT count(*) FROM link WHERE ${lost} IN (from_id, to_id)`)).toEqual([[0]]);
  expect(read(target, `SELECT count(*) FROM url WHERE ${lost} IN (via_id, depth_from, canonical_id, redirect_id)`)).toEqual([
    [0],
  ]);
  // It is converted when it is opened.
  const fixed = reopen(target);
  expect(faults(fixed)).toEqual([]);
  expect(rows(fixed, fragments)).toEqual(fragmentsLeft(origin));
  expect(rows(fixed, 'SELECT url, found & 1048575 FROM url WHERE found >= 0 ORDER BY id')).toEqual(foundLeft(origin));
});

test('attempts that are lost are no evidence: a new attempt with the same number is not either', async () => {
  const { path, target } = await crawled();
  change(path, 'DELETE FROM fetch_row WHERE id > 4');
  const mended = await repaired(path, target);
  expect(mended).toContainEqual({
    table: 'decided',
    rows: expect.any(Number),
    what: 'lost evidence, because what it names is lost',
  });
  const cited = "SELECT max(e.value ->> '$.fetch') FROM decisions, json_each(evidence) e";
  expect(read(path, cited)).toEqual([[8]]);
  expect(read(target, cited)).toEqual([[4]]);
});

test('links behind damage are gone, those before it stay, and the count is theirs', async () => {
  const { path, target } = await crawled();
  const db = new BetterSqlite3(path);
  const links = Array.from({ length: 6 }, () => ({ to: 1, kind: 1, rel: '', text: 'a text', start: 0, end: 1 }));
  const packed = Buffer.from(new LinksWriter(noWords).pack(links, kind => kind, 1));
  db.prepare('UPDATE links_row SET count = 6, links_at = NULL, links = ? WHERE from_id = 1').run(packed.subarray(0, -3));
  db.close();
  expect(await repaired(path, target)).toContainEqual({
    table: 'links_row',
    rows: 1,
    what: 'lost links behind damaged bytes',
  });
  const kept = read(target, 'SELECT count, (SELECT count(*) FROM link WHERE from_id = 1) FROM page_links WHERE from_id = 1') as [
    [number, number],
  ];
  expect(kept[0][0]).toBe(kept[0][1]);
  expect(kept[0][0]).toBeGreaterThan(1);
  expect(faults(reopen(target))).toEqual([]);
});

/** Overwrites the page at which a table begins. */
function overwritten(path: string, table: string): void {
  const db = new BetterSqlite3(path);
  const root = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table) as number;
  const size = db.pragma('page_size', { simple: true }) as number;
  db.unsafeMode(true);
  db.pragma('writable_schema = ON');
  // A root that the file does not have.
  db.prepare('UPDATE sqlite_schema SET rootpage = ? WHERE name = ?').run(root + 100_000, table);
  db.close();
  expect(size).toBe(8_192);
}

test('numbers of lost texts are not used again', async () => {
  const { path, target } = await crawled();
  const before = read(path, 'SELECT count(*) FROM word') as [[number]];
  expect(before[0][0]).toBeGreaterThan(0);
  const texts = 'SELECT from_id, seq, text FROM link ORDER BY 1, 2';
  const linked = read(path, texts) as [number, number, string][];
  overwritten(path, 'word');
  expect(await repaired(path, target)).toContainEqual({
    table: 'word',
    rows: 1,
    what: 'added, so that no number of a lost text is used again',
  });
  const { db } = reopenStore(target);
  const words = new Words(db);
  const text = Buffer.from('a text of its own');
  const hash = hashOf(text, 0, text.length);
  for (let time = 0; time < 3; time += 1) expect(words.take(text, 0, text.length, hash)).toBe(0);
  expect(db.prepare('SELECT id FROM word').pluck().all()).toEqual([mostWords + 1]);
  const left = db.prepare(texts).raw().all() as [number, number, string][];
  expect(left.filter(([, , own], i) => own !== '' && own !== linked[i]?.[2])).toEqual([]);
  expect(left.some(([, , own], i) => own === '' && linked[i]?.[2] !== '')).toBe(true);
});

test('numbers of lost kinds of links are not used again', async () => {
  const { path, target } = await crawled();
  const used = read(path, 'SELECT DISTINCT kind FROM link ORDER BY 1') as [number][];
  overwritten(path, 'link_kind');
  expect(await repaired(path, target)).toContainEqual({
    table: 'link_kind',
    rows: used.length,
    what: 'made anew for links whose kind is lost',
  });
  expect(read(target, 'SELECT id, name FROM link_kind')).toEqual(used.map(([id]) => [id, `lost-${id}`]));
  expect(faults(reopen(target))).toEqual([]);
});

test('a version of the settings that is lost takes no decisions and URLs with it', async () => {
  const { path, target } = await crawled();
  change(path, 'UPDATE decision_kind SET settings_id = 7');
  const urls = 'SELECT count(*) FROM current_decisions';
  expect(await repaired(path, target)).toEqual([{ table: 'settings', rows: 1, what: 'made anew from the settings in force' }]);
  expect(read(target, urls)).toEqual(read(path, urls));
  expect(faults(reopen(target))).toEqual([]);
});

test('settings that were lent and are lost do not make those of a new version lent', async () => {
  const { path, target } = await crawled();
  change(path, "INSERT INTO event (at, kind, detail) VALUES (1, 'rendering-rules', '2 never https://example.com')");
  await repaired(path, target);
  expect(read(target, "SELECT count(*) FROM event WHERE kind = 'rendering-rules'")).toEqual([[0]]);
});

test('a page whose signature is lost keeps its other facts', async () => {
  const { path, target } = await crawled();
  const titles =
    "SELECT url_id, page_facts(facts) ->> '$.titles[0].text', page_facts(facts) ->> '$.signature' IS NOT NULL FROM page ORDER BY 1";
  const session = reopen(path);
  const before = rows(session, titles);
  await session.close();
  expect(before.some(row => row[2] === 1)).toBe(true);
  change(path, 'UPDATE facts_block SET signatures = NULL');
  expect(await repaired(path, target)).toContainEqual({
    table: 'facts_block',
    rows: 1,
    what: 'lost signatures, so that no near-duplicates of their pages are found',
  });
  expect(rows(reopen(target), titles)).toEqual(before.map(([id, title]) => [id, title, 0]));
});

test('nothing of a sound file is changed', async () => {
  const { path, target } = await crawled();
  expect(await repaired(path, target)).toEqual([]);
  expect(column(reopen(target), 'SELECT count(*) FROM url')).toEqual(column(reopen(path), 'SELECT count(*) FROM url'));
});
