import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { finish } from '#core/steps.ts';
import { repairInSlices } from '#engine/exports/repair.ts';
import { openDatabase } from '#storage/file/database.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { schemaVersion, versionOf } from '#storage/file/migrate.ts';
import { migrateFileInSteps } from '#storage/file/migrate-file.ts';
import { countReader, InlinkCountWriter } from '#storage/links/inlink-count-rows.ts';
import { ColumnValues } from '#storage/lists/column-values.ts';
import { asEarlierVersion } from '../../support/as-earlier-version.mjs';
import { addUrl, countInlinks, newStore, reopenStore } from '../fixture.ts';

const url = (n: number): string => `http://a.test/${n}`;

/** A file with so many URLs. Their ids are 1 to `urls`. */
function withUrls(urls: number) {
  const made = newStore();
  made.store.transaction(() => {
    for (let n = 1; n <= urls; n++) expect(addUrl(made.store, url(n))).toBe(n);
  });
  return made;
}

/** Counts of all URLs in order of id: by SQL of our connection, by a reader, and by a client that knows nothing of us. */
function countsIn({ db, path }: { readonly db: WriteDb; readonly path: string }): number[][] {
  const ids = db.prepare('SELECT id FROM url ORDER BY id').pluck().all() as number[];
  const reader = countReader(db) ?? expect.fail();
  const plain = new BetterSqlite3(path, { readonly: true });
  const found = [
    db.prepare('SELECT inlinks FROM url_inlinks ORDER BY id').pluck().all() as number[],
    ids.map(id => reader.of(id)),
    plain.prepare('SELECT inlinks FROM urls ORDER BY id').pluck().all() as number[],
  ];
  plain.close();
  return found;
}

function expectCounts(made: { readonly db: WriteDb; readonly path: string }, expected: readonly number[]): void {
  for (const found of countsIn(made)) expect(found).toEqual(expected);
}

describe('counts of inlinks', () => {
  it('are those that were added, whatever their order, size and place', () => {
    const made = withUrls(2_500);
    const expected: number[] = Array(2_500).fill(0);
    expectCounts(made, expected);
    const counts = new InlinkCountWriter(made.db);
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const add = (more: number, id: number): void => {
      counts.add(more, id);
      expected[id - 1] = Math.max(0, (expected[id - 1] as number) + more);
    };
    // The first and the last URL of each row, and any others: one to nine digits.
    for (const id of [1, 1_023, 1_024, 2_047, 2_048, 2_500]) add(id, id);
    for (let n = 0; n < 3_000; n++) add(random(10 ** random(6)) - random(50), 1 + random(2_500));
    counts.flush();
    expectCounts(made, expected);
    add(999_999_999 - (expected[1_499] as number), 1_500);
    add(1, 1_500);
    add(-3, 1_501);
    counts.flush();
    expect(expected[1_499]).toBe(1_000_000_000);
    expectCounts(made, expected);
  });

  it('stay between 0 and ten digits', () => {
    const made = withUrls(2);
    countInlinks(made.db, -1, 1);
    countInlinks(made.db, 10 ** 10 + 5, 2);
    expectCounts(made, [0, 9_999_999_999]);
    countInlinks(made.db, -9, 2);
    expectCounts(made, [0, 9_999_999_990]);
  });

  it('of ids far from any URL, which only a damaged file has, are not stored', () => {
    const made = withUrls(1_500);
    for (const id of [0, 1_600, 5_000, 2 ** 31, 2 ** 32 - 1]) countInlinks(made.db, 1, id);
    // Those of ids 0 and 1600 share a row with URLs.
    expect(made.db.prepare('SELECT id FROM inlink_count ORDER BY id').pluck().all()).toEqual([0, 1]);
    expectCounts(made, Array(1_500).fill(0));
  });

  it('that somebody edited are numbers all the same, and can be written again', () => {
    const made = withUrls(3);
    for (const id of [1, 2, 3]) countInlinks(made.db, 12, id);
    made.db.pragma('ignore_check_constraints = ON');
    for (const edit of [
      'width = 0',
      'width = -5',
      'width = 9000000',
      "counts = x''",
      'counts = zeroblob(2048)',
      "counts = CAST(replace(CAST(counts AS TEXT), '1', '-') AS BLOB)",
      "counts = CAST(replace(CAST(counts AS TEXT), '1', 'é') AS BLOB)",
      'counts = randomblob(2048)',
    ]) {
      made.db.exec(`SAVEPOINT edited; UPDATE inlink_count SET ${edit}`);
      const reader = countReader(made.db) ?? expect.fail();
      const found = [
        ...(made.db.prepare('SELECT inlinks FROM url_inlinks').pluck().all() as number[]),
        ...[1, 2, 3].map(id => reader.of(id)),
      ];
      for (const count of found)
        expect([Number.isInteger(count), count >= 0, count <= 9_999_999_999], edit).toEqual([true, true, true]);
      countInlinks(made.db, 1, 2);
      expect(made.db.prepare('SELECT inlinks FROM url_inlinks WHERE id = 2').pluck().get(), edit).toBeGreaterThan(0);
      made.db.exec('ROLLBACK TO edited; RELEASE edited');
    }
    expectCounts(made, [12, 12, 12]);
  });

  it('are in the columns of lists, also after they changed', () => {
    const made = withUrls(4_000);
    const columns = new ColumnValues(made.db);
    const expected: number[] = Array(4_000).fill(0);
    for (const [more, id] of [
      [7, 1],
      [1_234, 2_048],
      [99_999, 4_000],
    ] as const) {
      countInlinks(made.db, more, id);
      expected[id - 1] = more;
    }
    finish(columns.update());
    expect([...columns.numbersOf('inlinks').subarray(1, 4_001)]).toEqual(expected);
    // A page whose links are counted meanwhile.
    made.store.transaction(() => {
      made.store.fetches.links(3, [{ to: 2_048, kind: 'a', rel: '', text: '', start: 0, end: 1 }]);
      made.store.urls.decide(
        3,
        { stage: 'fetch', verdict: 'accept', reason: 'fetched', rule: '', evidence: [], trace: [] },
        1,
        1,
      );
      made.store.inlinks.settle(1, 'end');
    });
    expected[2_047] = 1_235;
    finish(columns.update());
    expect([...columns.numbersOf('inlinks').subarray(1, 4_001)]).toEqual(expected);
  });
});

describe('a file of version 30, whose URLs have the counts in their rows', () => {
  const expected = Array.from({ length: 3_000 }, (_, n) => (n % 3 === 0 ? 0 : n % 700 === 1 ? n * 1_000 : n % 40));

  function earlier(): string {
    const { db, path } = withUrls(expected.length);
    const counts = new InlinkCountWriter(db);
    for (const [n, count] of expected.entries()) counts.add(count, n + 1);
    counts.flush();
    db.close();
    asEarlierVersion(path, 30);
    return path;
  }

  it('gives them when it is only read, and has them after it was converted', () => {
    const path = earlier();
    const old = reopenStore(path, { readOnly: true });
    const inRows = 'SELECT inlinks FROM url ORDER BY id';
    expect(old.db.prepare(inRows).pluck().all()).toEqual(expected);
    expect(old.db.prepare('SELECT inlinks FROM url_inlinks ORDER BY id').pluck().all()).toEqual(expected);
    const columns = new ColumnValues(old.db);
    finish(columns.update());
    expect([...columns.numbersOf('inlinks').subarray(1, expected.length + 1)]).toEqual(expected);
    old.db.close();
    const made = reopenStore(path);
    expect(versionOf(made.db)).toBe(schemaVersion);
    expectCounts({ db: made.db, path }, expected);
    expect(() => made.db.prepare(inRows)).toThrow(/no such column: inlinks/);
    expect(made.db.pragma('integrity_check', { simple: true })).toBe('ok');
  });

  it('is compared table by table, which is much faster than view by view', () => {
    const { db, path } = withUrls(10_001);
    db.close();
    asEarlierVersion(path, 30);
    const shares = [...migrateFileInSteps(path)].flatMap(({ step, share }) => (step === 'compare' ? [share] : []));
    // One report after 10,000 of these rows, with the share of all rows. A comparison of views would report its own, from 0 on.
    expect([shares.length, (shares[0] ?? 0) > 0.4]).toEqual([1, true]);
  });

  it.each([-1, 10_000_000_000])('with a count of %i is not converted, until it is repaired', async count => {
    const path = earlier();
    const damaged = new BetterSqlite3(path);
    damaged.prepare('UPDATE url SET inlinks = ? WHERE id = 5').run(count);
    damaged.close();
    expect(() => openDatabase(path)).toThrow(/could not be converted to this version: inlinks of row 5 of urls would change/);
    const fixed = `${path}.fixed.crawl`;
    await repairInSlices(path, fixed, () => 'go-on');
    const made = reopenStore(fixed);
    made.store.transaction(() => made.store.inlinks.countAll());
    // No page has links, so each count is 0.
    expectCounts({ db: made.db, path: fixed }, Array(expected.length).fill(0));
  });
});

describe('a round of counts', () => {
  const link = (to: number) => ({ to, kind: 'a' as const, rel: '', text: '', start: 0, end: 1 });

  it('that the disk had no room for is counted once when there is room', () => {
    const urls = 20_000;
    const { db, store, path } = withUrls(urls);
    const targets = Array.from({ length: urls }, (_, n) => link(n + 1));
    store.transaction(() => {
      for (const from of [1, 2, 3]) store.fetches.links(from, targets);
    });
    db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
    expect(() => store.transaction(() => store.inlinks.countAll())).toThrow(/full/);
    db.pragma('max_page_count = 1000000');
    store.transaction(() => store.inlinks.countAll());
    expect(store.inlinks.owes()).toBe(false);
    expectCounts(
      { db, path },
      targets.map(({ to }) => (to < 4 ? 2 : 3)),
    );
  });

  it('comes although each page gives more depths than a step writes', () => {
    const { db, store } = newStore();
    const listed = { depth: null, via: 'sitemap' as const };
    const ids = store.transaction(() =>
      Array.from({ length: 100_000 }, (_, n) => addUrl(store, url(n), n < 20 ? { depth: 0, via: 'seed' } : listed)),
    );
    const counted = db.prepare('SELECT count(*) FROM inlink_waiting WHERE counted = 1').pluck();
    for (let page = 0; page < 19; page++)
      store.transaction(() => {
        const targets = ids.slice(20 + page * 5_000, 20 + (page + 1) * 5_000);
        store.urls.depths.linking(ids[page] as number);
        store.fetches.links(ids[page] as number, targets.map(link));
        for (const to of targets) store.urls.depths.offer(to, 1, ids[page] as number);
        store.inlinks.settle(1_000_000 * (page + 1));
      });
    expect(counted.get()).toBeGreaterThan(4);
  });
});
