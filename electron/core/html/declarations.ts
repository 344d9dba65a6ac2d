/** Kept whatever they say. */
const first = 20;
/** Kept in all: a page with a million says no more than one with some hundred. */
const most = 500;

/**
 * What a page declares again and again (meta robots, canonicals): the first ones, then those that say something new, up to a limit.
 * So a page of 16 MiB cannot make whoever reads its declarations work for minutes.
 */
export class Declarations<T> {
  readonly list: T[] = [];
  readonly #said = new Set<string>();
  /** Those that were not kept. */
  dropped = 0;

  /** `says`: what makes two declarations the same. */
  add(says: string, declaration: T): void {
    if (this.list.length >= most || (this.list.length >= first && this.#said.has(says))) {
      this.dropped += 1;
      return;
    }
    this.#said.add(says);
    this.list.push(declaration);
  }
}
