import type { LinkKind } from '#shared/model/page.ts';
import type { AuditPage, InlinkCounts } from './check.ts';
import type { UrlTable } from './url-table.ts';

/** A bit for each kind: the same in all threads. */
const bits: Readonly<Record<LinkKind, number>> = {
  a: 1,
  area: 1 << 1,
  frame: 1 << 2,
  iframe: 1 << 3,
  refresh: 1 << 4,
  redirect: 1 << 5,
  canonical: 1 << 6,
  alternate: 1 << 7,
  'next-prev': 1 << 8,
  stylesheet: 1 << 9,
  script: 1 << 10,
  image: 1 << 11,
  media: 1 << 12,
  icon: 1 << 13,
  form: 1 << 14,
  'link-header': 1 << 15,
  other: 1 << 16,
  amphtml: 1 << 17,
  'share-image': 1 << 18,
};
let lastKind: LinkKind = 'a';
let lastBit = bits.a;

/** 0 for a kind that this version does not know. */
function bitOf(kind: LinkKind): number {
  // Links of one kind come in runs.
  if (kind !== lastKind) {
    lastBit = bits[kind] ?? 0;
    lastKind = kind;
  }
  return lastBit;
}

/** Counts by the rows of the table. */
export interface InlinkState {
  readonly followed: Int32Array;
  readonly nofollow: Int32Array;
  readonly indexable: Int32Array;
  readonly kinds: Int32Array;
}

/** Counts, while pages are read in turn, which pages link to each URL. 24 bytes a URL. */
export class Inlinks {
  readonly #table: UrlTable;
  readonly #followed: Int32Array;
  readonly #nofollow: Int32Array;
  readonly #indexable: Int32Array;
  readonly #kinds: Int32Array;
  /** The last page that was counted for a URL: each page counts once. */
  readonly #lastAny: Int32Array;

  constructor(table: UrlTable) {
    this.#table = table;
    this.#followed = new Int32Array(table.size);
    this.#nofollow = new Int32Array(table.size);
    this.#indexable = new Int32Array(table.size);
    this.#kinds = new Int32Array(table.size);
    this.#lastAny = new Int32Array(table.size);
  }

  add(page: AuditPage): void {
    const from = page.url.id;
    const nofollow = page.url.nofollow;
    const isIndexable = page.url.isIndexable;
    const { links } = page;
    let hasNofollow = false;
    // Links without nofollow first: a page with both kinds counts as one that is followed.
    for (const link of links) {
      const row = this.#table.rowOf(link.to.id);
      this.#kinds[row] = (this.#kinds[row] as number) | bitOf(link.kind);
      if (!link.isHyperlink || link.to.id === from) continue;
      if (nofollow || link.isNofollow) hasNofollow = true;
      else this.#count(this.#followed, row, from, isIndexable);
    }
    if (!hasNofollow) return;
    for (const link of links)
      if (link.isHyperlink && link.to.id !== from && (nofollow || link.isNofollow))
        this.#count(this.#nofollow, this.#table.rowOf(link.to.id), from, isIndexable);
  }

  #count(counts: Int32Array, row: number, from: number, isIndexable: boolean): void {
    if (this.#lastAny[row] === from) return;
    this.#lastAny[row] = from;
    counts[row] = (counts[row] as number) + 1;
    if (isIndexable) this.#indexable[row] = (this.#indexable[row] as number) + 1;
  }

  get state(): InlinkState {
    return { followed: this.#followed, nofollow: this.#nofollow, indexable: this.#indexable, kinds: this.#kinds };
  }

  /** Adds what another thread counted on other pages. */
  merge({ followed, nofollow, indexable, kinds }: InlinkState): void {
    for (let row = 0; row < this.#kinds.length; row++) {
      this.#followed[row] = (this.#followed[row] as number) + (followed[row] as number);
      this.#nofollow[row] = (this.#nofollow[row] as number) + (nofollow[row] as number);
      this.#indexable[row] = (this.#indexable[row] as number) + (indexable[row] as number);
      this.#kinds[row] = (this.#kinds[row] as number) | (kinds[row] as number);
    }
  }

  of(id: number): InlinkCounts {
    const row = this.#table.rowOf(id);
    if (row < 0) return { followed: 0, nofollow: 0, indexable: 0 };
    return {
      followed: this.#followed[row] as number,
      nofollow: this.#nofollow[row] as number,
      indexable: this.#indexable[row] as number,
    };
  }

  isLinkedAs(id: number, kind: LinkKind): boolean {
    const row = this.#table.rowOf(id);
    return row >= 0 && ((this.#kinds[row] as number) & bitOf(kind)) !== 0;
  }
}
