/** Which URL of the first crawl a URL of the second was compared with, where a mapping makes them differ: 4 bytes a URL. */
export class Partners {
  #ids = new Int32Array(1_024);

  set(before: number, after: number): void {
    if (after >= this.#ids.length) {
      const more = new Int32Array(Math.max(this.#ids.length * 2, after + 1));
      more.set(this.#ids);
      this.#ids = more;
    }
    this.#ids[after] = before;
  }

  /** 0 for none. */
  of(after: number): number {
    return this.#ids[after] ?? 0;
  }
}
