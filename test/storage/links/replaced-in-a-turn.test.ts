import { expect, it } from 'vitest';
import { addUrl, newStore } from '../fixture.ts';

it('all links count when a page gets other links in the turn in which others are read for the first time', () => {
  const { store } = newStore();
  const listed = { depth: null, via: 'sitemap' } as const;
  const target = addUrl(store, 'http://a.test/target', listed);
  const other = addUrl(store, 'http://a.test/other', listed);
  const pages = Array.from({ length: 60 }, (_, n) => addUrl(store, `http://a.test/p${n}`, listed));
  const again = addUrl(store, 'http://a.test/again', listed);
  const put = (from: number, to: number) =>
    store.fetches.links(from, [{ to, kind: 'a', rel: '', text: `text of ${from}`, start: 0, end: 1 }]);
  store.transaction(() => put(again, other));
  store.transaction(() => store.inlinks.settle(1_000_000, 'pause'));
  store.transaction(() => {
    const [first, ...rest] = pages;
    store.late.collect(() => put(first as number, target));
    store.late.collect(() => put(again, target));
    // These fill the block that has the links of the first page.
    for (const page of rest) store.late.collect(() => put(page, target));
    store.late.run();
  });
  store.transaction(() => store.inlinks.settle(2_000_000, 'end'));
  const inlinks = store.db.prepare('SELECT inlinks FROM url_inlinks WHERE id = ?').pluck();
  expect([inlinks.get(target), inlinks.get(other)]).toEqual([61, 0]);
});
