import BetterSqlite3, { type Database } from 'better-sqlite3';
import { expect, it } from 'vitest';
import { applyMigrations, applySteps, schemaVersion } from '#storage/file/migrate.ts';

const versions = { from: 0, to: schemaVersion } as const;

function made(how: (db: Database, versions: { readonly from: number; readonly to: number }) => void) {
  const db = new BetterSqlite3(':memory:');
  how(db, versions);
  const objects = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema').all();
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
  const rows = tables.filter(name => db.prepare(`SELECT 1 FROM "${name}"`).get() !== undefined);
  const faults = db.pragma('integrity_check', { simple: true });
  db.close();
  return { objects: new Set(objects.map(each => JSON.stringify(each))), rows, faults };
}

it('a new file has the tables that all migrations together make: run scripts/docs/latest-schema.mjs after adding one', () => {
  const steps = made(applySteps);
  expect(made(applyMigrations)).toEqual(steps);
  expect(steps.rows).toEqual([]);
  expect(steps.objects.size).toBeGreaterThan(40);
});

it('no index ends with the key of its table: SQLite stores it there anyway', () => {
  const db = new BetterSqlite3(':memory:');
  applyMigrations(db, versions);
  const ends = db
    .prepare(
      `SELECT i.name, x.cid, (SELECT t.cid FROM pragma_table_info(i.tbl_name) t WHERE t.pk = 1 AND t.type = 'INTEGER') AS key
       FROM sqlite_schema i JOIN pragma_index_xinfo(i.name) x
       WHERE i.type = 'index' AND x."key" = 1 AND x.seqno > 0
         AND x.seqno = (SELECT max(seqno) FROM pragma_index_xinfo(i.name) WHERE "key" = 1)
         AND NOT EXISTS (SELECT 1 FROM pragma_table_list(i.tbl_name) WHERE wr)`,
    )
    .all() as { readonly name: string; readonly cid: number; readonly key: number | null }[];
  db.close();
  expect(ends.length).toBeGreaterThan(10);
  expect(ends.filter(({ cid, key }) => cid === key)).toEqual([]);
});
