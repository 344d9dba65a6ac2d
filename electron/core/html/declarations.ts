/** The first ones are kept even if they repeat each other. */
const first = 20;
/** Most declarations that are kept. */
const most = 500;
/**
 * No more are kept once they have this many characters. With the limit of 8,192 for one alone, 500 robots metas were half a million
 * words, and reading them for every crawler took all memory.
 */
const mostCharacters = 64 * 1024;

/**
 * Declarations that a page may repeat (meta robots, canonicals): the first ones, then those that differ, up to a limit.
 * The limit keeps a hostile page of 16 MiB from costing minutes.
 */
export class Declarations<T> {
  readonly list: T[] = [];
  /** What the kept ones say. Null while there are few, as on nearly every page: a set for each page would cost time. */
  #said: Set<string> | null = null;
  readonly #first: string[] = [];
  #characters = 0;
  /** Number of declarations that were not kept. */
  dropped = 0;

  /** The limit is reached. Callers can skip further declarations and call `drop`. */
  get isFull(): boolean {
    return this.list.length >= most || this.#characters >= mostCharacters;
  }

  drop(): void {
    this.dropped += 1;
  }

  /** `says`: equal for two declarations that mean the same. */
  add(says: string, declaration: T): void {
    if (this.isFull || (this.list.length >= first && this.#isSaid(says))) {
      this.drop();
      return;
    }
    this.#characters += says.length;
    if (this.#said === null) this.#first.push(says);
    else this.#said.add(says);
    this.list.push(declaration);
  }

  #isSaid(says: string): boolean {
    this.#said ??= new Set(this.#first);
    return this.#said.has(says);
  }
}
