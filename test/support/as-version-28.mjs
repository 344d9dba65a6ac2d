// node test/support/as-version-28.mjs FILE: makes a crawl file of this version what the version before left, with tables of whole rows. The file
// is closed, and no program has it open.
import { renameSync, rmSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { applicationId } from '#storage/file/first-bytes.ts';
import { applyMigrations, schemaVersion } from '#storage/file/migrate.ts';
import { addOwnViews } from '#storage/file/own-views.ts';

export function asVersion28(path) {
  if (schemaVersion !== 29) throw new Error('The schema has changed: make the version before it here.');
  const earlier = new BetterSqlite3(`${path}.28`);
  earlier.pragma('page_size = 8192');
  earlier.pragma('auto_vacuum = INCREMENTAL');
  earlier.pragma(`application_id = ${applicationId}`);
  applyMigrations(earlier, { from: 0, to: 28 });
  earlier.pragma('user_version = 28');
  earlier.close();
  const db = new BetterSqlite3(path);
  // `fetch` and `page` have their rows whole there.
  addOwnViews(db, schemaVersion);
  db.pragma('foreign_keys = OFF');
  db.prepare('ATTACH ? AS earlier').run(`${path}.28`);
  const tables = db.prepare("SELECT name FROM earlier.sqlite_schema WHERE type = 'table'").pluck().all();
  for (const table of tables) {
    const columns = db.prepare(`SELECT name FROM pragma_table_xinfo(?, 'earlier') WHERE hidden = 0`).pluck().all(table);
    const list = columns.map(column => `"${column}"`).join(', ');
    db.exec(`INSERT INTO earlier."${table}" (${list}) SELECT ${list} FROM "${table}"`);
  }
  db.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  renameSync(`${path}.28`, path);
}

if (process.argv[1] === import.meta.filename) asVersion28(process.argv[2]);
