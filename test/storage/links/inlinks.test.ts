import { describe, expect, it } from 'vitest';
import type { LinkKind } from '#shared/model/page.ts';
import { noWords } from '#storage/file/words.ts';
import { linkReads } from '#storage/links/link-reads.ts';
import { LinksWriter } from '#storage/links/page-links.ts';
import { lookup } from '#storage/reads/lookup.ts';
import { addUrl, newStore, reopenStore } from '../fixture.ts';

const kind: LinkKind = 'a';
const edge = (to: number) => ({ to, kind, rel: '', text: '', start: 0, end: 0 });
const url = (n: number): string => `http://a.test/${n}`;

function linked() {
  const made = newStore();
  const ids = Array.from({ length: 4 }, (_, n) => addUrl(made.store, url(n)));
  const from = (n: number, ...targets: number[]) =>
    made.store.transaction(() =>
      made.store.fetches.links(
        ids[n] ?? 0,
        targets.map(target => edge(ids[target] ?? 0)),
      ),
    );
  const sources = (n: number) => {
    const { total, rows } = lookup(made.db).links(ids[n] ?? 0, 'in', 0, 100);
    expect(rows).toHaveLength(total);
    return rows.map(row => row.from.slice(-1)).join('');
  };
  const settle = () => made.store.transaction(() => made.store.inlinks.settle(1, 'end'));
  const waiting = () => made.db.prepare('SELECT count(*) FROM inlink_waiting').pluck().get();
  return { ...made, ids, from, sources, settle, waiting };
}

describe('links by their target', () => {
  it('are found whether they wait or are in blocks', () => {
    const { from, sources, settle, waiting } = linked();
    from(0, 1, 2, 1);
    expect([sources(1), sources(2)]).toEqual(['00', '0']);
    settle();
    expect(waiting()).toBe(0);
    from(2, 1);
    from(3, 1, 0);
    expect([sources(0), sources(1), sources(2), sources(3)]).toEqual(['3', '0023', '0', '']);
    settle();
    expect([sources(0), sources(1), sources(2), sources(3)]).toEqual(['3', '0023', '0', '']);
  });

  it('of a file that is not ours, with ids that lie far apart or beyond all numbers, are read to an end', () => {
    const { db, store, from, settle, sources, ids } = linked();
    from(0, 1);
    const far = 9_007_199_254_740_993n;
    db.pragma('foreign_keys = OFF');
    db.prepare('INSERT INTO links_row (from_id, count, links) VALUES (?, 1, ?)').run(
      far,
      new LinksWriter(noWords).pack([{ to: ids[1] as number, kind: 1, rel: '', text: '', start: 0, end: 1 }], kind => kind, 1),
    );
    db.prepare('INSERT INTO inlink_waiting (from_id, counted) VALUES (?, 0)').run(far);
    db.prepare('UPDATE url SET id = ? WHERE id = ?').run(4_000_000_000, ids[3]);
    db.prepare('UPDATE url SET id = ? WHERE id = ?').run(far, ids[2]);
    const path = db.name;
    const all = [...lookup(db).allLinks()];
    expect(all.map(({ to }) => to)).toEqual([url(1)]);
    settle();
    expect(sources(1)).toBe('0');
    expect(store.inlinks.owes()).toBe(true);
    expect(() => reopenStore(path)).toThrow(/has a row with the number 9007199254740993/);
  });

  it('are gone when a page no longer has them, in a block or waiting', () => {
    const { from, sources, settle } = linked();
    from(0, 1, 2);
    settle();
    from(0, 2, 3);
    expect([sources(1), sources(2), sources(3)]).toEqual(['', '0', '0']);
    from(0, 3);
    settle();
    expect([sources(1), sources(2), sources(3)]).toEqual(['', '', '0']);
  });

  it('come a page at a time, in order of their sources', () => {
    const { from, db, settle } = linked();
    from(3, 0, 0);
    settle();
    from(1, 0);
    const page = (at: number, many: number) =>
      lookup(db)
        .linksTo(1, at, many)
        .map(row => `${row.from.slice(-1)}.${row.seq}`);
    expect([page(0, 2), page(2, 2), page(3, 2)]).toEqual([['1.0', '3.0'], ['3.1'], []]);
  });

  it('the first of them are found without reading all, whichever block they are in', () => {
    const { store, db } = newStore();
    const ids = Array.from({ length: 40 }, (_, n) => addUrl(store, url(n)));
    const [target = 0] = ids;
    // Late pages are in early blocks, and one page fills several chunks.
    for (const [place, from] of [...ids].reverse().entries())
      store.transaction(() => {
        store.fetches.links(
          from,
          Array.from({ length: from === ids[20] ? 3_000 : 2 }, () => edge(target)),
        );
        if (place % 9 === 8) store.inlinks.settle(1, 'end');
      });
    const { linksTo } = linkReads(db);
    const all = [...linksTo(target)];
    expect(all).toHaveLength(3_078);
    expect(all).toEqual([...all].sort((a, b) => a - b));
    for (const most of [1, 3, 50, 3_077, 4_000]) expect([...linksTo(target, most)]).toEqual(all.slice(0, most));
  });

  it('wait for 5,000 pages before they become a block, or for 2,000 with very many links', () => {
    const { store, db } = newStore();
    const target = addUrl(store, url(0));
    const pages = Array.from({ length: 5_000 }, (_, n) => addUrl(store, url(n + 1)));
    const waiting = db.prepare('SELECT count(*) FROM inlink_waiting').pluck();
    const link = (from: readonly number[], links = 1) =>
      store.transaction(() => {
        for (const page of from)
          store.fetches.links(
            page,
            Array.from({ length: links }, () => edge(target)),
          );
        store.inlinks.settle(1);
        return waiting.get();
      });
    expect(link(pages.slice(0, 4_999))).toBe(4_999);
    expect(link(pages.slice(4_999))).toBe(0);
    expect(db.prepare('SELECT inlinks FROM url_inlinks WHERE id = ?').pluck().get(target)).toBe(5_000);
    const more = Array.from({ length: 2_000 }, (_, n) => addUrl(store, url(n + 10_000)));
    expect(link(more.slice(0, 1_999), 140)).toBe(1_999);
    expect(link(more.slice(1_999), 140)).toBe(0);
  });

  it('are counted some seconds after they were last, and when the crawl rests', () => {
    const { from, store, db, ids } = linked();
    const counts = () => db.prepare('SELECT inlinks FROM url_inlinks ORDER BY id').pluck().all().join('');
    const settle = (at: number, rest: '' | 'pause' = '') => store.transaction(() => store.inlinks.settle(at, rest));
    from(0, 1, 2, 1, 0);
    expect(counts()).toBe('0000');
    settle(10_000);
    expect(counts()).toBe('0110');
    from(1, 2);
    settle(19_999);
    expect(counts()).toBe('0110');
    settle(20_000);
    expect(counts()).toBe('0120');
    from(2, 3);
    settle(20_001, 'pause');
    expect(counts()).toBe('0121');
    store.transaction(() => store.fetches.links(ids[3] ?? 0, [{ ...edge(ids[0] ?? 0), kind: 'image' }]));
    settle(15_002, 'pause');
    expect(counts()).toBe('0121');
  });

  it('are counted exactly when links are replaced, whether they were counted, are in a block or neither', () => {
    const { from, store, db, settle, sources } = linked();
    const counts = () => {
      store.transaction(() => store.inlinks.settle(1, 'pause'));
      return db.prepare('SELECT inlinks FROM url_inlinks ORDER BY id').pluck().all().join('');
    };
    from(0, 1, 2);
    from(1, 2);
    from(0, 2, 3);
    expect(counts()).toBe('0021');
    from(0, 1);
    expect(counts()).toBe('0110');
    settle();
    from(0, 3, 3);
    expect([counts(), sources(1), sources(2), sources(3)]).toEqual(['0011', '', '1', '00']);
    from(0);
    settle();
    expect([counts(), sources(3)]).toEqual(['0010', '']);
  });

  it('are counted by the next one to open the file when the program was killed, and after a roll-back', () => {
    const { from, store, db, path, ids } = linked();
    from(0, 1, 2);
    store.transaction(() => store.inlinks.settle(10_000));
    from(1, 2);
    expect(() =>
      store.transaction(() => {
        store.inlinks.settle(20_000, 'end');
        throw new Error('full');
      }),
    ).toThrow('full');
    // The same file, as another process finds it: nothing of this one's memory.
    const second = reopenStore(path);
    expect(second.store.inlinks.owes()).toBe(true);
    const counts = () => db.prepare('SELECT inlinks FROM url_inlinks ORDER BY id').pluck().all().join('');
    expect(counts()).toBe('0110');
    second.store.transaction(() => second.store.inlinks.settle(1, 'pause'));
    expect([counts(), second.store.inlinks.owes()]).toEqual(['0120', false]);
    second.store.transaction(() => second.store.inlinks.settle(1, 'end'));
    expect(lookup(second.db).links(ids[2] ?? 0, 'in', 0, 9).total).toBe(2);
    store.reload();
    store.transaction(() => store.inlinks.settle(30_000, 'end'));
    expect(counts()).toBe('0120');
  });

  it('of a page of many links are counted in steps, exactly, whatever comes between two steps', () => {
    const { store, db, path } = newStore();
    const many = 32_000;
    const ids = store.transaction(() => Array.from({ length: many }, (_, n) => addUrl(store, url(n))));
    const first = (n: number) => ids[n] as number;
    const counts = (): number[] => db.prepare('SELECT inlinks FROM url_inlinks ORDER BY id').pluck().all() as number[];
    const step = (of = store) => of.transaction(() => of.inlinks.settle(1, 'end'));
    const link = (from: number, targets: readonly number[], of = store) =>
      of.transaction(() => of.fetches.links(first(from), targets.map(edge)));
    const isAll = (counts: readonly number[], of: number) => counts.every((count, n) => count === (n === 0 ? of - 1 : of));

    link(0, ids);
    const written: number[] = [];
    do {
      step();
      written.push(counts().filter(count => count > 0).length);
    } while (store.inlinks.isCounting);
    expect(written.length).toBeGreaterThan(2);
    expect(Math.max(...written.map((sum, n) => sum - (written[n - 1] ?? 0)))).toBeLessThan(many / 2);
    expect(isAll(counts(), 1)).toBe(true);

    // Another page comes while the counts of a page are written, and a page whose links are written in part gets others.
    link(1, ids);
    step();
    expect([store.inlinks.isCounting, store.inlinks.owes()]).toEqual([true, true]);
    link(2, [first(5), first(9_000)]);
    link(1, [first(9_000)]);
    do step();
    while (store.inlinks.isCounting);
    const expected = ids.map((_, n) => (n === 0 ? 0 : 1) + (n === 5 ? 1 : 0) + (n === 9_000 ? 2 : 0));
    expect(counts()).toEqual(expected);
    expect([store.inlinks.owes(), db.prepare('SELECT count(*) FROM inlink_waiting').pluck().get()]).toEqual([false, 0]);

    // The program is killed between two steps, and again after a step of a new round. A step may be rolled back, too.
    link(3, ids);
    step();
    const second = reopenStore(path);
    link(4, ids.slice(6_000), second.store);
    step(second.store);
    expect(() =>
      second.store.transaction(() => {
        second.store.inlinks.settle(1, 'end');
        throw new Error('full');
      }),
    ).toThrow('full');
    second.store.reload();
    step(second.store);
    const third = reopenStore(path);
    expect(third.store.inlinks.owes()).toBe(true);
    third.store.transaction(() => third.store.inlinks.countAll());
    expect(counts()).toEqual(expected.map((count, n) => count + (n === 3 ? 0 : 1) + (n >= 6_000 ? 1 : 0)));
    expect(third.store.inlinks.owes()).toBe(false);
  });

  it('of a queue that is longer than a block are counted when the file is opened again', () => {
    const { store, db, path } = newStore();
    const ids = store.transaction(() => Array.from({ length: 301 }, (_, n) => addUrl(store, url(n))));
    const to = ids[300] as number;
    const links = Array.from({ length: 5_500 }, () => edge(to));
    for (const from of ids.slice(0, 300)) store.transaction(() => store.fetches.links(from, links));
    const again = reopenStore(path);
    again.store.transaction(() => again.store.inlinks.countAll());
    expect(db.prepare('SELECT inlinks FROM url_inlinks WHERE id = ?').pluck().get(to)).toBe(300);
    expect(again.store.inlinks.owes()).toBe(false);
  });

  it('fill blocks of five thousand pages, and the chunks of a block give every link once', () => {
    const { store, db } = newStore();
    const ids = Array.from({ length: 5_300 }, (_, n) => addUrl(store, url(n)));
    const random = (n: number, k: number) => ids[(n * 7_919 + k * k * 104_729) % ids.length] ?? 0;
    store.transaction(() => {
      for (const [n, id] of ids.entries()) {
        store.fetches.links(
          id,
          Array.from({ length: 9 }, (_, k) => edge(k % 5 ? random(n, k) : (ids[0] ?? 0))),
        );
        store.inlinks.settle(n);
      }
    });
    const number = (sql: string) => db.prepare(sql).pluck().get();
    expect([number('SELECT count(*) FROM inlink_block'), number('SELECT count(*) FROM inlink_waiting')]).toEqual([1, 300]);
    expect(number('SELECT count(*) FROM inlink_chunk')).toBeGreaterThan(10);
    const rows = 'SELECT to_id, from_id, seq FROM';
    const byTarget = 'ORDER BY to_id, from_id, seq';
    const expected = db.prepare(`${rows} link ${byTarget}`).raw().all();
    expect(expected).toHaveLength(47_700);
    expect(db.prepare(`${rows} link_targets ${byTarget}`).raw().all()).toEqual(expected);
    store.transaction(() => store.inlinks.settle(1, 'end'));
    expect(db.prepare(`${rows} link_targets ${byTarget}`).raw().all()).toEqual(expected);
    const look = lookup(db);
    for (const id of [ids[0] ?? 0, ids[7] ?? 0, ids[1_499] ?? 0]) {
      const wanted = (expected as number[][]).filter(([to]) => to === id);
      expect(db.prepare('SELECT count(*) FROM link_targets WHERE to_id = ?').pluck().get(id)).toBe(wanted.length);
      expect(look.links(id, 'in', 0, 20_000).rows.map(row => row.seq)).toEqual(wanted.map(([, , seq]) => seq));
    }
    const sourcesOf = new Map(ids.map(id => [id, new Set<number>()]));
    for (const [to = 0, from = 0] of expected as number[][]) if (to !== from) sourcesOf.get(to)?.add(from);
    expect(db.prepare('SELECT inlinks FROM url_inlinks ORDER BY id').pluck().all()).toEqual(
      ids.map(id => sourcesOf.get(id)?.size),
    );
  });
});
