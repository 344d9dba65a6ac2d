import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { openCounted } from '#storage/file/database.ts';
import { applicationId } from '#storage/file/first-bytes.ts';
import { closeKeeping, type KeptCounts } from '#storage/file/kept-counts.ts';
import { sql as first } from '#storage/migrations/0001-crawl-file.ts';
import { sql as second } from '#storage/migrations/0002-drafts.ts';
import { sql as third } from '#storage/migrations/0003-robots-sources.ts';
import { sql as fourth } from '#storage/migrations/0004-inlink-blocks.ts';
import { openStore } from '#storage/store.ts';
import { type Counts, readCounts, Tally } from '#storage/tables/tally.ts';
import { cli, node } from '../../support/child.ts';
import { newPath } from '../../support/crawling.ts';
import { addUrl, draft, newStore } from '../fixture.ts';

const open: { close(): unknown; readonly open: boolean }[] = [];
afterEach(() => {
  for (const db of open.splice(0)) if (db.open) db.close();
});

/** A file with three URLs, closed in order with its counters. */
function closedFile(): string {
  const { path, db, store } = newStore();
  for (const name of ['1', '2', '3']) addUrl(store, `http://a.test/${name}`);
  expect(store.tally.urls).toBe(3);
  closeKeeping(db, path, store.tally);
  return path;
}

function again(path: string, readOnly = false) {
  const { db, kept } = openCounted(path, readOnly);
  open.push(db);
  const store = openStore(db, kept);
  return { db, kept, store, counted: store.tally.isCounted };
}

const foreign = (path: string, work: (db: BetterSqlite3.Database) => void): void => {
  const other = new BetterSqlite3(path);
  work(other);
  other.close();
};
const editing = "UPDATE url SET state = 'done', reason = 'fetched' WHERE id = 1";
const sorted = ({ reasons, states, statuses, listings, ...rest }: Counts) => ({
  ...rest,
  lists: [reasons, states, statuses, listings].map(list => list.map(entry => entry.join()).sort()),
});
const counts = (kept: KeptCounts | null) => kept?.counts.urls ?? 'none';

describe('counters kept in the file', () => {
  it('are used after it was closed in order, for writing and for reading, again and again', () => {
    const path = closedFile();
    for (const readOnly of [true, true, false, false, true]) {
      const { db, kept, store, counted } = again(path, readOnly);
      expect([counts(kept), counted, store.tally.urls, store.tally.states.get('queued')]).toEqual([3, true, 3, 3]);
      if (readOnly) db.close();
      else closeKeeping(db, path, store.tally);
    }
  });

  it('are those of what was written since', () => {
    const path = closedFile();
    const first = again(path);
    addUrl(first.store, 'http://a.test/4');
    const record = first.store.urls.byId(1);
    first.store.transaction(() => {
      if (record)
        first.store.urls.change(record, {
          state: 'failed',
          reason: 'not-found',
          status: 404,
          decisionId: first.store.urls.decide(1, draft('not-found'), 1, 1),
        });
    });
    closeKeeping(first.db, path, first.store.tally);
    const { db, kept, store } = again(path);
    expect(kept && sorted(kept.counts)).toEqual(sorted(new Tally(db).counts()));
    expect([...store.tally.statuses]).toEqual([[404, 1]]);
  });

  it('are not used after a session that ended without closing', () => {
    const path = closedFile();
    const { db, store } = again(path);
    addUrl(store, 'http://a.test/4');
    // What remains after a crash: the file with its log.
    const left = newPath();
    for (const suffix of ['', '-wal']) copyFileSync(path + suffix, left + suffix);
    const { kept, counted, store: opened } = again(left);
    expect([kept, counted, opened.tally.urls]).toEqual([null, false, 4]);
    db.close();
  });

  it('are not used when a session ended without closing and nothing was written', () => {
    const path = closedFile();
    again(path);
    const left = newPath();
    for (const suffix of ['', '-wal']) copyFileSync(path + suffix, left + suffix);
    expect(again(left).kept).toBeNull();
  });

  it.each([
    ['in a journal of its own', (db: BetterSqlite3.Database) => void db.exec(editing)],
    [
      'in a log',
      (db: BetterSqlite3.Database) => {
        db.pragma('journal_mode = WAL');
        db.exec(editing);
      },
    ],
    [
      'in a log and back',
      (db: BetterSqlite3.Database) => {
        db.pragma('journal_mode = WAL');
        db.exec(editing);
        db.pragma('journal_mode = DELETE');
      },
    ],
    [
      'without moving a page',
      (db: BetterSqlite3.Database) => {
        db.pragma('locking_mode = EXCLUSIVE');
        db.exec(editing);
        db.exec('UPDATE crawl SET detail = detail');
      },
    ],
    ['in its schema', (db: BetterSqlite3.Database) => void db.exec('ANALYZE')],
    ['by packing it', (db: BetterSqlite3.Database) => void db.exec('VACUUM')],
  ])('are not used after another program changed the file %s', (_, work) => {
    for (const readOnly of [true, false]) {
      const path = closedFile();
      foreign(path, work);
      const { kept, counted, store, db } = again(path, readOnly);
      expect([kept, counted]).toEqual([null, false]);
      expect(store.tally.counts()).toEqual(new Tally(db).counts());
      db.close();
    }
  });

  it('are not used when another program wrote between two looks of the one that opens it', () => {
    const path = closedFile();
    const { db, kept } = openCounted(path, false);
    open.push(db);
    foreign(path, other => void other.exec(editing));
    expect(kept?.counts.urls).toBe(3);
    const store = openStore(db, kept);
    expect(store.tally.isCounted).toBe(false);
    expect(store.tally.states.get('done')).toBe(1);
  });

  it('are not kept when another program has the file open, or wrote to it', () => {
    const path = closedFile();
    const reader = new BetterSqlite3(path, { readonly: true });
    open.push(reader);
    const first = again(path);
    reader.prepare('SELECT count(*) FROM url').get();
    closeKeeping(first.db, path, first.store.tally);
    expect(first.db.open).toBe(false);
    reader.close();
    expect(again(path).kept).toBeNull();

    const second = closedFile();
    const session = again(second);
    foreign(second, other => void other.exec(editing));
    closeKeeping(session.db, second, session.store.tally);
    expect(again(second).kept).toBeNull();
  });

  it('are out of the file while it is open for writing, and out of copies of it', () => {
    const path = closedFile();
    const { db } = again(path);
    expect(db.prepare('SELECT count(*) FROM kept_counts').pluck().get()).toBe(0);
    const copy = newPath();
    db.exec(`VACUUM INTO '${copy}'`);
    expect(again(copy).kept).toBeNull();
  });

  it('survive a plain copy of the closed file', () => {
    const path = closedFile();
    const copy = newPath();
    copyFileSync(path, copy);
    expect(again(copy).counted).toBe(true);
  });

  it('are not made for the sake of closing', () => {
    const path = closedFile();
    foreign(path, other => void other.exec(editing));
    const { db, store } = again(path);
    closeKeeping(db, path, store.tally);
    expect(again(path).kept).toBeNull();
  });

  it('are none in a file of the version before, which reading does not change and writing brings up', () => {
    const path = newPath();
    foreign(path, db => {
      db.pragma(`application_id = ${applicationId}`);
      for (const step of [first, second, third, fourth]) db.exec(step);
      db.pragma('user_version = 4');
    });
    const read = again(path, true);
    expect([read.kept, read.store.tally.urls, read.db.pragma('user_version', { simple: true })]).toEqual([null, 0, 4]);
    read.db.close();
    const write = again(path);
    expect([write.kept, write.store.tally.urls]).toEqual([null, 0]);
    closeKeeping(write.db, path, write.store.tally);
    expect(again(path).counted).toBe(true);
  });

  it('are kept by commands, which find the file as it was', () => {
    const path = closedFile();
    const { status, stdout } = spawnSync(node, [cli, 'status', path, '--json'], { encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout).toContain('"urls": 3');
    expect(again(path).counted).toBe(true);
  });
});

describe('counters out of a file', () => {
  it('are none when they are not of their form', () => {
    const { store } = newStore();
    const good = store.tally.counts();
    expect(readCounts(JSON.stringify(good))).toEqual(good);
    const bad = [
      '',
      'null',
      '[]',
      '{}',
      '{"urls":1}',
      JSON.stringify({ ...good, urls: -1 }),
      JSON.stringify({ ...good, bytes: 1.5 }),
      JSON.stringify({ ...good, states: [['queued', '3']] }),
      JSON.stringify({ ...good, states: { queued: 3 } }),
      JSON.stringify({ ...good, origins: [[1, 2]] }),
      JSON.stringify({ ...good, reasons: [null] }),
    ];
    expect(bad.map(readCounts)).toEqual(bad.map(() => null));
  });
});

describe('counting the tables', () => {
  it('counts all of a file whose ids lie far apart', () => {
    const { store, db } = newStore();
    addUrl(store, 'http://a.test/1');
    addUrl(store, 'http://a.test/2');
    db.pragma('foreign_keys = OFF');
    db.exec('UPDATE url SET id = 4000000000000000 WHERE id = 2');
    db.exec('UPDATE decided SET url_id = 4000000000000000 WHERE url_id = 2');
    store.reload();
    expect([store.tally.urls, store.tally.decided]).toEqual([2, 2]);
  });
});
