import { describe, expect, it } from 'vitest';
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
