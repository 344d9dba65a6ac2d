import { describe, expect, it } from 'vitest';
import { parseQuery } from '#core/query/query.ts';
import { finish } from '#core/steps.ts';
import { urlColumns } from '#shared/model/url-columns.ts';
import { UrlOrders } from '#storage/lists/url-orders.ts';
import { orderSql } from '#storage/lists/url-views.ts';
import { addUrl, draft, newStore } from '../fixture.ts';

describe('columns in memory, while a crawl writes', () => {
  it('miss no URL that was found between two looks at the file, when a redirect leads behind it', () => {
    const { db, store } = newStore();
    const [from] = [addUrl(store, 'http://a.test/m'), addUrl(store, 'http://a.test/z')];
    const settle = (redirectId: number | null) =>
      store.transaction(() => {
        const url = store.urls.byId(from);
        if (url)
          store.urls.change(url, {
            state: 'done',
            reason: 'redirected',
            redirectId,
            decisionId: store.urls.decide(from, draft('redirected'), 1, 1),
          });
      });
    const orders = new UrlOrders(db);
    const byUrl = () => {
      const text = orders.textOf('url');
      if (text) finish(text.update(orders.columns.last));
      return [...finish(orders.order(finish(orders.select([], () => undefined)), 'url', false))];
    };
    finish(orders.update());
    expect(byUrl()).toEqual([1, 2]);
    settle(null);
    // The read has started: it knows how far the file went.
    const looking = orders.update();
    looking.next();
    addUrl(store, 'http://a.test/a');
    addUrl(store, 'http://a.test/b');
    settle(addUrl(store, 'http://a.test/y'));
    finish(looking);
    finish(orders.update());
    expect(byUrl()).toEqual(
      db
        .prepare(`SELECT u.id FROM url u ORDER BY ${orderSql(urlColumns[0], false)}`)
        .pluck()
        .all(),
    );
    expect(orders.columns.count).toBe(5);
  });
});

describe('the URLs of a filter', () => {
  /** A file with a page that was found and one that was not, and a list of those with a status. */
  const opened = () => {
    const { store, db } = newStore();
    const ids = ['a', 'b'].map(name => addUrl(store, `http://a.test/${name}`));
    const orders = new UrlOrders(db);
    const answer = (id: number, status: number): void =>
      store.transaction(() => {
        const url = store.urls.byId(id) ?? expect.fail();
        const decisionId = store.urls.decide(id, draft('fetched'), 1, 1);
        store.urls.change(url, { state: 'done', status, decisionId });
      });
    const select = (text = 'status:404') => finish(orders.select(parseQuery(text).terms, () => undefined));
    answer(ids[0] as number, 404);
    answer(ids[1] as number, 200);
    finish(orders.update());
    return { orders, ids, answer, select, store };
  };

  it('are looked for once, while the columns stay as they are', () => {
    const { orders, select } = opened();
    const first = select();
    expect([...first]).toEqual([1]);
    finish(orders.update());
    expect(select()).toBe(first);
    expect([...select('status:200')]).toEqual([2]);
    expect([...select('-status:404')]).toEqual([2]);
    expect(select()).toEqual(first);
  });

  it.each([400, 5_000])('are looked for anew after a change, and while one is read, with %d new URLs', added => {
    const { orders, ids, answer, select, store } = opened();
    expect([...select()]).toEqual([1]);
    answer(ids[1] as number, 404);
    for (let more = 1; more <= added; more++) answer(addUrl(store, `http://a.test/more/${more}`), more < added ? 200 : 404);
    // Before it is read: the list is of the last reading.
    expect([...select()]).toEqual([1]);
    for (const reading = orders.update(); !reading.next().done; ) select();
    expect([...select()]).toEqual([1, 2, added + 2]);
    answer(ids[0] as number, 200);
    finish(orders.update());
    expect([...select()]).toEqual([2, added + 2]);
  });

  it('are looked for anew after an update that failed when it had read new URLs', () => {
    const { orders, select, store } = opened();
    expect([...select('state:queued')]).toEqual([]);
    addUrl(store, 'http://a.test/c');
    const reading = orders.update();
    while (orders.columns.last < 3) reading.next();
    expect(() => reading.throw(new Error('disk I/O error'))).toThrow('disk I/O error');
    finish(orders.update());
    expect([...select('state:queued')]).toEqual([3]);
  });

  it('in a list of links are looked for in the file each time', () => {
    const { select } = opened();
    const [one, two] = [select('link:http://a.test/a'), select('link:http://a.test/a')];
    expect(two).not.toBe(one);
  });
});
