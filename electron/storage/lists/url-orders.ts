import type { Term } from '#core/query/term.ts';
import type { Steps } from '#core/steps.ts';
import type { UrlColumn } from '#shared/model/explanation.ts';
import type { ReadDb } from '../file/handle.ts';
import { joinOrder, orderByNumber } from './number-order.ts';
import { compareBytes, TextOrder } from './text-order.ts';
import { type NumberColumn, UrlColumns, type WordColumn } from './url-columns.ts';
import { UrlCounts } from './url-counts.ts';
import { UrlSelect } from './url-select.ts';

type Keys =
  | { readonly kind: 'number'; readonly column: NumberColumn }
  | { readonly kind: 'word'; readonly column: WordColumn }
  | { readonly kind: 'text'; readonly column: 'url' | 'title' }
  /** Sorted by the URL of another row. */
  | { readonly kind: 'target'; readonly column: 'canonicalId' | 'redirectId' };

const keysOf: Record<UrlColumn, Keys> = {
  url: { kind: 'text', column: 'url' },
  title: { kind: 'text', column: 'title' },
  canonical: { kind: 'target', column: 'canonicalId' },
  redirectTo: { kind: 'target', column: 'redirectId' },
  status: { kind: 'number', column: 'status' },
  depth: { kind: 'number', column: 'depth' },
  inlinks: { kind: 'number', column: 'inlinks' },
  outlinks: { kind: 'number', column: 'outlinks' },
  bytes: { kind: 'number', column: 'bytes' },
  totalMs: { kind: 'number', column: 'totalMs' },
  inSitemaps: { kind: 'number', column: 'inSitemaps' },
  fetchedAt: { kind: 'number', column: 'fetchedAt' },
  contentType: { kind: 'word', column: 'contentType' },
  state: { kind: 'word', column: 'state' },
  reason: { kind: 'word', column: 'reason' },
  mayFetch: { kind: 'word', column: 'mayFetch' },
  mayList: { kind: 'word', column: 'mayList' },
  linksFollowed: { kind: 'word', column: 'linksFollowed' },
};

/** An order that lacks more of the URLs than this is no answer. */
const leastStanding = 3 / 4;

/** Filters and orders all URLs of a file from columns in memory; the result is what SQL would give. */
export class UrlOrders {
  readonly columns: UrlColumns;
  readonly counts: UrlCounts;
  private readonly selecting: UrlSelect;
  private readonly texts: Readonly<Record<'url' | 'title', TextOrder>>;

  constructor(db: ReadDb) {
    this.columns = new UrlColumns(db);
    this.counts = new UrlCounts(db, this.columns);
    this.selecting = new UrlSelect(db, this.columns);
    this.texts = { url: new TextOrder(db, 'url'), title: new TextOrder(db, 'title') };
  }

  /** Whether `update` and `order` by this column take little. */
  isReady(sort: UrlColumn): boolean {
    return this.columns.loaded && (this.textOf(sort)?.isFresh ?? true);
  }

  /** Whether `update`, and that of the texts, would change nothing. */
  isCurrent(sort: UrlColumn): boolean {
    return this.columns.isCurrent && (this.textOf(sort)?.isCurrent ?? true);
  }

  /** Whether there is an order by this column as of the last reading, though rows may have changed since. */
  stands(sort: UrlColumn): boolean {
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
    sort: UrlColumn,
    descending: boolean,
    found: (ids: Int32Array, share: number) => void,
  ): Steps<Int32Array> {
    const placed = this.placed(yield* this.select(terms, found), sort);
    found(placed, 1);
    return yield* this.order(placed, sort, descending);
  }

  /** Those of the ids, which must rise, that the order as it stands knows. */
  placed(ids: Int32Array, sort: UrlColumn): Int32Array {
    const { kind } = keysOf[sort];
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
      this.texts.url.forget();
      this.texts.title.forget();
      return;
    }
    const added = function* (columns: UrlColumns) {
      for (let id = before + 1; id <= columns.last; id++) yield id;
    };
    this.texts.url.touch(added(this.columns));
    this.texts.title.touch(settled);
  }

  select(terms: readonly Term[], found: (ids: Int32Array, share: number) => void): Steps<Int32Array> {
    return this.selecting.select(terms, found);
  }

  /** The texts this column is sorted by; null for numbers and words. One `update` of them goes on at a time. */
  textOf(sort: UrlColumn): TextOrder | null {
    const { kind, column } = keysOf[sort];
    return kind === 'text' ? this.texts[column] : kind === 'target' ? this.texts.url : null;
  }

  /** The ids, which must rise, in the wanted order. A text that was not read so far counts as missing. */
  *order(ids: Int32Array, sort: UrlColumn, descending: boolean): Steps<Int32Array> {
    const { kind, column } = keysOf[sort];
    // Nearly all of them: to leave some out is quicker than to sort.
    if (kind === 'text' && ids.length > this.columns.last / 8) return yield* this.thinned(this.texts[column], ids, descending);
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
  private keys(sort: UrlColumn): Int32Array | Float64Array {
    const { kind, column } = keysOf[sort];
    if (kind === 'number') return this.columns.numbersOf(column);
    if (kind === 'text') return this.texts[column].places;
    if (kind === 'target') {
      const targets = this.columns.numbersOf(column);
      const { places } = this.texts.url;
      const keys = new Int32Array(this.columns.last + 1).fill(-1);
      for (let id = 1; id < keys.length; id++) if ((targets[id] as number) > 0) keys[id] = places[targets[id] as number] ?? -1;
      return keys;
    }
    const words = this.columns.wordsOf(column);
    const rank = new Int32Array(words.length).fill(-1);
    words
      .map((word, code) => ({ word, code }))
      .filter((entry): entry is { word: string; code: number } => entry.word !== null)
      .sort((a, b) => compareBytes(a.word, b.word))
      .forEach(({ code }, place) => {
        rank[code] = place;
      });
    const codes = this.columns.codesOf(column);
    const keys = new Int32Array(this.columns.last + 1);
    for (let id = 1; id < keys.length; id++) keys[id] = rank[codes[id] as number] as number;
    return keys;
  }
}
