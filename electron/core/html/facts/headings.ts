import type { HeadingFact } from '#shared/model/page-facts.ts';
import type { Kept } from './lists.ts';

const most = 300;

/** The headings of a page in order. Their texts come from the collector of visible text. */
export class Headings {
  readonly list: HeadingFact[] = [];
  readonly #kept: Kept;
  #open: { readonly level: number; readonly at: readonly [number, number] } | null = null;
  #alt = '';

  constructor(kept: Kept) {
    this.#kept = kept;
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }

  open(level: number, at: readonly [number, number]): void {
    this.#open = { level, at };
    this.#alt = '';
  }

  /** The alternative text of an image inside the open heading. */
  image(alt: string): void {
    if (this.#open !== null && this.#alt === '') this.#alt = alt;
  }

  close(text: string): void {
    const open = this.#open;
    this.#open = null;
    if (open === null) return;
    const { level, at } = open;
    const alt = text === '' ? this.#alt : '';
    this.#kept.add(this.list, 'headings', most, () => (alt === '' ? { level, text, at } : { level, text: alt, at, alt: true }));
  }
}
