/** Milliseconds between two checks whether the thread is free. */
const tickMs = 100;
/** If more than this time passes between two ticks, the thread was not free. */
const lateMs = 2 * tickMs;
/** For this long after a stall, the thread may still be reading what arrived during it. */
const catchUpMs = 250;
const stallsKept = 8;

/** A time span in which the thread read nothing, in monotonic milliseconds. */
interface Stall {
  readonly from: number;
  readonly to: number;
}

/**
 * Records when the thread of the crawl was not free: it settled pages, waited for the disk, or the system ran other programs. It reads
 * responses that arrive meanwhile only afterwards. This delay must not count as response time of the host.
 */
export class ThreadStalls {
  #tickAt: number;
  #stalls: readonly Stall[] = [];
  #timer: NodeJS.Timeout | null = null;

  /** `nowMs`: monotonic. */
  constructor(nowMs: number) {
    this.#tickAt = nowMs;
  }

  /** Starts watching the thread. */
  start(): void {
    this.#tickAt = performance.now();
    this.#timer ??= setInterval(() => this.tick(performance.now()), tickMs).unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Call it when the thread is free. The event loop runs its timers before it reads what its sockets received. */
  tick(nowMs: number): void {
    if (nowMs - this.#tickAt > lateMs) this.#stalls = [...this.#stalls, { from: this.#tickAt, to: nowMs }].slice(-stallsKept);
    this.#tickAt = nowMs;
  }

  /** How many milliseconds something read at `readMs` may have waited for the thread. */
  heldMs(readMs: number): number {
    if (readMs - this.#tickAt > lateMs) return readMs - this.#tickAt;
    const stall = this.#stalls.findLast(({ to }) => to <= readMs);
    return stall && readMs - stall.to <= catchUpMs ? readMs - stall.from : 0;
  }
}
