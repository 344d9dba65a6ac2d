/** The first ones are kept even if they repeat each other. */
const first = 20;
/** Most declarations that are kept. */
const most = 500;

/**
 * Declarations that a page may repeat (meta robots, canonicals): the first ones, then those that differ, up to a limit.
 * The limit keeps a hostile page of 16 MiB from costing minutes.
 */
export class Declarations<T> {
  readonly list: T[] = [];
  readonly #said = new Set<string>();
  /** Number of declarations that were not kept. */
  dropped = 0;

  /** No more are kept: a caller need not read what it would add, and says `drop`. */
  get isFull(): boolean {
    return this.list.length >= most;
  }

  drop(): void {
    this.dropped += 1;
  }

  /** `says`: equal for two declarations that mean the same. */
  add(says: string, declaration: T): void {
    if (this.isFull || (this.list.length >= first && this.#said.has(says))) {
      this.drop();
      return;
    }
    this.#said.add(says);
    this.list.push(declaration);
  }
}
