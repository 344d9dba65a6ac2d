import { orderByTarget } from '../lists/number-order.ts';

/**
 * Counts the pages that link to each URL since the last `take`. Its memory grows with the links that wait, not with the URLs of the
 * crawl: eight bytes a link.
 */
export class InlinkCounts {
  #targets = new Uint32Array(1_024);
  /** The number of the page of each link, in ascending order. */
  #pages = new Uint32Array(1_024);
  #size = 0;
  #page = 0;

  /** Call it before the links of each page. */
  nextPage(): void {
    this.#page += 1;
  }

  /** A link of the current page. A page counts once for each target. `to` < 2^32. */
  add(to: number): void {
    if (this.#size === this.#targets.length) {
      this.#targets = larger(this.#targets);
      this.#pages = larger(this.#pages);
    }
    this.#targets[this.#size] = to;
    this.#pages[this.#size++] = this.#page;
  }

  /** Reports every count in order of id, then resets them. */
  take(write: (count: number, id: number) => void): void {
    const [targets, pages] = [this.#targets, this.#pages];
    // The sort is stable: the pages of one target stay in ascending order.
    const ordered = orderByTarget(
      Uint32Array.from({ length: this.#size }, (_, at) => at),
      targets,
    );
    let count = 0;
    for (let i = 0; i < ordered.length; i++) {
      const [at, next] = [ordered[i] as number, ordered[i + 1]];
      const isSameTarget = next !== undefined && targets[at] === targets[next];
      if (!isSameTarget || pages[at] !== pages[next as number]) count += 1;
      if (isSameTarget) continue;
      write(count, targets[at] as number);
      count = 0;
    }
    this.clear();
  }

  clear(): void {
    this.#size = 0;
    this.#page = 0;
  }
}

function larger(old: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const made = new Uint32Array(old.length * 2);
  made.set(old);
  return made;
}
