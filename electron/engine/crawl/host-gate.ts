import type { FetchOutcome, RequestGate } from '#shared/model/fetch.ts';
import type { Slot } from './slot.ts';

/** Why a request that was claimed is not sent. */
export const hostWantsPause = 'not sent: just before, the host asked for a pause, or a request to it failed';

/** The server asks to be left alone for a while. */
const asksForPause = (status: number | null): boolean => status === 429 || status === 503;

/**
 * One request on its way. It is stopped if, since it was chosen, its host asked for a pause or failed: it may have waited for
 * a name, a connection or a turn of the event loop. Its own response counts as soon as its head is read.
 */
export class HostGate implements RequestGate {
  readonly #slot: Slot;
  readonly #backOffsBefore: number;
  #backsOff = false;

  constructor(slot: Slot) {
    this.#slot = slot;
    this.#backOffsBefore = slot.backOffs;
  }

  refusal(): string | null {
    return this.#slot.backOffs === this.#backOffsBefore ? null : hostWantsPause;
  }

  answered(status: number): void {
    if (asksForPause(status)) this.#backOff();
  }

  /** Returns whether the host may have to be left alone: throttling and failures. It then counts as `unread` of the slot. */
  ended({ kind, status }: FetchOutcome): boolean {
    if (kind === 'failure' || asksForPause(status)) this.#backOff();
    return this.#backsOff;
  }

  #backOff(): void {
    if (this.#backsOff) return;
    this.#backsOff = true;
    this.#slot.unread++;
    this.#slot.backOffs++;
  }
}
