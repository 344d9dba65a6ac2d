import type { LinksFollowed, MayFetch, MayList, UrlState } from '#shared/model/decision.ts';
import type { AuditUrl } from './check.ts';
import type { UrlClass } from './source.ts';
import type { UrlTexts } from './url-texts.ts';

export const classes: readonly UrlClass[] = ['page', 'resource', 'external', 'other'];
export const NOINDEX = 1;
export const NOFOLLOW = 2;
export const PAGE = 4;
export const BROKEN = 8;

type Numbers = Int32Array<SharedArrayBuffer>;

/** The columns of a table of URLs. In those of numbers -1 means null; in those of words are places of `words`. */
export interface UrlColumns {
  readonly texts: UrlTexts;
  readonly words: readonly string[];
  readonly numbers: Readonly<
    Record<
      'id' | 'origin' | 'status' | 'depth' | 'inlinks' | 'inSitemaps' | 'canonical' | 'redirect' | 'totalMs' | 'attempts',
      Numbers
    >
  >;
  readonly named: Readonly<Record<'state' | 'reason' | 'mime' | 'mayFetch' | 'mayList' | 'followed' | 'check', Numbers>>;
  readonly codes: Readonly<Record<'class' | 'flags', Uint8Array<SharedArrayBuffer>>>;
  readonly bytes: Float64Array<SharedArrayBuffer>;
}

const orNull = (value: number): number | null => (value < 0 ? null : value);

/** A row of a table as an object: it reads the columns when it is asked, because most questions are about a few of them. */
export class UrlView implements AuditUrl {
  readonly #in: UrlColumns;
  readonly #row: number;
  #url: string | null = null;
  readonly id: number;

  constructor(columns: UrlColumns, row: number) {
    this.#in = columns;
    this.#row = row;
    this.id = columns.numbers.id[row] as number;
  }

  get url(): string {
    this.#url ??= this.#in.texts.at(this.#row);
    return this.#url;
  }
  get originId(): number {
    return this.#in.numbers.origin[this.#row] as number;
  }
  get class(): UrlClass {
    return classes[this.#in.codes.class[this.#row] as number] ?? 'page';
  }
  get state(): UrlState {
    return this.#word(this.#in.named.state) as UrlState;
  }
  get reason(): string {
    return this.#word(this.#in.named.reason);
  }
  get status(): number | null {
    return orNull(this.#in.numbers.status[this.#row] as number);
  }
  get mime(): string {
    return this.#word(this.#in.named.mime);
  }
  get mayFetch(): MayFetch {
    return this.#word(this.#in.named.mayFetch) as MayFetch;
  }
  get mayList(): MayList {
    return this.#word(this.#in.named.mayList) as MayList;
  }
  get linksFollowed(): LinksFollowed {
    return this.#word(this.#in.named.followed) as LinksFollowed;
  }
  get noindex(): boolean {
    return this.#has(NOINDEX);
  }
  get nofollow(): boolean {
    return this.#has(NOFOLLOW);
  }
  get depth(): number | null {
    return orNull(this.#in.numbers.depth[this.#row] as number);
  }
  get inlinks(): number {
    return this.#in.numbers.inlinks[this.#row] as number;
  }
  get inSitemaps(): number {
    return this.#in.numbers.inSitemaps[this.#row] as number;
  }
  get canonicalId(): number {
    return this.#in.numbers.canonical[this.#row] as number;
  }
  get redirectId(): number {
    return this.#in.numbers.redirect[this.#row] as number;
  }
  get bytes(): number | null {
    return orNull(this.#in.bytes[this.#row] as number);
  }
  get totalMs(): number | null {
    return orNull(this.#in.numbers.totalMs[this.#row] as number);
  }
  get attempts(): number {
    return this.#in.numbers.attempts[this.#row] as number;
  }
  get check(): string {
    return this.#word(this.#in.named.check);
  }
  get isPage(): boolean {
    return this.#has(PAGE);
  }
  get isBlocked(): boolean {
    return this.mayFetch === 'no';
  }
  get isCanonicalised(): boolean {
    const canonical = this.canonicalId;
    return canonical !== 0 && canonical !== this.id;
  }
  get isIndexable(): boolean {
    return this.isPage && !this.noindex && this.mayFetch === 'yes' && !this.isCanonicalised;
  }
  get isBroken(): boolean {
    return this.#has(BROKEN);
  }

  #word(column: Numbers): string {
    return this.#in.words[column[this.#row] as number] ?? '';
  }
  #has(flag: number): boolean {
    return ((this.#in.codes.flags[this.#row] as number) & flag) !== 0;
  }
}
