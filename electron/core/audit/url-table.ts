import type { LinksFollowed, MayFetch, MayList, UrlState } from '#shared/model/decision.ts';
import type { AuditUrl } from './check.ts';
import { isPrivate } from './hosts.ts';
import type { UrlClass, UrlRow } from './source.ts';
import { isBrokenRow, isPageRow } from './url-row.ts';

/** Numbers the words of a column that has few of them. */
class Words {
  readonly #list: string[] = [];
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

const classes: readonly UrlClass[] = ['page', 'resource', 'external', 'other'];
const NOINDEX = 1;
const NOFOLLOW = 2;
const PAGE = 4;
const BROKEN = 8;

/** Views that are kept: about 10 MB. */
const mostViews = 32_768;

type Numbers = Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

/** The URLs of a crawl in columns: about 80 bytes and its text a URL. Rows are added in order of their ids. */
export class UrlTable {
  #room: number;
  #size = 0;
  readonly #urls: string[] = [];
  readonly #words = new Words();
  readonly #columns: Record<
    'id' | 'origin' | 'status' | 'depth' | 'inlinks' | 'inSitemaps' | 'canonical' | 'redirect' | 'totalMs' | 'attempts',
    Int32Array<ArrayBuffer>
  >;
  #bytes: Float64Array<ArrayBuffer>;
  readonly #codes: Record<'class' | 'flags', Uint8Array<ArrayBuffer>>;
  readonly #named: Record<'state' | 'reason' | 'mime' | 'mayFetch' | 'mayList' | 'followed' | 'check', Int32Array<ArrayBuffer>>;
  #byAddress: Map<string, number> | null = null;
  readonly #views: UrlView[] = [];
  /** The row of each view; -1 for none. */
  readonly #viewed = new Int32Array(mostViews).fill(-1);

  constructor(expected: number) {
    this.#room = Math.max(1_024, expected);
    const numbers = () => new Int32Array(this.#room);
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
    this.#codes = { class: new Uint8Array(this.#room), flags: new Uint8Array(this.#room) };
    this.#bytes = new Float64Array(this.#room);
  }

  get size(): number {
    return this.#size;
  }

  add(row: UrlRow): void {
    if (this.#size === this.#room) this.#grow();
    const at = this.#size++;
    this.#urls.push(row.url);
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
      if (check[row] !== silent || isPrivate(this.#urls[row] as string)) continue;
      check[row] = unchecked;
      this.#codes.flags[row] = (this.#codes.flags[row] as number) & ~BROKEN;
    }
  }

  /** The row of an id, -1 for none. */
  rowOf(id: number): number {
    const ids = this.#columns.id;
    let low = 0;
    let high = this.#size - 1;
    // Ids are nearly contiguous: the first guess is mostly right.
    const guess = id - (ids[0] ?? 0);
    if (guess >= 0 && guess <= high && ids[guess] === id) return guess;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = ids[middle] as number;
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** A row as an object. Pages of a site link to the same URLs, so the last views of each are kept. */
  view(row: number): AuditUrl {
    const place = row % mostViews;
    if (this.#viewed[place] !== row) {
      this.#viewed[place] = row;
      this.#views[place] = new UrlView(this, row);
    }
    return this.#views[place] as UrlView;
  }

  find(url: string): AuditUrl | null {
    this.#byAddress ??= new Map(this.#urls.map((each, row) => [each, row]));
    const row = this.#byAddress.get(url);
    return row === undefined ? null : this.view(row);
  }

  url = (row: number): string => this.#urls[row] ?? '';
  word = (name: 'state' | 'reason' | 'mime' | 'mayFetch' | 'mayList' | 'followed' | 'check', row: number): string =>
    this.#words.wordOf(this.#named[name][row] as number);
  bytes = (row: number): number => this.#bytes[row] as number;
  class = (row: number): UrlClass => classes[this.#codes.class[row] as number] ?? 'page';
  has = (flag: 'noindex' | 'nofollow' | 'page' | 'broken', row: number): boolean =>
    ((this.#codes.flags[row] as number) & flagBits[flag]) !== 0;

  /** The columns of numbers. -1 means null. */
  get numbers(): Readonly<
    Record<
      'id' | 'origin' | 'status' | 'depth' | 'inlinks' | 'inSitemaps' | 'canonical' | 'redirect' | 'totalMs' | 'attempts',
      Int32Array
    >
  > {
    return this.#columns;
  }

  #grow(): void {
    this.#room *= 2;
    const larger = <T extends Numbers>(column: T): T => {
      const Kind = column.constructor as new (length: number) => T;
      const twice = new Kind(this.#room);
      twice.set(column);
      return twice;
    };
    for (const columns of [this.#columns, this.#named, this.#codes])
      for (const [name, column] of Object.entries(columns)) (columns as Record<string, Numbers>)[name] = larger(column);
    this.#bytes = larger(this.#bytes);
  }
}

const flagBits = { noindex: NOINDEX, nofollow: NOFOLLOW, page: PAGE, broken: BROKEN } as const;

const orNull = (value: number): number | null => (value < 0 ? null : value);

/** A row of the table as an object. Its fields are copied, because checks read them much more often than rows are viewed. */
class UrlView implements AuditUrl {
  readonly id: number;
  readonly url: string;
  readonly originId: number;
  readonly class: UrlClass;
  readonly state: UrlState;
  readonly reason: string;
  readonly status: number | null;
  readonly mime: string;
  readonly mayFetch: MayFetch;
  readonly mayList: MayList;
  readonly linksFollowed: LinksFollowed;
  readonly noindex: boolean;
  readonly nofollow: boolean;
  readonly depth: number | null;
  readonly inlinks: number;
  readonly inSitemaps: number;
  readonly canonicalId: number;
  readonly redirectId: number;
  readonly bytes: number | null;
  readonly totalMs: number | null;
  readonly attempts: number;
  readonly check: string;
  readonly isPage: boolean;
  readonly isBlocked: boolean;
  readonly isCanonicalised: boolean;
  readonly isIndexable: boolean;
  readonly isBroken: boolean;

  constructor(table: UrlTable, row: number) {
    const { id, origin, status, depth, inlinks, inSitemaps, canonical, redirect, totalMs, attempts } = table.numbers;
    this.id = id[row] as number;
    this.url = table.url(row);
    this.originId = origin[row] as number;
    this.class = table.class(row);
    this.state = table.word('state', row) as UrlState;
    this.reason = table.word('reason', row);
    this.status = orNull(status[row] as number);
    this.mime = table.word('mime', row);
    this.mayFetch = table.word('mayFetch', row) as MayFetch;
    this.mayList = table.word('mayList', row) as MayList;
    this.linksFollowed = table.word('followed', row) as LinksFollowed;
    this.noindex = table.has('noindex', row);
    this.nofollow = table.has('nofollow', row);
    this.depth = orNull(depth[row] as number);
    this.inlinks = inlinks[row] as number;
    this.inSitemaps = inSitemaps[row] as number;
    this.canonicalId = canonical[row] as number;
    this.redirectId = redirect[row] as number;
    this.bytes = orNull(table.bytes(row));
    this.totalMs = orNull(totalMs[row] as number);
    this.attempts = attempts[row] as number;
    this.check = table.word('check', row);
    this.isPage = table.has('page', row);
    this.isBlocked = this.mayFetch === 'no';
    this.isCanonicalised = this.canonicalId !== 0 && this.canonicalId !== this.id;
    this.isIndexable = this.isPage && !this.noindex && this.mayFetch === 'yes' && !this.isCanonicalised;
    this.isBroken = table.has('broken', row);
  }
}
