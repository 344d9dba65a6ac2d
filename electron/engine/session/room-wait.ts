import { dirname } from 'node:path';
import { diskWaitSentence, diskWaitStop } from '#shared/explain/disk-wait.ts';
import type { DiskWait } from '#shared/model/disk-wait.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { isFull, mayGrow } from '#storage/file/disk-full.ts';
import { roomIn } from '#storage/file/disk-room.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { type CrawlClock, waitOn } from '../crawl/clock.ts';

const lookEveryMs = 2_000;
const mebibyte = 1024 * 1024;
/** Room that a crawl needs beside what is free when a write fails. */
const firstStep = mebibyte;
const longestStep = 64 * mebibyte;
/** A crawl that is full again so soon needs more room, and its wait goes on. */
const soonMs = 60_000;
/** With so much free it is not the disk that is full. */
const otherLimitBytes = 256 * mebibyte;

export interface RoomParts {
  readonly path: string;
  readonly name: string;
  readonly db: WriteDb;
  readonly clock: CrawlClock;
  /** How long it waits, milliseconds. */
  readonly waitMs: number;
  /** The wait began, ended, or was measured again. */
  readonly onChange: () => void;
}

/**
 * The wait of a crawl whose disk is full. It ends when somebody made room: so much more is free than when the write failed, and four times as
 * much each time when the disk is soon full again.
 */
export class RoomWait {
  readonly #parts: RoomParts;
  readonly #abort = new AbortController();
  #status: DiskWait | null = null;
  #look: (() => void) | null = null;
  #step = firstStep;
  #sinceMono = 0;
  #sinceAt = 0;
  #endedMono = Number.NEGATIVE_INFINITY;

  constructor(parts: RoomParts) {
    this.#parts = parts;
  }

  /** Null while the crawl does not wait. */
  get status(): DiskWait | null {
    return this.#status;
  }

  /** Whether the crawl waits after this error, instead of ending with it. */
  covers(error: unknown): boolean {
    return this.#parts.waitMs > 0 && !this.#abort.signal.aborted && isFull(error);
  }

  /** The user wants a look at once. */
  lookNow(): void {
    this.#look?.();
  }

  /** The crawl is stopped: it waits no longer, now and later. */
  cancel(): void {
    this.#abort.abort();
    this.#look?.();
  }

  /** Resolves to true when there is room, to false when the crawl was stopped meanwhile. Rejects when the wait was too long. */
  async forRoom(): Promise<boolean> {
    const { clock, waitMs, name, path, db, onChange } = this.#parts;
    const isAgain = clock.mono() - this.#endedMono < soonMs;
    this.#step = isAgain ? Math.min(this.#step * 4, longestStep) : firstStep;
    if (!isAgain) [this.#sinceMono, this.#sinceAt] = [clock.mono(), clock.now()];
    const folder = dirname(path);
    const atFailure = roomIn(folder);
    const neededBytes = atFailure >= otherLimitBytes ? null : atFailure + this.#step;
    try {
      for (let free = atFailure; ; free = roomIn(folder)) {
        if (this.#abort.signal.aborted) return false;
        const left = waitMs - (clock.mono() - this.#sinceMono);
        if (left <= 0) throw new RpcError('unavailable', diskWaitStop(name, waitMs));
        const [now, nextMs] = [clock.now(), Math.min(lookEveryMs, left)];
        const shown = { freeBytes: free, neededBytes };
        const detail = diskWaitSentence(name, shown);
        this.#status = { ...shown, since: this.#sinceAt, detail, nextLookAt: now + nextMs, until: now + left };
        onChange();
        await this.#pause(nextMs);
        if (this.#abort.signal.aborted) return false;
        if ((neededBytes === null || roomIn(folder) >= neededBytes) && mayGrow(db, this.#step)) return true;
      }
    } finally {
      this.#status = null;
      this.#endedMono = clock.mono();
    }
  }

  /** Ends early when the user wants a look or stops the crawl. */
  async #pause(ms: number): Promise<void> {
    const early = new AbortController();
    this.#look = () => early.abort();
    try {
      await waitOn(this.#parts.clock, ms, early.signal);
    } catch (error) {
      if (!early.signal.aborted) throw error;
    } finally {
      this.#look = null;
    }
  }
}
