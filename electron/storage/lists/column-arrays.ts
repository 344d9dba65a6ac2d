import type { UrlColumn } from '#shared/model/url-column.ts';
import type { ReadDb } from '../file/handle.ts';
import { countReader, type InlinkCountReader } from '../links/inlink-count-rows.ts';
import { isChained, storedSql } from './column-sql.ts';
import { type ColumnCodes, type ColumnNumbers, NarrowNumbers, NarrowWords } from './narrow-numbers.ts';

/**
 * Some columns of `url` in memory, indexed by id: words as codes (0: none), numbers (-1: none), ids of targets as numbers. Each column
 * has as few bytes a URL as its values need. Texts are not stored.
 */
export class ColumnArrays {
  readonly #numbers = new Map<string, NarrowNumbers>();
  readonly #words = new Map<string, NarrowWords>();
  readonly #block: { all(...values: number[]): unknown };
  readonly #one: { get(id: number): unknown };
  /** Counts of inlinks are many in one row: blocks of URLs are read with them, not with SQL for each. Null if they are not among the columns. */
  readonly #inlinks: InlinkCountReader | null;
  /** Their place among the values of a row. */
  readonly #inlinksAt: number;
  #capacity = 0;
  /** A redirect of another row may change values. */
  readonly followsRedirects: boolean;

  /** `further`: numbers besides the columns, by key: SQL over `url u`. */
  constructor(db: ReadDb, columns: readonly UrlColumn[], further: Readonly<Record<string, string>> = {}) {
    this.followsRedirects = columns.some(isChained);
    const numbers = columns.filter(column => column.kind === 'target' || column.kind === 'number' || column.kind === 'time');
    const words = columns.filter(column => column.kind === 'word');
    for (const key of [...numbers.map(column => column.key), ...Object.keys(further)])
      this.#numbers.set(key, new NarrowNumbers());
    for (const { key } of words) this.#words.set(key, new NarrowWords());
    const selected = ['u.id', ...numbers.map(storedSql), ...Object.values(further), ...words.map(storedSql)];
    this.#inlinksAt = 1 + numbers.findIndex(({ key }) => key === 'inlinks');
    this.#inlinks = this.#inlinksAt > 0 ? countReader(db) : null;
    const inBlock = this.#inlinks ? selected.with(this.#inlinksAt, '0') : selected;
    this.#block = db.prepare(`SELECT ${inBlock.join()} FROM url u WHERE u.id > ? AND u.id <= ? ORDER BY u.id`).raw();
    this.#one = db.prepare(`SELECT ${selected.join()} FROM url u WHERE u.id = ?`).raw();
  }

  holds(key: string): boolean {
    return this.#numbers.has(key) || this.#words.has(key);
  }

  numbersOf(key: string): ColumnNumbers | undefined {
    return this.#numbers.get(key)?.values;
  }

  codesOf(key: string): ColumnCodes | undefined {
    return this.#words.get(key)?.codes;
  }

  /** Words by code. */
  wordsOf(key: string): readonly (string | null)[] | undefined {
    return this.#words.get(key)?.words;
  }

  /** Reads the rows with `after` < id ≤ `to`. Calls `read` with each id, before its values are there. */
  readBlock(after: number, to: number, read: (id: number) => void): void {
    const rows = this.#block.all(after, to) as unknown[][];
    // Read after the rows: they may be newer than these.
    this.#inlinks?.forget();
    for (const row of rows) {
      read(row[0] as number);
      if (this.#inlinks) row[this.#inlinksAt] = this.#inlinks.of(row[0] as number);
      this.#put(row);
    }
  }

  readOne(id: number): void {
    const row = this.#one.get(id) as unknown[] | undefined;
    if (row && id < this.#capacity) this.#put(row);
  }

  /** Sets one number of a row that was read before. Columns that are not here are left out. */
  put(key: string, id: number, value: number | null): void {
    if (id < this.#capacity) this.#numbers.get(key)?.set(id, value);
  }

  /** Makes room for ids below `capacity`. */
  reserve(capacity: number): void {
    if (capacity <= this.#capacity) return;
    this.#capacity = capacity;
    for (const column of this.#numbers.values()) column.reserve(capacity);
    for (const column of this.#words.values()) column.reserve(capacity);
  }

  /** Forgets all words. Numbers stay until they are read again. */
  clear(): void {
    for (const column of this.#words.values()) column.clear();
  }

  #put(row: readonly unknown[]): void {
    const id = row[0] as number;
    let at = 1;
    for (const column of this.#numbers.values()) column.set(id, row[at++] as number | null);
    for (const column of this.#words.values()) column.set(id, row[at++] as string | null);
  }
}
