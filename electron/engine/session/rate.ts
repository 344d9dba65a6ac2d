const spanMs = 10_000;
const steps = 20;
const stepMs = spanMs / steps;

/** Events a second over the last ten seconds, counted in half seconds: the same memory at any speed. */
export class Rate {
  readonly #counts = new Uint32Array(steps);
  #step = 0;

  /** `mono`: monotonic milliseconds, never going back. */
  add(mono: number): void {
    this.#forgetUntil(mono);
    const at = this.#step % steps;
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
  }

  perSecond(mono: number): number {
    this.#forgetUntil(mono);
    return this.#counts.reduce((sum, count) => sum + count, 0) / (spanMs / 1000);
  }

  #forgetUntil(mono: number): void {
    const now = Math.floor(mono / stepMs);
    if (now - this.#step >= steps) this.#counts.fill(0);
    else for (let step = this.#step + 1; step <= now; step++) this.#counts[step % steps] = 0;
    this.#step = Math.max(this.#step, now);
  }
}
