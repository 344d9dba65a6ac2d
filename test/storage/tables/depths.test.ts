import { expect, it } from 'vitest';
import type { Store } from '#storage/store.ts';
import { mostDepthsThatWait } from '#storage/tables/depths.ts';
import { addUrl, newStore, reopenStore } from '../fixture.ts';

/** Stores a page's links, and what they say about the depth of their targets. */
function link(store: Store, from: number, ...targets: number[]): void {
  store.transaction(() => {
    const { depths } = store.urls;
    depths.linking(from);
    store.fetches.links(
      from,
      targets.map((to, at) => ({ to, kind: 'a', rel: '', text: '', start: at, end: at })),
    );
    for (const to of targets) depths.offer(to, (depths.of(from) ?? 0) + 1, from);
  });
}

const listed = { depth: null, via: 'sitemap' } as const;
const depthsIn = (store: Store): unknown[] => store.db.prepare('SELECT depth FROM url ORDER BY id').pluck().all();
const queuedIn = (store: Store): unknown[] => store.db.prepare('SELECT url_id FROM depth_todo').pluck().all();

it('depths are written with the next count of inlinks, each once', () => {
  const { store } = newStore();
  const [home, near, far] = [addUrl(store, 'http://a.test/', { depth: 0 }), addUrl(store, 'http://a.test/1', listed), 3];
  addUrl(store, 'http://a.test/2', listed);
  link(store, home, near);
  link(store, near, far);
  expect(store.urls.depths.of(far)).toBe(2);
  store.transaction(() => store.inlinks.settle(1_000_000));
  expect(depthsIn(store)).toEqual([0, 1, 2]);
  // Their links were stored after their depths were known.
  expect(queuedIn(store)).toEqual([]);
  link(store, home, far);
  expect(depthsIn(store)).toEqual([0, 1, 2]);
  store.transaction(() => store.inlinks.settle(1_000_001, 'pause'));
  expect(depthsIn(store)).toEqual([0, 1, 1]);
});

/** A page with a link to the last one, and then a link that makes the page nearer. */
function shortened(store: Store): { readonly home: number; readonly page: number; readonly last: number } {
  const [home, page] = [addUrl(store, 'http://a.test/', { depth: 0 }), addUrl(store, 'http://a.test/1', { depth: 5 })];
  const last = addUrl(store, 'http://a.test/2', { depth: 6 });
  link(store, page, last);
  link(store, home, page);
  return { home, page, last };
}

it('a page that gets nearer after its links were stored is queued at once', () => {
  const { store } = newStore();
  const { page } = shortened(store);
  const next = store.transaction(() => store.urls.depths.takeShortened());
  expect(next).toMatchObject({ id: page, depth: 1 });
});

it('pages of one depth are taken in order of id', () => {
  const { store } = newStore();
  const home = addUrl(store, 'http://a.test/', { depth: 0 });
  const pages = [1, 2, 3, 4].map(n => addUrl(store, `http://a.test/${n}`, listed));
  for (const page of pages) link(store, page, home);
  link(store, home, ...pages.toReversed());
  const taken = store.transaction(() => pages.map(() => store.urls.depths.takeShortened()?.id));
  expect(taken).toEqual(pages);
});

it('the file says that a page was queued from when its depth is written until no depth waits', () => {
  const { store } = newStore();
  const { page, last } = shortened(store);
  expect([depthsIn(store), queuedIn(store)]).toEqual([[0, 5, 6], []]);
  store.transaction(() => store.inlinks.settle(1_000_000));
  expect([depthsIn(store), queuedIn(store)]).toEqual([[0, 1, 6], [page]]);
  store.transaction(() => {
    store.urls.depths.takeShortened();
    store.urls.depths.offer(last, 2, page);
  });
  expect([depthsIn(store), queuedIn(store)]).toEqual([[0, 1, 6], [page]]);
  store.transaction(() => store.inlinks.settle(1_000_001, 'pause'));
  expect([depthsIn(store), queuedIn(store)]).toEqual([[0, 1, 2], []]);
});

it('after a crash, a page whose links were gone through gives the depths again that were not written', () => {
  const { path, db, store } = newStore();
  const { page, last } = shortened(store);
  store.transaction(() => store.inlinks.settle(1_000_000));
  store.transaction(() => {
    store.urls.depths.takeShortened();
    store.urls.depths.offer(last, 2, page);
  });
  db.close();
  const again = reopenStore(path).store;
  const next = again.transaction(() => again.urls.depths.takeShortened());
  expect(next).toMatchObject({ id: page, depth: 1 });
});

it('after a crash, a page whose own depth was not written gets it from the page that gave it, and is queued again', () => {
  const { path, db, store } = newStore();
  const { home, page } = shortened(store);
  db.prepare('UPDATE url SET outlinks = 1').run();
  db.close();
  const again = reopenStore(path).store;
  const { depths } = again.urls;
  expect(again.transaction(() => depths.takeShortened())).toMatchObject({ id: home, depth: 0 });
  again.transaction(() => depths.offer(page, 1, home));
  expect(again.transaction(() => depths.takeShortened())).toMatchObject({ id: page, depth: 1 });
});

it('after a crash, the pages whose depths were not written yet give them again', () => {
  const { path, db, store } = newStore();
  const [home, near] = [addUrl(store, 'http://a.test/', { depth: 0 }), addUrl(store, 'http://a.test/1', listed)];
  link(store, home, near);
  expect(depthsIn(store)).toEqual([0, null]);
  db.close();
  const again = reopenStore(path).store;
  again.transaction(() => again.inlinks.settle(1_000_000, 'pause'));
  expect(again.urls.depths.isSettled).toBe(false);
  const page = again.transaction(() => again.urls.depths.takeShortened());
  expect(page).toMatchObject({ id: home, depth: 0 });
});

it('a transaction that is rolled back takes no depth of an earlier one with it', () => {
  const { store } = newStore();
  const [home, near] = [addUrl(store, 'http://a.test/', { depth: 0 }), addUrl(store, 'http://a.test/1', listed)];
  link(store, home, near);
  expect(() =>
    store.transaction(() => {
      throw new Error('full disk');
    }),
  ).toThrow('full disk');
  store.transaction(() => store.inlinks.settle(1_000_000, 'pause'));
  const page = store.transaction(() => store.urls.depths.takeShortened());
  expect(page).toMatchObject({ id: home, depth: 0 });
});

it.each([4_500, 9_000])('%i depths that wait at the end are all written, and the links counted, while `isCounting`', many => {
  const { store, db } = newStore();
  const home = addUrl(store, 'http://a.test/', { depth: 0 });
  const targets = store.transaction(() => Array.from({ length: many }, (_, n) => addUrl(store, `http://a.test/${n}`, listed)));
  link(store, home, ...targets);
  let steps = 0;
  do {
    store.transaction(() => store.inlinks.settle(1, 'end'));
    steps += 1;
  } while (store.inlinks.isCounting);
  expect(steps).toBeGreaterThan(1);
  expect(db.prepare('SELECT count(*), sum(depth), sum(inlinks) FROM urls').raw().get()).toEqual([many + 1, many, many]);
  expect([store.inlinks.owes(), queuedIn(store)]).toEqual([false, []]);
});

it('after a crash between two steps of a count, no depth is lost', () => {
  const { path, db, store } = newStore();
  const home = addUrl(store, 'http://a.test/', { depth: 0 });
  const targets = store.transaction(() => Array.from({ length: 9_000 }, (_, n) => addUrl(store, `http://a.test/${n}`, listed)));
  link(store, home, ...targets);
  store.transaction(() => store.inlinks.settle(1, 'end'));
  expect(store.inlinks.isCounting).toBe(true);
  expect(db.prepare('SELECT count(*) FROM url WHERE depth = 1').pluck().get()).toBe(4_096);
  db.close();
  const again = reopenStore(path).store;
  do again.transaction(() => again.inlinks.settle(1, 'end'));
  while (again.inlinks.isCounting);
  const page = again.transaction(() => again.urls.depths.takeShortened());
  expect(page).toMatchObject({ id: home, depth: 0 });
  expect(page?.links.count).toBe(9_000);
});

it('depths that wait are bounded while many are corrected', () => {
  const { store } = newStore();
  const home = addUrl(store, 'http://a.test/', { depth: 0 });
  const { depths } = store.urls;
  store.transaction(() => {
    for (let id = home + 1; id <= home + mostDepthsThatWait; id++) depths.offer(id, 1, home);
    depths.relieve();
    expect(depths.waiting).toBe(mostDepthsThatWait);
    depths.offer(home + mostDepthsThatWait + 1, 1, home);
    depths.relieve();
    expect(depths.waiting).toBe(mostDepthsThatWait + 1 - 4_096);
  });
});
