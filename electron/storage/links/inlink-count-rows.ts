import type { ReadDb, WriteDb } from '../file/handle.ts';
import { hasTable } from '../file/has-table.ts';

/** A row of `inlink_count` has the counts of so many URLs, in order of id. */
const urlsOfRow = 1_024;
/** Digits of a count at most. */
const mostDigits = 10;
const zero = 0x30;
const greatest = 10 ** mostDigits - 1;

/** No row. */
const none = Number.NaN;
/** The row of a URL, and its place in it. */
export const rowOf = (id: number): number => Math.floor(id / urlsOfRow);
const placeOf = (id: number): number => id - rowOf(id) * urlsOfRow;

/** Rows that somebody edited may lie about their width, or be too long to be read for each URL. SQLite tells the length without reading them. */
const isSound = `c.width BETWEEN 1 AND ${mostDigits} AND length(c.counts) = c.width * ${urlsOfRow}`;

/** SQL for the pages that link to the URL `id`: what any SQLite client reads from `inlink_count`. */
export const countSql = (id: string): string =>
  `coalesce((SELECT max(0, CAST(substr(c.counts, 1 + (${id} & ${urlsOfRow - 1}) * c.width, c.width) AS INTEGER))
    FROM inlink_count c WHERE c.id = ${id} >> ${Math.log2(urlsOfRow)} AND ${isSound}), 0)`;

/** The same for our own connections, in files of all versions: `own-views.ts` gives them the view `url_inlinks`. */
export const inlinksSql = (id: string): string => `(SELECT n.inlinks FROM url_inlinks n WHERE n.id = ${id})`;

/** Reads a number that was written with so many decimal digits. */
function numberAt(digits: Uint8Array, start: number, width: number): number {
  let number = 0;
  for (let at = start; at < start + width; at++) {
    const digit = (digits[at] ?? 0) - zero;
    // Only in a file that somebody edited.
    if (digit < 0 || digit > 9) break;
    number = number * 10 + digit;
  }
  return number;
}

function putNumber(number: number, digits: Uint8Array, start: number, width: number): void {
  let rest = number;
  for (let at = start + width - 1; at >= start; at--) {
    const higher = Math.floor(rest / 10);
    digits[at] = zero + (rest - higher * 10);
    rest = higher;
  }
}

function widthOf(number: number): number {
  let width = 1;
  for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) width += 1;
  return width;
}

type StoredRow = [width: number, counts: Buffer];

const storedRow = `SELECT c.width, c.counts FROM inlink_count c
  WHERE c.id = ? AND ${isSound} AND typeof(c.width) = 'integer' AND typeof(c.counts) = 'blob'`;

/** Reads counts of URLs. Neighbours in order of id cost next to nothing. */
export class InlinkCountReader {
  readonly #read: { get(row: number): unknown };
  #row = none;
  #width = 0;
  #counts: Uint8Array = new Uint8Array(0);

  /** `db`: has the table `inlink_count`. */
  constructor(db: ReadDb) {
    this.#read = db.prepare(storedRow).raw();
  }

  /** The pages that link to a URL, as the file had it when its row was read. */
  of(id: number): number {
    const row = rowOf(id);
    if (row !== this.#row) this.#load(row);
    return numberAt(this.#counts, placeOf(id) * this.#width, this.#width);
  }

  /** Call it when the file may have changed: the next count is read from the file. */
  forget(): void {
    this.#row = none;
  }

  #load(row: number): void {
    const found = this.#read.get(row) as StoredRow | undefined;
    this.#width = found?.[0] ?? 0;
    this.#counts = found?.[1] ?? new Uint8Array(0);
    this.#row = row;
  }
}

/** A reader for a file of this version; null for an older one, whose table `url` has a column for the counts. */
export const countReader = (db: ReadDb): InlinkCountReader | null =>
  hasTable(db, 'inlink_count') ? new InlinkCountReader(db) : null;

/**
 * Changes counts of URLs, inside the caller's transaction. Counts in order of id are best: a row is written when the count of another row
 * changes, or by `flush`. Ids without a URL near them, which only a damaged file has, are left out.
 */
export class InlinkCountWriter {
  readonly #read: { get(row: number): unknown };
  readonly #write: { run(row: number, width: number, counts: Uint8Array): unknown };
  readonly #hasUrls: { get(first: number, last: number): unknown };
  #row = none;
  #width = 0;
  /** Empty: no URL of the row exists. */
  #counts: Uint8Array = new Uint8Array(0);
  #isChanged = false;

  constructor(db: WriteDb) {
    this.#read = db.prepare(storedRow).raw();
    this.#write = db.prepare('INSERT OR REPLACE INTO inlink_count (id, width, counts) VALUES (?, ?, ?)');
    this.#hasUrls = db.prepare('SELECT 1 FROM url WHERE id BETWEEN ? AND ? LIMIT 1').pluck();
  }

  /** So many pages more link to a URL, or fewer if negative. A count stays between 0 and ten digits. */
  add(more: number, id: number): void {
    const row = rowOf(id);
    if (row !== this.#row) {
      this.flush();
      this.#load(row);
    }
    if (this.#counts.length === 0) return;
    const start = placeOf(id) * this.#width;
    const count = Math.min(greatest, Math.max(0, numberAt(this.#counts, start, this.#width) + more));
    const width = widthOf(count);
    if (width > this.#width) this.#widen(width);
    putNumber(count, this.#counts, placeOf(id) * this.#width, this.#width);
    this.#isChanged = true;
  }

  /** Writes what changed. Afterwards memory has nothing of the file, also if the disk is full. */
  flush(): void {
    const [row, isChanged] = [this.#row, this.#isChanged];
    this.#row = none;
    this.#isChanged = false;
    if (isChanged) this.#write.run(row, this.#width, this.#counts);
  }

  #load(row: number): void {
    const found = this.#read.get(row) as StoredRow | undefined;
    if (found === undefined) {
      const first = row * urlsOfRow;
      const exists = this.#hasUrls.get(first, first + urlsOfRow - 1) !== undefined;
      this.#width = 1;
      this.#counts = new Uint8Array(exists ? urlsOfRow : 0).fill(zero);
    } else [this.#width, this.#counts] = found;
    this.#row = row;
  }

  #widen(width: number): void {
    const [old, oldWidth] = [this.#counts, this.#width];
    this.#counts = new Uint8Array(width * urlsOfRow);
    this.#width = width;
    for (let place = 0; place < urlsOfRow; place++)
      putNumber(numberAt(old, place * oldWidth, oldWidth), this.#counts, place * width, width);
  }
}
