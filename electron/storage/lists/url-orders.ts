import { type Condition, conditionsOf, type Term } from '#core/query/term.ts';
import type { Steps } from '#core/steps.ts';

import type { UrlColumn } from '#shared/model/url-column.ts';
import { urlColumns } from '#shared/model/url-columns.ts';
import type { ReadDb } from '../file/handle.ts';
import { columnOf, storedSql } from './column-sql.ts';
import { ColumnValues } from './column-values.ts';
import { compareBytes } from './compare-bytes.ts';
import { type ColumnNumbers, numbersFor } from './narrow-numbers.ts';
import { type FirstIds, joinOrder, orderByKeys } from './number-order.ts';
import { TextOrder } from './text-order.ts';
import { UrlCounts } from './url-counts.ts';
import { type CountedGroup, type GroupWish, groupUrls } from './url-groups.ts';
import { UrlSelect } from './url-select.ts';

/** Below this share of URLs in the order, it is rebuilt. */
const leastStanding = 3 / 4;
/** Rows per step of a computed column: a few milliseconds. */
const rowsOfStep = 2_000;

// `filter` of a typed array takes ten times as long as these loops.
/** The ids that have no place, at most `most`. */
function withoutPlace(ids: Int32Array, places: Int32Array, most: number): Int32Array {
  const found = new Int32Array(most);
  let count = 0;
  for (let i = 0; count < most && i < ids.length; i++) {
    const id = ids[i] as number;
    if (id >= places.length || (places[id] as number) < 0) found[count++] = id;
  }
  return found.subarray(0, count);
}

/** The ids that are still wanted, at most `most`. */
function leftOf(ids: Int32Array, wanted: Uint8Array, most: number): Int32Array {
  const found = new Int32Array(most);
  let count = 0;
  for (let i = 0; count < most && i < ids.length; i++) {
    const id = ids[i] as number;
    if (wanted[id] === 1) found[count++] = id;
  }
  return found.subarray(0, count);
}

/** The first ids of an order, at most `most`: those that are wanted, or all of them where `wanted` is null. */
function beginningOf(order: Int32Array, wanted: Uint8Array | null, descending: boolean, most: number): Int32Array {
  const found = new Int32Array(most);
  const [from, step] = descending ? [order.length - 1, -1] : [0, 1];
  let count = 0;
  for (let i = from; count < most && i >= 0 && i < order.length; i += step) {
    const id = order[i] as number;
    if (wanted === null || wanted[id] === 1) found[count++] = id;
  }
  return found.subarray(0, count);
}

/** Filters and sorts all URLs of a file by columns in memory. The result equals that of SQL. `sort` is the key of a column. */
export class UrlOrders {
  readonly columns: ColumnValues;
  readonly counts: UrlCounts;
  private readonly selecting: UrlSelect;
  private readonly db: ReadDb;
  private table: readonly UrlColumn[];
  /** By key. Target columns use the order of `url`. */
  private readonly texts: ReadonlyMap<string, TextOrder>;
  private readonly urls: TextOrder;

  constructor(db: ReadDb, columns: readonly UrlColumn[] = urlColumns) {
    this.db = db;
    this.table = columns;
    this.columns = new ColumnValues(db, columns);
    this.counts = new UrlCounts(db, this.columns);
    this.selecting = new UrlSelect(db, this.columns, columns);
    this.urls = new TextOrder(db, 'u.url');
    this.texts = new Map(
      columns.flatMap(column => {
        const { kind, key, stored } = column;
        return kind === 'text' ? [[key, stored === 'url' ? this.urls : new TextOrder(db, storedSql(column))]] : [];
      }),
    );
  }

  /** From now on there are these columns: the same ones, and others that SQL computes. */
  setTable(columns: readonly UrlColumn[]): void {
    this.table = columns;
    this.selecting.setTable(columns);
  }

  /** Whether a list with these terms and this order uses columns that are not in memory yet. */
  needsMore(terms: readonly Term[], sort: string): boolean {
    return this.columns.missing(this.usedBy(terms, sort)).length > 0;
  }

  /** Reads the columns of such a list into memory. Call it after `update`. Yields rows read. */
  use(terms: readonly Term[], sort: string): Steps<void> {
    return this.columns.use(this.usedBy(terms, sort));
  }

  private usedBy(terms: readonly Term[], sort: string): readonly string[] {
    return [sort, ...conditionsOf(terms).flatMap(term => this.keysOf(term))];
  }

  /** Columns in memory that tell whether a URL matches a term. */
  private keysOf(term: Condition): readonly string[] {
    if (term.kind === 'number' || term.kind === 'time' || term.kind === 'words') return [term.field];
    if (term.kind !== 'text-state' || term.state !== 'none') return [];
    const column = columnOf(this.table, term.field);
    return column.kind === 'text' && column.length ? [column.length] : [];
  }

  /** Whether `update` and `order` by this column are quick. */
  isReady(sort: string): boolean {
    return this.columns.loaded && !this.needsMore([], sort) && (this.textOf(sort)?.isFresh ?? true);
  }

  /** Whether `update`, for columns and texts, would change nothing. */
  isCurrent(sort: string): boolean {
    return this.columns.isCurrent && (this.textOf(sort)?.isCurrent ?? true);
  }

  /** Whether a cached order by this column exists. It may be outdated. */
  stands(sort: string): boolean {
    return (
      this.columns.loaded &&
      !this.needsMore([], sort) &&
      (this.textOf(sort)?.stands ?? this.columns.last) >= this.columns.last * leastStanding
    );
  }

  isQuick(terms: readonly Term[]): boolean {
    return this.selecting.isQuick(terms);
  }

  /**
   * Like `select` and `order`, but without reading changes. Leaves out rows that are too new for the text order, instead of
   * misplacing them.
   */
  *standing(
    terms: readonly Term[],
    sort: string,
    descending: boolean,
    { found, first }: { found(ids: Int32Array, share: number): void; readonly first: FirstIds },
  ): Steps<Int32Array> {
    const placed = this.placed(yield* this.select(terms, found), sort);
    found(placed, 1);
    return yield* this.order(placed, sort, descending, first);
  }

  /** Filters ids (ascending) to those that the cached order includes. */
  placed(ids: Int32Array, sort: string): Int32Array {
    const { kind, computed } = columnOf(this.table, sort);
    if (computed !== undefined) return ids;
    const reach = this.textOf(sort)?.stands ?? 0;
    if (kind !== 'text' || (ids.at(-1) ?? 0) <= reach) return ids;
    return ids.subarray(
      0,
      ids.findIndex(id => id > reach),
    );
  }

  /** Reads changes from the file. Yields rows read. */
  *update(): Steps<void> {
    const before = this.columns.last;
    const { all, settled } = yield* this.columns.update();
    if (all) {
      for (const text of [this.urls, ...this.texts.values()]) text.forget();
      return;
    }
    const added = function* (columns: ColumnValues) {
      for (let id = before + 1; id <= columns.last; id++) yield id;
    };
    // The URL column never changes after the insert. Every other text changes only with a decision, or with the end of a rendering.
    this.urls.touch(added(this.columns));
    for (const text of this.texts.values()) if (text !== this.urls) text.touch(settled);
  }

  /** Groups ids by a value; null if there are too many groups. Call `use` with its columns before. Yields ids counted. */
  grouped(ids: Int32Array, wish: GroupWish): Steps<readonly CountedGroup[] | null> {
    return groupUrls(this.db, this.columns, this.table, ids, wish);
  }

  select(terms: readonly Term[], found: (ids: Int32Array, share: number) => void): Steps<Int32Array> {
    return this.selecting.select(terms, found);
  }

  /** The text order for this column, or null for numbers and words. Only one `update` of it may run at a time. */
  textOf(sort: string): TextOrder | null {
    const { kind, key } = columnOf(this.table, sort);
    return kind === 'target' ? this.urls : (this.texts.get(key) ?? null);
  }

  /** Sorts ids (ascending input). A text that is not loaded yet counts as missing. `first` gets the first ids of some orders early. */
  *order(ids: Int32Array, sort: string, descending: boolean, first?: FirstIds): Steps<Int32Array> {
    const text = this.texts.get(sort);
    // For most of all URLs, skipping the others is quicker than sorting.
    if (text && ids.length > this.columns.last / 8) return yield* this.thinned(text, ids, descending, first);
    return yield* orderByKeys(ids, yield* this.keysIn(sort), descending, first);
  }

  private *thinned({ order, places }: TextOrder, ids: Int32Array, descending: boolean, first?: FirstIds): Steps<Int32Array> {
    const most = ids.at(-1) ?? 0;
    // Null: all ids are included, so the whole order applies.
    const wanted = ids.length === most && most >= places.length - 1 ? null : new Uint8Array(most + 1);
    if (wanted) {
      for (const id of ids) wanted[id] = 1;
      yield ids.length;
    }
    if (first && ids.length >= first.least) {
      const begun = beginningOf(order, wanted, descending, first.most);
      // With fewer, ids without a text come next.
      if (begun.length === first.most) first.take(begun);
      yield ids.length;
    }
    if (wanted === null) {
      // The order itself: nobody changes it, and a copy would take four bytes a URL.
      if (!descending && order.length === ids.length) return order;
      return joinOrder(order, withoutPlace(ids, places, ids.length - order.length), descending);
    }
    const present = new Int32Array(ids.length);
    let here = 0;
    for (const id of order) {
      if (wanted[id] !== 1) continue;
      present[here++] = id;
      wanted[id] = 0;
    }
    yield ids.length;
    return joinOrder(present.subarray(0, here), leftOf(ids, wanted, ids.length - here), descending);
  }

  /** A number per id that sorts like its value, negative for a missing one. A computed column that is not in memory is read for this list alone. */
  private *keysIn(sort: string): Steps<ColumnNumbers> {
    const { kind, computed } = columnOf(this.table, sort);
    if (computed === undefined || this.columns.holds(sort)) return this.keys(sort);
    const { last } = this.columns;
    if (kind !== 'number') {
      const order = new TextOrder(this.db, computed);
      yield* order.update(last);
      return order.places;
    }
    const keys = new Float64Array(last + 1).fill(-1);
    const block = this.db.prepare(`SELECT u.id, ${computed} FROM url u WHERE u.id > ? AND u.id <= ?`).raw();
    for (let after = 0; after < last; after += rowsOfStep) {
      for (const [id, value] of block.all(after, Math.min(last, after + rowsOfStep)) as [number, number | null][])
        keys[id] = value ?? -1;
      yield after;
    }
    return keys;
  }

  /** A number per id that sorts like its value. Negative for a missing value. */
  private keys(sort: string): ColumnNumbers {
    const { kind } = columnOf(this.table, sort);
    const text = this.texts.get(sort);
    if (text) return text.places;
    if (!this.columns.holds(sort)) throw new Error(`The column ${sort} is not in memory: call use() first.`);
    if (kind === 'target') {
      const targets = this.columns.numbersOf(sort);
      const { places } = this.urls;
      const keys = new Int32Array(this.columns.last + 1).fill(-1);
      for (let id = 1; id < keys.length; id++) if ((targets[id] as number) > 0) keys[id] = places[targets[id] as number] ?? -1;
      return keys;
    }
    if (kind !== 'word') return this.columns.numbersOf(sort);
    const words = this.columns.wordsOf(sort);
    const rank = numbersFor(words.length, words.length).fill(-1);
    words
      .map((word, code) => ({ word, code }))
      .filter((entry): entry is { word: string; code: number } => entry.word !== null)
      .sort((a, b) => compareBytes(a.word, b.word))
      .forEach(({ code }, place) => {
        rank[code] = place;
      });
    const codes = this.columns.codesOf(sort);
    const keys = numbersFor(this.columns.last + 1, words.length);
    for (let id = 1; id < keys.length; id++) keys[id] = rank[codes[id] as number] as number;
    return keys;
  }
}
