import BetterSqlite3, { type Database } from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { Evidence } from '#shared/model/decision.ts';
import { openDatabase } from '#storage/file/database.ts';
import { applicationId } from '#storage/file/first-bytes.ts';
import { applyMigrations, schemaVersion } from '#storage/file/migrate.ts';
import { lookup } from '#storage/reads/lookup.ts';
import { openStore } from '#storage/store.ts';
import { newPath } from '../../support/crawling.ts';
import { addUrl, draft, newStore } from '../fixture.ts';

type Step = readonly [at: number, stage: string, verdict: string, reason: string, evidence: string];

const link = '[{"kind":"link","from":1,"seq":3}]';
const fetch = '[{"kind":"fetch","fetch":5}]';

/** URLs of a file of version 18: their decisions in order, and which of them is the current one. */
const urls: readonly (readonly [current: number, steps: readonly Step[]])[] = [
  // A page, whose access was decided when its request was claimed.
  [
    2,
    [
      [1, 'admission', 'accept', 'seed', '[{"kind":"seed","position":0}]'],
      [2, 'access', 'accept', 'robots-allow', '[{"kind":"robots-line","robots":1,"line":3}]'],
      [3, 'fetch', 'accept', 'fetched', fetch],
      [3, 'listing', 'accept', 'listable', '[{"kind":"fetch","fetch":5},{"kind":"url","url":1}]'],
      [3, 'follow', 'accept', 'followed', '[]'],
    ],
  ],
  // Refused by robots.txt.
  [
    1,
    [
      [1, 'admission', 'accept', 'linked', link],
      [2, 'access', 'reject', 'robots-disallow', '[{"kind":"robots-fetch","robots":7}]'],
      [2, 'listing', 'reject', 'robots-blocked', '[{"kind":"robots-line","robots":7,"line":2}]'],
    ],
  ],
  [0, [[1, 'admission', 'accept', 'linked', '[{"kind":"sitemap-entry","sitemap":2,"seq":49999}]']]],
  // Places that do not fit into the number, another order of keys, a space.
  [0, [[1, 'admission', 'accept', 'linked', '[{"kind":"link","from":1,"seq":1048576}]']]],
  [0, [[1, 'admission', 'accept', 'linked', '[{"seq":3,"kind":"link","from":1}]']]],
  [
    1,
    [
      [
        1,
        'admission',
        'reject',
        'max-depth',
        '[{"kind":"limit","name":"maxDepth","limit":1,"actual":2},{"kind":"link","from":1,"seq":3}]',
      ],
      [4, 'admission', 'accept', 'linked', '[{"kind": "link","from":2,"seq":0}]'],
      [5, 'admission', 'accept', 'linked', '[]'],
    ],
  ],
  // Fetched although robots.txt forbids it: the access is in force.
  [
    1,
    [
      [1, 'admission', 'accept', 'linked', link],
      [
        6,
        'access',
        'accept',
        'robots-overridden',
        '[{"kind":"robots-line","robots":1,"line":3},{"kind":"setting","name":"siteRules","value":"x"}]',
      ],
      [7, 'fetch', 'accept', 'fetched', fetch],
      [9, 'fetch', 'accept', 'fetched', fetch],
    ],
  ],
  // A first decision that is none about admission, and one from another time than the row of the URL.
  [0, [[1, 'fetch', 'accept', 'fetched', fetch]]],
  [0, [[2, 'admission', 'accept', 'linked', link]]],
];

function fileOfVersion18(): string {
  const path = newPath();
  const db = new BetterSqlite3(path);
  db.pragma('page_size = 8192');
  db.pragma(`application_id = ${applicationId}`);
  applyMigrations(db, { from: 0, to: 18 });
  db.pragma('user_version = 18');
  db.exec("INSERT INTO settings VALUES (1, 1, '{}'); INSERT INTO settings VALUES (2, 5, '{}'); BEGIN");
  db.exec(`INSERT INTO origin (id, key, scheme, host, port) VALUES (1, 'http://a.test', 'http', 'a.test', 80)`);
  const decide = db.prepare('INSERT INTO decision VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const add =
    db.prepare(`INSERT INTO url (id, url, hash, origin_id, state, decision_id, reason, may_fetch, may_list, links_followed, distance,
    discovered_at, via, title) VALUES (?, ?, ?, 1, 'queued', ?, ?, 'unknown', 'unknown', 'unknown', 0, 1, 'link', ?)`);
  let next = 1;
  const ids = urls.map(([, steps]) => steps.map(() => 0));
  // First decisions come first; the later ones of several URLs are mixed, as in a crawl.
  for (let step = 0; step < 5; step++)
    for (const [index, [, steps]] of urls.entries()) {
      const made = steps[step];
      if (!made || (ids[index]?.[step] ?? 0) > 0) continue;
      for (let each = step; each === step || steps[each]?.[0] === made[0]; each++) {
        const [at, stage, verdict, reason, evidence] = steps[each] as Step;
        (ids[index] as number[])[each] = next;
        decide.run(next++, index + 1, at, stage, verdict, reason, 'rule', evidence, 'scheme scope=accept', at < 5 ? 1 : 2);
      }
    }
  for (const [index, [current, steps]] of urls.entries())
    add.run(index + 1, `http://a.test/${index}`, index, ids[index]?.[current], steps[current]?.[3], `Title ${index}`);
  const checked = `INSERT INTO url_check (url_id, origin_id, subject, state, result, decision_id, method, hops) VALUES (?, 1, 'external', 'done', '', ?, 'HEAD', 0)`;
  db.prepare(checked).run(3, ids[2]?.[0]);
  db.prepare(checked).run(6, ids[5]?.[1]);
  db.exec('COMMIT');
  db.close();
  return path;
}

const columns = 'url, url_id, at, stage, verdict, reason, rule, evidence, trace, settings_id';
const decisionsOf = (db: Database) => db.prepare(`SELECT ${columns}, is_current FROM decisions ORDER BY url_id, id`).all();
const currentOf = (db: Database) => db.prepare(`SELECT ${columns} FROM current_decisions ORDER BY url_id`).all();
const laterIds = (db: Database, firsts: string) =>
  db.prepare(`SELECT url, stage, id FROM decisions d WHERE NOT (${firsts}) ORDER BY id`).all();

it('a file of version 18 keeps every decision, in order, with the one in force', () => {
  const path = fileOfVersion18();
  const old = openDatabase(path, { readOnly: true });
  const before = { all: decisionsOf(old), current: currentOf(old), urls: old.prepare('SELECT * FROM urls').all() };
  const ids = laterIds(old, `d.stage = 'admission' AND d.at = 1`);
  const read = lookup(old);
  const explained = urls.map((_, index) => read.decisions(index + 1).map(({ id: _id, ...rest }) => rest));
  expect(openStore(old).tally.decided).toBe(urls.length);
  old.close();
  const db = openDatabase(path);
  expect(db.pragma('user_version', { simple: true })).toBe(schemaVersion);
  expect(before.all).toHaveLength(urls.flatMap(([, steps]) => steps).length);
  expect({ all: decisionsOf(db), current: currentOf(db), urls: db.prepare('SELECT * FROM urls').all() }).toEqual(before);
  expect(laterIds(db, 'd.id < 0')).toEqual(ids);
  const again = lookup(db);
  expect(urls.map((_, index) => again.decisions(index + 1).map(({ id: _id, ...rest }) => rest))).toEqual(explained);
  expect(openStore(db).tally.decided).toBe(urls.length);
  expect(
    db.prepare('SELECT count(*) FROM url_check k JOIN decisions d ON d.id = k.decision_id AND d.url_id = k.url_id').pluck().get(),
  ).toBe(2);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.pragma('foreign_key_check')).toEqual([]);
  expect(db.prepare('SELECT count(*) FROM decision_kind').pluck().get()).toBeLessThan(before.all.length);
  db.close();
});

it('a damaged event has no decisions, and its URL none in force', () => {
  const { db, store } = newStore();
  const id = addUrl(store, 'http://a.test/');
  store.transaction(() => {
    const decisionId = store.urls.decide(id, draft('fetched', 'fetch'), 2, 1);
    store.urls.change(store.urls.byId(id) ?? expect.fail(), { reason: 'fetched', decisionId });
  });
  expect(db.prepare('SELECT reason FROM current_decisions').pluck().all()).toEqual(['fetched']);
  db.pragma('ignore_check_constraints = ON');
  for (const text of ['[', '{}', '[5]', '[["x"]]', '[[99]]', '']) {
    db.prepare('UPDATE decided SET decisions = ?').run(text);
    expect(db.prepare('SELECT reason FROM decisions').pluck().all(), text).toEqual(['linked']);
    expect(db.prepare('SELECT count(*) FROM current_decisions').pluck().get(), text).toBe(0);
  }
});

it('a decision after a damaged event, or one beyond all numbers, gets an id of its own', () => {
  for (const [text, last] of [
    ['{}', 1n],
    ['[]', 1n],
    ['5', 1n],
    ['[[1]]', 9_223_372_036_854_775_807n],
  ] as const) {
    const { db, store } = newStore();
    const id = addUrl(store, 'http://a.test/');
    store.transaction(() => store.urls.decide(id, draft('fetched', 'fetch'), 2, 1));
    db.pragma('ignore_check_constraints = ON');
    db.prepare('UPDATE decided SET decisions = ?, id = ?').run(text, last);
    const again = openStore(db);
    again.transaction(() => again.urls.decide(id, draft('fetched', 'fetch'), 3, 1));
    expect(db.prepare('SELECT count(*) FROM decided').pluck().get(), text).toBe(2);
  }
});

it('evidence comes back as it was given', () => {
  const { db, store } = newStore();
  const given: (readonly Evidence[])[] = [
    [],
    [{ kind: 'link', from: 12, seq: 3 }],
    [{ kind: 'link', from: 2 ** 31, seq: 0 }],
    [{ kind: 'link', from: 1, seq: 2 ** 20 }],
    [{ kind: 'link', from: 1, seq: 2 ** 20 - 1 }],
    [{ kind: 'sitemap-entry', sitemap: 1, seq: 0 }],
    [{ kind: 'sitemap-entry', sitemap: 900, seq: 50_000 }],
    [{ kind: 'fetch', fetch: 7 }],
    [{ kind: 'robots-fetch', robots: 3 }],
    [{ kind: 'robots-line', robots: 3, line: 1 }],
    [{ kind: 'robots-line', robots: 3, line: 0 }],
    [
      { kind: 'fetch', fetch: 7 },
      { kind: 'url', url: 2 },
    ],
    [{ kind: 'redirect', from: 1, fetch: 2, status: 301, location: '/ä \'"\\\u0000%d 💡' }],
  ];
  const origin = addUrl(store, 'http://a.test/');
  const read = lookup(db);
  for (const [index, evidence] of given.entries()) {
    const id = store.transaction(() => {
      const url = {
        url: `http://a.test/${index}`,
        originId: null,
        state: 'queued',
        depth: 1,
        hops: 0,
        via: 'link',
        viaId: null,
      } as const;
      const made = store.urls.insert(url, { ...draft(), evidence }, 1, 1);
      store.urls.decide(made, { ...draft('fetched', 'fetch'), evidence }, 2, 1);
      return made;
    });
    expect(read.decisions(id).map(each => each.evidence)).toEqual([evidence, evidence]);
    expect(db.prepare('SELECT evidence FROM decisions WHERE url_id = ?').pluck().all(id)).toEqual(
      Array(2).fill(JSON.stringify(evidence)),
    );
  }
  expect(read.decisions(origin)).toHaveLength(1);
});

it('the decisions of an event are one row, and the one in force may be of an earlier event', () => {
  const { db, store } = newStore();
  const id = addUrl(store, 'http://a.test/');
  const other = addUrl(store, 'http://a.test/other');
  const current = () => db.prepare('SELECT reason FROM current_decisions WHERE url_id = ?').pluck().get(id);
  const record = () => store.urls.byId(id) ?? expect.fail();
  const access = store.transaction(() => {
    const decided = store.urls.decide(id, draft('robots-overridden', 'access'), 2, 1);
    store.urls.change(record(), { decisionId: decided });
    return decided;
  });
  store.transaction(() => {
    store.urls.decide(id, draft('fetched', 'fetch'), 3, 1);
    store.urls.decide(id, draft('listable', 'listing'), 3, 1);
    store.urls.decide(id, draft('links-followed', 'follow'), 3, 1);
    store.urls.change(record(), { decisionId: access });
  });
  expect(current()).toBe('robots-overridden');
  expect(db.prepare('SELECT json_array_length(decisions) FROM decided ORDER BY id').pluck().all()).toEqual([1, 3]);
  // An event about another URL comes between: its row, and two of this one.
  store.transaction(() => {
    const fetched = store.urls.decide(id, draft('fetched', 'fetch'), 4, 1);
    store.urls.decide(other, draft('linked', 'admission'), 4, 1);
    store.urls.decide(id, draft('listable', 'listing'), 4, 1);
    store.urls.change(record(), { decisionId: fetched });
  });
  expect(current()).toBe('fetched');
  const ids = db.prepare('SELECT id FROM decisions WHERE id > 0 ORDER BY id').pluck().all() as number[];
  expect(ids).toEqual(ids.map((_, index) => index + 1));
  store.reload();
  expect(store.transaction(() => store.urls.decide(other, draft(), 5, 1))).toBe(ids.length + 1);
});
