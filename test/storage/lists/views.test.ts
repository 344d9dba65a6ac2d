import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery } from '#core/query/query.ts';
import { finish } from '#core/steps.ts';
import { urlColumnKeys, urlColumns } from '#shared/model/url-columns.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { columnOf } from '#storage/lists/column-sql.ts';
import { UrlOrders } from '#storage/lists/url-orders.ts';
import { orderSql, urlViews } from '#storage/lists/url-views.ts';
import { robotsReads } from '#storage/reads/robots-reads.ts';
import { Tally } from '#storage/tables/tally.ts';
import { addUrl, draft, newStore } from '../fixture.ts';

/** Ids in the order that SQLite gives them. */
const bySql = (db: WriteDb, sort: string, descending: boolean): number[] =>
  db
    .prepare(`SELECT u.id FROM url u ORDER BY ${orderSql(columnOf(urlColumns, sort), descending)}`)
    .pluck()
    .all() as number[];

const byOrders = (orders: UrlOrders, sort: string, descending: boolean): number[] => {
  finish(orders.update());
  finish(orders.use([], sort));
  const text = orders.textOf(sort);
  if (text) finish(text.update(orders.columns.last));
  return [...finish(orders.order(finish(orders.select([], () => undefined)), sort, descending))];
};

const texts = fc.constantFrom('', 'a', 'b', 'B', 'Ä', '\u{1f600}', '\uffee', 'zz', null);
const values = fc.record({
  title: texts,
  status: fc.constantFrom(null, 200, 404),
  bytes: fc.constantFrom(null, 0, 7, 5_000_000_000),
  fetchedAt: fc.constantFrom(null, 1_760_000_000_000, 1_760_000_000_001),
  totalMs: fc.constantFrom(null, 3),
  contentType: fc.constantFrom(null, 'text/html', 'Text/HTML', 'a/b'),
  depth: fc.nat(3),
  outlinks: fc.constantFrom(null, 0, 70_000),
  reason: fc.constantFrom('linked', 'fetched', 'not-found'),
  target: fc.nat(20),
});

describe('lists of URLs', () => {
  it('have the order that SQLite gives, by every column, in both directions, while rows are added and changed', () => {
    fc.assert(
      fc.property(fc.array(fc.array(values, { maxLength: 12 }), { minLength: 1, maxLength: 4 }), rounds => {
        const { store, db } = newStore();
        const orders = new UrlOrders(db);
        let made = 0;
        // The links of a page are written once.
        const fetched = new Set<number>();
        for (const round of rounds) {
          for (const [index, { target, ...value }] of round.entries()) {
            const isNew = index % 3 > 0 || made === 0;
            const id = isNew ? addUrl(store, `http://a.test/${(made++ * 7) % 31}\u{1f600}${made}`) : 1 + (target % made);
            const other = 1 + (target % made);
            store.transaction(() => {
              const record = store.urls.byId(id) ?? expect.fail();
              const decisionId = store.urls.decide(id, draft(), 1, 1);
              const targets = { canonicalId: target % 2 ? other : null, redirectId: target % 3 ? null : other };
              store.urls.change(record, { ...value, ...targets, decisionId });
              if (fetched.has(id)) return;
              fetched.add(id);
              store.fetches.links(id, [{ to: other, kind: 'a', rel: '', text: '', start: 0, end: 1 }]);
              if (target % 5 > 0) store.inlinks.settle(1, target % 7 > 0 ? 'pause' : 'end');
            });
          }
          for (const sort of urlColumnKeys)
            for (const descending of [false, true])
              expect(byOrders(orders, sort, descending), sort).toEqual(bySql(db, sort, descending));
        }
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });

  it('sort many texts in runs as SQLite does', () => {
    const { store, db } = newStore();
    db.pragma('foreign_keys = OFF');
    addUrl(store, 'http://a.test/');
    db.exec(`WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
      INSERT INTO url (id, url, hash, origin_id, state, decision_id, reason, may_fetch, may_list, links_followed, distance, discovered_at, via, title)
      SELECT i, 'http://a.test/' || (i * 7919 % 10007), i, 1, 'queued', 1, 'linked', 'unknown', 'unknown', 'unknown', 1, 1, 'link',
        CASE WHEN i % 5 THEN char(65 + i % 50, 128512 - i % 7, 65504) || (i % 90) END FROM n`);
    const orders = new UrlOrders(db);
    for (const sort of ['url', 'title'] as const) expect(byOrders(orders, sort, false)).toEqual(bySql(db, sort, false));
  });

  it('have gaps where ids are missing', () => {
    const { store, db } = newStore();
    for (const path of ['a', 'b', 'c']) addUrl(store, `http://a.test/${path}`);
    db.pragma('foreign_keys = OFF');
    db.exec('DELETE FROM url WHERE id = 2');
    expect(byOrders(new UrlOrders(db), 'url', true)).toEqual([3, 1]);
  });

  it('know inlinks that links, redirects and sitemaps add', () => {
    const { store, db } = newStore();
    const [page = 0, target = 0, moved = 0] = ['p', 't', 'm'].map(path => addUrl(store, `http://a.test/${path}`));
    const orders = new UrlOrders(db);
    finish(orders.update());
    store.transaction(() => {
      store.urls.decide(page, draft('fetched', 'fetch'), 1, 1);
      store.fetches.links(page, [{ to: target, kind: 'a', rel: '', text: '', start: 0, end: 1 }]);
      const decisionId = store.urls.decide(page, draft('redirected', 'fetch'), 1, 1);
      store.urls.change(store.urls.byId(page) ?? expect.fail(), { redirectId: moved, decisionId });
      store.fetches.links(target, [{ to: moved, kind: 'redirect', rel: '', text: '', start: 0, end: 0 }]);
      store.urls.decide(target, draft('redirected', 'fetch'), 1, 1);
      store.db.exec(`INSERT INTO sitemap (id, origin_id, url, source, level, state) VALUES (1, 1, 's', 'robots', 0, 'done')`);
      store.sitemaps.entry(
        { sitemapId: 1, seq: 0, urlId: target, isCounted: false },
        { line: 1, lastmod: '', changefreq: '', priority: '' },
      );
    });
    finish(orders.update());
    expect([...orders.columns.numbersOf('inlinks').subarray(1, 4)]).toEqual([0, 0, 0]);
    store.transaction(() => store.inlinks.settle(1));
    finish(orders.update());
    expect([...orders.columns.numbersOf('inlinks').subarray(1, 4)]).toEqual([0, 1, 1]);
    expect([...orders.columns.numbersOf('inSitemaps').subarray(1, 4)]).toEqual([0, 1, 0]);
    const counted = robotsReads(store.db);
    expect(counted.sitemaps(finish(orders.counts.bySitemap()))).toEqual(counted.sitemaps());
    store.db.exec(
      `INSERT INTO robots_version (id, origin_id, first_seen_at, last_seen_at, access, final_url) VALUES (1, 1, 1, 1, 'rules', '')`,
    );
    expect(counted.origins(finish(orders.counts.byOrigin()))).toEqual(counted.origins());
    expect(counted.origins()).toMatchObject([{ urls: 3 }]);
  });

  it('of URLs with no link to one have none that came, with such a link, while links were looked for', () => {
    const { store, db } = newStore();
    const linking = (n: number) => {
      const from = addUrl(store, `http://a.test/${n}`);
      store.transaction(() => {
        store.fetches.links(from, [{ to: 1, kind: 'a', rel: '', text: '', start: 0, end: 1 }]);
        store.inlinks.settle(1, 'end');
      });
    };
    addUrl(store, 'http://a.test/0');
    linking(1);
    const orders = new UrlOrders(db);
    finish(orders.update());
    const { terms } = parseQuery('-link:http://a.test/0');
    const steps = orders.select(terms, () => undefined);
    expect(steps.next().done).toBe(false);
    for (let n = 2; n < 5; n++) linking(n);
    // As the counts of a file do while a list is made.
    finish(orders.update());
    expect([...finish(steps)]).toEqual([1]);
  });

  it('stream block by block while rows are written between', () => {
    const { store, db } = newStore();
    for (let i = 0; i < 5; i++) addUrl(store, `http://a.test/${i}`);
    const views = urlViews(db);
    const seen: string[] = [];
    for (const row of views.stream([], 6)) {
      seen.push(row.url.slice(-1));
      if (seen.length === 5) addUrl(store, 'http://a.test/9');
    }
    expect(seen.join('')).toBe('012349');
    expect([...views.stream([], 2)]).toHaveLength(2);
  });
});

describe('the counters', () => {
  it('equal a fresh count after any operations, rolled-back ones included', () => {
    const operation = fc.record({
      kind: fc.constantFrom('insert' as const, 'change' as const, 'rollback' as const),
      pick: fc.nat(30),
      state: fc.constantFrom('queued' as const, 'leased' as const, 'done' as const, 'failed' as const, 'disregarded' as const),
      reason: fc.constantFrom('linked' as const, 'fetched' as const, 'robots-disallow' as const, 'not-found' as const),
      status: fc.constantFrom(200, 404, null),
      mayList: fc.constantFrom('yes' as const, 'no' as const, 'unknown' as const),
    });
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 40 }), operations => {
        const { store, db } = newStore();
        let made = 0;
        for (const { kind, pick, state, reason, status, mayList } of operations) {
          // Counted before the write, so that the counters are what is kept beside it.
          expect(store.tally.urls).toBe(made);
          const record = store.urls.byId(1 + (pick % Math.max(1, made)));
          const change = () =>
            record &&
            store.urls.change(record, {
              state,
              reason,
              status,
              mayList,
              decisionId: store.urls.decide(record.id, draft(reason), 1, 1),
            });
          if (kind === 'insert')
            addUrl(
              store,
              `http://a.test/${made++}`,
              { state, originId: pick % 5 === 0 ? null : 1, ...(made === 1 ? { originId: null } : {}) },
              reason,
            );
          else if (kind === 'change') store.transaction(change);
          else
            expect(() =>
              store.transaction(() => {
                change();
                throw new Error('back');
              }),
            ).toThrow('back');
        }
        const fresh = new Tally(db);
        const shown = (tally: Tally) => ({
          urls: tally.urls,
          decided: tally.decided,
          fetches: tally.fetches,
          bytes: tally.bytes,
          reasons: tally.reasons,
          states: tally.states,
          statuses: tally.statuses,
          listings: tally.listings,
          origins: [...tally.origins].filter(([, counts]) => Object.values(counts).some(n => n > 0)),
        });
        expect(shown(store.tally)).toEqual(shown(fresh));
        db.close();
      }),
      { numRuns: 25 },
    );
  });
});
