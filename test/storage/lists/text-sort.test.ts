import { describe, expect, it } from 'vitest';
import { finish } from '#core/steps.ts';
import { type SortSizes, usualSizes } from '#storage/lists/text-keys.ts';
import { TextOrder } from '#storage/lists/text-order.ts';
import { addUrl, newStore } from '../fixture.ts';

/** What a plain comparison says. */
const byBytes = (a: readonly [number, string], b: readonly [number, string]): number =>
  Buffer.compare(Buffer.from(a[1]), Buffer.from(b[1])) || a[0] - b[0];
const sorted = (titles: ReadonlyMap<number, string | null>): number[] =>
  [...titles]
    .filter((row): row is [number, string] => row[1] !== null)
    .sort(byBytes)
    .map(([id]) => id);

/** The same numbers for every run. */
function seeded(seed: number) {
  let state = seed >>> 0;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A file whose rows have these titles, by id: there may be gaps between ids. */
function fileOf(titles: ReadonlyMap<number, string | null>) {
  const { db, store } = newStore();
  db.pragma('foreign_keys = OFF');
  db.pragma('synchronous = OFF');
  const first = addUrl(store, 'http://a.test/');
  db.prepare('DELETE FROM url WHERE id = ?').run(first);
  const add =
    db.prepare(`INSERT INTO url (id, url, hash, origin_id, state, decision_id, reason, may_fetch, may_list, links_followed, distance, discovered_at, via, title)
    VALUES (?, ?, 1, 1, 'queued', 1, 'linked', 'unknown', 'unknown', 'unknown', 1, 1, 'link', ?)`);
  db.transaction(() => {
    for (const [id, title] of titles) add.run(id, `http://a.test/${id}`, title);
  })();
  const retitle = db.prepare('UPDATE url SET title = ? WHERE id = ?');
  return { db, last: Math.max(0, ...titles.keys()), retitle: (id: number, title: string | null) => void retitle.run(title, id) };
}

const small: SortSizes = { bucket: 40, run: 700, again: 3_000 };
const words = ['shoe', 'shoes', 'Übung', 'a', '\u{1f600}', '\ufffd', '\uffff', '', 'z'.repeat(90), '\0', 'a\0', '~', '\u00e9'];
const deep = 'https://www.example.com/catalogue/shoes/women/?colour=red&size=';

/** Titles by number, for each kind of file. */
const kinds: Readonly<Record<string, (draw: (below: number) => number, n: number) => string | null>> = {
  'empty, missing and odd texts': (draw, n) =>
    n % 7 === 0 ? null : Array.from({ length: draw(4) }, () => words[draw(13)]).join(' '),
  'long beginnings in common': (draw, n) => deep.repeat(1 + draw(3)) + (draw(3) === 0 ? '' : n % 1_000),
  'equal texts, often and rarely': (draw, n) =>
    draw(3) === 0
      ? 'Not found'
      : `Page ${n % (draw(2) === 0 ? 5 : 700)} of a list with a title that is longer than any code of it`,
  'one text only': () => 'Shop',
  'no text at all': () => null,
  'a text in few rows': (draw, n) => (draw(200) === 0 ? `Rare ${n}` : null),
  'random bytes': draw =>
    String.fromCodePoint(...Array.from({ length: draw(12) }, () => [draw(3), draw(200), 0x1_0000 + draw(9)][draw(3)] ?? 0)),
  'texts that begin each other': draw => 'ab'.repeat(draw(40)),
};

describe('all rows in the order of their texts', () => {
  it.each(Object.entries(kinds))('is that of a plain comparison: %s', (_, title) => {
    for (const [seed, sizes] of [small, { ...small, again: 1 }, usualSizes].entries()) {
      const draw = seeded(seed + 7);
      const titles = new Map(Array.from({ length: 6_000 }, (_row, n) => [n + 1, title(draw, n)]));
      const { db, last } = fileOf(titles);
      const order = new TextOrder(db, 'u.title', sizes);
      finish(order.update(last));
      expect([...order.order]).toEqual(sorted(titles));
      expect(Array.from(order.order, id => order.places[id])).toEqual(Array.from(order.order, (_id, place) => place));
      expect(order.places.filter(place => place >= 0).length).toBe(order.order.length);
    }
  });

  it('has gaps between ids, and may be empty', () => {
    const titles = new Map(Array.from({ length: 3_000 }, (_, n) => [1 + n * n, `T ${(n * 577) % 1_000}`]));
    const { db, last } = fileOf(titles);
    const order = new TextOrder(db, 'u.title', small);
    finish(order.update(last));
    expect([...order.order]).toEqual(sorted(titles));
    const none = new TextOrder(db, 'u.title', small);
    finish(none.update(0));
    expect([...none.order]).toEqual([]);
  });

  it('is right for all other rows after each step in which some change, and for these after the next update', () => {
    for (let seed = 1; seed < 12; seed++) {
      const draw = seeded(seed);
      const make = (): string | null =>
        draw(9) === 0 ? null : `${deep}${draw(4)}`.slice(draw(3)) + (draw(2) === 0 ? '' : draw(900));
      const titles = new Map(Array.from({ length: 5_000 }, (_, n) => [n + 1, make()]));
      const { db, last, retitle } = fileOf(titles);
      const order = new TextOrder(db, 'u.title', small);
      const changed = new Set<number>();
      for (const steps = order.update(last); steps.next().done !== true; ) {
        for (let n = 0; n < 3; n++) {
          const id = 1 + draw(5_000);
          titles.set(id, make());
          retitle(id, titles.get(id) ?? null);
          changed.add(id);
        }
        order.touch(changed);
      }
      const others = (ids: Iterable<number>): number[] => [...ids].filter(id => !changed.has(id));
      expect(others(order.order)).toEqual(others(sorted(titles)));
      expect(new Set(order.order).size).toBe(order.order.length);
      finish(order.update(last));
      expect([...order.order]).toEqual(sorted(titles));
    }
  });

  it('is made once more after it was given up at any step', () => {
    const draw = seeded(5);
    const titles = new Map(Array.from({ length: 3_000 }, (_, n) => [n + 1, `${deep}${draw(300)}`]));
    const { db, last } = fileOf(titles);
    for (let most = 0; ; most += 3) {
      const order = new TextOrder(db, 'u.title', small);
      const steps = order.update(last);
      let step = 0;
      while (step < most && steps.next().done !== true) step += 1;
      steps.return();
      finish(order.update(last));
      expect([...order.order]).toEqual(sorted(titles));
      if (step < most) break;
    }
  });
});
