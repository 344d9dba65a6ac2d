import { pageLimitsOfParts } from '#shared/explain/reasons.ts';
import { forSomeTime } from './background.ts';
import type { CrawlContext } from './context.ts';
import { deferOrigin, deferToLimit } from './deferral.ts';
import { correctDepths } from './depths.ts';
import { type BeforeRendering, type Ending, endAfterRendering, endOf, isGivenUp } from './ending.ts';
import { releaseLimited } from './page-limits.ts';
import { offerProbes } from './probes/offer-probes.ts';
import type { SettleContext } from './settle.ts';

/** How long the depth calculation may delay the end of a crawl that the user stopped. */
const stoppingMs = 300;

/**
 * What is left to do where no request is possible, one step a call: depths, URLs that limits kept out, probes, and a decision for each
 * URL that still waits. Each step is background work, or brings new requests. Without one the crawl ends.
 */
export class WindDown {
  readonly #context: CrawlContext;
  readonly #settle: SettleContext;
  /** What the file said before pages were rendered that the user asked for; null where a crawl runs. */
  #before: BeforeRendering | null = null;
  /** No requests are left. The URLs still in the frontier get their decisions. */
  #isEnding = false;
  /** No URL that a page limit kept out has room. */
  #isReleased = false;
  /** The probes of this run are queued. */
  #isProbed = false;
  #isStopping = false;

  constructor(context: CrawlContext, settle: SettleContext) {
    this.#context = context;
    this.#settle = settle;
  }

  /** This run renders pages that the user asked for. Afterwards the file says again what it said before. */
  restoreAfter(before: BeforeRendering | null): void {
    this.#before = before;
  }

  /** Requests go out again: the steps start anew. */
  restart(): void {
    this.#isEnding = false;
    this.#isReleased = false;
  }

  /** The user stopped the crawl. Depths are updated first; if that takes too long, the next run continues. Null: call again. */
  stopped(because: string): Ending | null {
    const { store, clock } = this.#context.parts;
    if (this.#isStopping || store.urls.depths.isSettled) return this.#endOfErrand() ?? { state: 'stopped', detail: because };
    this.#isStopping = true;
    this.#context.background.add(forSomeTime(correctDepths(this.#settle, clock.now()), stoppingMs));
    return null;
  }

  /** No request is possible: the crawl is done, or it waits for something only the user can change. Null: call again after the work. */
  next(): Ending | null {
    const context = this.#context;
    const errand = this.#endOfErrand();
    if (errand !== null) return errand;
    const { store, settings, clock } = context.parts;
    const { background } = context;
    const at = clock.now();
    if (!store.urls.depths.isSettled) {
      // A shorter path may bring back a URL that was too deep.
      background.add(correctDepths(this.#settle, at));
      return null;
    }
    const limit = context.endingLimit();
    if (!limit && !this.#isReleased && pageLimitsOfParts.some(code => (store.tally.reasons.get(code) ?? 0) > 0)) {
      // The limits were raised, or requests that gave no page left room.
      this.#isReleased = true;
      background.add(
        releaseLimited(context, at, urls => {
          this.#isReleased = urls === 0;
        }),
      );
      return null;
    }
    if (settings.probe && !this.#isProbed && context.overLimit() === null) {
      this.#isProbed = true;
      background.add(offerProbes(context, this.#settle));
      return null;
    }
    const paused = [...context.slots.values()].filter(slot => slot.record.pausedReason);
    if (!this.#isEnding) {
      // Each remaining URL gets a decision with the reason, in slices. Then the crawl ends.
      this.#isEnding = true;
      for (const slot of paused) if (!isGivenUp(slot)) background.add(deferOrigin(context, slot, at));
      if (limit) background.add(deferToLimit(context, limit, at));
      if (!background.isEmpty) return null;
    }
    return endOf(context, limit, paused);
  }

  #endOfErrand(): Ending | null {
    return this.#context.parts.renders && this.#before ? endAfterRendering(this.#context, this.#before) : null;
  }
}
