import { asksForPause } from '#core/frontier/host-clock.ts';
import type { FetchOutcome, RequestGate } from '#shared/model/fetch.ts';
import type { Slot } from './slot.ts';

/** Why a request that was claimed is not sent. */
export const heldBackForHost = 'not sent: just before, the host asked for a pause, or a request to it failed';

/**
 * One request on its way. It is held back if, since it was chosen, its host asked for a pause or failed: it may have waited for
 * a name, a connection or a turn of the event loop. Its own response counts as soon as its head is read.
 */
export class HostGate implements RequestGate {
  readonly #slot: Slot;
  readonly #backOffsBefore: number;
  #isCounted = false;

  constructor(slot: Slot) {
    this.#slot = slot;
    this.#backOffsBefore = slot.backOffs;
  }

  refusal(): string | null {
    return this.#slot.backOffs === this.#backOffsBefore ? null : heldBackForHost;
  }

  answered(status: number): void {
    if (asksForPause(status)) this.#count(true);
  }

  /** Returns whether the host may have to be left alone: throttling and failures. If so, it raises `unread` until it is settled. */
  ended(outcome: FetchOutcome): boolean {
    if (asksForPause(outcome.status)) this.#count(true);
    // A request that we cut off, or did not send, says nothing about the host.
    else if (outcome.kind === 'failure') this.#count(outcome.cause !== 'cancelled');
    return this.#isCounted;
  }

  #count(isOfHost: boolean): void {
    if (this.#isCounted) return;
    this.#isCounted = true;
    this.#slot.unread++;
    if (isOfHost) this.#slot.backOffs++;
  }
}
