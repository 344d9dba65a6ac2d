import { isBusy } from '#storage/file/database.ts';
import type { CrawlClock } from './clock.ts';

/** A crawl says at least so often that it lives. */
export const heartbeatMs = 5_000;
/** Pause between two attempts to write while another program locks the file. */
const busyRetryMs = 250;

interface TurnParts {
  /** One turn of the loop. It throws when the file is locked, or for good. */
  readonly turn: () => void;
  readonly crash: (error: unknown) => void;
  /** Another program locks the file, or no longer does. */
  readonly onBusy: () => void;
}

/** When the loop of a crawl takes its next turn. A turn that another program keeps from writing is taken again. */
export class Turns {
  readonly #clock: CrawlClock;
  readonly #parts: TurnParts;
  /** Cancels the turn that waits for its time. */
  #cancel: (() => void) | null = null;
  #soon = false;
  /** Another program writes to the file. Monotonic milliseconds of the next attempt. */
  #busyUntil = 0;

  constructor(clock: CrawlClock, parts: TurnParts) {
    this.#clock = clock;
    this.#parts = parts;
  }

  /** Another program locks the file, so the crawl cannot write. */
  get waitsForFile(): boolean {
    return this.#busyUntil > 0;
  }

  /** The next turn comes after `delay` milliseconds, at most a heartbeat. Without a delay it comes as soon as the thread is free. */
  schedule(delay: number): void {
    if (delay > 0) {
      this.#cancel?.();
      this.#cancel = this.#clock.after(Math.min(Math.ceil(delay), heartbeatMs), () => {
        this.#cancel = null;
        this.#tick();
      });
      return;
    }
    if (this.#soon) return;
    this.#soon = true;
    setImmediate(() => {
      this.#soon = false;
      this.#tick();
    });
  }

  /** Runs when everything that has come over the network is read. */
  afterReading(run: () => void): void {
    setImmediate(() => {
      try {
        run();
      } catch (error) {
        this.#parts.crash(error);
      }
    });
  }

  /** The file was written: nobody locks it. */
  wrote(): void {
    this.#nowBusy(0);
  }

  /** Forgets the turn that waits for its time. */
  stop(): void {
    this.#cancel?.();
  }

  #tick(): void {
    const wait = this.#busyUntil - this.#clock.mono();
    if (wait > 0) {
      this.schedule(wait);
      return;
    }
    try {
      this.#parts.turn();
    } catch (error) {
      if (isBusy(error)) {
        this.#nowBusy(this.#clock.mono() + busyRetryMs);
        this.schedule(busyRetryMs);
      } else this.#parts.crash(error);
    }
  }

  #nowBusy(until: number): void {
    const isNews = until > 0 !== this.#busyUntil > 0;
    this.#busyUntil = until;
    if (isNews) this.#parts.onBusy();
  }
}
