import { accessSync, closeSync, constants, existsSync, openSync, statSync, unlinkSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { fail, RpcError } from '#shared/rpc/errors.ts';
import { isFull } from './disk-full.ts';
import { FileHeader } from './file-header.ts';
import { applicationId, hasDatabaseHeader } from './first-bytes.ts';
import { mayShrink } from './free-pages.ts';
import type { WriteDb } from './handle.ts';
import { type KeptCounts, peekCounts, takeCounts } from './kept-counts.ts';
import { applyMigrations, refuseNewer, schemaVersion, standInForMissing, versionOf } from './migrate.ts';
import { migrateFile } from './migrate-file.ts';
import { namesAnotherFile } from './other-journal.ts';
import { addOwnViews } from './own-views.ts';
import { refuseGreatRowNumbers } from './row-numbers.ts';
import { learnSchema, refuseOtherSchema } from './schema-check.ts';
import { addFunctions } from './sql-functions.ts';
import { compileOnUse } from './statement-on-use.ts';
import { wrongValue } from './wrong-value.ts';

/** Errors of our own code, and values that a table refuses. A file that has a value of a forbidden type causes them too. */
const isFault = (error: unknown, code: string): boolean =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof SyntaxError ||
  code === 'SQLITE_MISMATCH' ||
  code === 'SQLITE_CONSTRAINT_DATATYPE';

/** How errors begin that are made where the name of the file is unknown. */
const damaged = 'The crawl file is damaged: ';

/**
 * Turns an error of SQLite or the system into one clear line for the user. A fault in our code becomes one too if the file has a
 * value of the wrong type. Any other error is a bug and is returned unchanged.
 */
export function storageError(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const name = basename(path);
  if (error instanceof RpcError && error.message.startsWith(damaged))
    return new RpcError(error.code, `${name} is damaged: ${error.message.slice(damaged.length)}`);
  if (isFull(error))
    return new RpcError('unavailable', `The disk with ${name} is full. Nothing stored so far is lost; make room, then resume.`);
  if (code === 'EMFILE' || code === 'ENFILE')
    return new RpcError(
      'unavailable',
      `${name} cannot be opened: too many files are open. Close other programs, then try again.`,
    );
  if (code.startsWith('SQLITE_IOERR') || code === 'EIO')
    return new RpcError(
      'unavailable',
      `${name} could not be written or read (${code}). Nothing committed is lost; check the disk, then resume.`,
    );
  if (
    code === 'SQLITE_READONLY' ||
    code.startsWith('SQLITE_READONLY') ||
    code === 'EACCES' ||
    code === 'EROFS' ||
    code === 'EPERM'
  )
    return new RpcError('refused', `No permission to write ${path}. Choose another folder or change its permissions.`);
  if (code.startsWith('SQLITE_CANTOPEN'))
    return new RpcError('refused', `${path} cannot be opened. Check that the folder exists and may be written.`);
  // The file has our application id but not our tables.
  if (code === 'SQLITE_ERROR' && error instanceof Error && /no such (table|column)/.test(error.message))
    return new RpcError('refused', `${name} is damaged: ${error.message}.`);
  // A format that no SQLite has written yet (bytes 44 to 47 of the header) has no code of its own.
  const isNoFormat = code === 'SQLITE_ERROR' && error instanceof Error && error.message === 'unsupported file format';
  if (isNoFormat || code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT'))
    return new RpcError('refused', `${name} is damaged or not a crawl file.`);
  if (code === 'SQLITE_TOOBIG') return new RpcError('refused', `${name} is damaged: it holds texts that are too long to read.`);
  if (code.startsWith('SQLITE_BUSY') || code === 'SQLITE_LOCKED')
    return new RpcError('unavailable', `${name} is being written by another program. Close it there, or wait, then try again.`);
  const wrong = isFault(error, code) ? wrongValue(path) : null;
  return wrong === null ? error : new RpcError('refused', `${name} is damaged: ${wrong}. Use an undamaged copy of it.`);
}

/** Another program is writing to the file right now, so nothing was done. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');

/** How long opening a file, or a statement, waits for a program that has it locked. */
const lockedMs = 1_000;

/**
 * Sets how long a statement blocks its thread while another program writes. A running crawl needs `short`: its thread must not
 * wait.
 */
export function setPatience(db: WriteDb, patience: 'long' | 'short'): void {
  db.pragma(`busy_timeout = ${patience === 'long' ? lockedMs : 5}`);
}

/** A connection that reads tables from one end to the other keeps few pages of the file: it comes back to none of them. */
export function keepFewPages(db: WriteDb): void {
  db.pragma('cache_size = -8192');
}

/** Tables of a file of so many bytes do not fit into any cache of ours. */
const largeFile = 2 ** 30;

/** A connection to a large file keeps the upper pages of its trees, and not more: other pages are seldom read twice. */
export function keepUpperPages(db: WriteDb, path: string): void {
  if (statSync(path).size >= largeFile) db.pragma('cache_size = -24576');
}

/** Size of the write-ahead log in bytes, 0 if there is none. It grows while another program reads an older state of the file. */
export const logBytes = (path: string): number => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;

function tune(db: Database): void {
  db.pragma(`busy_timeout = ${lockedMs}`);
  db.pragma('foreign_keys = ON');
  db.pragma('trusted_schema = OFF');
  db.pragma('cell_size_check = ON');
  db.pragma('temp_store = MEMORY');
  db.pragma('cache_size = -65536');
  // Checkpoint after 32 MiB of log, so that pages rewritten many times are copied into the file once.
  db.pragma('wal_autocheckpoint = 4096');
  addFunctions(db);
}

/** Removes a crawl file that was just made, and what SQLite keeps beside it. Close it first. */
export function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) if (existsSync(path + suffix)) unlinkSync(path + suffix);
}

/** Creates a crawl file. Fails if the file exists. Removes the file again if a step fails. */
export function createDatabase(path: string): WriteDb {
  if (existsSync(path)) fail('refused', `${path} already exists. Choose another name, or open it.`);
  const folder = dirname(path);
  if (!existsSync(folder)) fail('bad_request', `The folder ${folder} does not exist. Create it first, or choose another.`);
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw storageError(error, path);
  }
  makeEmpty(path);
  let db: Database | undefined;
  try {
    db = new BetterSqlite3(path);
    // FULL, not better-sqlite3's default NORMAL: losing the time of the last request to a host would cause an impolite request.
    db.pragma('synchronous = FULL');
    db.pragma('journal_size_limit = 67108864');
    // Must be set before the cache size: SQLite turns that size into a number of pages with the current page size, and keeps the number.
    db.pragma('page_size = 8192');
    tune(db);
    addSchema(db);
    db.pragma('journal_mode = WAL');
    learnSchema(db, schemaVersion);
    addOwnViews(db, schemaVersion);
    compileOnUse(db);
    return db;
  } catch (error) {
    db?.close();
    removeDatabase(path);
    throw storageError(error, path);
  }
}

/** Writes the tables into an empty file, in one transaction. Not in WAL mode, where each page is written twice. */
function addSchema(db: Database): void {
  db.transaction(() => {
    mayShrink(db);
    db.pragma(`application_id = ${applicationId}`);
    applyMigrations(db, { from: 0, to: schemaVersion });
    db.pragma(`user_version = ${schemaVersion}`);
  })();
}

/**
 * Makes an empty file that was not there before, not even as a link. Other files are checked against the schema of the new one, so nobody
 * else may have put anything into it.
 */
function makeEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o644));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      fail('refused', `${path} already exists. Choose another name, or open it.`);
    // SQLite will fail, too, and its error is the one that is explained.
  }
}

/** Opens a crawl file and migrates an older one to this version. Fails if the file is not a crawl or a newer program wrote it. */
export function openDatabase(path: string, options: { readonly readOnly?: boolean } = {}): WriteDb {
  return open(path, options.readOnly ?? false, false).db;
}

export interface CountedFile {
  readonly db: WriteDb;
  /** The counters of a cleanly closed file, or null if they must be counted. */
  readonly kept: KeptCounts | null;
  /** Path of the file as it was before it was converted to this version; null if it was not. */
  readonly original: string | null;
}

/** Like `openDatabase`, but also returns the counters, and where the original of a converted file is. */
export function openCounted(path: string, readOnly: boolean): CountedFile {
  return open(path, readOnly, true);
}

function open(path: string, readOnly: boolean, counted: boolean): CountedFile {
  if (!existsSync(path)) fail('not_found', `${path} does not exist.`);
  const stat = statSync(path);
  if (!stat.isFile()) fail('bad_request', `${path} is not a file.`);
  if (stat.size === 0) fail('bad_request', `${path} is not a crawl file.`);
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    const known = storageError(error, path);
    throw known instanceof RpcError ? new RpcError('refused', `No permission to read ${path}.`) : error;
  }
  let db: Database | undefined;
  let original: string | null = null;
  try {
    if (namesAnotherFile(path))
      fail(
        'refused',
        `${basename(path)} was not opened: ${basename(path)}-journal beside it names another file, which SQLite may delete. Crawlscope writes no such journal. Move it away.`,
      );
    if (readOnly) undoUnfinished(path);
    db = new BetterSqlite3(path, { readonly: readOnly, timeout: lockedMs });
    tune(db);
    let version = refuseOtherFiles(db, path);
    refuseGreatRowNumbers(db, basename(path), version);
    if (version < schemaVersion && !readOnly) {
      db.close();
      original = migrateFile(path);
      db = new BetterSqlite3(path, { timeout: lockedMs });
      tune(db);
      version = refuseOtherFiles(db, path);
    }
    const header = counted && version === schemaVersion ? new FileHeader(path, db) : null;
    if (readOnly) {
      addOwnViews(db, version);
      if (!standInForMissing(db))
        fail('refused', `${basename(path)} is of an older version and must be opened for writing once.`);
      return { db, kept: header && peekCounts(db, header), original };
    }
    const before = header?.read();
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('journal_size_limit = 67108864');
    addOwnViews(db, version);
    return { db, kept: header && before ? takeCounts(db, header, before) : null, original };
  } catch (error) {
    db?.close();
    // Read the file directly only after this error: doing so can release the locks that this process has on it.
    if (isNoDatabase(error) && !hasDatabaseHeader(path)) fail('bad_request', `${path} is not a crawl file.`);
    throw storageError(error, path);
  }
}

/**
 * A program that was killed while it left WAL mode leaves a rollback journal. A read-only connection cannot undo what is half written, so one
 * that may write does. It changes nothing that was committed.
 */
function undoUnfinished(path: string): void {
  if (!existsSync(`${path}-journal`)) return;
  const db = new BetterSqlite3(path, { timeout: lockedMs });
  try {
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
  } finally {
    db.close();
  }
}

/**
 * Refuses a database that is not a crawl file, or that contains schema objects this program does not create. Returns the file
 * version. Call it first on every connection: nothing in the file is trusted before this check.
 */
export function refuseOtherFiles(db: Database, path: string): number {
  if (db.pragma('application_id', { simple: true }) !== applicationId)
    fail('bad_request', `${path} is a database of another program, not a crawl file.`);
  const version = versionOf(db);
  refuseNewer(version, basename(path));
  // Orders and lengths of texts are those of UTF-8. Crawlscope has never written another encoding.
  if (db.pragma('encoding', { simple: true }) !== 'UTF-8')
    fail(
      'refused',
      `${basename(path)} was not opened: another program stored its texts as UTF-16. Open the file that Crawlscope wrote.`,
    );
  if (version < 1) fail('refused', `${basename(path)} is damaged: it has no file version.`);
  refuseOtherSchema(db, basename(path), version);
  return version;
}

const isNoDatabase = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'SQLITE_NOTADB';
