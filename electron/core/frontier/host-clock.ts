import { backOffMs, retryDelayMs } from './politeness.ts';

/** When a host may be requested again. Times are epoch milliseconds. */
export interface HostClock {
  /** The longer of what robots.txt declares and the user's own delay, in milliseconds. */
  delayMs: number;
  nextAt: number;
  backoffUntil: number;
  /** How long the wait until `backoffUntil` was when it began, in milliseconds; null: an older crawl file does not say. */
  backoffMs: number | null;
  /** Throttling responses or failures in a row. */
  backoffCount: number;
  backoffDetail: string;
  /** Start of the request in flight, null for none. After a crash it tells that one may have been in flight until then. */
  busySince: number | null;
}

/** Whether a response asks to be left alone for a while: 429 (RFC 6585 section 4) and 503 (RFC 9110 section 15.6.4). */
export const asksForPause = (status: number | null): status is 429 | 503 => status === 429 || status === 503;

/** How a request ended, as far as politeness is concerned. */
export interface RequestEnd {
  /** Null without a response. */
  readonly status: number | null;
  /** The wait of Retry-After, in milliseconds; null without it. */
  readonly retryAfterMs: number | null;
  readonly endedAt: number;
  /** The server failed, and the request will be made again. False for what we cut off ourselves. */
  readonly isFailure: boolean;
}

/** Ours: added to every delay, because our clock sees a response end a moment before or after the server's does. */
export const delayMarginMs = 5;

/** Longest back-off that is ever set (Retry-After is cut to it): a stored one that is longer comes from a wrong clock. */
const longestBackoffMs = 24 * 60 * 60_000;

/**
 * The end of a back-off, epoch milliseconds, at `now`. What is left of a wait is never longer than the whole of it: a later end was stored
 * by a clock that was ahead of this one.
 */
export const backoffEnd = ({ backoffUntil, backoffMs }: Pick<HostClock, 'backoffUntil' | 'backoffMs'>, now: number): number =>
  backoffMs === null ? backoffUntil : Math.min(backoffUntil, now + backoffMs);

/** The host gets no request for `waitMs` from `at`, nor before the end of a back-off that it has. */
export function backOff(clock: Pick<HostClock, 'backoffUntil' | 'backoffMs'>, at: number, waitMs: number): void {
  const end = backoffEnd(clock, at);
  if (end > at + waitMs) clock.backoffUntil = end;
  else Object.assign(clock, { backoffUntil: at + waitMs, backoffMs: Math.ceil(waitMs) });
}

/**
 * Moves a host's clock at the end of a request. The delay counts from then. A throttling response, or several
 * failures in a row, add a further wait. `delayMs` is the delay in force. Returns the wait in milliseconds.
 */
export function clockAfter(clock: HostClock, end: RequestEnd, delayMs: number): number {
  const { status, endedAt } = end;
  clock.backoffUntil = backoffEnd(clock, endedAt);
  if (asksForPause(status)) {
    clock.backoffCount += 1;
    const asked = end.retryAfterMs;
    const wait = asked === null ? backOffMs(clock.backoffCount, delayMs) : Math.max(asked, delayMs) + delayMarginMs;
    backOff(clock, endedAt, wait);
    clock.backoffDetail = `the server returned ${status}`;
  } else if (status !== null) clock.backoffCount = 0;
  else if (end.isFailure) {
    clock.backoffCount += 1;
    if (clock.backoffCount >= 3) {
      backOff(clock, endedAt, retryDelayMs(Math.min(clock.backoffCount - 2, 3)));
      clock.backoffDetail = `${clock.backoffCount} attempts in a row failed`;
    }
  }
  const wait = Math.max(delayMs > 0 ? delayMs + delayMarginMs : 0, clock.backoffUntil - endedAt);
  clock.nextAt = Math.max(clock.nextAt, endedAt + Math.ceil(wait));
  return wait;
}

/**
 * The wait in milliseconds that a stored clock requires at `now`. At most the delay in force and the whole back-off, or the longest there
 * is, because the machine's clock may have been wrong when it was stored. A full delay after a crash.
 */
export function storedWait(clock: HostClock, now: number, delayMs: number): number {
  const { nextAt, busySince } = clock;
  const delay = busySince === null ? Math.min(nextAt - now, delayMs + delayMarginMs) : delayMs + delayMarginMs;
  return Math.max(0, delay, Math.min(backoffEnd(clock, now) - now, longestBackoffMs));
}
