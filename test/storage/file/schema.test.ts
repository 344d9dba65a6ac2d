import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { FetchOutcome } from '#shared/model/fetch.ts';
import { addUrl, draft, newStore, reopenStore } from '../fixture.ts';

const response = (body: string): FetchOutcome => ({
  kind: 'response',
  status: 200,
  statusText: 'OK',
  headers: [['Content-Type', 'Text/HTML; charset=utf-8']],
  body: Buffer.from(body),
  bodyEnd: 'complete',
  wireBytes: body.length,
  remoteAddress: '127.0.0.1',
  timings: { startedAt: 1, endedAt: 2, firstByteMs: 0.4, totalMs: 1.2 },
});

describe('the schema', () => {
  it('takes no URL without its decision, and no decision without its URL', () => {
    const { db, store } = newStore();
    addUrl(store, 'http://a.test/');
    const url = `INSERT INTO url (id, url, hash, state, decision_id, reason, may_fetch, may_list, links_followed, distance, discovered_at, via)
      VALUES (9, 'http://a.test/9', 9, 'queued', 99, 'linked', 'unknown', 'unknown', 'unknown', 1, 1, 'link')`;
    expect(() => store.transaction(() => db.exec(url))).toThrow(/FOREIGN KEY/);
    expect(() => store.transaction(() => store.urls.decide(77, draft(), 1, 1))).toThrow(/FOREIGN KEY/);
    expect(db.prepare('SELECT count(*) FROM url').pluck().get()).toBe(1);
    expect(db.prepare('SELECT count(*) FROM decisions').pluck().get()).toBe(1);
  });

  it('takes no URL without a decision in force, and no event that has not the decision it points at', () => {
    const { db, store } = newStore();
    const id = addUrl(store, 'http://a.test/');
    for (const statement of [
      `UPDATE url SET kind_id = NULL WHERE id = ${id}`,
      `INSERT INTO decided VALUES (9, ${id}, 1, 1, '[[1]]')`,
      `INSERT INTO decided VALUES (9, ${id}, 1, 0, '[]')`,
    ])
      expect(() => store.transaction(() => db.exec(statement)), statement).toThrow(/CHECK/);
    expect(() => store.transaction(() => db.exec('UPDATE url SET kind_id = 500'))).toThrow(/FOREIGN KEY/);
  });

  it('takes no fetch, page or sitemap entry that points nowhere', () => {
    const { db, store } = newStore();
    const id = addUrl(store, 'http://a.test/');
    for (const statement of [
      `INSERT INTO fetch_row (url_id, origin_id, purpose, target, attempt, started_at) VALUES (88, 1, 'page', 'x', 1, 1)`,
      `INSERT INTO fetch_row (url_id, origin_id, purpose, target, attempt, started_at) VALUES (${id}, 88, 'page', 'x', 1, 1)`,
      `INSERT INTO sitemap_entry VALUES (1, 0, ${id}, 1, '', '', '', NULL)`,
      'UPDATE url SET decision_id = 500',
    ])
      expect(() => store.transaction(() => db.exec(statement)), statement).toThrow(/FOREIGN KEY/);
    expect(db.prepare('SELECT count(*) FROM pragma_foreign_key_check').pluck().get()).toBe(0);
  });

  it('knows the words of every state', () => {
    const { db, store } = newStore();
    addUrl(store, 'http://a.test/');
    for (const [column, word] of Object.entries({
      state: 'lost',
      may_fetch: 'perhaps',
      may_list: 'maybe',
      links_followed: '?',
      via: 'chance',
    }))
      expect(() => db.prepare(`UPDATE url SET ${column} = ?`).run(word), column).toThrow(/CHECK/);
  });

  it('rolls back counters and ids together with the rows', () => {
    const { store, db } = newStore();
    addUrl(store, 'http://a.test/');
    expect(() =>
      store.transaction(() => {
        addUrl(store, 'http://a.test/lost');
        store.fetches.links(1, [{ to: 2, kind: 'iframe', rel: '', text: '', start: 0, end: 1 }]);
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(store.urls.idOf('http://a.test/lost')).toBe(0);
    expect(store.tally.urls).toBe(1);
    const id = addUrl(store, 'http://a.test/kept');
    expect(id).toBe(2);
    store.transaction(() => store.fetches.links(1, [{ to: 2, kind: 'iframe', rel: '', text: '', start: 0, end: 1 }]));
    expect(db.prepare('SELECT kind FROM links').pluck().all()).toEqual(['iframe']);
  });

  it('stores identical bodies once, and gives back their bytes', () => {
    const { store, db } = newStore();
    const long = 'the same words again and again '.repeat(200);
    const end = (body: string) =>
      store.transaction(() => {
        const urlId = addUrl(store, `http://a.test/${Math.random()}`);
        const fetch = store.fetches.begin({
          urlId,
          originId: 1,
          purpose: 'page',
          target: 'x',
          attempt: 1,
          startedAt: 1,
          requestHeaders: [],
        });
        expect(store.fetches.end(fetch, response(body), 'whole-body')).toBe('text/html');
        return db.prepare('SELECT body_hash FROM fetch WHERE id = ?').pluck().get(fetch) as Uint8Array;
      });
    const hashes = [end(long), end('short'), end(long)];
    expect(hashes[0]).toEqual(hashes[2]);
    expect(db.prepare('SELECT encoding, size FROM bodies ORDER BY size').all()).toEqual([
      { encoding: 'block', size: 5 },
      { encoding: 'block', size: long.length },
    ]);
    expect(Buffer.from(store.fetches.body(hashes[0] ?? null) ?? []).toString()).toBe(long);
    expect(store.fetches.body(null)).toBeNull();
    expect(store.fetches.body(new Uint8Array(32))).toBeNull();
  });

  it('has views with plain names that another program can read while a crawl writes', () => {
    const { path, db, store } = newStore();
    addUrl(store, 'http://a.test/');
    const other = new BetterSqlite3(path, { readonly: true });
    try {
      db.exec('BEGIN IMMEDIATE');
      const views = other.prepare("SELECT name FROM sqlite_schema WHERE type = 'view'").pluck().all() as string[];
      expect(views.sort()).toEqual(
        [
          'bodies',
          'certificates',
          'checks',
          'current_decisions',
          'decisions',
          'fetch',
          'fetches',
          'origins',
          'page',
          'page_links',
          'probes',
          'render_logs',
          'render_requests',
          'renderings',
          'resources',
          'robots_versions',
          'sitemap_entries',
          'sitemaps',
          'urls',
        ].sort(),
      );
      for (const view of views)
        expect(other.prepare(`SELECT * FROM ${view}`).all(), view).toHaveLength(
          ['urls', 'decisions', 'current_decisions', 'origins'].includes(view) ? 1 : 0,
        );
      expect(other.prepare('SELECT url, state, reason, origin FROM urls').get()).toEqual({
        url: 'http://a.test/',
        state: 'queued',
        reason: 'linked',
        origin: 'http://a.test',
      });
    } finally {
      db.exec('COMMIT');
      other.close();
    }
  });
});

describe('robots.txt versions', () => {
  const version = (wanted: object = {}) => ({
    originId: 1,
    access: 'rules' as const,
    status: 200,
    cause: null,
    detail: '',
    body: Buffer.from('User-agent: *\n') as Uint8Array | null,
    finalUrl: 'http://a.test/robots.txt',
    redirects: '[]',
    contentType: 'text/plain',
    etag: null,
    lastModified: null,
    fetchId: null,
    ...wanted,
  });

  it('the same outcome only moves last_seen_at; another body, status or failure is a new version', () => {
    const { store, path } = newStore();
    addUrl(store, 'http://a.test/');
    const record = (wanted: object, at: number) => store.transaction(() => store.robots.record(version(wanted), at)).id;
    expect(record({}, 10)).toBe(1);
    expect(record({ etag: '"2"' }, 20)).toBe(1);
    expect(store.robots.byId(1)).toMatchObject({ firstSeenAt: 10, lastSeenAt: 20, etag: '"2"', size: 14 });
    expect(record({ body: Buffer.from('User-agent: x\n') }, 30)).toBe(2);
    const failure = { access: 'disallow-all', status: null, cause: 'timeout-headers', body: null };
    expect(record(failure, 40)).toBe(3);
    expect(record(failure, 50)).toBe(3);
    expect(record({ access: 'disallow-all', status: 503, body: null }, 60)).toBe(4);
    expect(record({}, 70)).toBe(5);
    expect(store.robots.lastGood(1)).toMatchObject({ id: 5 });
    store.transaction(() => store.robots.confirm(5, 80));
    expect(store.robots.lastGood(1)).toMatchObject({ id: 5, lastSeenAt: 80 });
    // The clock was put back: what came last is the last good one all the same.
    expect(record({ body: Buffer.from('User-agent: y\n') }, 35)).toBe(6);
    expect(store.robots.lastGood(1)).toMatchObject({ id: 6, lastSeenAt: 35 });
    expect(store.robots.latest(1)?.id).toBe(6);
    expect(
      reopenStore(path)
        .store.robots.all(1)
        .map(({ id, access, firstSeenAt }) => [id, access, firstSeenAt]),
    ).toEqual([
      [1, 'rules', 10],
      [2, 'rules', 30],
      [6, 'rules', 35],
      [3, 'disallow-all', 40],
      [4, 'disallow-all', 60],
      [5, 'rules', 70],
    ]);
  });
});
