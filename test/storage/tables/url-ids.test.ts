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

  it('of two URLs with equal keys in the index are told apart by the URL', () => {
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

  it('are found without the file once they were written or read', () => {
    const { store, db } = newStore();
    const stored = addUrl(store, url(0));
    const ids = new UrlIds(db);
    for (let n = 1; n <= 600; n++) ids.find(url(n));
    expect(ids.find(url(0))).toBe(stored);
    db.transaction(() => {
      for (let n = 1; n <= 70_000; n++) ids.add(url(n), n + 1_000);
    })();
    // The file is not queried for these: it has none of them except the first, and that under another name.
    db.prepare('UPDATE url SET url = ? WHERE id = ?').run(url(200_000), stored);
    const wrong = Array.from({ length: 70_000 }, (_, n) => n + 1).filter(n => ids.find(url(n)) !== n + 1_000);
    expect(wrong).toEqual([]);
    expect(ids.find(url(0))).toBe(stored);
    expect(ids.find(url(70_001))).toBe(0);
  });

  it('may be of any text, also of one that SQLite stores in another form', () => {
    const { store, db } = newStore();
    const texts = ['http://é.test/', 'mailto:€', 'tel:\u{1f4de}', 'a\ud800', 'a\0b', 'a', ''];
    const stored = texts.map(text => addUrl(store, text));
    const fresh = new UrlIds(db);
    for (let n = 0; n <= 600; n++) fresh.find(url(n));
    expect(texts.map(text => fresh.find(text))).toEqual(stored);
    expect(texts.map(text => store.urls.idOf(text))).toEqual(stored);
    expect([fresh.find('a\ufffd'), fresh.find('a\0')]).toEqual([stored[3], 0]);
  });

  it('may be greater than the table holds', () => {
    const { db } = newStore();
    const ids = new UrlIds(db);
    for (let n = 1; n <= 600; n++) ids.find(url(n));
    const greatest = [2 ** 31, 2 ** 31 + 1, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 5];
    db.transaction(() => {
      for (let n = 3; n <= 40_000; n++) ids.add(url(n), n);
      for (const id of greatest) ids.add(url(id), id);
    })();
    expect(greatest.map(id => ids.find(url(id)))).toEqual(greatest);
    expect([ids.find(url(3)), ids.find(url(40_001))]).toEqual([3, 0]);
  });

  it('are read again after they were cleared, also those greater than the table holds', () => {
    const { store, db } = newStore();
    const first = addUrl(store, url(1));
    const far = addUrl(store, url(2));
    db.pragma('foreign_keys = OFF');
    db.prepare('UPDATE url SET id = ? WHERE id = ?').run(2 ** 32 + 9, far);
    const ids = new UrlIds(db);
    const found = (): number[] => {
      for (let n = 0; n < 600; n++) ids.find(url(100 + n));
      return [ids.find(url(1)), ids.find(url(2)), ids.find(url(3))];
    };
    expect(found()).toEqual([first, 2 ** 32 + 9, 0]);
    ids.clear();
    expect(found()).toEqual([first, 2 ** 32 + 9, 0]);
  });
});
