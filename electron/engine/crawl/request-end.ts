import { asksForPause, type RequestEnd } from '#core/frontier/host-clock.ts';
import { parseRetryAfter } from '#core/frontier/politeness.ts';
import type { FetchFailure, FetchOutcome } from '#shared/model/fetch.ts';
import { headerOf } from './read-page.ts';

/** Whether a request ended by what happened to us, not to the server: we cut it off, or our own network was down. */
export const saysNothing = (outcome: FetchOutcome): boolean =>
  outcome.kind === 'failure' && (outcome.cause === 'cancelled' || outcome.ownOutage === true);

/** A response that the crawl leaves unread because the user stopped it: as if the request had been cut off. */
export function leftUnread(outcome: FetchOutcome): FetchFailure {
  if (outcome.kind === 'failure') return outcome;
  const { status, headers, wireBytes, remoteAddress, timings } = outcome;
  const detail = 'the crawl was stopped before it had read the response';
  return { kind: 'failure', cause: 'cancelled', detail, status, headers, wireBytes, remoteAddress, timings };
}

/** A finished request as the clock of its host sees it. `isFailure`: the server failed and the request will be made again. */
export function requestEnd(outcome: FetchOutcome, isFailure: boolean): RequestEnd {
  const { endedAt } = outcome.timings;
  // A server that asks for a pause is heard, whatever is wrong with the rest of its response.
  const isHeard = outcome.kind === 'response' || asksForPause(outcome.status);
  return {
    status: isHeard ? outcome.status : null,
    retryAfterMs: parseRetryAfter(headerOf(outcome, 'retry-after') ?? undefined, endedAt, Date.parse),
    endedAt,
    isFailure,
  };
}

/** A request that was claimed and not sent, because something happened meanwhile. `now`: epoch milliseconds. */
export function notSent(detail: string, now: number): FetchFailure {
  const timings = { startedAt: now, endedAt: now, firstByteMs: null, totalMs: 0 };
  return { kind: 'failure', cause: 'cancelled', detail, status: null, headers: [], wireBytes: 0, remoteAddress: null, timings };
}
