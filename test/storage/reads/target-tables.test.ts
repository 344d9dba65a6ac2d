import { describe, expect, it } from 'vitest';
import { finish } from '#core/steps.ts';
import { joinPairs, targetTableReads } from '#storage/reads/target-tables.ts';
import { addUrl, countInlinks, newStore } from '../fixture.ts';

const link = (to: number, rel = '') => ({ to, kind: 'a' as const, rel, text: '', start: 0, end: 0 });

describe('the URLs of an origin for a replay', () => {
  it('are all of them in order of their ids, with what weighs them and what they start from', () => {
    const { db, store } = newStore();
    const seed = addUrl(store, 'http://a.test/', { via: 'seed', depth: 0 });
    const other = store.transaction(() =>
      store.origins.insert({ key: 'http://b.test', scheme: 'http', host: 'b.test', port: 80 }),
    );
    const foreign = addUrl(store, 'http://b.test/x', { originId: other.id });
    const page = addUrl(store, 'http://a.test/p/1?q=1', { depth: 3 });
    db.prepare('UPDATE url SET in_sitemaps = 2, redirect_id = ? WHERE id = ?').run(seed, page);
    countInlinks(db, 7, page);
    const { table, roots, redirects } = finish(targetTableReads(db).table(1, 'http://a.test'));
    expect([...table.targets]).toEqual(['/', '/p/1?q=1']);
    expect([0, 1].map(row => [table.ids[row], table.inlinks[row], table.depths[row], table.inSitemap[row]])).toEqual([
      [seed, 0, 0, 0],
      [page, 7, 3, 1],
    ]);
    expect([table.url(1), table.sectionNames[table.sections[1] ?? 0]]).toEqual(['http://a.test/p/1?q=1', '/p/']);
    expect([table.rowOf(page), table.rowOf(foreign), table.rowOf(99)]).toEqual([1, -1, -1]);
    expect(roots).toEqual([0, 1]);
    expect({ ...redirects, from: [...redirects.from], to: [...redirects.to] }).toEqual({ from: [1], to: [0], count: 1 });
  });

  it('are read in pages between which nothing is open', () => {
    const { db, store } = newStore();
    store.transaction(() => {
      for (let id = 0; id < 10_001; id += 1) addUrl(store, `http://a.test/${id}`);
    });
    const steps = targetTableReads(db).table(1, 'http://a.test');
    expect(steps.next()).toEqual({ done: false, value: 5_000 });
    addUrl(store, 'http://a.test/late');
    expect(steps.next().value).toBe(10_000);
    const last = steps.next();
    expect(last.done === true && last.value.table.size).toBe(10_002);
  });

  it('come with their links, but those marked nofollow, and with what other origins link to', () => {
    const { db, store } = newStore();
    const ids = ['/', '/a', '/b'].map(path => addUrl(store, `http://a.test${path}`));
    const other = store.transaction(() =>
      store.origins.insert({ key: 'http://b.test', scheme: 'http', host: 'b.test', port: 80 }),
    );
    const foreign = addUrl(store, 'http://b.test/', { originId: other.id });
    const [root = 0, a = 0, b = 0] = ids;
    store.transaction(() => {
      store.fetches.links(root, [link(a), link(b, 'nofollow'), link(foreign)]);
      store.fetches.links(foreign, [link(b)]);
    });
    const reads = targetTableReads(db);
    const { table } = finish(reads.table(1, 'http://a.test'));
    const { pairs, fromOutside } = finish(reads.links(table));
    expect([pairs.count, pairs.from[0], pairs.to[0], fromOutside]).toEqual([1, 0, 1, [2]]);
    const both = joinPairs(pairs, { from: Int32Array.of(2, 9), to: Int32Array.of(0, 9), count: 1 });
    expect([[...both.from], [...both.to], both.count]).toEqual([[0, 2], [1, 0], 2]);
  });
});
