import { closeSync, constants, copyFileSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { fail, RpcError } from '#shared/rpc/errors.ts';
import { schemaVersion } from './migrate.ts';
import { namesAnotherFile } from './other-journal.ts';
import { isDamage } from './salvage-rows.ts';
import { schemaOf } from './schema-check.ts';

/** The first 100 bytes of each of our files, as far as they are always the same (sqlite.org/fileformat2.html#the_database_header). */
const fixedBytes: readonly (readonly [at: number, bytes: readonly number[]])[] = [
  [0, [...Buffer.from('SQLite format 3\0')]],
  // No reserved bytes; fractions of payload.
  [20, [0, 64, 32, 32]],
  // Schema format 4; UTF-8.
  [44, [0, 0, 0, 4]],
  [56, [0, 0, 0, 1]],
  [68, [...Buffer.from('CRSC')]],
];
const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
const usualPageSize = 8_192;
/** The first page has the schema: a leaf or an interior page of a table. */
const firstPageType = 100;
const pageTypes = new Set([0x0d, 0x05]);
const suffixes = ['-journal', '-wal', '-shm'];

/** A damaged file, open for reading. */
export interface DamagedFile {
  readonly db: Database;
  readonly version: number;
  /** What was wrong with its first bytes; '' for nothing. */
  readonly header: string;
  close(): void;
}

function readHeader(path: string): Buffer {
  const bytes = Buffer.alloc(firstPageType + 1);
  const file = openSync(path, 'r');
  try {
    readSync(file, bytes, 0, bytes.length, 0);
  } finally {
    closeSync(file);
  }
  return bytes;
}

/** A power of two from 512, where 1 stands for 65536. */
function pageSizeOf(bytes: Buffer): number | null {
  const stored = bytes.readUInt16BE(16);
  const size = stored === 1 ? 65_536 : stored;
  return size >= 512 && (size & (size - 1)) === 0 ? size : null;
}

/** The largest root page, and whether free pages leave the file in steps. A file that gives none back has 0 in both. */
const largestRoot = 52;
const inSteps = 64;
const isVacuumWhole = (bytes: Buffer): boolean => bytes.readUInt32BE(inSteps) === (bytes.readUInt32BE(largestRoot) === 0 ? 0 : 1);

const isWhole = (bytes: Buffer): boolean =>
  pageSizeOf(bytes) !== null &&
  isVacuumWhole(bytes) &&
  fixedBytes.every(([at, wanted]) => wanted.every((byte, i) => bytes[at + i] === byte));

/** Writes what each of our files begins with. What is not the same in each is what a reader needs least. */
function mendHeader(path: string): void {
  const file = openSync(path, 'r+');
  try {
    for (const [at, bytes] of fixedBytes) writeSync(file, Buffer.from(bytes), 0, bytes.length, at);
    // Readers need neither of the two.
    if (!isVacuumWhole(readHeader(path))) for (const at of [largestRoot, inSteps]) writeSync(file, Buffer.alloc(4), 0, 4, at);
    const size = pageSizeOf(readHeader(path)) ?? usualPageSize;
    const sizes = Buffer.alloc(2);
    sizes.writeUInt16BE(size === 65_536 ? 1 : size);
    writeSync(file, sizes, 0, 2, 16);
    const pages = Buffer.alloc(4);
    pages.writeUInt32BE(Math.floor(statSync(path).size / size));
    writeSync(file, pages, 0, 4, 28);
    // No log, so that the bytes of the file are all there is.
    writeSync(file, Buffer.from([1, 1]), 0, 2, 18);
  } finally {
    closeSync(file);
  }
}

/**
 * Opens a damaged file without writing to it. What SQLite would write to, a file with a rollback journal or with damaged first bytes, is copied
 * to `scratch` first. Throws an `RpcError` if it is no crawl file.
 */
export function openDamaged(path: string, scratch: string): DamagedFile {
  const name = basename(path);
  const header = readHeader(path);
  const isSound = isWhole(header);
  if (!isSound && !pageTypes.has(header[firstPageType] ?? 0))
    fail('bad_request', `${name} is not a crawl file: not even its first bytes are those of one. Nothing can be read from it.`);
  const mustCopy = !isSound || isFile(`${path}-journal`) || hasOtherTables(path);
  const place = mustCopy ? scratch : path;
  const remove = (): void => {
    if (mustCopy) for (const suffix of ['', ...suffixes]) rmSync(scratch + suffix, { force: true });
  };
  try {
    if (mustCopy) {
      copyFileSync(path, scratch, constants.COPYFILE_FICLONE);
      for (const suffix of ['-journal', '-wal'])
        if (isFile(path + suffix) && (suffix === '-wal' || (isSound && !namesAnotherFile(path))))
          copyFileSync(path + suffix, scratch + suffix);
      if (!isSound) mendHeader(scratch);
    }
    let db: Database = new BetterSqlite3(place, { readonly: !mustCopy, timeout: 1_000 });
    try {
      db.pragma('trusted_schema = OFF');
      // Entries of the schema that cannot be read are passed over. Nothing is written.
      db.unsafeMode(true);
      db.pragma('writable_schema = ON');
      const version = versionBySchema(db, name);
      if (mustCopy) db = withOwnTables(db, place, version);
      db.pragma('query_only = ON');
      return {
        db,
        version,
        header: isSound ? '' : 'The first bytes of the file were damaged.',
        close() {
          db.close();
          remove();
        },
      };
    } catch (error) {
      db.close();
      throw error;
    }
  } catch (error) {
    remove();
    throw error;
  }
}

/** Whether tables have our names but other definitions, which a changed byte is enough for. */
function hasOtherTables(path: string): boolean {
  let db: Database | undefined;
  try {
    db = new BetterSqlite3(path, { readonly: true, timeout: 1_000 });
    return otherTables(db, versionBySchema(db, basename(path))).length > 0;
  } catch (error) {
    if (!(error instanceof RpcError || isDamage(error))) throw error;
    return true;
  } finally {
    db?.close();
  }
}

/** Tables that have rows under one of our names and another definition, with ours. */
function otherTables(db: Database, version: number): [sql: string, name: string][] {
  const found = db.prepare("SELECT name, sql FROM main.sqlite_schema WHERE type = 'table' AND rootpage > 1 AND tbl_name = name");
  return (found.raw().all() as [string, unknown][]).flatMap(([name, sql]) => {
    const own = schemaOf(version).get(name);
    return own?.type === 'table' && own.sql !== null && own.sql !== sql && !isOfOtherVersion(name, sql) ? [[own.sql, name]] : [];
  });
}

const isOfOtherVersion = (name: string, sql: unknown): boolean =>
  Array.from({ length: schemaVersion }, (_, i) => i + 1).some(version => schemaOf(version).get(name)?.sql === sql);

/** Gives damaged definitions of tables in the scratch copy their own text back, and opens it anew. A table with other rows refuses them later. */
function withOwnTables(db: Database, place: string, version: number): Database {
  try {
    const others = otherTables(db, version);
    if (others.length === 0) return db;
    const mend = db.prepare("UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?");
    for (const [sql, name] of others) mend.run(sql, name);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return db;
  }
  db.close();
  const again = new BetterSqlite3(place, { timeout: 1_000 });
  again.pragma('trusted_schema = OFF');
  again.unsafeMode(true);
  again.pragma('writable_schema = ON');
  return again;
}

/** The version whose tables the file has: the one it says, unless another one has more of them. */
function versionBySchema(db: Database, name: string): number {
  const own = new Map<string, string>();
  try {
    for (const [table, sql] of db
      .prepare("SELECT name, sql FROM main.sqlite_schema WHERE type = 'table'")
      .raw()
      .iterate() as IterableIterator<[unknown, unknown]>)
      if (typeof table === 'string' && typeof sql === 'string' && own.size < 1_000) own.set(table, sql);
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  const said = db.pragma('user_version', { simple: true }) as number;
  let best = { version: 0, same: 0 };
  const versions = [said, ...Array.from({ length: schemaVersion }, (_, i) => schemaVersion - i)];
  for (const version of versions.filter(each => each >= 1 && each <= schemaVersion)) {
    let same = 0;
    for (const { name: table, type, sql } of schemaOf(version).values())
      if (type === 'table' && sql !== null && own.get(table) === sql) same += 1;
    if (same > best.same) best = { version, same };
    // What the file says is true of nearly all files.
    if (version === said && same > 10) break;
  }
  if (best.version === 0)
    fail('refused', `Nothing can be read from ${name}: its list of tables is damaged, or Crawlscope did not make it.`);
  return best.version;
}
