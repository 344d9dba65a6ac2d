import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { LinkKind } from '#shared/model/page.ts';
import { applicationId, openDatabase } from '#storage/database.ts';
import { lookup } from '#storage/lookup.ts';
import { sql as first } from '#storage/migrations/0001-crawl-file.ts';
import { openStore } from '#storage/store.ts';
import { newPath } from '../support/crawling.ts';
import { addUrl, newStore } from './fixture.ts';

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
  return { ...made, from, sources, settle, waiting };
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

  it('of a file of version 1 are the same read only and after it was opened', () => {
    const path = newPath();
    const old = new BetterSqlite3(path);
    old.pragma(`application_id = ${applicationId}`);
    old.exec(first);
    old.pragma('foreign_keys = OFF');
    old.exec(`INSERT INTO link_kind VALUES (1, 'a');
      INSERT INTO link VALUES (1, 0, 2, 1, '', '', 0, 0), (1, 1, 3, 1, '', '', 0, 0), (3, 0, 2, 1, '', '', 0, 0);`);
    old.pragma('user_version = 1');
    old.close();
    const targets = 'SELECT from_id, seq FROM link_targets WHERE to_id = 2 ORDER BY 1';
    const expected = [
      [1, 0],
      [3, 0],
    ];
    const reader = openDatabase(path, { readOnly: true });
    expect(reader.prepare(targets).raw().all()).toEqual(expected);
    reader.close();
    const db = openDatabase(path);
    expect(db.prepare(targets).raw().all()).toEqual(expected);
    expect(openStore(db).db.prepare('SELECT count(*) FROM link_targets').pluck().get()).toBe(3);
    db.close();
  });
});
