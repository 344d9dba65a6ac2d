import { expect, test } from 'vitest';
import { parseQuery } from '#core/query/query.ts';
import { finish } from '#core/steps.ts';
import { UrlOrders } from '#storage/lists/url-orders.ts';
import { urlViews } from '#storage/lists/url-views.ts';
import { addUrl, draft, newStore } from '../fixture.ts';

/** Checked URLs and their lists, by columns in memory as by the file. */
function checked() {
  const { db, store } = newStore();
  const ids = new Map(
    ['large.png', 'small.png', 'silent.png', 'page'].map(name => [name, addUrl(store, `http://a.test/${name}`)]),
  );
  const check = (name: string, contentLength: number | null): void =>
    store.transaction(() => {
      const url = store.urls.byId(ids.get(name) ?? 0) ?? expect.fail();
      const decisionId = store.urls.decide(url.id, draft('check-ok', 'fetch'), 1, 1);
      const row = {
        urlId: url.id,
        originId: url.originId ?? expect.fail(),
        subject: 'resource',
        result: 'check-queued',
        decisionId,
        hops: 0,
      } as const;
      store.checks.insert({ ...row, state: 'queued' });
      const before = store.checks.find(url.id) ?? expect.fail();
      store.checks.change(before, { state: 'done', result: 'check-ok', decisionId, status: 200, contentLength });
    });
  const views = urlViews(db);
  const orders = new UrlOrders(db);
  const name = ({ url }: { readonly url: string }): string => url.slice('http://a.test/'.length);
  const kept = (filter: string): string[] => {
    const { terms, problem } = parseQuery(filter);
    expect(problem).toBe('');
    finish(orders.update());
    finish(orders.use(terms, 'declaredBytes'));
    const found = views.rows(finish(orders.select(terms, () => undefined))).map(name);
    expect([...views.stream(terms, 100)].map(name)).toEqual(found);
    return found;
  };
  return { check, kept, views };
}

test('a checked URL has the Content-Length of its response as declared size, and no measured size', () => {
  const { check, kept, views } = checked();
  // More than 32 bits hold.
  check('large.png', 5_000_000_000);
  check('small.png', 0);
  check('silent.png', null);
  expect([...views.stream([], 10)].map(({ bytes, declaredBytes }) => [bytes, declaredBytes])).toEqual([
    [null, 5_000_000_000],
    [null, 0],
    [null, null],
    [null, null],
  ]);
  expect(kept('declared:>4g')).toEqual(['large.png']);
  expect(kept('declared:0')).toEqual(['small.png']);
  expect(kept('declared:none')).toEqual(['silent.png', 'page']);
});

test('a list in use learns the declared size of a check that ends later', () => {
  const { check, kept } = checked();
  expect(kept('declared:>1k')).toEqual([]);
  check('small.png', 2_048);
  expect(kept('declared:>1k')).toEqual(['small.png']);
});
