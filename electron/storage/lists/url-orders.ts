import type { Term } from '#core/query/term.ts';
import type { Steps } from '#core/steps.ts';

import type { UrlColumn } from '#shared/model/url-column.ts';
import { urlColumns } from '#shared/model/url-columns.ts';
import type { ReadDb } from '../file/handle.ts';
import { columnOf } from './column-sql.ts';
import { ColumnValues } from './column-values.ts';
import { joinOrder, orderByNumber } from './number-order.ts';
import { compareBytes, TextOrder } from './text-order.ts';
import { UrlCounts } from './url-counts.ts';
import { UrlSelect } from './url-select.ts';

/** An order is made anew when less than this share of its URLs are in it. */
const leastStanding = 3 / 4;

/**
 * Filters and orders all URLs of a file from columns in memory; the result is what SQL would give. Lists are sorted by the key of a
 * column.
 */
export class UrlOrders {
  readonly columns: ColumnValues;
  readonly counts: UrlCounts;
  private readonly selecting: UrlSelect;
  private readonly table: readonly UrlColumn[];
  /** By key. Targets are sorted by the order of `url`. */
  private readonly texts: ReadonlyMap<string, TextOrder>;
  private readonly urls: TextOrder;

  constructor(db: ReadDb, columns: readonly UrlColumn[] = urlColumns) {
    this.table = columns;
    this.columns = new ColumnValues(db, columns);
    this.counts = new UrlCounts(db, this.columns);
    this.selecting = new UrlSelect(db, this.columns, columns);
    this.urls = new TextOrder(db, 'url');
    this.texts = new Map(
      columns.flatMap(({ kind, key, stored }) =>
        kind === 'text' ? [[key, stored === 'url' ? this.urls : new TextOrder(db, stored)]] : [],
      ),
    );
  }

  /** Whether `update` and `order` by this column take little. */
  isReady(sort: string): boolean {
    return this.columns.loaded && (this.textOf(sort)?.isFresh ?? true);
  }

  /** Whether `update`, and that of the texts, would change nothing. */
  isCurrent(sort: string): boolean {
    return this.columns.isCurrent && (this.textOf(sort)?.isCurrent ?? true);
  }

  /** Whether there is an order by this column as of the last reading, though rows may have changed since. */
  stands(sort: string): boolean {
    return this.columns.loaded && (this.textOf(sort)?.stands ?? this.columns.last) >= this.columns.last * leastStanding;
  }

  isQuick(terms: readonly Term[]): boolean {
    return this.selecting.isQuick(terms);
  }

  /**
   * What `select` and `order` give without reading what changed. Rows too new to have their place among the texts are left out, not put
   * where they do not belong.
   */
  *standing(
    terms: readonly Term[],
    sort: string,
    descending: boolean,
    found: (ids: Int32Array, share: number) => void,
  ): Steps<Int32Array> {
    const placed = this.placed(yield* this.select(terms, found), sort);
    found(placed, 1);
    return yield* this.order(placed, sort, descending);
  }

  /** Those of the ids, which must rise, that the order as it stands knows. */
  placed(ids: Int32Array, sort: string): Int32Array {
    const { kind } = columnOf(this.table, sort);
    const reach = this.textOf(sort)?.stands ?? 0;
    if (kind !== 'text' || (ids.at(-1) ?? 0) <= reach) return ids;
    return ids.subarray(
      0,
      ids.findIndex(id => id > reach),
    );
  }

  /** Reads what changed in the file. Yields rows read. */
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
    // A URL is written once; every other text comes with a decision.
    this.urls.touch(added(this.columns));
    for (const text of this.texts.values()) if (text !== this.urls) text.touch(settled);
  }

  select(terms: readonly Term[], found: (ids: Int32Array, share: number) => void): Steps<Int32Array> {
    return this.selecting.select(terms, found);
  }

  /** The texts this column is sorted by; null for numbers and words. One `update` of them goes on at a time. */
  textOf(sort: string): TextOrder | null {
    const { kind, key } = columnOf(this.table, sort);
    return kind === 'target' ? this.urls : (this.texts.get(key) ?? null);
  }

  /** The ids, which must rise, in the wanted order. A text that was not read so far counts as missing. */
  *order(ids: Int32Array, sort: string, descending: boolean): Steps<Int32Array> {
    const text = this.texts.get(sort);
    // Nearly all of them: to leave some out is quicker than to sort.
    if (text && ids.length > this.columns.last / 8) return yield* this.thinned(text, ids, descending);
    const keys = this.keys(sort);
    let missing = 0;
    const [present, absent] = [new Int32Array(ids.length), new Int32Array(ids.length)];
    let here = 0;
    for (const id of ids) {
      if ((keys[id] ?? -1) < 0) absent[missing++] = id;
      else present[here++] = id;
    }
    yield ids.length;
    const sorted = yield* orderByNumber(present.subarray(0, here), keys);
    return joinOrder(sorted, absent.subarray(0, missing), descending);
  }

  private *thinned({ order, places }: TextOrder, ids: Int32Array, descending: boolean): Steps<Int32Array> {
    const most = ids.at(-1) ?? 0;
    // No id is left out, so none of the order is.
    if (ids.length === most && most >= places.length - 1) {
      const absent = order.length === ids.length ? new Int32Array(0) : ids.filter(id => (places[id] ?? -1) < 0);
      return joinOrder(order, absent, descending);
    }
    const wanted = new Uint8Array(most + 1);
    for (const id of ids) wanted[id] = 1;
    yield ids.length;
    const present = new Int32Array(ids.length);
    let here = 0;
    for (const id of order) {
      if (wanted[id] !== 1) continue;
      present[here++] = id;
      wanted[id] = 0;
    }
    yield ids.length;
    return joinOrder(
      present.subarray(0, here),
      here === ids.length ? new Int32Array(0) : ids.filter(id => wanted[id] === 1),
      descending,
    );
  }

  /** A number for each id, negative for a missing value, that sorts as its value does. */
  private keys(sort: string): Int32Array | Float64Array {
    const { kind } = columnOf(this.table, sort);
    const text = this.texts.get(sort);
    if (text) return text.places;
    if (kind === 'target') {
      const targets = this.columns.numbersOf(sort);
      const { places } = this.urls;
      const keys = new Int32Array(this.columns.last + 1).fill(-1);
      for (let id = 1; id < keys.length; id++) if ((targets[id] as number) > 0) keys[id] = places[targets[id] as number] ?? -1;
      return keys;
    }
    if (kind !== 'word') return this.columns.numbersOf(sort);
    const words = this.columns.wordsOf(sort);
    const rank = new Int32Array(words.length).fill(-1);
    words
      .map((word, code) => ({ word, code }))
      .filter((entry): entry is { word: string; code: number } => entry.word !== null)
      .sort((a, b) => compareBytes(a.word, b.word))
      .forEach(({ code }, place) => {
        rank[code] = place;
      });
    const codes = this.columns.codesOf(sort);
    const keys = new Int32Array(this.columns.last + 1);
    for (let id = 1; id < keys.length; id++) keys[id] = rank[codes[id] as number] as number;
    return keys;
  }
}
