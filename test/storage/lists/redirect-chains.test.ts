import { expect, test } from 'vitest';
import { parseQuery } from '#core/query/query.ts';
import { finish } from '#core/steps.ts';
import { UrlOrders } from '#storage/lists/url-orders.ts';
import { urlViews } from '#storage/lists/url-views.ts';
import { addUrl, draft, newStore } from '../fixture.ts';

/** A chain of three, a loop of two, and their lists, by columns in memory as by the file. */
function chains() {
  const { db, store } = newStore();
  const ids = new Map(['a', 'b', 'c', 'end', 'x', 'y'].map(name => [name, addUrl(store, `http://a.test/${name}`)]));
  const redirect = (from: string, to: string): void =>
    store.transaction(() => {
      const url = store.urls.byId(ids.get(from) ?? 0) ?? expect.fail();
      const decisionId = store.urls.decide(url.id, draft('redirected', 'fetch'), 1, 1);
      store.urls.change(url, { state: 'done', status: 301, redirectId: ids.get(to) ?? 0, decisionId });
    });
  const views = urlViews(db);
  const orders = new UrlOrders(db);
  const kept = (filter: string): string[] => {
    const { terms, problem } = parseQuery(filter);
    expect(problem).toBe('');
    finish(orders.update());
    finish(orders.use(terms, 'redirectHops'));
    const found = views.rows(finish(orders.select(terms, () => undefined))).map(({ url }) => url.slice('http://a.test/'.length));
    expect([...views.stream(terms, 100)].map(({ url }) => url.slice('http://a.test/'.length))).toEqual(found);
    return found;
  };
  return { redirect, kept, views };
}

test('a redirect has the length and the end of its chain; a loop has no end', () => {
  const { redirect, kept, views } = chains();
  for (const [from, to] of [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'end'],
    ['x', 'y'],
    ['y', 'x'],
  ] as const)
    redirect(from, to);
  expect([...views.stream([], 10)].map(({ redirectHops, redirectEnd }) => [redirectHops, redirectEnd])).toEqual([
    [3, 'http://a.test/end'],
    [2, 'http://a.test/end'],
    [1, 'http://a.test/end'],
    [null, null],
    [20, null],
    [20, null],
  ]);
  expect(kept('redirects:2..3')).toEqual(['a', 'b']);
  expect(kept('redirect_end:/end')).toEqual(['a', 'b', 'c']);
  expect(kept('redirects:none')).toEqual(['end']);
});

test('a redirect that is found later lengthens the chains that lead to it', () => {
  const { redirect, kept } = chains();
  redirect('a', 'b');
  expect(kept('redirects:>1')).toEqual([]);
  redirect('b', 'c');
  expect(kept('redirects:>1')).toEqual(['a']);
});
