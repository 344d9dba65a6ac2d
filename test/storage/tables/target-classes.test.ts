import { expect, it } from 'vitest';
import { TargetClasses } from '#storage/tables/target-classes.ts';
import { addUrl, newStore } from '../fixture.ts';

it('a URL that the crawl will request is internal, as its row says', () => {
  const { db, store } = newStore();
  const links = [
    addUrl(store, 'http://a.test/1'),
    addUrl(store, 'http://a.test/2', { state: 'disregarded' }, 'resource-not-crawled'),
    addUrl(store, 'http://b.test/', { state: 'disregarded' }, 'scope-host'),
    addUrl(store, 'mailto:a@b.test', { state: 'disregarded', originId: null }, 'scheme-not-fetched'),
  ].map(to => ({ to, kind: 'a' }) as const);
  expect(new TargetClasses(db).count(links)).toEqual({ followed: 4, internal: 2, external: 1 });
  expect(store.urls.targetClasses.count(links)).toEqual({ followed: 4, internal: 2, external: 1 });
});
