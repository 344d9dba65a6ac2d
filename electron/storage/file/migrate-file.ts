import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import type { ConversionStep } from '#shared/model/conversion.ts';
import { fail } from '#shared/rpc/errors.ts';
import { megabytes } from './disk-room.ts';
import { freeShare, mayShrink } from './free-pages.ts';
import { createHalf, type HalfFile } from './half-file.ts';
import { atOneGo, type FolderSteps, folderSteps, giveAttributes, inodeOf, keep, onlyOwner } from './kept-original.ts';
import { migrateInSteps, schemaVersion, versionOf } from './migrate.ts';
import { addOwnViews } from './own-views.ts';
import { refuseGreatRowNumbers } from './row-numbers.ts';
import { compareContent } from './same-content.ts';
import { refuseOtherSchema } from './schema-check.ts';
import { addFunctions } from './sql-functions.ts';

/** Of the size of the file: the new one with its log, and a second copy where the first one has much free room inside. */
const roomNeeded = 2.5;
/** A migrated file with a larger share of free pages is written once more without them. */
const mostFree = 0.1;

/**
 * Converts an older file to this version in a new file beside it and compares both. Then the new file takes the place of the old
 * one. The old one stays as `site.before-v17.crawl`; Crawlscope never removes or overwrites it. The file at `path` is
 * the old one or the whole new one at any moment, also if the program or the machine stops. Yields how far it is; ended there by `return()`,
 * it changes nothing. Returns the path of the old file. Throws, with nothing changed, if there is no room, another program has the file open,
 * the file is damaged, or the contents differ.
 */
export function* migrateFileInSteps(path: string, steps: FolderSteps = folderSteps): Generator<ConversionStep, string> {
  const place = realpathSync(path);
  const name = basename(path);
  const refuseChanged = (): never =>
    fail('unavailable', `${name} was changed by another program. Close it there, then try again.`);
  // POSIX: closing any handle of a file ends all locks that this process has on it. So this one is closed after the database.
  const source = openSync(place, 'r');
  let isOpen = true;
  const { ino } = fstatSync(source, { bigint: true });
  let old: Database | undefined;
  let half: HalfFile | undefined;
  let kept = '';
  try {
    old = new BetterSqlite3(place, { timeout: 1_000 });
    old.pragma('trusted_schema = OFF');
    addFunctions(old);
    // Merges the log into the file: from here on the file is all there is of the crawl. Fails while another program has it open.
    if (old.pragma('journal_mode = DELETE', { simple: true }) !== 'delete')
      fail('unavailable', `${name} is open in another program. Close it there, then try again.`);
    // No other program writes until the transaction ends. Readers go on.
    old.exec('BEGIN IMMEDIATE');
    const before = statSync(place);
    const version = versionOf(old);
    // Since the first look, another program may have converted the file or changed its schema.
    if (inodeOf(place) !== ino || version >= schemaVersion) refuseChanged();
    refuseOtherSchema(old, name, version);
    refuseGreatRowNumbers(old, name, version);
    const folder = dirname(place);
    const needed = before.size * roomNeeded;
    const room = steps.room(folder);
    if (room < needed)
      fail(
        'unavailable',
        `${name} must be converted to this version, which needs ${megabytes(needed)} of free space in ${folder}; ${megabytes(room)} are free. Make room, or open the file read-only.`,
      );
    removeLeftHalves(place);
    half = createHalf(`${place}${ofConversion}`, onlyOwner);
    yield* copyBytes(source, half.path, before.size);
    yield* convert(half.path, name, old);
    giveAttributes(half.path, before);
    half.flush();
    const copy = (target: string): void => {
      atOneGo(copyBytes(source, target, before.size));
      giveAttributes(target, before);
    };
    kept = keep(place, copy, steps);
    old.exec('ROLLBACK');
    old.close();
    // Windows cannot replace an open file.
    closeSync(source);
    isOpen = false;
    // Without the lock another program may have written for a moment.
    const now = statSync(place);
    if (inodeOf(place) !== ino || now.size !== before.size || now.mtimeMs !== before.mtimeMs) refuseChanged();
    half.finish(place);
    return kept;
  } catch (error) {
    // SQLite takes a file with two names for two files. So remove the second name, but only if the old file still has its first name.
    if (kept !== '' && half && existsSync(half.path) && inodeOf(place) === ino) rmSync(kept, { force: true });
    throw error;
  } finally {
    old?.close();
    if (isOpen) closeSync(source);
    half?.discard();
    if (half) for (const suffix of ['-journal', '-wal', '-shm', '.2']) rmSync(half.path + suffix, { force: true });
  }
}

/** In the names of half files of conversions, and of no others. */
const ofConversion = '.converted';

/**
 * Removes what conversions of this file left that ended with the machine or were killed. Call it with the lock on the file: no other conversion
 * of it runs then, so none of them is in use. Links and folders stay.
 */
function removeLeftHalves(place: string): void {
  const folder = dirname(place);
  const start = `${basename(place)}${ofConversion}.`;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.startsWith(start)) continue;
    if (/^[0-9a-f]{8}\.part(?:-journal|-wal|-shm|\.2)?$/.test(entry.name.slice(start.length)))
      rmSync(join(folder, entry.name), { force: true });
  }
}

/** `migrateFileInSteps` at one go. */
export const migrateFile = (path: string, steps: FolderSteps = folderSteps): string => atOneGo(migrateFileInSteps(path, steps));

const bytesAtOnce = 4 * 1024 * 1024;
/** SQLite locks these bytes and stores nothing there (sqlite.org/fileformat2.html#lockbyte). Windows lets nobody read locked bytes. */
const lockBytes = { start: 0x40000000, end: 0x40000000 + 512 };

/** Copies a database that nobody writes. `size`: its bytes. */
function* copyBytes(source: number, target: string, size: number): Generator<ConversionStep, void> {
  const copy = openSync(target, 'r+');
  try {
    const bytes = Buffer.allocUnsafe(Math.min(bytesAtOnce, size));
    for (let at = 0; at < size; ) {
      if (at === lockBytes.start) at = Math.min(lockBytes.end, size);
      const next = at < lockBytes.start ? lockBytes.start : size;
      const read = readSync(source, bytes, 0, Math.min(bytes.length, next - at), at);
      if (read === 0 && at < size) fail('unavailable', 'The file became shorter while it was copied. Try again.');
      for (let written = 0; written < read; ) written += writeSync(copy, bytes, written, read - written, at + written);
      at += read;
      yield { step: 'copy', share: at / size };
    }
  } finally {
    closeSync(copy);
  }
}

/** Migrates the copy and compares it with the original. The copy needs no journal: it is thrown away if a step fails. */
function* convert(copy: string, name: string, old: Database): Generator<ConversionStep, void> {
  const db = new BetterSqlite3(copy);
  try {
    db.pragma('trusted_schema = OFF');
    addFunctions(db);
    db.pragma('journal_mode = OFF');
    db.pragma('synchronous = OFF');
    db.pragma('temp_store = MEMORY');
    db.pragma('cache_size = -65536');
    db.pragma('foreign_keys = ON');
    for (const share of migrateInSteps(db, name)) yield { step: 'change', share };
    for (const each of [old, db]) addOwnViews(each, versionOf(each));
    const differs = yield* compared(compareContent(old, db));
    if (differs !== null)
      fail(
        'refused',
        `${name} could not be converted to this version: ${differs}. It was left as it was; a read-only open still works.`,
      );
    if (freeShare(db) > mostFree) {
      yield { step: 'shrink', share: 0 };
      compact(db, copy);
    }
  } finally {
    db.close();
  }
}

function* compared(comparison: Generator<number, string | null>): Generator<ConversionStep, string | null> {
  try {
    for (;;) {
      const { done, value } = comparison.next();
      if (done) return value;
      yield { step: 'compare', share: value };
    }
  } finally {
    comparison.return(null);
  }
}

/** Writes the copy again without its free pages. Throws on a full disk, which ends the conversion. */
function compact(db: Database, copy: string): void {
  const smaller = `${copy}.2`;
  // Without this, SQLite would make a file that everybody may read, or write through a link. It accepts an empty file.
  closeSync(openSync(smaller, 'wx', onlyOwner));
  mayShrink(db);
  db.prepare('VACUUM INTO ?').run(smaller);
  db.close();
  renameSync(smaller, copy);
}
