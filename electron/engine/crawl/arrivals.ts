/** The crawl batches responses of fast hosts for up to this long, so that several share a transaction. Milliseconds. */
const groupMs = 20;
/**
 * Below this rate (responses in a second in which the crawl's thread is free), the crawl settles each response at once, because a
 * wait would not collect more.
 */
const groupFromRate = 200;
const groupBytes = 4 * 1024 * 1024;
/** The rate is a mean over about this long. Milliseconds in which the thread is free. */
const meanMs = 30;

/** Responses that came since the last turn of the crawl, and how fast they come: whether a turn may wait for more of them. */
export class Arrivals {
  #count = 0;
  #bytes = 0;
  #freeAt = 0;
  /** Recent responses a second. What comes while a turn runs is seen after it, so its time does not count: a busy machine stays fast. */
  #rate = 0;
  #timer: NodeJS.Timeout | null = null;

  /** A response came, with so many bytes of body. */
  add(bytes: number): void {
    this.#count += 1;
    this.#bytes += bytes;
  }

  /** Responses come so fast that a wait of some milliseconds collects more. */
  get areFast(): boolean {
    return this.#rate >= groupFromRate;
  }

  /** A wait collects more responses, and those that wait are not too large. */
  get isWorthWaiting(): boolean {
    return this.areFast && this.#bytes < groupBytes;
  }

  /** Calls `then` when the wait for more responses is over. A wait that runs goes on. */
  wait(then: () => void): void {
    this.#timer ??= setTimeout(then, groupMs);
  }

  /** A turn of the crawl begins, which takes all that came. `nowMs`: monotonic. */
  turn(nowMs: number): void {
    this.stop();
    const passedMs = Math.max(1, nowMs - this.#freeAt);
    this.#rate += (1 - Math.exp(-passedMs / meanMs)) * ((this.#count / passedMs) * 1_000 - this.#rate);
    this.#count = 0;
    this.#bytes = 0;
  }

  /** The turn has ended. `nowMs`: monotonic. */
  turned(nowMs: number): void {
    this.#freeAt = nowMs;
  }

  /** Ends the wait. */
  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
