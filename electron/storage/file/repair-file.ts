import { realpathSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { append } from '#shared/lists.ts';
import type { MendedRows, Repaired, RepairedTable } from '#shared/model/repair.ts';
import { fail } from '#shared/rpc/errors.ts';
import { copyError, refuseTarget } from './copy-crawl.ts';
import { openDamaged } from './damaged-file.ts';
import { openDatabase, storageError } from './database.ts';
import { megabytes, roomIn } from './disk-room.ts';
import { applicationId } from './first-bytes.ts';
import { createHalf, modeOf } from './half-file.ts';
import { mend } from './mend.ts';
import { mendBodies } from './mend-bodies.ts';
import { applyMigrations, schemaVersion } from './migrate.ts';
import { quoted } from './quoted-name.ts';
import { greatestRowNumber } from './row-numbers.ts';
import { isDamage, type Salvage, salvagedRows } from './salvage-rows.ts';
import { schemaOf } from './schema-check.ts';

/** How far a repair is. `table`: the one that is read. */
export interface RepairProgress {
  readonly table: string;
  readonly done: number;
  readonly total: number;
}

/** Rows between two yields. */
const rowsOfStep = 200;
/** What the new file counts or makes again by itself. */
const madeAgain = new Set(['kept_counts', 'url_key', 'url_key_run', 'sqlite_stat1', 'sqlite_stat4']);
const mostLeftOut = 100;

const shown = (name: unknown): string =>
  String(name)
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 60);

interface OwnRow {
  readonly type: unknown;
  readonly name: unknown;
  readonly sql: unknown;
}

/** The entries of a schema, as far as they can be read. */
function schemaRows(db: Database): OwnRow[] {
  const rows: OwnRow[] = [];
  try {
    for (const row of db.prepare('SELECT type, name, sql FROM main.sqlite_schema').iterate() as IterableIterator<OwnRow>) {
      if (rows.length >= 10_000) break;
      rows.push(row);
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  return rows;
}

/** Whether a table is one that some version of this program makes: reading it runs nothing else. */
function isOwnTable({ type, name, sql }: OwnRow): boolean {
  if (type !== 'table' || typeof name !== 'string' || typeof sql !== 'string') return false;
  for (let version = schemaVersion; version >= 1; version -= 1) {
    const known = schemaOf(version).get(name);
    if (known?.type === 'table' && known.sql === sql) return true;
  }
  return false;
}

/** Tables that this program made and that are read under their names: a view that comes before a table of its name takes its place. */
function ownTables(db: Database, found: readonly OwnRow[]): ReadonlySet<string> {
  const read = db.prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'").pluck().all();
  const entries = new Map<string, number>();
  // SQLite compares names without case.
  for (const key of found.map(({ name }) => String(name).toLowerCase())) entries.set(key, (entries.get(key) ?? 0) + 1);
  const tables = new Set(read);
  const own = found.filter(isOwnTable).map(({ name }) => name as string);
  return new Set(own.filter(name => tables.has(name) && entries.get(name.toLowerCase()) === 1));
}

/**
 * Writes a new crawl file with all rows of a damaged one that can be read, in the schema of its version, and makes them consistent. The damaged
 * file is only read. The new file appears under its name when it is whole and checked. Ending the generator early leaves nothing. `at`:
 * epoch milliseconds; `finish` gets the path of the new file before it has its name. Throws an `RpcError` if the target exists, there is no
 * room, or nothing can be read.
 */
export function* repairFile(
  path: string,
  target: string,
  { at, finish }: { readonly at: number; readonly finish: (path: string) => void },
): Generator<RepairProgress, Repaired, void> {
  refuseTarget(target);
  const folder = dirname(target);
  const { size } = statSync(path);
  const room = roomIn(folder);
  if (room < size * 2)
    fail(
      'unavailable',
      `The new file needs up to ${megabytes(size * 2)} in ${folder}; ${megabytes(room)} are free. Make room, or choose another folder.`,
    );
  const half = createHalf(target, modeOf(path));
  try {
    const source = openSource(path, `${half.path}.old`);
    let repaired: Omit<Repaired, 'bytes'>;
    try {
      repaired = { header: source.header, ...(yield* salvaged(source, half.path, at)) };
    } finally {
      source.close();
    }
    finish(half.path);
    // Refuses what is not a whole crawl file.
    openDatabase(half.path, { readOnly: true }).close();
    refuseTarget(target);
    const { size: bytes } = statSync(half.path);
    half.finish();
    return { ...repaired, bytes };
  } catch (error) {
    throw copyError(error, path, target);
  } finally {
    half.discard();
    for (const suffix of ['-journal', '-wal', '-shm']) rmSync(half.path + suffix, { force: true });
  }
}

/** What keeps the damaged file from being opened is not about the new one. */
function openSource(path: string, scratch: string): ReturnType<typeof openDamaged> {
  try {
    return openDamaged(realpathSync(path), scratch);
  } catch (error) {
    throw storageError(error, path);
  }
}

function* salvaged(
  { db: source, version }: { readonly db: Database; readonly version: number },
  target: string,
  at: number,
): Generator<RepairProgress, Omit<Repaired, 'bytes' | 'header'>, void> {
  const db = new BetterSqlite3(target);
  try {
    for (const setting of [
      'page_size = 8192',
      'journal_mode = OFF',
      'synchronous = OFF',
      'cache_size = -65536',
      'foreign_keys = OFF',
    ])
      db.pragma(setting);
    db.pragma(`application_id = ${applicationId}`);
    db.exec('BEGIN');
    applyMigrations(db, { from: 0, to: version });
    db.pragma(`user_version = ${version}`);
    const found = schemaRows(source);
    const own = ownTables(source, found);
    const wanted = [...schemaOf(version).values()].filter(({ type }) => type === 'table').map(({ name }) => name);
    const tables: RepairedTable[] = [];
    const rowCount = estimate(
      source,
      wanted.filter(name => own.has(name)),
    );
    let done = 0;
    for (const name of wanted.filter(each => !madeAgain.has(each))) {
      if (!own.has(name)) {
        tables.push({ name, rows: 0, refused: 0, places: 0, missing: 0, isGone: true });
        continue;
      }
      const copied = yield* mapped(copyTable(source, db, name), () => {
        done += rowsOfStep;
        return { table: name, done, total: Math.max(rowCount, done) };
      });
      tables.push(copied);
    }
    yield { table: 'references', done, total: Math.max(rowCount, done) };
    const lostBodies: MendedRows[] = [];
    if (version === schemaVersion) {
      const mending = (): RepairProgress => ({ table: 'bodies', done, total: Math.max(rowCount, done) });
      append(lostBodies, yield* mapped(mendBodies(db), mending));
    }
    const mending = (): RepairProgress => ({ table: 'references', done, total: Math.max(rowCount, done) });
    const mended = [...lostBodies, ...(yield* mapped(mend(db, at, tables), mending))];
    db.prepare("INSERT INTO event (at, kind, detail) VALUES (?, 'repaired', ?)").run(
      at,
      JSON.stringify(tables.filter(({ refused, places, isGone }) => refused + places > 0 || isGone)),
    );
    db.exec('COMMIT');
    const sound = db.pragma('integrity_check(1)', { simple: true });
    if (sound !== 'ok') throw new Error(`the repaired file is not sound: ${String(sound)}`);
    const ours = schemaOf(version);
    const leftOut = found
      .filter(({ type, name, sql }) => sql !== null && !(typeof name === 'string' && ours.get(name)?.type === type))
      .slice(0, mostLeftOut)
      .map(({ type, name }) => `${shown(type)} ${shown(name)}`);
    return { tables, mended, leftOut };
  } finally {
    db.close();
  }
}

/** Yields something else at each step. Ends the steps when it is ended. */
function* mapped<T, Y>(steps: Generator<void, T, void>, say: () => Y): Generator<Y, T, void> {
  try {
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) yield say();
    return step.value;
  } finally {
    steps.return(undefined as never);
  }
}

/** Rows of all tables, by their greatest row ids: enough for a share of the work. */
function estimate(db: Database, tables: readonly string[]): number {
  let sum = 0;
  for (const table of tables)
    try {
      const most = db
        .prepare(`SELECT max(_rowid_) FROM main.${quoted(table)}`)
        .pluck()
        .get();
      if (typeof most === 'number' && most > 0) sum += Math.min(most, 1e9);
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
  return sum;
}

/** Values that a table refuses; text that is no JSON is an error of the function that reads it. */
const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|ERROR)/.test(String(error.code));

function* copyTable(source: Database, target: Database, name: string): Generator<void, RepairedTable, void> {
  const own = target.prepare('SELECT name, type, pk, hidden FROM pragma_table_xinfo(?) ORDER BY cid').all(name) as {
    readonly name: string;
    readonly type: string;
    readonly pk: number;
    readonly hidden: number;
  }[];
  const found = new Set(source.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(name) as string[]);
  const columns = own.filter(column => column.hidden === 0 && found.has(column.name)).map(column => column.name);
  const hasRowId =
    target.prepare('SELECT wr FROM pragma_table_list WHERE schema = ? AND name = ?').pluck().get('main', name) === 0;
  const key = hasRowId
    ? null
    : own
        .filter(({ pk }) => pk > 0)
        .sort((a, b) => a.pk - b.pk)
        .map(column => column.name);
  const insert = target.prepare(
    `INSERT ${key === null ? '' : 'OR IGNORE '}INTO main.${quoted(name)} (${columns.map(quoted).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  // The column with the numbers of the rows. Where it is missing, rows get new numbers.
  const number = hasRowId ? columns.indexOf(own.find(({ type, pk }) => pk > 0 && type === 'INTEGER')?.name ?? '') : -1;
  const isTooGreat = (row: readonly unknown[]): boolean => number >= 0 && (row[number] as bigint) > greatestRowNumber;
  const told: Salvage = { places: 0, missing: 0 };
  let [rows, refused, steps] = [0, 0, 0];
  for (const row of salvagedRows(source, { name, columns, key }, told)) {
    try {
      if (isTooGreat(row)) refused += 1;
      else rows += insert.run(row).changes;
    } catch (error) {
      if (!isRefused(error)) throw error;
      refused += 1;
    }
    steps += 1;
    if (steps % rowsOfStep === 0) yield;
  }
  return { name, rows, refused, ...told, isGone: false };
}
