import type { AuditUrl } from './check.ts';
import { isPrivate } from './hosts.ts';
import { placeOf } from './rising.ts';
import type { UrlClass, UrlRow } from './source.ts';
import { isBrokenRow, isPageRow } from './url-row.ts';
import { type SharedTexts, UrlTexts } from './url-texts.ts';
import { BROKEN, classes, NOFOLLOW, NOINDEX, PAGE, type UrlColumns, UrlView } from './url-view.ts';

/** Numbers the words of a column that has few of them. */
class Words {
  readonly #list: string[] = [];

  get list(): readonly string[] {
    return this.#list;
  }

  readonly #ids = new Map<string, number>();

  idOf(word: string): number {
    let id = this.#ids.get(word);
    if (id === undefined) {
      id = this.#list.length;
      this.#list.push(word);
      this.#ids.set(word, id);
    }
    return id;
  }

  wordOf(id: number): string {
    return this.#list[id] ?? '';
  }
}

/** Views that are kept, for their addresses: about 5 MB. */
const mostViews = 32_768;

type Numbers = Int32Array<SharedArrayBuffer> | Float64Array<SharedArrayBuffer> | Uint8Array<SharedArrayBuffer>;

/** What another thread needs to see the same table: memory that both read, not a copy. */
export interface SharedUrlTable {
  readonly size: number;
  readonly texts: SharedTexts;
  readonly words: readonly string[];
  readonly columns: UrlTable['numbers'];
  readonly named: Readonly<Record<NamedColumn, Int32Array>>;
  readonly codes: Readonly<Record<'class' | 'flags', Uint8Array>>;
  readonly bytes: Float64Array;
  readonly targetBits: Int32Array<SharedArrayBuffer>;
}

type NumberColumn =
  | 'id'
  | 'origin'
  | 'status'
  | 'depth'
  | 'inlinks'
  | 'inSitemaps'
  | 'canonical'
  | 'redirect'
  | 'totalMs'
  | 'attempts';
type NamedColumn = 'state' | 'reason' | 'mime' | 'mayFetch' | 'mayList' | 'followed' | 'check';

/** The URLs of a crawl in columns: about 90 bytes and its text a URL. Rows are added in order of their ids. Threads can share it. */
export class UrlTable {
  #room: number;
  #size = 0;
  #firstId = 0;
  #isWithoutGaps = true;
  #texts: UrlTexts;
  readonly #words = new Words();
  readonly #columns: Record<NumberColumn, Int32Array<SharedArrayBuffer>>;
  #bytes: Float64Array<SharedArrayBuffer>;
  #targetBits: Int32Array<SharedArrayBuffer> | null = null;
  readonly #codes: Record<'class' | 'flags', Uint8Array<SharedArrayBuffer>>;
  readonly #named: Record<NamedColumn, Int32Array<SharedArrayBuffer>>;
  /** For the views. Made with the first of them, when all rows are there. */
  #seen: UrlColumns | null = null;
  readonly #views: AuditUrl[] = [];
  /** The row of each view; -1 for none. */
  readonly #viewed = new Int32Array(mostViews).fill(-1);

  constructor(expected: number) {
    this.#room = Math.max(1_024, expected);
    this.#texts = new UrlTexts(expected);
    const numbers = () => new Int32Array(new SharedArrayBuffer(this.#room * 4));
    this.#columns = {
      id: numbers(),
      origin: numbers(),
      status: numbers(),
      depth: numbers(),
      inlinks: numbers(),
      inSitemaps: numbers(),
      canonical: numbers(),
      redirect: numbers(),
      totalMs: numbers(),
      attempts: numbers(),
    };
    this.#named = {
      state: numbers(),
      reason: numbers(),
      mime: numbers(),
      mayFetch: numbers(),
      mayList: numbers(),
      followed: numbers(),
      check: numbers(),
    };
    const codes = () => new Uint8Array(new SharedArrayBuffer(this.#room));
    this.#codes = { class: codes(), flags: codes() };
    this.#bytes = new Float64Array(new SharedArrayBuffer(this.#room * 8));
  }

  /** The same table in another thread, which adds no row. */
  static shared({ size, texts, words, columns, named, codes, bytes, targetBits }: SharedUrlTable): UrlTable {
    const table = new UrlTable(0);
    table.#size = size;
    table.#firstId = columns.id[0] ?? 0;
    table.#isWithoutGaps = size === 0 || columns.id[size - 1] === table.#firstId + size - 1;
    table.#texts = UrlTexts.shared(texts);
    for (const word of words) table.#words.idOf(word);
    Object.assign(table.#columns, columns);
    Object.assign(table.#named, named);
    Object.assign(table.#codes, codes);
    table.#bytes = bytes as Float64Array<SharedArrayBuffer>;
    table.#targetBits = targetBits;
    return table;
  }

  /** What `shared` takes. Call it when all rows are there. */
  share(): SharedUrlTable {
    return {
      size: this.#size,
      texts: this.#texts.share(),
      words: this.#words.list,
      columns: this.#columns,
      named: this.#named,
      codes: this.#codes,
      bytes: this.#bytes,
      targetBits: this.targetBits,
    };
  }

  get size(): number {
    return this.#size;
  }

  add(row: UrlRow): void {
    if (this.#size === this.#room) this.#grow();
    const at = this.#size++;
    if (at === 0) this.#firstId = row.id;
    else if (row.id !== this.#firstId + at) this.#isWithoutGaps = false;
    this.#seen = null;
    this.#texts.add(row.url);
    const { id, origin, status, depth, inlinks, inSitemaps, canonical, redirect, totalMs, attempts } = this.#columns;
    id[at] = row.id;
    origin[at] = row.originId;
    status[at] = row.status ?? -1;
    depth[at] = row.depth ?? -1;
    inlinks[at] = row.inlinks;
    inSitemaps[at] = row.inSitemaps;
    canonical[at] = row.canonicalId;
    redirect[at] = row.redirectId;
    totalMs[at] = row.totalMs ?? -1;
    attempts[at] = row.attempts;
    this.#bytes[at] = row.bytes ?? -1;
    const words = this.#words;
    this.#named.state[at] = words.idOf(row.state);
    this.#named.reason[at] = words.idOf(row.reason);
    this.#named.mime[at] = words.idOf(row.mime);
    this.#named.mayFetch[at] = words.idOf(row.mayFetch);
    this.#named.mayList[at] = words.idOf(row.mayList);
    this.#named.followed[at] = words.idOf(row.linksFollowed);
    this.#named.check[at] = words.idOf(row.check);
    this.#codes.class[at] = classes.indexOf(row.class);
    this.#codes.flags[at] =
      (row.noindex ? NOINDEX : 0) | (row.nofollow ? NOFOLLOW : 0) | (isPageRow(row) ? PAGE : 0) | (isBrokenRow(row) ? BROKEN : 0);
  }

  /** The crawl had no network: a public host that did not respond was not checked. Call it before the first view. */
  withoutNetwork(): void {
    const { check } = this.#named;
    const silent = this.#words.idOf('check-no-response');
    const unchecked = this.#words.idOf('check-no-network');
    for (let row = 0; row < this.#size; row++) {
      if (check[row] !== silent || isPrivate(this.#texts.at(row))) continue;
      check[row] = unchecked;
      this.#codes.flags[row] = (this.#codes.flags[row] as number) & ~BROKEN;
    }
  }

  /** How many rows are pages: internal, final status 2xx, HTML. */
  get pageCount(): number {
    let count = 0;
    for (let row = 0; row < this.#size; row++) if (this.has('page', row)) count += 1;
    return count;
  }

  /** By row: how many pages come before it. */
  pagePlaces(): Int32Array {
    const places = new Int32Array(this.#size);
    let count = 0;
    for (let row = 0; row < this.#size; row++) {
      places[row] = count;
      if (this.has('page', row)) count += 1;
    }
    return places;
  }

  /** The row of an id, -1 for none. */
  rowOf(id: number): number {
    const ids = this.#columns.id;
    // Mostly no id is missing, and nothing has to be looked up.
    const guess = id - this.#firstId;
    if (this.#isWithoutGaps) return guess >= 0 && guess < this.#size ? guess : -1;
    if (guess >= 0 && guess < this.#size && ids[guess] === id) return guess;
    return placeOf(ids, id, this.#size);
  }

  /** A row as an object. Pages of a site link to the same URLs, so the last views of each are kept. */
  view(row: number): AuditUrl {
    const place = row % mostViews;
    if (this.#viewed[place] !== row) {
      this.#viewed[place] = row;
      this.#views[place] = new UrlView(this.#all(), row);
    }
    return this.#views[place] as AuditUrl;
  }

  /** All rows in order. The objects are not kept. */
  *all(): Generator<AuditUrl> {
    const columns = this.#all();
    for (let row = 0; row < this.#size; row++) yield new UrlView(columns, row);
  }

  #all(): UrlColumns {
    this.#seen ??= {
      texts: this.#texts,
      words: this.#words.list,
      numbers: this.#columns,
      named: this.#named,
      codes: this.#codes,
      bytes: this.#bytes,
    };
    return this.#seen;
  }

  find(url: string): AuditUrl | null {
    const row = this.#texts.find(url);
    return row < 0 ? null : this.view(row);
  }

  /** By row: what checks of links ask about it, 0 before anybody asked. Threads that share the table write the same. Call it when all rows are there. */
  get targetBits(): Int32Array<SharedArrayBuffer> {
    this.#targetBits ??= new Int32Array(new SharedArrayBuffer(this.#size * 4));
    return this.#targetBits;
  }

  url = (row: number): string => this.#texts.at(row);
  word = (name: NamedColumn, row: number): string => this.#words.wordOf(this.#named[name][row] as number);
  bytes = (row: number): number => this.#bytes[row] as number;
  class = (row: number): UrlClass => classes[this.#codes.class[row] as number] ?? 'page';
  has = (flag: 'noindex' | 'nofollow' | 'page' | 'broken', row: number): boolean =>
    ((this.#codes.flags[row] as number) & flagBits[flag]) !== 0;

  /** The columns of numbers. -1 means null. */
  get numbers(): Readonly<Record<NumberColumn, Int32Array>> {
    return this.#columns;
  }

  #grow(): void {
    this.#room *= 2;
    const larger = <T extends Numbers>(column: T): T => {
      const Kind = column.constructor as new (memory: SharedArrayBuffer) => T;
      const twice = new Kind(new SharedArrayBuffer(this.#room * column.BYTES_PER_ELEMENT));
      twice.set(column);
      return twice;
    };
    for (const columns of [this.#columns, this.#named, this.#codes])
      for (const [name, column] of Object.entries(columns)) (columns as Record<string, Numbers>)[name] = larger(column);
    this.#bytes = larger(this.#bytes);
  }
}

const flagBits = { noindex: NOINDEX, nofollow: NOFOLLOW, page: PAGE, broken: BROKEN } as const;
