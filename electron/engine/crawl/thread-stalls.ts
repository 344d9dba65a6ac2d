/** How often the thread is asked whether it is free, milliseconds. */
const tickMs = 100;
/** A tick that comes later than this after the one before shows that the thread was not free. */
const lateMs = 2 * tickMs;
/** So long after it is free again, the thread may still read what came meanwhile. */
const catchUpMs = 250;
const stallsKept = 8;

/** A span in which the thread read nothing, monotonic milliseconds. */
interface Stall {
  readonly from: number;
  readonly to: number;
}

/**
 * When the thread of the crawl was not free: it settled pages, the disk made it wait, or the system ran other programs. Responses that came
 * meanwhile were read later, and the time until then is not the host's.
 */
export class ThreadStalls {
  #tickAt: number;
  #stalls: readonly Stall[] = [];
  #timer: NodeJS.Timeout | null = null;

  /** `nowMs`: monotonic. */
  constructor(nowMs: number) {
    this.#tickAt = nowMs;
  }

  /** Looks from now on. */
  start(): void {
    this.#tickAt = performance.now();
    this.#timer ??= setInterval(() => this.tick(performance.now()), tickMs).unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** The thread is free. The timers of a loop come before what its sockets received. */
  tick(nowMs: number): void {
    if (nowMs - this.#tickAt > lateMs) this.#stalls = [...this.#stalls, { from: this.#tickAt, to: nowMs }].slice(-stallsKept);
    this.#tickAt = nowMs;
  }

  /** How long something that was read at `readMs` may have waited for the thread, milliseconds. */
  heldMs(readMs: number): number {
    if (readMs - this.#tickAt > lateMs) return readMs - this.#tickAt;
    const stall = this.#stalls.findLast(({ to }) => to <= readMs);
    return stall && readMs - stall.to <= catchUpMs ? readMs - stall.from : 0;
  }
}
