/**
 * The earliest time of the next request to an origin. There are two separate clocks: the crawl-delay (declared by
 * robots.txt or our own floor, constant) and the back-off (a reaction to 429, 503 and failures, decaying). The later
 * one binds.
 */

export interface DelaySource {
  readonly delayMs: number;
  /** The robots.txt line of the delay; 0 when our own minimum is longer or the file declares none. */
  readonly line: number;
}

/** max(own floor, declared): a declared delay is never shortened and our own floor never lowered. */
export const effectiveDelay = (
  ownMs: number,
  declared: { readonly seconds: number; readonly line: number } | null,
): DelaySource =>
  declared && declared.seconds * 1000 >= ownMs
    ? { delayMs: Math.ceil(declared.seconds * 1000), line: declared.line }
    : { delayMs: Math.ceil(ownMs), line: 0 };

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * Retry-After (RFC 9110 §10.2.3): seconds or an HTTP date already parsed to epoch milliseconds by the caller.
 * Returns the wait in milliseconds, null for a value that cannot be used. Clamped to 24 h.
 */
export function parseRetryAfter(value: string | undefined, nowAt: number, parseDate: (text: string) => number): number | null {
  const text = value?.trim();
  if (!text) return null;
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, day);
  const at = parseDate(text);
  return Number.isFinite(at) && at > nowAt ? Math.min(at - nowAt, day) : null;
}

/** Wait after the n-th throttling or failure in a row (n from 1): 5 s doubling to 10 min, never under the origin's delay. */
export const backOffMs = (count: number, delayMs: number): number =>
  Math.max(delayMs, Math.min(5_000 * 2 ** Math.min(count - 1, 10), 10 * minute));

export const longestRetryMs = 5 * minute;

/** Wait before another attempt at a URL that failed (attempt from 1): 2 s, 8 s, 32 s … at most 5 min. */
export const retryDelayMs = (attempt: number): number => Math.min(2_000 * 4 ** (attempt - 1), longestRetryMs);
