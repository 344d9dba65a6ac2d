import type { CrawlContext, PageJob } from './context.ts';
import type { Slot } from './slot.ts';

/** Pages on disk as requested at one time, sent or not, for each connection. After a crash each of them may have been sent. */
export const leasesPerConnection = 4;

/**
 * Pages that are claimed ahead: their attempts are on disk, and they are sent as soon as a connection is free, without another
 * transaction. Only hosts without a delay have them.
 */
export class Leases {
  #jobs: PageJob[] = [];
  /** Work without a lease waits for a connection. The next free connections belong to it, and the next turn of the loop gives them. */
  othersWait = false;

  get size(): number {
    return this.#jobs.length;
  }

  has(slot: Slot): boolean {
    return this.#jobs.some(job => job.slot === slot);
  }

  add(job: PageJob): void {
    this.#jobs.push(job);
  }

  /** The oldest one that may be sent now; null if there is none. `slot`: only of this origin. */
  take(context: CrawlContext, now: number, mono: number, slot?: Slot): PageJob | null {
    const at = this.#jobs.findIndex(job => (slot === undefined || job.slot === slot) && isValid(context, job, now, mono));
    return at < 0 ? null : (this.#jobs.splice(at, 1)[0] ?? null);
  }

  /**
   * Returns pages to the queue that must not be sent any more: all of them, or those whose robots.txt, host or delay changed
   * since. Inside the caller's transaction.
   */
  giveBack(context: CrawlContext, which: 'all' | 'invalid', now: number, mono: number): void {
    if (this.#jobs.length === 0) return;
    const isKept = (job: PageJob): boolean => which === 'invalid' && isValid(context, job, now, mono);
    const kept = this.#jobs.filter(isKept);
    if (kept.length === this.#jobs.length) return;
    const wasFull = context.limitReached();
    for (const job of this.#jobs) if (!isKept(job)) toQueue(context, job);
    this.#jobs = kept;
    if (wasFull) context.wakeBelowLimit();
  }
}

/** Whether a page may be requested of its host now, by the robots.txt that it was judged by. */
function isValid(context: CrawlContext, { slot, reading }: PageJob, now: number, mono: number): boolean {
  return slot.reading === reading && mayLead(context, slot, now, mono);
}

/** Whether pages of an origin may be claimed ahead: it has no delay, no wait and a current robots.txt. */
export function mayLead(context: CrawlContext, slot: Slot, now: number, mono: number): boolean {
  const { record } = slot;
  return (
    !record.pausedReason &&
    !slot.robotsInFlight &&
    !slot.isOutside &&
    (record.robotsExpiresAt ?? 0) > now &&
    !slot.speed.isLimited &&
    context.laneCount(slot) > 1 &&
    context.earliest(slot) <= mono &&
    context.hasTurn(slot)
  );
}

/** The attempt was never made: its row goes. The decision that robots.txt allows the URL stays the current one. */
function toQueue(context: CrawlContext, { slot, record, fetch }: PageJob): void {
  const { store } = context.parts;
  store.fetches.withdraw(fetch);
  store.urls.change(record, { state: 'queued' });
  context.pagesInFlight--;
  context.pageLimits.failed(record.url);
  if (slot.inFlight === 0) slot.record.busySince = null;
  context.changed(slot);
  context.wake(slot.record.id);
}
