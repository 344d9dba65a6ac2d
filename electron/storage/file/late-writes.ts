/**
 * Writes of one transaction that wait until several pages are settled, and then run in their order. SQLite's code and pages are then in the
 * processor's caches: between two pages, reading a page drives them out, and the same statement takes two to three times as long.
 */
export class LateWrites {
  #waiting: (() => void)[] = [];
  /** URLs whose rows change in writes that wait. */
  readonly #urls = new Set<number>();
  #collects = false;
  /** True: the store's transaction is open. False: ask SQLite, which takes a microsecond. */
  inTransaction = false;

  /** Writes that `work` adds may wait. What it reads must not depend on them, or call `run` first. */
  collect(work: () => void): void {
    this.#collects = true;
    try {
      work();
    } finally {
      this.#collects = false;
    }
  }

  /** Writes at once, or later. `urlId`: the row of this URL changes. */
  add(write: () => void, urlId = 0): void {
    if (!this.#collects) {
      this.run();
      write();
      return;
    }
    this.#waiting.push(write);
    if (urlId !== 0) this.#urls.add(urlId);
  }

  /** Call it before the row of a URL is read. */
  runFor(urlId: number): void {
    if (this.#urls.has(urlId)) this.run();
  }

  /** Runs what waits. */
  run(): void {
    if (this.#waiting.length === 0) return;
    const writes = this.#waiting;
    this.forget();
    for (const write of writes) write();
  }

  /** Discards what waits, after a rolled-back transaction. */
  forget(): void {
    this.#waiting = [];
    this.#urls.clear();
  }
}
