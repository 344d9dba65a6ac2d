import { asksForPause } from '#core/frontier/host-clock.ts';
import type { FetchOutcome, RequestGate } from '#shared/model/fetch.ts';
import type { Slot } from './slot.ts';

/** Why a request that was claimed is not sent. */
export const heldBackForHost = 'not sent: just before, the host asked for a pause, or a request to it failed';

/**
 * One request on its way. It is held back if, since it was chosen, its host asked for a pause: it may have waited for a name, a connection
 * or a turn of the event loop. Its own response counts as soon as its head is read.
 */
export class HostGate implements RequestGate {
  readonly #slot: Slot;
  readonly #pausesBefore: number;
  #isCounted = false;

  constructor(slot: Slot) {
    this.#slot = slot;
    this.#pausesBefore = slot.pauses;
  }

  refusal(): string | null {
    return this.#slot.pauses === this.#pausesBefore ? null : heldBackForHost;
  }

  answered(status: number): void {
    if (asksForPause(status)) this.#count(true);
  }

  /** Returns whether the host may have to be left alone: throttling and failures. If so, it raises `unread` until it is settled. */
  ended(outcome: FetchOutcome): boolean {
    if (asksForPause(outcome.status)) this.#count(true);
    // A failure holds back no request that was chosen before: one that always fails at once would hold back the others for ever.
    else if (outcome.kind === 'failure') this.#count(false);
    return this.#isCounted;
  }

  #count(isPause: boolean): void {
    if (this.#isCounted) return;
    this.#isCounted = true;
    this.#slot.unread++;
    if (isPause) this.#slot.pauses++;
  }
}
