import type { Database } from 'better-sqlite3';
import { quoted } from './quoted-name.ts';

/** What a damaged table gave. */
export interface Salvage {
  /** Places that could not be read. */
  places: number;
  /** Greatest number of rows that can have been there, where rows have numbers. */
  missing: number;
}

/** A file with more damaged places than this in one table is read no further there. */
const mostPlaces = 10_000;
const greatestRowId = 2n ** 63n - 1n;
/** No page has more rows: the least row takes four bytes. */
const rowsOfPage = 2_048;
const leastRowId = -(2n ** 63n);

/** Rows come in another order than SQLite promises, or twice: the tree of the table is damaged. */
class Disorder extends Error {}

/** Errors about the bytes of the file. Any other one is a bug. */
export function isDamage(error: unknown): boolean {
  if (error instanceof Disorder || error instanceof RangeError) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(SQLITE_(CORRUPT|IOERR|NOTADB|TOOBIG|NOMEM|ERROR)|ERR_STRING_TOO_LONG)/.test(code);
}

export interface SalvagedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns of the primary key of a table WITHOUT ROWID; null for a table with row ids. */
  readonly key: readonly string[] | null;
}

/**
 * Rows of a table as far as they can be read, values as SQLite stores them (whole numbers as bigint). Where a page is damaged, goes on behind
 * it. Ends in any file: rows and damaged places are counted.
 */
export function* salvagedRows(db: Database, table: SalvagedTable, told: Salvage): Generator<readonly unknown[]> {
  if (table.key === null) yield* byRowId(db, table, told);
  else yield* byKey(db, table, told);
}

function* byRowId(db: Database, { name, columns }: SalvagedTable, told: Salvage): Generator<readonly unknown[]> {
  const list = ['_rowid_', ...columns.map(quoted)].join(', ');
  const from = `FROM main.${quoted(name)} NOT INDEXED`;
  const after = db.prepare(`SELECT ${list} ${from} WHERE _rowid_ >= ? ORDER BY _rowid_`).raw().safeIntegers();
  const first = db.prepare(`SELECT _rowid_ ${from} WHERE _rowid_ >= ? ORDER BY _rowid_ LIMIT 1`).pluck().safeIntegers();
  const greatest = db.prepare(`SELECT max(_rowid_) ${from}`).pluck().safeIntegers();
  const last = attempt(() => greatest.get() as bigint | null);
  let next = leastRowId;
  let left = mostRows(db);
  while (told.places < mostPlaces) {
    try {
      for (const row of after.iterate(next) as IterableIterator<[bigint, ...unknown[]]>) {
        if ((left -= 1) < 0) return;
        // This row or the one before has a wrong number. In a tree that leads back to itself, rows come again and again.
        if (row[0] < next && (told.places += 1) > mostPlaces) return;
        if (row[0] === greatestRowId) {
          yield row.slice(1);
          return;
        }
        next = row[0] + 1n;
        yield row.slice(1);
      }
      return;
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
    told.places += 1;
    const found = behind(next, id => attempt(() => first.get(id) as bigint | undefined | null));
    if (found === null) {
      if (typeof last === 'bigint' && last >= next && last > 0n) told.missing += Number(last - (next > 0n ? next : 1n) + 1n);
      return;
    }
    // Row ids begin at 1.
    if (found > 0n) told.missing += Number(found - (next > 0n ? next : 1n));
    next = found;
  }
}

/**
 * The least row id after a damaged place from which rows can be read, or null. `read` gives the first row id from one on: undefined for
 * none, null for damage.
 */
function behind(place: bigint, read: (id: bigint) => bigint | undefined | null): bigint | null {
  const rowFrom = (id: bigint): bigint | undefined | null => {
    const row = read(id);
    return typeof row === 'bigint' && row < id ? null : row;
  };
  // Before the first row there is no place to step from.
  let bad = place === leastRowId ? 0n : place;
  let good = bad;
  let found: bigint | undefined | null = null;
  for (let step = 1n; found === null; step *= 2n) {
    good = bad + step;
    if (good > greatestRowId) return null;
    found = rowFrom(good);
  }
  if (found === undefined) return null;
  while (good - bad > 1n) {
    const middle: bigint = bad + (good - bad) / 2n;
    const row = rowFrom(middle);
    if (typeof row === 'bigint') [good, found] = [middle, row];
    else bad = middle;
  }
  return found;
}

/** More rows than the file has room for. */
const mostRows = (db: Database): number => (attempt(() => db.pragma('page_count', { simple: true }) as number) ?? 0) * rowsOfPage;

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
}

/** From the first row on, then from the last one back. The caller leaves out rows that come twice. */
function* byKey(db: Database, { name, columns, key }: SalvagedTable, told: Salvage): Generator<readonly unknown[]> {
  const order = (direction: 'ASC' | 'DESC'): string => (key ?? []).map(column => `${quoted(column)} ${direction}`).join(', ');
  for (const direction of ['ASC', 'DESC'] as const) {
    let left = mostRows(db);
    try {
      const read = db
        .prepare(`SELECT ${columns.map(quoted).join(', ')} FROM main.${quoted(name)} ORDER BY ${order(direction)}`)
        .raw()
        .safeIntegers();
      for (const row of read.iterate() as IterableIterator<unknown[]>) {
        if ((left -= 1) < 0) throw new Disorder();
        yield row;
      }
      return;
    } catch (error) {
      if (!isDamage(error)) throw error;
      told.places += 1;
    }
  }
}
