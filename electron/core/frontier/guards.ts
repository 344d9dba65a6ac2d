/**
 * Guards that spare a server in trouble: one watches how many of its last responses failed, one how long it takes to respond. Pure: the
 * caller keeps the state of each host.
 */

/** The last results of a host, the newest last: true for a failure (5xx, 429 or no response). */
export type RecentResults = readonly boolean[];

/** `40/50`: so many failures among the last so many responses. */
export interface FailureLimit {
  readonly failures: number;
  readonly of: number;
}

/** The limit that a text such as `40/50` states; null for none. */
export function failureLimitOf(text: string): FailureLimit | null {
  const [, failures = '', of = ''] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const limit = { failures: Number(failures), of: Number(of) };
  return limit.failures >= 1 && limit.of >= limit.failures ? limit : null;
}

/** The results after one more, as many as the limit looks at. */
export const withResult = (results: RecentResults, failed: boolean, { of }: FailureLimit): RecentResults =>
  [...results, failed].slice(-of);

export function failuresIn(results: RecentResults): number {
  let failures = 0;
  for (const failed of results) if (failed) failures += 1;
  return failures;
}

const minute = 60_000;
/** The pauses of a host that fails too often. After as many it is given up. */
export const failurePausesMs: readonly number[] = [minute, 5 * minute];

/** How fast a host responds. Times to the first byte in milliseconds, the newest last. */
export interface ResponsePace {
  readonly times: readonly number[];
  /** The wait that is added after each response; 0 while the host is as fast as usual. */
  readonly extraMs: number;
  /** When the wait last grew, in monotonic milliseconds. */
  readonly grewMono: number;
}

export const unknownPace: ResponsePace = { times: [], extraMs: 0, grewMono: Number.NEGATIVE_INFINITY };

/** What the pace of a host needs to know of a response. */
export interface PacedResponse {
  readonly firstByteMs: number;
  /** When the request was sent, and the time now, both in monotonic milliseconds. */
  readonly sentMono: number;
  readonly nowMono: number;
}

/** Responses that say what is usual, and the newest ones that are compared with them. */
const usualCount = 100;
const recentCount = 5;
const leastCount = 20;
/** A server that responds within this time is not slow, whatever is usual. */
const leastSlowMs = 1_000;
const longestExtraMs = minute;
/** A shorter wait is dropped. */
const leastExtraMs = 250;

export const usualMs = ({ times }: ResponsePace): number => medianOf(times);
export const recentMs = ({ times }: ResponsePace): number => medianOf(times.slice(-recentCount));

/**
 * The pace after one more response. The host is slow while the median of the last 5 is above a second and above `factor` times the median of
 * the last 100. Then a slow response makes the wait grow: first to the median of the last 5, then by half each time, up to a minute. Responses
 * to requests sent before the wait last grew do not make it grow, so of many requests in flight only one counts. When the host is no longer
 * slow, the wait halves with each response until it ends.
 */
export function paceAfter(pace: ResponsePace, { firstByteMs, sentMono, nowMono }: PacedResponse, factor: number): ResponsePace {
  const times = [...pace.times, firstByteMs].slice(-usualCount);
  const next = { ...pace, times };
  // A fast response of a host that is not slow changes only the times. Most responses are such.
  if (pace.extraMs === 0 && firstByteMs <= leastSlowMs) return next;
  if (factor <= 0 || times.length < leastCount) return { ...next, extraMs: 0 };
  const recent = recentMs(next);
  // Sorting the last 100 times is slow: it is skipped while the last 5 are fast.
  const slowMs = recent > leastSlowMs ? Math.max(leastSlowMs, factor * usualMs(next)) : leastSlowMs;
  if (recent > slowMs) {
    if (firstByteMs <= slowMs || sentMono < pace.grewMono) return next;
    return { times, extraMs: Math.min(longestExtraMs, Math.round(Math.max(recent, pace.extraMs * 1.5))), grewMono: nowMono };
  }
  const shrunk = Math.round(pace.extraMs / 2);
  return { ...next, extraMs: shrunk < leastExtraMs ? 0 : shrunk };
}

function medianOf(times: readonly number[]): number {
  if (times.length === 0) return 0;
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
