import { largest, least } from '#shared/lists.ts';
import { similarity } from '../text/signature.ts';
import { looksRandom, onlyNumber, yearOf } from './shape.ts';

/** A page that was read, as a watch sees it. */
export interface WatchedPage {
  readonly url: string;
  /** Hash of its text; '' for none. */
  readonly textHash: string;
  /** Near-duplicate signature; null for none. */
  readonly signature: Uint8Array | null;
  /** Links to pages of the same group, without its ancestors and the page that led to it: found for the first time, and others. */
  readonly newLinks: number;
  readonly knownLinks: number;
}

/** From this similarity of their main content on, two pages are alike. */
const alike = 0.85;
/** Pages whose signatures are compared with the next one. */
const compared = 8;
/** Pages with more numbers than this many times their count are not counted through. */
const sparse = 50;
/** With fewer than this many times their count, they are. */
const close = 10;

interface Seen {
  readonly isCopy: boolean;
  readonly isRandom: boolean;
  readonly hasDate: boolean;
  readonly number: number | null;
}

/** What the newest pages of a group of addresses have in common. Bounded: at most `size` pages are remembered. */
export class Watch {
  readonly #size: number;
  readonly #pages: Seen[] = [];
  readonly #hashes = new Map<string, number>();
  readonly #signatures: Uint8Array[] = [];
  #fresh = 0;
  #known = 0;

  /** `size`: how many pages it needs before it says anything. */
  constructor(size: number) {
    this.#size = size;
  }

  /** Takes a page. More than it needs are ignored. */
  add({ url, textHash, signature, newLinks, knownLinks }: WatchedPage): void {
    if (this.isFull) return;
    const seen = textHash === '' ? 0 : (this.#hashes.get(textHash) ?? 0);
    if (textHash !== '') this.#hashes.set(textHash, seen + 1);
    const isNear = signature !== null && this.#signatures.some(other => similarity(other, signature) >= alike);
    if (signature !== null) {
      this.#signatures.push(signature);
      if (this.#signatures.length > compared) this.#signatures.shift();
    }
    // A page with too few words for a signature has nothing to lose.
    const isCopy = seen > 0 || isNear || signature === null;
    this.#pages.push({ isCopy, isRandom: looksRandom(url), hasDate: yearOf(url) > 0, number: onlyNumber(url) });
    this.#fresh += newLinks;
    this.#known += knownLinks;
  }

  get isFull(): boolean {
    return this.#pages.length >= this.#size;
  }

  /** The share of pages whose text another page had, or nearly, or that have hardly any. */
  get copies(): number {
    return this.#share(page => page.isCopy);
  }

  /** The share of addresses that look as if a program had made them up: random letters, or numbers that lie far apart. */
  get random(): number {
    return Math.max(
      this.#share(page => page.isRandom),
      this.#areFarApart() ? this.#share(page => page.number !== null) : 0,
    );
  }

  /** The share of links within the group that lead to addresses never seen before. 0: there are none. */
  get fresh(): number {
    const all = this.#fresh + this.#known;
    return all === 0 ? 0 : this.#fresh / all;
  }

  /** Addresses found for the first time, for each page. */
  get growth(): number {
    return this.#pages.length === 0 ? 0 : this.#fresh / this.#pages.length;
  }

  /** The share of addresses with a date. */
  get dated(): number {
    return this.#share(page => page.hasDate);
  }

  #share(is: (page: Seen) => boolean): number {
    return this.#pages.length === 0 ? 0 : this.#pages.filter(is).length / this.#pages.length;
  }

  /** Most addresses have one number, and these lie close together: pages that are counted through end somewhere. */
  get isCountedThrough(): boolean {
    const numbers = this.#pages.flatMap(({ number }) => number ?? []);
    if (numbers.length < this.#pages.length * 0.8) return false;
    return largest(numbers) - least(numbers) < numbers.length * close;
  }

  #areFarApart(): boolean {
    const numbers = this.#pages.flatMap(({ number }) => number ?? []);
    return numbers.length > 1 && largest(numbers) - least(numbers) > numbers.length * sparse;
  }
}
