/** Hosts whose robots.txt is kept parsed. */
const mostKept = 200;

/** What was worked out for hosts. It is dropped when there are too many: URLs of one host mostly come together. */
export class Kept<T> {
  readonly #byHost = new Map<number, T>();

  of(originId: number, make: () => T): T {
    const known = this.#byHost.get(originId);
    if (known !== undefined) return known;
    if (this.#byHost.size >= mostKept) this.#byHost.clear();
    const made = make();
    this.#byHost.set(originId, made);
    return made;
  }
}
