import type { UrlRecord } from '#storage/tables/urls.ts';
import type { CrawlContext } from './context.ts';
import type { Slot } from './slot.ts';

/** The next URLs of one origin, read in blocks. Used for one claim only, so that it cannot become stale. */
export class DueUrls {
  readonly #context: CrawlContext;
  readonly #slot: Slot;
  readonly #now: number;
  #block: UrlRecord[] = [];
  #at = 0;
  #size: number;
  #more = true;

  /** `size`: URLs of the first block. */
  constructor(context: CrawlContext, slot: Slot, now: number, size = 1) {
    this.#size = size;
    this.#context = context;
    this.#slot = slot;
    this.#now = now;
  }

  /** The URL that `next` gives. */
  peek(): UrlRecord | undefined {
    if (this.#at === this.#block.length) {
      if (!this.#more) return undefined;
      this.#block = this.#context.parts.store.urls.next(this.#slot.record.id, this.#now, this.#size);
      this.#more = this.#block.length === this.#size;
      this.#at = 0;
      this.#size = 32;
    }
    return this.#block[this.#at];
  }

  /** Returns each URL once. The caller must change its state before the next call. */
  next(): UrlRecord | undefined {
    const url = this.peek();
    if (url !== undefined) this.#at += 1;
    return url;
  }
}
