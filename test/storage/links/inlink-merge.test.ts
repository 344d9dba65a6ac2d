import { describe, expect, it } from 'vitest';
import { finish } from '#core/steps.ts';
import type { LinkKind } from '#shared/model/page.ts';
import { InlinkCounts } from '#storage/links/inlink-counts.ts';
import { InlinkMerge } from '#storage/links/inlink-merge.ts';
import { linkReads } from '#storage/links/link-reads.ts';
import { addUrl, newStore, reopenStore } from '../fixture.ts';

const kind: LinkKind = 'a';
const edge = (to: number) => ({ to, kind, rel: '', text: '', start: 0, end: 0 });

/** A file with one block for each of so many pages. All link to the first URL, and to some others. */
function withBlocks(blocks: number) {
  const made = newStore();
  const { store, db } = made;
  const ids = Array.from({ length: Math.max(20, blocks) }, (_, n) => addUrl(store, `http://a.test/${n}`));
  const [hub = 0] = ids;
  const expected = new Map<number, string[]>();
  const write = (from: number, targets: readonly number[]): void => {
    store.transaction(() => store.fetches.links(from, targets.map(edge)));
    for (const [seq, to] of targets.entries()) expected.set(to, [...(expected.get(to) ?? []), `${from}.${seq}`]);
  };
  store.transaction(() => {
    // Late pages are in early blocks.
    for (const [n, from] of ids.slice(0, blocks).reverse().entries()) {
      write(from, [hub, ids[(n * 7) % 20] ?? 0, hub, ids[(n * 3) % 20] ?? 0]);
      store.inlinks.settle(1, 'end');
    }
  });
  const found = (): Map<number, string[]> => {
    const { linksTo } = linkReads(db);
    return new Map(
      [...expected.keys()].map(to => [to, [...linksTo(to)].map(at => `${Math.floor(at / 2 ** 20)}.${at % 2 ** 20}`)]),
    );
  };
  const sorted = (): Map<number, string[]> =>
    new Map(
      [...expected].map(([to, links]) => [
        to,
        links.sort(
          (a, b) => Number(a.split('.')[0]) - Number(b.split('.')[0]) || Number(a.split('.')[1]) - Number(b.split('.')[1]),
        ),
      ]),
    );
  const levels = () =>
    db.prepare('SELECT level, count(*) FROM inlink_block GROUP BY level ORDER BY level').raw().all() as [number, number][];
  return { ...made, ids, hub, expected, found, sorted, levels };
}

describe('blocks of links by target', () => {
  it('are merged 16 into one, step by step, and every link is found after each', () => {
    const { store, db, found, sorted, levels } = withBlocks(15);
    expect(levels()).toEqual([[0, 15]]);
    const merge = new InlinkMerge(db);
    store.transaction(() => merge.step(1_000));
    expect(levels()).toEqual([[0, 15]]);
    const more = withBlocks(16);
    const steps = new InlinkMerge(more.db);
    let taken = 0;
    do {
      more.store.transaction(() => steps.step(3));
      expect(more.found()).toEqual(more.sorted());
      taken += 1;
    } while (more.levels().every(([level]) => level !== 1));
    expect(taken).toBeGreaterThan(15);
    expect(more.levels()).toEqual([[1, 1]]);
    expect(found()).toEqual(sorted());
  });

  it('become few while a crawl runs', () => {
    const { levels, found, sorted, db } = withBlocks(301);
    expect(levels()).toEqual([
      [0, 13],
      [1, 18],
    ]);
    expect(found()).toEqual(sorted());
    // Nothing is left of the blocks that were merged.
    expect(
      db.prepare('SELECT count(*) FROM inlink_chunk WHERE block_id NOT IN (SELECT id FROM inlink_block)').pluck().get(),
    ).toBe(0);
  });

  it('give the first links to a URL without reading all, in merged blocks, too', () => {
    const { db, hub, sorted } = withBlocks(60);
    const all = sorted().get(hub) ?? [];
    expect(all.length).toBeGreaterThan(120);
    for (const most of [1, 3, 50]) {
      const places = [...linkReads(db).linksTo(hub, most)];
      expect(places.map(at => `${Math.floor(at / 2 ** 20)}.${at % 2 ** 20}`)).toEqual(all.slice(0, most));
    }
  });

  it('give the first links to a URL when the chunks of its block are out of order, because a page was read again', () => {
    const { store, db } = newStore();
    const ids = Array.from({ length: 40 }, (_, n) => addUrl(store, `http://a.test/${n}`));
    const [other = 0, low = 0, hub = 0, from = 0] = ids;
    const write = (page: number, targets: readonly number[]): void => store.fetches.links(page, targets.map(edge));
    store.transaction(() => {
      write(other, [low]);
      write(
        from,
        Array.from({ length: 20_000 }, () => hub),
      );
      store.inlinks.settle(1, 'end');
    });
    // The first chunk began with the link to `low`. Now it is the last one that has only links to `hub`.
    store.transaction(() => {
      write(other, []);
      store.inlinks.settle(2, 'end');
    });
    const first = (): number[] => [...linkReads(db).linksTo(hub, 3)].map(at => at % 2 ** 20);
    expect(first()).toEqual([0, 1, 2]);
    for (const page of ids.slice(10, 30))
      store.transaction(() => {
        write(page, [low]);
        store.inlinks.settle(3, 'end');
      });
    const merge = new InlinkMerge(db);
    for (let n = 0; n < 5; n++) store.transaction(() => merge.step(100_000));
    expect(db.prepare('SELECT count(*) FROM inlink_block WHERE level = 1').pluck().get()).toBe(1);
    expect(first()).toEqual([0, 1, 2]);
  });

  it('lose nothing and repeat nothing when a merge is interrupted, rolled back or met by another reader', () => {
    const { store, db, path, found, sorted, levels } = withBlocks(16);
    const reader = reopenStore(path, { readOnly: true });
    const before = found();
    let merge = new InlinkMerge(db);
    for (let n = 0; n < 60; n++) {
      if (n % 5 === 4) {
        expect(() =>
          store.transaction(() => {
            merge.step(9);
            throw new Error('full');
          }),
        ).toThrow('full');
        merge.reset();
      } else store.transaction(() => merge.step(5));
      // Another process knows nothing of the merge.
      if (n % 7 === 6) merge = new InlinkMerge(db);
      expect(found()).toEqual(before);
      expect([...linkReads(reader.db).linksTo(1)]).toHaveLength(before.get(1)?.length ?? 0);
    }
    for (let n = 0; n < 50; n++) store.transaction(() => merge.step(50));
    expect(found()).toEqual(sorted());
    expect(levels()).toEqual([[1, 1]]);
    // No link is there twice.
    let links = 0;
    finish(linkReads(db).eachSource('http://a.test/0', () => (links += 1)));
    expect(links).toBe(before.get(1)?.length);
  });

  it('keep what a page linked to, and lose what it links to no more, in the middle of a merge', () => {
    const { store, db, ids, hub, found, sorted, expected } = withBlocks(16);
    const merge = new InlinkMerge(db);
    store.transaction(() => merge.step(20));
    const [, from = 0] = ids;
    for (const [to, links] of expected)
      expected.set(
        to,
        links.filter(link => !link.startsWith(`${from}.`)),
      );
    store.transaction(() => {
      store.fetches.links(from, [edge(ids[5] ?? 0)]);
      store.inlinks.settle(2, 'end');
    });
    expected.set(ids[5] ?? 0, [...(expected.get(ids[5] ?? 0) ?? []), `${from}.0`]);
    expect(found()).toEqual(sorted());
    merge.reset();
    for (let n = 0; n < 30; n++) store.transaction(() => merge.step(20));
    expect(found()).toEqual(sorted());
    const most = [...linkReads(db).linksTo(hub, 5)];
    expect(most).toEqual([...linkReads(db).linksTo(hub)].slice(0, 5));
  });

  it('with ids or targets that no double represents are read and merged to an end', () => {
    const { store, db, found, sorted, levels } = withBlocks(16);
    const far = 2n ** 60n + 1n;
    const addBlock = db.prepare('INSERT INTO inlink_block (id, level) VALUES (?, 0)');
    for (let n = 0n; n < 200n; n++) addBlock.run(far + 2n * n);
    expect(found()).toEqual(sorted());
    const addChunk = db.prepare('INSERT INTO inlink_chunk (block_id, first_to, last_to, packed) VALUES (?, ?, ?, ?)');
    for (let n = 0; n < 9; n++) addChunk.run(1, far, far, Buffer.from([1]));
    const merge = new InlinkMerge(db);
    for (let n = 0; n < 5; n++) store.transaction(() => merge.step(1_000));
    expect(levels()).toEqual([
      [0, 200],
      [1, 1],
    ]);
    expect(found()).toEqual(sorted());
  });

  it('keep the bytes of a damaged chunk', () => {
    const { store, db, levels } = withBlocks(16);
    const [id, packed] = db.prepare('SELECT id, packed FROM inlink_chunk ORDER BY id LIMIT 1').raw().get() as [number, Buffer];
    const damaged = Buffer.concat([packed.subarray(0, 8), Buffer.alloc(12, 255)]);
    db.prepare('UPDATE inlink_chunk SET packed = ? WHERE id = ?').run(damaged, id);
    const empty = db.prepare('SELECT max(id) FROM inlink_chunk').pluck().get() as number;
    db.prepare('UPDATE inlink_chunk SET packed = ? WHERE id = ?').run(Buffer.from([9]), empty);
    const merge = new InlinkMerge(db);
    for (let n = 0; n < 5; n++) store.transaction(() => merge.step(1_000));
    // One for the links, and one for each block with a damaged chunk.
    expect(levels().find(([level]) => level === 1)).toEqual([1, 3]);
    const kept = db.prepare('SELECT packed FROM inlink_chunk').pluck().all() as Buffer[];
    expect(kept.some(each => each.equals(damaged))).toBe(true);
    expect(kept.some(each => each.equals(Buffer.from([9])))).toBe(true);
  });

  it('find the intact links beside a damaged chunk', () => {
    const { store, db } = newStore();
    const ids = Array.from({ length: 60 }, (_, n) => addUrl(store, `http://a.test/${n}`));
    const write = (page: number, targets: readonly number[]): void =>
      store.transaction(() => {
        store.fetches.links(page, targets.map(edge));
        store.inlinks.settle(1, 'end');
      });
    const [low = 0, middle = 0, high = 0] = ids.slice(50);
    write(ids[0] ?? 0, [middle]);
    db.prepare("UPDATE inlink_chunk SET packed = x'28b52ffd0102'").run();
    for (const page of ids.slice(1, 16)) write(page, [low, high]);
    expect(linkReads(db).linksTo(high)).toHaveLength(15);
    const merge = new InlinkMerge(db);
    for (let n = 0; n < 3; n++) store.transaction(() => merge.step(1_000));
    expect(db.prepare('SELECT count(*) FROM inlink_block WHERE level <> 1').pluck().get()).toBe(0);
    expect(linkReads(db).linksTo(high)).toHaveLength(15);
  });
});

describe('counts of inlinks', () => {
  const taken = (counts: InlinkCounts): number[][] => {
    const found: number[][] = [];
    const round = counts.take();
    while (!round.isDone) round.step(2, { add: (count, id) => void found.push([id, count]), flush: () => undefined });
    return found;
  };

  it('count each page once for a target, in order of targets, and begin again', () => {
    const counts = new InlinkCounts();
    counts.nextPage();
    for (const to of [7, 3, 7, 2 ** 32 - 1]) counts.add(to);
    counts.nextPage();
    for (const to of [7, 2 ** 31, 3]) counts.add(to);
    counts.nextPage();
    counts.nextPage();
    counts.add(7);
    expect(taken(counts)).toEqual([
      [3, 2],
      [7, 3],
      [2 ** 31, 1],
      [2 ** 32 - 1, 1],
    ]);
    expect(taken(counts)).toEqual([]);
    counts.nextPage();
    counts.add(7);
    counts.clear();
    counts.nextPage();
    counts.add(9);
    expect(taken(counts)).toEqual([[9, 1]]);
  });

  it('are those of a plain count of many links', () => {
    const counts = new InlinkCounts();
    const sources = new Map<number, Set<number>>();
    for (let page = 1; page <= 500; page++) {
      counts.nextPage();
      for (let k = 0; k < 20; k++) {
        const to = (page * 7_919 + k * k * 104_729) % 1_201;
        counts.add(to);
        sources.set(to, (sources.get(to) ?? new Set()).add(page));
      }
    }
    expect(taken(counts)).toEqual([...sources].map(([to, pages]) => [to, pages.size]).sort(([a = 0], [b = 0]) => a - b));
  });
});
