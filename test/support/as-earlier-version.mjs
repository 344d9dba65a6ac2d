// node test/support/as-earlier-version.mjs FILE 28|29|30|31: makes a crawl file of this version what an earlier one left, with rows that are whole. The
// file is closed, and no program has it open. Links of pages keep the form of this version. So do facts in a file of version 30.
import { renameSync, rmSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import BetterSqlite3 from 'better-sqlite3';
import { plainFacts, readFacts } from '#storage/facts/read-facts.ts';
import { FactsWriter } from '#storage/facts/write-facts.ts';
import { applicationId } from '#storage/file/first-bytes.ts';
import { applyMigrations, schemaVersion } from '#storage/file/migrate.ts';
import { addOwnViews } from '#storage/file/own-views.ts';
import { PackedWriter } from '#storage/file/packed-text.ts';
import { noWords, WordTexts } from '#storage/file/words.ts';
import { inlinksSql } from '#storage/links/inlink-count-rows.ts';

/** Facts without what only this version knows. */
function factsOfThen(db) {
  const words = new WordTexts(db);
  const writer = new FactsWriter(new PackedWriter(noWords));
  return packed => {
    const facts = packed && readFacts(packed, words);
    return facts ? Buffer.from(writer.write(plainFacts(facts), [])) : packed;
  };
}

export function asEarlierVersion(path, version) {
  if (schemaVersion !== 32) throw new Error('The schema has changed: make the versions before it here.');
  const earlier = new BetterSqlite3(`${path}.before`);
  earlier.pragma('page_size = 8192');
  earlier.pragma('auto_vacuum = INCREMENTAL');
  earlier.pragma(`application_id = ${applicationId}`);
  applyMigrations(earlier, { from: 0, to: version });
  earlier.pragma(`user_version = ${version}`);
  earlier.close();
  const db = new BetterSqlite3(path);
  // `fetch` and `page` have their rows whole there.
  addOwnViews(db, schemaVersion);
  db.pragma('foreign_keys = OFF');
  db.prepare('ATTACH ? AS earlier').run(`${path}.before`);
  const tables = db.prepare("SELECT name FROM earlier.sqlite_schema WHERE type = 'table'").pluck().all();
  for (const table of tables) {
    const columns = db.prepare(`SELECT name FROM pragma_table_xinfo(?, 'earlier') WHERE hidden = 0`).pluck().all(table);
    const list = columns.map(column => `"${column}"`);
    const values = list.map(column => (table === 'url' && column === '"inlinks"' ? inlinksSql('url.id') : column));
    db.exec(`INSERT INTO earlier."${table}" (${list}) SELECT ${values} FROM "${table}"`);
  }
  plainChunksIn(db);
  if (version < 30) plainFactsIn(db, version < 29 ? 'page' : 'page_row');
  db.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  renameSync(`${path}.before`, path);
}

/** Chunks of links by target were in no frames. */
function plainChunksIn(db) {
  const set = db.prepare('UPDATE earlier.inlink_chunk SET packed = ? WHERE id = ?');
  const frames = db.prepare("SELECT id, packed FROM inlink_chunk WHERE hex(substr(packed, 1, 4)) = '28B52FFD'").raw().all();
  for (const [id, packed] of frames) set.run(zstdDecompressSync(packed), id);
}

function plainFactsIn(db, page) {
  const set = db.prepare(`UPDATE earlier.${page} SET facts = ? WHERE url_id = ?`);
  const then = factsOfThen(db);
  for (const [id, facts] of db.prepare('SELECT url_id, facts FROM page').raw().all()) set.run(then(facts), id);
  if (page === 'page_row')
    db.exec('UPDATE earlier.page_row SET own = own & 63, facts_at = NULL; DELETE FROM earlier.facts_block');
}

if (process.argv[1] === import.meta.filename) asEarlierVersion(process.argv[2], Number(process.argv[3]));
