import { describe, expect, it } from 'vitest';
import { parseQuery } from '#core/query/query.ts';
import { UrlLists } from '#engine/reader/url-lists.ts';
import { stopSlices } from '#engine/threads/slices.ts';
import { type UrlColumnKey, urlColumns } from '#shared/model/url-columns.ts';
import { urlKey } from '#storage/file/codec.ts';
import { columnOf } from '#storage/lists/column-sql.ts';
import { UrlOrders } from '#storage/lists/url-orders.ts';
import { orderSql, type UrlViews, urlViews } from '#storage/lists/url-views.ts';
import { addUrl, draft, newStore } from '../../storage/fixture.ts';

const size = 30_000;

/** A file that is large enough for its lists to be returned before they are complete. */
function largeFile() {
  const { store, db } = newStore();
  db.pragma('foreign_keys = OFF');
  addUrl(store, 'http://a.test/1');
  db.exec(`WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ${size})
    INSERT INTO url (id, url, hash, origin_id, state, decision_id, reason, may_fetch, may_list, links_followed, distance, depth, discovered_at, via, status)
    SELECT i, 'http://a.test/' || (i * 7919 % 100003), i, 1, 'queued', 1, 'linked', 'unknown', 'unknown', 'unknown', i % 9, i % 9, 1, 'link',
      CASE WHEN i % 3 THEN 200 + i % 4 END FROM n`);
  const hash = db.prepare('UPDATE url SET hash = ? WHERE id = ?');
  const urls = db.prepare('SELECT id, url FROM url').all() as { id: number; url: string }[];
  store.transaction(() => {
    for (const { id, url } of urls) hash.run(urlKey(url), id);
  });
  store.reload();
  const total = () => db.prepare('SELECT count(*) FROM url').pluck().get() as number;
  const lists = (patience?: number, many?: number) =>
    new UrlLists(new UrlOrders(db), urlViews(db), total, {
      ...(patience === undefined ? {} : { patience }),
      ...(many === undefined ? {} : { many }),
    });
  const expected = (sort: UrlColumnKey, descending: boolean, where = '1') =>
    db
      .prepare(`SELECT u.id FROM url u WHERE ${where} ORDER BY ${orderSql(columnOf(urlColumns, sort), descending)}`)
      .pluck()
      .all() as number[];
  return { store, db, lists, expected };
}
const wish = (filter: string, sort: UrlColumnKey, descending = false) => ({ terms: parseQuery(filter).terms, sort, descending });

describe('lists of a large file', () => {
  it('begin with their exact count and first rows; later rows are waited for', async () => {
    const { lists, expected } = largeFile();
    const made = lists();
    for (const [filter, sort, where] of [
      ['', 'depth', '1'],
      ['status:200', 'url', 'u.status = 200'],
      ['depth:<4', 'status', 'u.depth < 4'],
    ] as const) {
      const order = expected(sort, true, where);
      const { view, count, total, searched } = await made.open(wish(filter, sort, true));
      expect({ count, total, searched }).toEqual({ count: order.length, total: size, searched: 1 });
      const ids = async (from: number, limit: number) => (await made.rows(view, from, limit)).map(row => row.id);
      expect(await ids(0, 100)).toEqual(order.slice(0, 100));
      expect(await ids(150, 100)).toEqual(order.slice(150, 250));
      expect(await ids(order.length - 10, 100)).toEqual(order.slice(-10));
      const [row] = await made.rows(view, 777, 1);
      expect(await made.position(view, row?.url ?? '')).toBe(777);
      expect(await made.position(view, 'http://a.test/none')).toBe(-1);
    }
  });

  it('begin with the very rows the whole order begins with, by any column and in both directions', async () => {
    const { db, lists, expected } = largeFile();
    db.exec(`UPDATE url SET title = 'Page ' || (id * 31 % 900) WHERE id % 4 = 0`);
    db.exec(`UPDATE url SET content_type = 'text/html', bytes = id % 50 WHERE id > 29950`);
    db.exec('UPDATE url SET canonical_id = 1 + id % 40 WHERE id % 1000 = 7');
    for (const sort of ['url', 'title', 'depth', 'status', 'contentType', 'bytes', 'canonical', 'redirectTo', 'state'] as const)
      for (const descending of [false, true]) {
        const made = lists();
        const { view } = await made.open(wish('', sort, descending));
        const ids = (await made.rows(view, 0, 200)).map(row => row.id);
        expect({ sort, descending, ids }).toEqual({ sort, descending, ids: expected(sort, descending).slice(0, 200) });
        stopSlices();
      }
  });

  it('of very many rows begin with the same rows as without that, before their order is complete', async () => {
    const { db, lists, expected } = largeFile();
    db.exec(`UPDATE url SET title = 'Page ' || (id * 31 % 900) WHERE id % 4 = 0`);
    db.exec(`UPDATE url SET description = 'Some ' || id WHERE id % 400 = 0`);
    const made = lists(undefined, 1_000);
    for (const sort of ['depth', 'url', 'title', 'description'] as const) {
      const { view } = await made.open(wish('', sort));
      await made.rows(view, size - 1, 1);
    }
    for (const [filter, sort, where] of [
      ['', 'depth', '1'],
      ['status:200', 'inlinks', 'u.status = 200'],
      ['depth:<4', 'status', 'u.depth < 4'],
      ['depth:0 status:203', 'depth', 'u.depth = 0 AND u.status = 203'],
      ['', 'url', '1'],
      ['depth:<4', 'url', 'u.depth < 4'],
      ['', 'title', '1'],
      ['depth:<4', 'description', 'u.depth < 4'],
    ] as const)
      for (const descending of [false, true]) {
        const order = expected(sort, descending, where);
        const { view, count, current, searched } = await made.open(wish(filter, sort, descending));
        expect({ count, current, searched }).toEqual({ count: order.length, current: true, searched: 1 });
        const ids = async (from: number, limit: number) => (await made.rows(view, from, limit)).map(row => row.id);
        expect(await ids(0, 200)).toEqual(order.slice(0, 200));
        expect(await ids(150, 100)).toEqual(order.slice(150, 250));
        expect(await ids(order.length - 10, 100)).toEqual(order.slice(-10));
        const place = Math.min(777, count - 1);
        const [row] = await made.rows(view, place, 1);
        expect(await made.position(view, row?.url ?? '')).toBe(place);
      }
  });

  it('of very many rows can be read on after a newer list cancelled their order', async () => {
    const { store, lists, expected } = largeFile();
    const made = lists(undefined, 1_000);
    const { view: opening } = await made.open(wish('', 'depth'));
    await made.rows(opening, size - 1, 1);
    const order = expected('depth', true);
    const { view } = await made.open(wish('', 'depth', true));
    // Cancels the order of the first.
    const newer = await made.open(wish('', 'status'));
    addUrl(store, 'http://a.test/new', { depth: 90 });
    const ids = async (from: number, limit: number) => (await made.rows(view, from, limit)).map(row => row.id);
    expect(await Promise.all([ids(150, 100), ids(size - 10, 10), ids(0, 200)])).toEqual([
      order.slice(150, 250),
      order.slice(-10),
      order.slice(0, 200),
    ]);
    expect(await made.rows(newer.view, size - 10, 10)).toHaveLength(10);
  });

  it('while a crawl writes, the list of the last reading begins in the same way', async () => {
    const { store, lists, expected } = largeFile();
    const made = lists(undefined, 1_000);
    const { view: opening } = await made.open(wish('', 'depth'));
    await made.rows(opening, size - 1, 1);
    const before = expected('depth', true);
    addUrl(store, 'http://a.test/new', { depth: 90 });
    const { view, current, count } = await made.open(wish('', 'depth', true), true);
    expect({ current, count }).toEqual({ current: false, count: size });
    const ids = async (of: number, from: number, limit: number) => (await made.rows(of, from, limit)).map(row => row.id);
    expect(await ids(view, 0, 200)).toEqual(before.slice(0, 200));
    expect(await ids(view, size - 100, 200)).toEqual(before.slice(-100));
    const whole = await made.complete(view);
    const after = expected('depth', true);
    expect([whole.current, whole.count]).toEqual([true, after.length]);
    expect(await ids(whole.view, 0, 200)).toEqual(after.slice(0, 200));
    expect(await ids(whole.view, after.length - 100, 200)).toEqual(after.slice(-100));
  });

  it('of the URLs that link to one begin and end alike, and its links are handed over once, not for every range', async () => {
    const { store, db, expected } = largeFile();
    const edge = { to: 1, kind: 'a' as const, rel: '', text: '', start: 0, end: 1 };
    // Four of five URLs link to the first one, as most pages link to a home page.
    store.transaction(() => {
      for (let id = 2; id <= size; id++) if (id % 5 > 0) store.fetches.links(id, [edge]);
      store.inlinks.settle(1, 'end');
    });
    let bound = 0;
    const counting = new Proxy(db, {
      get: (target, name) =>
        name === 'prepare'
          ? (sql: string) => {
              const statement = target.prepare(sql);
              const tell = (values: readonly unknown[]) => {
                for (const value of values) if (typeof value === 'string') bound += value.length;
              };
              for (const ask of ['all', 'get'] as const) {
                const run = statement[ask].bind(statement);
                statement[ask] = ((...values: unknown[]) => {
                  tell(values);
                  return run(...values);
                }) as never;
              }
              return statement;
            }
          : Reflect.get(target, name, target),
    });
    const views = urlViews(counting);
    for (const [filter, where] of [
      ['link:http://a.test/1', 'u.id % 5 > 0 AND u.id > 1'],
      ['-link:http://a.test/1', '(u.id % 5 = 0 OR u.id = 1)'],
      ['link:http://a.test/1 status:200', 'u.id % 5 > 0 AND u.id > 1 AND u.status = 200'],
      ['link:http://a.test/none', '0'],
    ] as const) {
      const order = expected('depth', false, where);
      const made = new UrlLists(new UrlOrders(db), views, () => size);
      bound = 0;
      const { view, count } = await made.open(wish(filter, 'depth'));
      // Called twice for each range: the count, and the first rows.
      expect(bound).toBeLessThan(4 * 6 * size);
      expect(count).toBe(order.length);
      expect((await made.rows(view, 0, 100)).map(row => row.id)).toEqual(order.slice(0, 100));
      const last = Math.max(0, order.length - 50);
      expect((await made.rows(view, last, 100)).map(row => row.id)).toEqual(order.slice(-50));
      const again = await made.open(wish(filter, 'depth'));
      expect(again.count).toBe(order.length);
      bound = 0;
      const streamed = [...views.stream(wish(filter, 'depth').terms, size)].map(row => row.id);
      expect(streamed).toEqual([...order].sort((a, b) => a - b));
      expect(bound).toBeLessThan(4 * 6 * size);
      expect([...views.stream(wish(filter, 'depth').terms, 7)].map(row => row.id)).toEqual(streamed.slice(0, 7));
    }
    stopSlices();
  });

  it('of URLs with no link to one begin with none that came, with such a link, while links were looked for', async () => {
    const { store, db, expected } = largeFile();
    const stored = urlViews(db);
    const views: UrlViews = {
      ...stored,
      *firstOf(...asked) {
        const found = yield* stored.firstOf(...asked);
        const from = addUrl(store, 'http://a.test/new', { depth: 0 });
        store.transaction(() => store.fetches.links(from, [{ to: 1, kind: 'a', rel: '', text: '', start: 0, end: 1 }]));
        return found;
      },
    };
    const before = expected('depth', false);
    const made = new UrlLists(new UrlOrders(db), views, () => size);
    const { view, count } = await made.open(wish('-link:http://a.test/1', 'depth'));
    expect(count).toBe(before.length);
    expect((await made.rows(view, 0, 100)).map(row => row.id)).toEqual(before.slice(0, 100));
    stopSlices();
  });

  it('of a search begin with what was found so far, even if choosing by columns took longer than the patience', async () => {
    const { db, expected } = largeFile();
    const orders = new UrlOrders(db);
    const made = new UrlLists(orders, urlViews(db), () => size, { patience: 5 });
    const { view } = await made.open(wish('', 'url'));
    await made.rows(view, size - 1, 1);
    const select = orders.select.bind(orders);
    const slowly = function* (steps: number) {
      for (let step = 0; step < steps; step++) {
        for (const end = performance.now() + 4; performance.now() < end; );
        yield step;
      }
    };
    orders.select = function* (terms, found) {
      yield* slowly(20);
      found(Int32Array.of(1, 2), 0.1);
      yield* slowly(100);
      return yield* select(terms, () => undefined);
    };
    const early = await made.open(wish('status:200 inurl:9', 'url'));
    expect({ count: early.count, searched: early.searched }).toEqual({ count: 2, searched: 0.1 });
    const whole = await made.complete(early.view);
    expect(whole.count).toBe(expected('url', false, `u.status = 200 AND u.url LIKE '%9%'`).length);
    stopSlices();
  });

  it('become complete although newer ones are opened all the time, as while a crawl writes', async () => {
    const { db, expected } = largeFile();
    const orders = new UrlOrders(db);
    const made = new UrlLists(orders, urlViews(db), () => size);
    let opened = 0;
    // Each gives up the one before; what was sorted for it is not lost.
    while (!orders.isReady('url') && opened++ < 300) await made.open(wish('', 'url'));
    expect(orders.isReady('url')).toBe(true);
    const { view } = await made.open(wish('', 'url', true));
    const ids = (await made.rows(view, 25_000, 10)).map(row => row.id);
    expect(ids).toEqual(expected('url', true).slice(25_000, 25_010));
  });

  it('give way to a newer list, but can be read on, and stay as they were while rows are added', async () => {
    const { store, lists, expected } = largeFile();
    const made = lists();
    const first = await made.open(wish('', 'url'));
    const order = expected('inlinks', false);
    const second = await made.open(wish('', 'inlinks'));
    const byUrl = expected('url', false);
    expect((await made.rows(first.view, 20_000, 10)).map(row => row.id)).toEqual(byUrl.slice(20_000, 20_010));
    expect((await made.rows(second.view, 29_000, 10)).map(row => row.id)).toEqual(order.slice(29_000, 29_010));
    addUrl(store, 'http://a.test/new');
    expect(await made.position(second.view, 'http://a.test/new')).toBe(-1);
    const third = await made.open(wish('', 'inlinks', true));
    expect(third.count).toBe(size + 1);
    expect(await made.position(third.view, 'http://a.test/new')).toBe(0);
    await expect(made.rows(99, 0, 1)).rejects.toThrow('is closed');
  });

  it('keep the rows they began with, each on one page, while rows come before them', async () => {
    const { store, lists, expected } = largeFile();
    const made = lists();
    const order = expected('url', false);
    const { view, count } = await made.open(wish('', 'url'));
    const seen = (await made.rows(view, 0, 100)).map(row => row.id);
    const url = (await made.rows(view, 150, 1))[0]?.url ?? '';
    // Its place is known before the whole order is.
    const place = await Promise.race([made.position(view, url), new Promise(done => setImmediate(done, 'late'))]);
    expect(place).toBe(150);
    for (let at = 0; at < 30; at++) addUrl(store, `http://a.test/0-${at}`);
    seen.push(...(await made.rows(view, 100, count)).map(row => row.id));
    expect(count).toBe(order.length);
    expect(seen).toEqual(order);
    expect((await made.rows(view, 0, 100)).map(row => row.id)).toEqual(order.slice(0, 100));
    stopSlices();
  });

  it('are answered as of the last reading when wanted soon, page after page of one list, until the present one follows', async () => {
    const { store, db, lists, expected } = largeFile();
    db.exec(`UPDATE url SET title = 'Page ' || (id * 31 % 900) WHERE id % 4 = 0`);
    for (const [sort, descending, filter, where] of [
      ['url', false, '', '1'],
      ['title', true, '', '1'],
      ['url', true, 'status:200', 'u.status = 200'],
      ['inlinks', true, '', '1'],
      ['url', false, 'inurl:9', `u.url LIKE '%9%'`],
    ] as const) {
      // A limit for a busy machine; another test covers a short limit.
      const made = lists(60_000);
      const first = await made.open(wish(filter, sort, descending));
      await made.rows(first.view, first.count - 1, 1);
      const unchanged = await made.open(wish(filter, sort, descending), true);
      expect(unchanged.current).toBe(true);
      const old = expected(sort, descending, where);
      const added = ['!', '9', 'zz'].map(name => addUrl(store, `http://a.test/${name}-${sort}-${descending}-${filter}`));
      db.prepare(`UPDATE url SET status = 200, title = 'Page 0' WHERE id IN (${added.join()})`).run();
      // A title comes with a decision about the page.
      store.transaction(() => {
        for (const id of added) {
          const decisionId = store.urls.decide(id, draft('fetched', 'fetch'), 1, 1);
          const record = store.urls.byId(id);
          if (record) store.urls.change(record, { decisionId });
        }
      });
      const standing = await made.open(wish(filter, sort, descending), true);
      expect({ current: standing.current, count: standing.count }).toEqual({ current: false, count: old.length });
      const page = async (view: number, from: number, limit: number) => (await made.rows(view, from, limit)).map(row => row.id);
      const half = old.length >> 1;
      const seen = await page(standing.view, 0, half);
      const present = await made.complete(standing.view);
      // Read after the current list exists, but still from the first list.
      seen.push(...(await page(standing.view, half, old.length)));
      expect(seen).toEqual(old);
      const now = expected(sort, descending, where);
      expect(now.length).toBeGreaterThan(old.length);
      expect({ current: present.current, count: present.count }).toEqual({ current: true, count: now.length });
      expect(await page(present.view, 0, now.length)).toEqual(now);
      stopSlices();
    }
  });

  it('begin, when wanted soon, with the first rows of what was looked through so far, and then with the first of all', async () => {
    const { db, lists, expected } = largeFile();
    // Long enough a look that no machine is done with it at once.
    db.exec(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 7)
      INSERT INTO url (url, hash, origin_id, state, decision_id, reason, may_fetch, may_list, links_followed, distance, discovered_at, via)
      SELECT url || '/' || i, -id * 20 - i, 1, 'queued', 1, 'linked', 'unknown', 'unknown', 'unknown', 3, 1, 'link' FROM url, n`);
    const made = lists(1);
    const early = await made.open(wish('', 'url'), true);
    expect(early.current).toBe(false);
    expect(early.searched).toBeLessThan(1);
    const ids = (await made.rows(early.view, 0, early.count)).map(row => row.id);
    const last = db.prepare('SELECT max(id) FROM url').pluck().get() as number;
    const looked = Math.round(early.searched * last);
    expect(ids).toEqual(expected('url', false, `u.id <= ${looked}`).slice(0, early.count));
    const whole = await made.complete(early.view);
    expect({ current: whole.current, searched: whole.searched, count: whole.count }).toEqual({
      current: true,
      searched: 1,
      count: last,
    });
    expect((await made.rows(whole.view, 0, 200)).map(row => row.id)).toEqual(expected('url', false).slice(0, 200));
    expect(await made.rows(early.view, early.count, 10)).toEqual([]);
    stopSlices();
  });

  it('are not answered from an order that lacks many of the URLs, nor from an old one when the present one is wanted', async () => {
    const { store, db, lists, expected } = largeFile();
    const made = lists();
    const first = await made.open(wish('', 'url'));
    await made.rows(first.view, first.count - 1, 1);
    addUrl(store, 'http://a.test/00');
    const present = await made.open(wish('', 'url'));
    expect({ current: present.current, count: present.count }).toEqual({ current: true, count: size + 1 });
    db.exec(`INSERT INTO url (url, hash, origin_id, state, decision_id, reason, may_fetch, may_list, links_followed, distance, discovered_at, via)
      SELECT url || '/more', -id, 1, 'queued', 1, 'linked', 'unknown', 'unknown', 'unknown', 3, 1, 'link' FROM url`);
    store.reload();
    addUrl(store, 'http://a.test/000');
    // Another order brings the columns up to date; the one by URL is as it was.
    const counted = await made.open(wish('', 'depth'));
    expect(counted.count).toBe(2 * size + 3);
    const soon = await made.open(wish('', 'url'), true);
    // On a busy machine the first rows come before the whole list; an old list would be whole and not current.
    expect(soon.current || soon.searched < 1).toBe(true);
    const late = soon.current ? soon : await made.complete(soon.view);
    expect(late.current).toBe(true);
    expect((await made.rows(late.view, 0, 50)).map(row => row.id)).toEqual(expected('url', false).slice(0, 50));
    stopSlices();
  });

  it('are refused for ids that nobody could keep in memory', async () => {
    const { store, db } = newStore();
    addUrl(store, 'http://a.test/');
    db.pragma('foreign_keys = OFF');
    db.exec('UPDATE url SET id = 4000000000000000');
    const made = new UrlLists(new UrlOrders(db), urlViews(db), () => 1);
    await expect(made.open(wish('', 'url'))).rejects.toThrow('cannot be listed');
  });

  it('close the oldest when too many are open', async () => {
    const { store, db } = newStore();
    addUrl(store, 'http://a.test/');
    const made = new UrlLists(new UrlOrders(db), urlViews(db), () => 1);
    const views: number[] = [];
    for (let i = 0; i < 20; i++) views.push((await made.open(wish('', 'url'))).view);
    await expect(made.rows(views[0] ?? 0, 0, 1)).rejects.toThrow('is closed');
    expect(await made.rows(views.at(-1) ?? 0, 0, 1)).toHaveLength(1);
  });
});
