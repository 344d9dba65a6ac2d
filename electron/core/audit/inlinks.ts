import type { LinkKind } from '#shared/model/page.ts';
import type { AuditPage, InlinkCounts } from './check.ts';
import type { UrlTable } from './url-table.ts';

/** Bits of `LinkKind`, by first use. There are fewer kinds than bits. */
const kindBits = new Map<LinkKind, number>();
let lastKind: LinkKind | '' = '';
let lastBit = 0;

function bitOf(kind: LinkKind): number {
  // Links of one kind come in runs.
  if (kind !== lastKind) {
    lastBit = bitOfKind(kind);
    lastKind = kind;
  }
  return lastBit;
}

function bitOfKind(kind: LinkKind): number {
  let bit = kindBits.get(kind);
  if (bit === undefined) {
    bit = 1 << kindBits.size;
    kindBits.set(kind, bit);
  }
  return bit;
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
