/**
 * For how long a thread has been at the same work, told by looking at it from time to time. Two looks that are further apart than
 * `mostMs` count as `mostMs`: then this whole program stood still, because the computer slept for instance.
 */
export class HeldTime {
  readonly #mostMs: number;
  #work = '';
  #lookedAt = 0;
  #heldMs = 0;

  constructor(mostMs: number) {
    this.#mostMs = mostMs;
  }

  /** What the thread is at, and when; milliseconds of a monotonic clock. Gives the milliseconds since it was first seen at this work. */
  look(work: string, nowMs: number): number {
    this.#heldMs = work === this.#work ? this.#heldMs + Math.min(nowMs - this.#lookedAt, this.#mostMs) : 0;
    this.#work = work;
    this.#lookedAt = nowMs;
    return this.#heldMs;
  }
}
