import type { LinkKind } from '#shared/model/page.ts';
import type { InlinkCounts } from './check.ts';
import { bitOfKind } from './link-form.ts';
import type { PageView } from './page-view.ts';
import { linkColumn, linkColumns } from './source.ts';
import type { UrlTable } from './url-table.ts';

/** Numbers of a row, next to each other: links lead to rows far apart, and each place in memory costs time. */
const columns = 5;
const followed = 0;
const nofollow = 1;
const indexable = 2;
const kinds = 3;
/** The last page that was counted for the URL: each page counts once. */
const last = 4;

/** The numbers of all rows, in memory that threads share. */
export type InlinkState = Int32Array;

/** Counts, while pages are read in turn, which pages link to each URL. 20 bytes a URL. */
export class Inlinks {
  readonly #table: UrlTable;
  #numbers: Int32Array;

  constructor(table: UrlTable) {
    this.#table = table;
    this.#numbers = new Int32Array(new SharedArrayBuffer(table.size * columns * 4));
  }

  add({ url, stored, rows }: PageView): void {
    const { id: from, nofollow: isNofollow, isIndexable } = url;
    const { count, numbers, forms } = stored;
    const own = this.#table.rowOf(from);
    const counts = this.#numbers;
    let hasNofollow = false;
    // Links without nofollow first: a page with both kinds counts as one that is followed.
    for (let i = 0, at = linkColumn.form as number; i < count; i++, at += linkColumns) {
      const row = rows[i] as number;
      const form = forms[numbers[at] as number];
      if (row < 0 || form === undefined) continue;
      const place = row * columns;
      counts[place + kinds] = (counts[place + kinds] as number) | form.kindBit;
      if (!form.isHyperlink || row === own) continue;
      if (isNofollow || form.isNofollow) hasNofollow = true;
      else this.#count(place, followed, from, isIndexable);
    }
    if (!hasNofollow) return;
    for (let i = 0, at = linkColumn.form as number; i < count; i++, at += linkColumns) {
      const row = rows[i] as number;
      const form = forms[numbers[at] as number];
      if (row < 0 || form === undefined || !form.isHyperlink || row === own) continue;
      if (isNofollow || form.isNofollow) this.#count(row * columns, nofollow, from, isIndexable);
    }
  }

  #count(place: number, column: number, from: number, isIndexable: boolean): void {
    const counts = this.#numbers;
    if (counts[place + last] === from) return;
    counts[place + last] = from;
    counts[place + column] = (counts[place + column] as number) + 1;
    if (isIndexable) counts[place + indexable] = (counts[place + indexable] as number) + 1;
  }

  get state(): InlinkState {
    return this.#numbers;
  }

  /** Adds what another thread counted on other pages. */
  merge(others: InlinkState): void {
    const counts = this.#numbers;
    for (let place = 0; place < counts.length; place += columns) {
      counts[place + followed] = (counts[place + followed] as number) + (others[place + followed] as number);
      counts[place + nofollow] = (counts[place + nofollow] as number) + (others[place + nofollow] as number);
      counts[place + indexable] = (counts[place + indexable] as number) + (others[place + indexable] as number);
      counts[place + kinds] = (counts[place + kinds] as number) | (others[place + kinds] as number);
    }
  }

  /** From now on these are the counts. */
  adopt(counts: InlinkState): void {
    this.#numbers = counts;
  }

  of(id: number): InlinkCounts {
    const row = this.#table.rowOf(id);
    if (row < 0) return { followed: 0, nofollow: 0, indexable: 0 };
    const place = row * columns;
    return {
      followed: this.#numbers[place + followed] as number,
      nofollow: this.#numbers[place + nofollow] as number,
      indexable: this.#numbers[place + indexable] as number,
    };
  }

  isLinkedAs(id: number, kind: LinkKind): boolean {
    const row = this.#table.rowOf(id);
    return row >= 0 && ((this.#numbers[row * columns + kinds] as number) & bitOfKind(kind)) !== 0;
  }
}
