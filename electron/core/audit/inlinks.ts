import type { LinkKind } from '#shared/model/page.ts';
import type { InlinkCounts } from './check.ts';
import { bitOfKind } from './link-form.ts';
import type { PageView } from './page-view.ts';
import { linkColumn, linkColumns } from './source.ts';
import type { UrlTable } from './url-table.ts';

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
  #followed: Int32Array;
  #nofollow: Int32Array;
  #indexable: Int32Array;
  #kinds: Int32Array;
  /** The last page that was counted for a URL: each page counts once. */
  readonly #lastAny: Int32Array;

  constructor(table: UrlTable) {
    this.#table = table;
    // Other threads add them to theirs, and read the sums.
    const counts = () => new Int32Array(new SharedArrayBuffer(table.size * 4));
    this.#followed = counts();
    this.#nofollow = counts();
    this.#indexable = counts();
    this.#kinds = counts();
    this.#lastAny = new Int32Array(table.size);
  }

  add({ url, stored, rows }: PageView): void {
    const { id: from, nofollow, isIndexable } = url;
    const { count, numbers, forms } = stored;
    const own = this.#table.rowOf(from);
    const kinds = this.#kinds;
    let hasNofollow = false;
    // Links without nofollow first: a page with both kinds counts as one that is followed.
    for (let i = 0, at = linkColumn.form as number; i < count; i++, at += linkColumns) {
      const row = rows[i] as number;
      const form = forms[numbers[at] as number];
      if (row < 0 || form === undefined) continue;
      kinds[row] = (kinds[row] as number) | form.kindBit;
      if (!form.isHyperlink || row === own) continue;
      if (nofollow || form.isNofollow) hasNofollow = true;
      else this.#count(this.#followed, row, from, isIndexable);
    }
    if (!hasNofollow) return;
    for (let i = 0, at = linkColumn.form as number; i < count; i++, at += linkColumns) {
      const row = rows[i] as number;
      const form = forms[numbers[at] as number];
      if (row < 0 || form === undefined || !form.isHyperlink || row === own) continue;
      if (nofollow || form.isNofollow) this.#count(this.#nofollow, row, from, isIndexable);
    }
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

  /** From now on these are the counts. */
  adopt({ followed, nofollow, indexable, kinds }: InlinkState): void {
    this.#followed = followed;
    this.#nofollow = nofollow;
    this.#indexable = indexable;
    this.#kinds = kinds;
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
    return row >= 0 && ((this.#kinds[row] as number) & bitOfKind(kind)) !== 0;
  }
}
