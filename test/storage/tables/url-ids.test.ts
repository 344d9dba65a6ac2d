import { describe, expect, it } from 'vitest';
import { urlKey } from '#storage/file/codec.ts';
import { UrlIds } from '#storage/tables/url-ids.ts';
import { addUrl, newStore } from '../fixture.ts';

const url = (n: number): string => `http://a.test/${n}`;

describe('ids of URLs in memory', () => {
  it('are found however many there are, and nothing else is', () => {
    const { store } = newStore();
    const ids = store.transaction(() =>
      Array.from({ length: 9_000 }, (_, n) =>
        store.urls.insert(
          { url: url(n), originId: null, state: 'queued', depth: 0, hops: 0, via: 'link', viaId: null },
          { stage: 'admission', verdict: 'accept', reason: 'linked', rule: 'otherwise', evidence: [], trace: [] },
          1,
          1,
        ),
      ),
    );
    const wrong = ids.filter((id, n) => store.urls.idOf(url(n)) !== id);
    expect(wrong).toEqual([]);
    // Read from the file alone, and known from writing beside it.
    const fresh = new UrlIds(store.db);
    expect(ids.filter((id, n) => fresh.find(url(n)) !== id)).toEqual([]);
    expect(fresh.find(url(9_000))).toBe(0);
    fresh.add(url(9_001), 77);
    expect(fresh.find(url(9_001))).toBe(77);
  });

  it('of two URLs with equal keys are told apart by the URL', () => {
    const { store, db } = newStore();
    const first = addUrl(store, url(1));
    db.prepare('UPDATE url SET hash = ? WHERE id = ?').run(urlKey(url(2)), first);
    const asked = (): UrlIds => {
      const ids = new UrlIds(db);
      // The first lookups use queries, later ones the table.
      for (let n = 0; n < 600; n++) ids.find(url(100 + n));
      return ids;
    };
    expect([new UrlIds(db).find(url(2)), asked().find(url(2))]).toEqual([0, 0]);
    const second = addUrl(store, url(2));
    expect([new UrlIds(db).find(url(2)), asked().find(url(2))]).toEqual([second, second]);
  });

  it('are found without the file once they were written or read, also those that are not recent any more', () => {
    const { store, db } = newStore();
    const stored = addUrl(store, url(0));
    const ids = new UrlIds(db);
    for (let n = 1; n <= 600; n++) ids.find(url(n));
    ids.find(url(0));
    for (let n = 1; n <= 140_000; n++) ids.add(url(n), n + 1_000);
    // The file is not queried for these: it has none of them except the first, and that under another name.
    db.prepare('UPDATE url SET url = ? WHERE id = ?').run(url(200_000), stored);
    const wrong = Array.from({ length: 140_000 }, (_, n) => n + 1).filter(n => ids.find(url(n)) !== n + 1_000);
    expect(wrong).toEqual([]);
    expect(ids.find(url(0))).toBe(stored);
    expect(ids.find(url(140_001))).toBe(0);
  });

  it('are no other ones where they are too great for the table', () => {
    const { db } = newStore();
    const ids = new UrlIds(db);
    for (let n = 1; n <= 600; n++) ids.find(url(n));
    ids.add(url(1), 2 ** 32 + 5);
    ids.add(url(2), 2 ** 32);
    for (let n = 3; n <= 70_000; n++) ids.add(url(n), n);
    expect([ids.find(url(1)), ids.find(url(2)), ids.find(url(3))]).toEqual([0, 0, 3]);
  });
});
