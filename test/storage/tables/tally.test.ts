import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { noPageColumns } from '#core/audit/page-columns.ts';
import type { FetchOutcome } from '#shared/model/fetch.ts';
import { type Counts, Tally } from '#storage/tables/tally.ts';
import { randomOf } from '../../support/damage.ts';
import { addUrl, draft, newStore } from '../fixture.ts';

const sorted = ({ reasons, states, statuses, listings, origins, ...rest }: Counts) => ({
  ...rest,
  lists: [reasons, states, statuses, listings, origins].map(list => list.map(entry => entry.join()).sort()),
});

const response = (bytes: number): FetchOutcome => ({
  kind: 'response',
  status: 200,
  statusText: 'OK',
  headers: [],
  body: Buffer.alloc(bytes, 'a'),
  bodyEnd: 'complete',
  wireBytes: bytes,
  remoteAddress: '127.0.0.1',
  timings: { startedAt: 1, endedAt: 2, firstByteMs: 0.4, totalMs: 1.2 },
});

const answered = {
  reason: 'fetched',
  status: 200,
  contentType: 'text/html',
  totalMs: 1,
  firstByteMs: 1,
  httpVersion: '1.1',
  fetchedAt: 1,
  attempts: 1,
} as const;
const listed = {
  linksFollowed: 'yes',
  internalLinks: 0,
  externalLinks: 0,
  outlinks: 0,
  canonicalId: null,
  directives: 0,
} as const;

/** URLs of a step of a count. */
const step = 5_000;
/** Nearly three steps: those that come meanwhile are beyond the last one. */
const many = 3 * step - 50;

/** A file with many URLs, whose counters are forgotten, and random writes to it. */
function fileWith(urls: number, seed: number) {
  const { path, db, store } = newStore();
  const random = randomOf(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const begun: number[] = [];
  let last = 0;
  const insert = (): void => {
    const origin =
      store.origins.byKey('http://a.test') ??
      store.origins.insert({ key: 'http://a.test', scheme: 'http', host: 'a.test', port: 80 });
    const state = below(4) === 0 ? 'disregarded' : 'queued';
    const row = {
      url: `http://a.test/${last + 1}`,
      originId: origin.id,
      state,
      depth: 1,
      hops: 0,
      via: 'link',
      viaId: null,
    } as const;
    last = store.urls.insert(row, draft(state === 'queued' ? 'linked' : 'scope-host'), 1, 1);
  };
  const change = (): void => {
    // Often the last URL of a step.
    const record = store.urls.byId(below(5) === 0 ? step * (1 + below(2)) : 1 + below(last));
    if (!record) return;
    const to = (
      [
        ['failed', 'not-found', 404],
        ['done', 'fetched', 200],
        ['disregarded', 'scope-host', null],
      ] as const
    )[below(3)];
    const [state, reason, status] = to ?? expect.fail();
    store.urls.change(record, { state, reason, status, decisionId: store.urls.decide(record.id, draft(reason), 1, 1) });
  };
  const begin = (): void => {
    const request = { originId: 1, purpose: 'page', target: '/', attempt: 1, startedAt: 1, requestHeaders: [] } as const;
    begun.push(store.fetches.begin({ ...request, urlId: 1 + below(last) }));
  };
  const end = (): void => {
    const id = begun.splice(below(begun.length), 1)[0];
    if (id === undefined) return;
    if (below(4) === 0) store.fetches.withdraw(id);
    else store.fetches.end(id, response(1 + below(50)), 'no-body');
  };
  /** Settles a page as the crawl does. Some of its rows wait to be written. */
  const answer = (): void => {
    const id = begun.pop();
    if (id === undefined) return;
    const urlId = db.prepare('SELECT url_id FROM fetch WHERE id = ?').pluck().get(id) as number;
    const settle = (): void => {
      const before = store.urls.byId(urlId) ?? expect.fail();
      const decisionId = store.urls.decide(urlId, draft('fetched'), 1, 1);
      const bytes = 1 + below(50);
      store.fetches.end(id, response(bytes), 'no-body');
      const mayList = below(2) === 0 ? 'yes' : 'no';
      store.urls.answer(before, { ...answered, decisionId, fetchId: id, bytes }, { ...listed, mayList }, noPageColumns);
    };
    if (below(2) === 0) store.late.collect(settle);
    else settle();
  };
  const write = (): void => ([insert, change, begin, end, answer][below(5)] ?? insert)();
  store.transaction(() => {
    for (let n = 0; n < urls; n++) insert();
    for (let n = 0; n < urls; n++) begin();
  });
  store.tally.forget();
  return { path, db, store, insert, write, below, truth: () => sorted(new Tally(db).counts()) };
}

describe('counting a file', () => {
  it.each([1, 2, 3, 4])('gives the truth although URLs and requests change between its steps (%i)', seed => {
    const { store, write, below, truth } = fileWith(many, seed);
    const steps = store.tally.count();
    let taken = 0;
    for (let next = steps.next(); next.done !== true; next = steps.next()) {
      taken += 1;
      store.transaction(() => {
        for (let n = below(300); n >= 0; n--) write();
      });
    }
    expect([taken > 4, store.tally.isCounted]).toEqual([true, true]);
    expect(sorted(store.tally.counts())).toEqual(truth());
    store.transaction(() => {
      for (let n = 0; n < 300; n++) write();
    });
    expect(sorted(store.tally.counts())).toEqual(truth());
  });

  it('has the URLs that come when it has passed the last of them', () => {
    const { store, insert, truth } = fileWith(many, 9);
    const steps = store.tally.count();
    // The last of these counts requests.
    for (let n = 0; n < 4; n++) expect(steps.next().done).toBe(false);
    store.transaction(() => {
      for (let n = 0; n <= step; n++) insert();
    });
    while (steps.next().done !== true);
    expect(store.tally.isCounted).toBe(true);
    expect(sorted(store.tally.counts())).toEqual(truth());
  });

  it('is finished at once by whoever needs the counters meanwhile, also inside a transaction', () => {
    const { store, write, truth } = fileWith(many, 5);
    const steps = store.tally.count();
    for (let n = 0; n < 2; n++) expect(steps.next().done).toBe(false);
    expect(store.tally.share).toBeCloseTo(1 / 3, 1);
    store.transaction(() => {
      // Some of these rows wait to be written.
      store.late.collect(() => {
        for (let n = 0; n < 200; n++) write();
      });
      expect(store.tally.isCounted).toBe(false);
      expect(store.tally.urls).toBeGreaterThanOrEqual(many);
      for (let n = 0; n < 200; n++) write();
    });
    expect([store.tally.isCounted, store.tally.share, steps.next().done]).toEqual([true, 1, true]);
    expect(sorted(store.tally.counts())).toEqual(truth());
  });

  it('comes to nothing when a transaction is rolled back between its steps', () => {
    const { store, write, truth } = fileWith(many, 6);
    const steps = store.tally.count();
    steps.next();
    expect(() =>
      store.transaction(() => {
        for (let n = 0; n < 100; n++) write();
        throw new Error('full');
      }),
    ).toThrow('full');
    expect([steps.next().done, store.tally.isCounted]).toEqual([true, false]);
    expect(sorted(store.tally.counts())).toEqual(truth());
  });

  it('comes to nothing when another program writes between its steps', () => {
    const { path, store, truth } = fileWith(many, 7);
    const steps = store.tally.count();
    steps.next();
    const other = new BetterSqlite3(path);
    other.exec("UPDATE url SET state = 'failed' WHERE id = 1");
    other.close();
    expect([steps.next().done, store.tally.isCounted]).toEqual([true, false]);
    expect(sorted(store.tally.counts())).toEqual(truth());
  });

  it('says how much is counted, never more than all', () => {
    const { store, insert } = fileWith(many, 10);
    expect(store.tally.share).toBe(0);
    const steps = store.tally.count();
    const shares: number[] = [];
    for (let next = steps.next(); next.done !== true; next = steps.next()) {
      shares.push(store.tally.share);
      if (shares.length === 2) store.transaction(() => void Array.from({ length: many }, insert));
    }
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect([shares[0], Math.max(...shares)]).toEqual([expect.closeTo(step / (2 * many), 2), 1]);
  });

  it('is not needed to know whether an origin has work', () => {
    const { db, store } = fileWith(many, 11);
    const add = (name: string) => store.origins.insert({ key: `http://${name}`, scheme: 'http', host: name, port: 80 });
    const [queued, asked, linked] = [add('b.test'), add('c.test'), add('d.test')];
    store.transaction(() => {
      addUrl(store, 'http://b.test/', { originId: queued.id });
      addUrl(store, 'http://d.test/', { originId: linked.id, state: 'disregarded' }, 'scope-host');
      db.prepare('UPDATE origin SET robots_checked_at = 1 WHERE id = ?').run(asked.id);
    });
    expect([queued, asked, linked].map(({ id }) => store.tally.hasOrigin(id))).toEqual([true, true, false]);
    expect(store.tally.isCounted).toBe(false);
    expect([store.tally.origins.has(queued.id), store.tally.hasOrigin(queued.id), store.tally.hasOrigin(linked.id)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is not needed to know that a crawl is far from its limit of pages', () => {
    const { store, write } = fileWith(many, 8);
    expect([store.tally.mostDone, store.tally.isCounted]).toEqual([many, false]);
    store.transaction(() => {
      for (let n = 0; n < 2_000; n++) write();
    });
    const most = store.tally.mostDone;
    expect(most).toBeGreaterThan(many);
    expect(store.tally.isCounted).toBe(false);
    const done = store.tally.states.get('done') ?? 0;
    expect([done > 0, done <= most, store.tally.mostDone]).toEqual([true, true, done]);
  });
});
