import { performance } from 'node:perf_hooks';
import type { CrawlClock } from '#engine/crawl/clock.ts';
import type { WrapFetcher } from '#engine/session/network.ts';
import type { Fetcher, FetchOutcome } from '#shared/model/fetch.ts';

/** A clock that skips the time when a crawl only waits: no request is in flight, and the next turn is due later. */
export interface WaitlessClock extends CrawlClock {
  /** The clock knows the requests in flight of what it wraps, and gives their times. `fetcher` has the machine's clock. */
  watching(fetcher: Fetcher): Fetcher;
}

/** What a session is given so that its crawl does not wait for real. */
export function withoutWaits(): { readonly clock: WaitlessClock; readonly wrapFetcher: WrapFetcher } {
  const clock = waitlessClock();
  return { clock, wrapFetcher: fetcher => clock.watching(fetcher) };
}

export const waitlessClock = (): WaitlessClock => skipping({ now: Date.now, mono: () => performance.now() });

/** A waitless clock that stands still while the crawl works: nothing runs out because the machine is slow. */
export function stillClock(): WaitlessClock {
  const [now, mono] = [Date.now(), performance.now()];
  return skipping({ now: () => now, mono: () => mono });
}

/** Waits are added to what `base` says. */
function skipping(base: Pick<CrawlClock, 'now' | 'mono'>): WaitlessClock {
  let skippedMs = 0;
  let inFlight = 0;
  const mono = () => base.mono() + skippedMs;
  const now = () => base.now() + Math.round(skippedMs);
  /** A fetcher has the machine's time; this clock skips none while a request is in flight. */
  const onThisClock = (outcome: FetchOutcome, startedAt: number): FetchOutcome => ({
    ...outcome,
    timings: { ...outcome.timings, startedAt, endedAt: now() },
  });
  return {
    now,
    mono,
    after(ms, run) {
      const due = mono() + ms;
      let timer = setTimeout(function look() {
        if (inFlight > 0 && mono() < due) {
          timer = setTimeout(look, 1);
          return;
        }
        skippedMs += Math.max(0, due - mono());
        run();
      }, 0);
      return () => clearTimeout(timer);
    },
    watching: fetcher => ({
      async fetch(request, limits, signal) {
        inFlight += 1;
        const startedAt = now();
        try {
          return onThisClock(await fetcher.fetch(request, limits, signal), startedAt);
        } finally {
          // By then the crawl has planned the turn that settles the outcome.
          setImmediate(() => (inFlight -= 1));
        }
      },
      trustHosts: hosts => fetcher.trustHosts(hosts),
      close: () => fetcher.close(),
    }),
  };
}
