import type { UrlColumn } from '#shared/model/url-column.ts';
import type { ReadDb } from '../file/handle.ts';
import { isChained, storedSql } from './column-sql.ts';

class Words {
  readonly values: (string | null)[] = [null];
  readonly #codes = new Map<string, number>();

  codeOf(value: string | null): number {
    if (value === null) return 0;
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    const code = this.values.length;
    // Codes have two bytes. If a server invents more media types than that, further ones share one code and one name.
    if (code >= 65_535) return 65_535;
    this.values.push(value);
    this.#codes.set(value, code);
    return code;
  }
}

type Numbers = Int32Array | Float64Array | Uint16Array;

const larger = <A extends Numbers>(made: A, old: A | undefined): A => {
  if (old) made.set(old as never);
  return made;
};

/**
 * Some columns of `url` in memory, indexed by id: words as codes in 16 bits (0: none), numbers in 32 or 64 bits (-1: none), ids of
 * targets as numbers. Texts are not stored.
 */
export class ColumnArrays {
  readonly #ints = new Map<string, Int32Array>();
  readonly #floats = new Map<string, Float64Array>();
  readonly #codes = new Map<string, Uint16Array>();
  readonly #dictionaries = new Map<string, Words>();
  readonly #block: { all(...values: number[]): unknown };
  readonly #one: { get(id: number): unknown };
  #capacity = 0;
  /** A redirect of another row may change values. */
  readonly followsRedirects: boolean;

  /** `further`: numbers besides the columns, by key: SQL over `url u`. */
  constructor(db: ReadDb, columns: readonly UrlColumn[], further: Readonly<Record<string, string>> = {}) {
    this.followsRedirects = columns.some(isChained);
    const ints = columns.filter(column => column.kind === 'target' || (column.kind === 'number' && !column.wide));
    const floats = columns.filter(column => column.kind === 'time' || (column.kind === 'number' && column.wide));
    const words = columns.filter(column => column.kind === 'word');
    for (const key of [...ints.map(column => column.key), ...Object.keys(further)]) this.#ints.set(key, new Int32Array(0));
    for (const { key } of floats) this.#floats.set(key, new Float64Array(0));
    for (const { key } of words) {
      this.#codes.set(key, new Uint16Array(0));
      this.#dictionaries.set(key, new Words());
    }
    const selected = ['u.id', ...ints.map(storedSql), ...Object.values(further), ...[...floats, ...words].map(storedSql)];
    this.#block = db.prepare(`SELECT ${selected.join()} FROM url u WHERE u.id > ? AND u.id <= ? ORDER BY u.id`).raw();
    this.#one = db.prepare(`SELECT ${selected.join()} FROM url u WHERE u.id = ?`).raw();
  }

  holds(key: string): boolean {
    return this.#ints.has(key) || this.#floats.has(key) || this.#codes.has(key);
  }

  numbersOf(key: string): Int32Array | Float64Array | undefined {
    return this.#ints.get(key) ?? this.#floats.get(key);
  }

  codesOf(key: string): Uint16Array | undefined {
    return this.#codes.get(key);
  }

  /** Words by code. */
  wordsOf(key: string): readonly (string | null)[] | undefined {
    return this.#dictionaries.get(key)?.values;
  }

  /** Reads the rows with `after` < id ≤ `to`. Calls `read` with each id, before its values are there. */
  readBlock(after: number, to: number, read: (id: number) => void): void {
    for (const row of this.#block.all(after, to) as unknown[][]) {
      read(row[0] as number);
      this.#put(row);
    }
  }

  readOne(id: number): void {
    const row = this.#one.get(id) as unknown[] | undefined;
    if (row && id < this.#capacity) this.#put(row);
  }

  /** Makes room for ids below `capacity`. */
  reserve(capacity: number): void {
    if (capacity <= this.#capacity) return;
    this.#capacity = capacity;
    for (const [key, old] of this.#ints) this.#ints.set(key, larger(new Int32Array(capacity), old));
    for (const [key, old] of this.#floats) this.#floats.set(key, larger(new Float64Array(capacity), old));
    for (const [key, old] of this.#codes) this.#codes.set(key, larger(new Uint16Array(capacity), old));
  }

  /** Forgets all words. Numbers stay until they are read again. */
  clear(): void {
    for (const codes of this.#codes.values()) codes.fill(0);
  }

  #put(row: readonly unknown[]): void {
    const id = row[0] as number;
    let at = 1;
    for (const array of this.#ints.values()) array[id] = (row[at++] as number | null) ?? -1;
    for (const array of this.#floats.values()) array[id] = (row[at++] as number | null) ?? -1;
    for (const [key, array] of this.#codes) array[id] = this.#dictionaries.get(key)?.codeOf(row[at++] as string | null) ?? 0;
  }
}
