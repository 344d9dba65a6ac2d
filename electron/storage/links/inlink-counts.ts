import { isFollowedKind } from '#core/decision/admission.ts';
import type { LinkKind } from '#shared/model/page.ts';
import { orderByTarget } from '../lists/number-order.ts';
import { type InlinkCountWriter, rowOf } from './inlink-count-rows.ts';

/** A link as the counts and blocks store it. */
export interface Target {
  readonly to: number;
  readonly kind: LinkKind;
}

/**
 * Collects the pages that link to each URL since the last `take`. Its memory grows with the links that wait, not with the URLs of the
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
    this.#reserve(1);
    this.#targets[this.#size] = to;
    this.#pages[this.#size++] = this.#page;
  }

  /** The links of a page: those of followed kinds that do not lead to itself. */
  addPage(from: number, links: readonly Target[]): void {
    this.nextPage();
    this.#reserve(links.length);
    const [targets, pages, page] = [this.#targets, this.#pages, this.#page];
    let size = this.#size;
    for (const { to, kind } of links) {
      if (to === from || !isFollowedKind(kind)) continue;
      targets[size] = to;
      pages[size++] = page;
    }
    this.#size = size;
  }

  /** Makes room for so many more links. */
  #reserve(links: number): void {
    while (this.#size + links > this.#targets.length) {
      this.#targets = larger(this.#targets);
      this.#pages = larger(this.#pages);
    }
  }

  /** Hands over what was counted, and counts from nothing again. */
  take(): InlinkRound {
    const round = new InlinkRound(this.#targets.subarray(0, this.#size), this.#pages);
    this.clear();
    return round;
  }

  clear(): void {
    this.#targets = new Uint32Array(1_024);
    this.#pages = new Uint32Array(1_024);
    this.#size = 0;
    this.#page = 0;
  }
}

/** To read and write a row takes as long as so many counts. */
const costOfRow = 8;

/** Counts that are ready to be written, in order of target. */
export class InlinkRound {
  readonly #targets: Uint32Array;
  readonly #pages: Uint32Array;
  readonly #ordered: Uint32Array;
  #next = 0;

  constructor(targets: Uint32Array, pages: Uint32Array) {
    this.#targets = targets;
    this.#pages = pages;
    // The sort is stable: the pages of one target stay in ascending order.
    const places = new Uint32Array(targets.length);
    for (let at = 0; at < places.length; at++) places[at] = at;
    this.#ordered = orderByTarget(places, targets);
  }

  get isDone(): boolean {
    return this.#next === this.#ordered.length;
  }

  /**
   * Writes the counts of the next targets, at most `most`, or an eighth of that where each lies in another row. Returns the last of these
   * targets, 0 if there was none.
   */
  step(most: number, written: Pick<InlinkCountWriter, 'add' | 'flush'>): number {
    const [ordered, targets, pages] = [this.#ordered, this.#targets, this.#pages];
    let last = 0;
    let row = -1;
    let count = 0;
    for (let left = most; left > 0 && this.#next < ordered.length; ) {
      const at = ordered[this.#next++] as number;
      const next = ordered[this.#next];
      const isSameTarget = next !== undefined && targets[at] === targets[next];
      if (!isSameTarget || pages[at] !== pages[next as number]) count += 1;
      if (isSameTarget) continue;
      last = targets[at] as number;
      written.add(count, last);
      count = 0;
      const before = row;
      row = rowOf(last);
      left -= row === before ? 1 : costOfRow;
    }
    written.flush();
    return last;
  }
}

function larger(old: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const made = new Uint32Array(old.length * 2);
  made.set(old);
  return made;
}
