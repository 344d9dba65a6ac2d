import { describe, expect, it } from 'vitest';
import { finish } from '#core/steps.ts';
import { type SortSizes, usualSizes } from '#storage/lists/text-keys.ts';
import { TextOrder } from '#storage/lists/text-order.ts';
import { addUrl, newStore } from '../fixture.ts';

const size = 9_000;

const memories: readonly (readonly [how: string, sizes: SortSizes])[] = [
  ['as usual', usualSizes],
  ['without a sample', { ...usualSizes, bucket: 1_000_000 }],
  ['in small runs, and a few texts read again at a time', { bucket: 2_000, run: 1_000, again: 100 }],
  ['in small buckets', { bucket: 4, run: 5_000, again: 10_000 }],
];

/** URLs with titles of few different words, some without, some beyond the first plane. */
function titledFile(sizes = usualSizes) {
  const { db, store } = newStore();
  db.pragma('foreign_keys = OFF');
  db.pragma('synchronous = OFF');
  addUrl(store, 'http://a.test/1');
  db.exec(`WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ${size})
    INSERT INTO url (id, url, hash, origin_id, state, decision_id, reason, may_fetch, may_list, links_followed, distance, discovered_at, via, title)
    SELECT i, 'http://a.test/' || i, i, 1, 'queued', 1, 'linked', 'unknown', 'unknown', 'unknown', 1, 1, 'link',
      CASE i % 7 WHEN 0 THEN NULL WHEN 1 THEN char(0x1F600) || i % 5 WHEN 2 THEN char(0xFFFD) || i % 11 ELSE 'Page ' || (i * 31 % 97) END FROM n`);
  const order = new TextOrder(db, 'title', sizes);
  const retitle = db.prepare('UPDATE url SET title = ? WHERE id = ?');
  const change = (id: number, title: string | null) => {
    retitle.run(title, id);
    order.touch([id]);
  };
  const got = () => {
    const ids: number[] = [];
    order.places.forEach((place, id) => {
      if (place >= 0) ids[place] = id;
    });
    return ids;
  };
  const expected = () => db.prepare('SELECT id FROM url WHERE title IS NOT NULL ORDER BY title, id').pluck().all();
  return { order, change, got, expected };
}

describe('the order of a text column', () => {
  it.each(memories)('is that of SQLite, made anew or mended after few or many changes: %s', (_, sizes) => {
    const { order, change, got, expected } = titledFile(sizes);
    finish(order.update(size));
    expect(got()).toEqual(expected());
    for (const changes of [1, 3, 200, 1_900, 4_000]) {
      for (let n = 0; n < changes; n++) {
        const id = 1 + ((n * 7_919 + changes) % size);
        change(id, n % 5 === 0 ? null : n % 3 === 0 ? `\u{1f600}${n % 4}` : `Page ${(n * 13) % 120}`);
      }
      finish(order.update(size));
      expect(got()).toEqual(expected());
    }
  });

  it.each([
    ['made', usualSizes],
    ['made of texts read twice', { bucket: 1_000_000, run: 1_000, again: 100 }],
    ['mended', usualSizes],
  ])('has what changed while it was being %s', (how, sizes) => {
    const { order, change, got, expected } = titledFile(sizes);
    if (how === 'mended') {
      finish(order.update(size));
      for (let id = 1; id < 1_500; id += 2) change(id, `Was ${id % 50}`);
    }
    const steps = order.update(size);
    for (let n = 0; steps.next().done !== true; n++) change(1 + ((n * 577) % size), `Changed ${n % 10}`);
    finish(order.update(size));
    expect(got()).toEqual(expected());
  });

  it('can be given up on the way and loses nothing', () => {
    const { order, change, got, expected } = titledFile();
    finish(order.update(size));
    for (let id = 1; id < 1_500; id += 2) change(id, `Was ${id % 50}`);
    const steps = order.update(size);
    steps.next();
    steps.return();
    change(4_000, 'Later');
    finish(order.update(size));
    expect(got()).toEqual(expected());
  });

  it.each([1, 2, 3, 4])('is right for a row that was compared with one that changed meanwhile: at step %i', most => {
    const { order, change, got, expected } = titledFile();
    for (let id = 1; id <= size; id++) change(id, id < 10 ? `b${id}` : null);
    finish(order.update(size));
    change(1, 'b85');
    const steps = order.update(size);
    for (let step = 0; step < most; step++) steps.next();
    change(5, 'z');
    change(6, 'z');
    while (steps.next().done !== true);
    finish(order.update(size));
    expect(got()).toEqual(expected());
  });
});
