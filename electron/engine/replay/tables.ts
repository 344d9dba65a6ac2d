import { TargetTable, targetOf } from '#core/replay/target-table.ts';
import type { Steps } from '#core/steps.ts';
import type { OriginUrls } from '#storage/reads/origin-urls.ts';

/** Rows read between two steps: about five milliseconds. */
const blockRows = 4_096;

/**
 * The URLs of every origin of the open file, kept in memory for replays. Read once in one pass; what the crawl added since is read
 * by the next `load`. Inlinks, depth and sitemap marks are those of when a row was read, until `forget`.
 */
export class Tables {
  readonly #source: OriginUrls;
  readonly #byOrigin = new Map<number, TargetTable>();
  #lastOrigin = 0;
  #lastId = 0;

  constructor(source: OriginUrls) {
    this.#source = source;
  }

  /** Reads what is new. Yields rows read so far. */
  *load(): Steps<void> {
    let read = 0;
    for (;;) {
      const rows = this.#source.after(this.#lastId, blockRows);
      this.#meetOrigins();
      for (const { id, originId, url, inlinks, depth, inSitemaps } of rows) {
        this.#byOrigin.get(originId)?.add({ id, target: targetOf(url), inlinks, depth, inSitemap: inSitemaps > 0 });
        this.#lastId = id;
      }
      read += rows.length;
      if (rows.length < blockRows) return;
      yield read;
    }
  }

  /** Rows that `load` has still to read, at most. */
  missing(): number {
    return Math.max(0, this.#source.lastId() - this.#lastId);
  }

  /** URLs read so far. */
  get size(): number {
    let size = 0;
    for (const table of this.#byOrigin.values()) size += table.size;
    return size;
  }

  all(): IterableIterator<[number, TargetTable]> {
    return this.#byOrigin.entries();
  }

  of(originId: number): TargetTable | null {
    return this.#byOrigin.get(originId) ?? null;
  }

  /** Drops all rows, because they may have changed. */
  forget(): void {
    this.#byOrigin.clear();
    this.#lastOrigin = 0;
    this.#lastId = 0;
  }

  #meetOrigins(): void {
    for (const { id, key } of this.#source.originsAfter(this.#lastOrigin)) {
      this.#byOrigin.set(id, new TargetTable(key));
      this.#lastOrigin = id;
    }
  }
}
