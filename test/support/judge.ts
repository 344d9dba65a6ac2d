/**
 * The politeness judge: reads what servers saw and decides whether a crawler followed the rules. It knows nothing
 * about the crawler.
 *
 * `startedMs` is when the request arrived, and `endedMs` an instant before the last byte is sent. If the connection broke, `endedMs` is when it was
 * whole for the last time. So a measured gap is never shorter than the crawler's real gap, and there are no false
 * accusations.
 */

export interface JudgeRequest {
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  readonly status: number;
  /** Milliseconds of the server's monotonic clock. */
  readonly startedMs: number;
  readonly endedMs: number;
  /** Whether the whole response was sent. */
  readonly complete: boolean;
  /** Part of finding robots.txt: the file itself or a redirect towards it. */
  readonly robots: boolean;
  /** Origins whose rules are known once this response is complete. */
  readonly settles: readonly string[];
  /** The wait in Retry-After, 0 for none. */
  readonly retryAfterMs: number;
}

export interface JudgedSite {
  readonly origin: string;
  /** Declared Crawl-delay, 0 for none. */
  readonly delayMs: number;
  /** Path prefixes that robots.txt forbids. */
  readonly disallow: readonly string[];
}

/** A time without a running crawler. */
export interface Silence {
  readonly fromMs: number;
  readonly untilMs: number;
}

export type Offence =
  | 'before-robots'
  | 'gap'
  | 'disallowed'
  | 'concurrent'
  | 'retry-after'
  | 'after-stop'
  | 'burst'
  | 'unknown-origin';

export interface Violation {
  readonly offence: Offence;
  readonly origin: string;
  readonly path: string;
  /** One sentence with the numbers. */
  readonly detail: string;
}

export interface OriginJudgement {
  readonly origin: string;
  readonly delayMs: number;
  readonly requests: number;
  readonly gaps: number;
  /** Smallest measured gap, null without one. */
  readonly minGapMs: number | null;
  readonly mostInFlight: number;
}

export interface Judgement {
  readonly requests: number;
  /** Gaps measured at origins with a delay. */
  readonly gaps: number;
  readonly minGapMs: number | null;
  /** Smallest difference between a gap and what was declared; negative when guilty. */
  readonly minMarginMs: number | null;
  readonly requestsBeforeRobots: number;
  readonly disallowedRequests: number;
  readonly shortGaps: number;
  readonly retryAfterBroken: number;
  readonly afterStop: number;
  /** Most requests that an origin with a delay got at a start: within its delay, or a second, after the first request of the run. */
  readonly mostAtStart: number;
  /** Most requests in flight at one origin with a delay. */
  readonly concurrentPerOrigin: number;
  readonly origins: readonly OriginJudgement[];
  readonly violations: readonly Violation[];
}

const mostInFlight = (log: readonly JudgeRequest[]): number => {
  const changes = log.flatMap(item => [
    { at: item.startedMs, by: 1 },
    { at: item.endedMs, by: -1 },
  ]);
  changes.sort((a, b) => a.at - b.at || a.by - b.by); // an end at the same instant comes before a start
  let now = 0;
  let most = 0;
  for (const change of changes) {
    now += change.by;
    most = Math.max(most, now);
  }
  return most;
};

const smallest = (values: readonly number[]): number | null =>
  values.reduce<number | null>((least, value) => (least === null || value < least ? value : least), null);

const ms = (value: number): string => `${value.toFixed(2)} ms`;

/** A request sent just before the crawler died may be read by the server a moment later; that is no offence. */
const afterStopGraceMs = 100;
/** A crawler killed this soon after a Retry-After cannot have written it down. */
const unwrittenMs = 500;
/** Where several requests may be in flight, some are on their way before a Retry-After can be read. Nowhere else. */
const crossingMs = 50;

const judgeOrigin = (
  site: JudgedSite,
  log: readonly JudgeRequest[],
  settledMs: number,
  silences: readonly Silence[],
  violations: Violation[],
): { readonly result: OriginJudgement; readonly margins: readonly number[] } => {
  const gaps: number[] = [];
  const margins: number[] = [];
  const accuse = (offence: Offence, item: JudgeRequest, detail: string) =>
    violations.push({ offence, origin: site.origin, path: item.path, detail });
  let busyUntil = Number.NEGATIVE_INFINITY;
  let blocker: JudgeRequest | null = null;
  let askedBy: JudgeRequest | null = null;

  for (const item of log) {
    if (!item.robots && item.startedMs < settledMs) {
      accuse('before-robots', item, `requested ${ms(settledMs - item.startedMs)} before the rules of robots.txt were known`);
    }
    if (site.disallow.some(prefix => item.path.startsWith(prefix))) accuse('disallowed', item, 'robots.txt forbids it');
    if (site.delayMs > 0 && blocker) {
      const gap = item.startedMs - busyUntil;
      if (gap < 0) accuse('concurrent', item, `requested ${ms(-gap)} before ${blocker.path} had ended`);
      // The delay is unknown until robots.txt is read.
      else if (item.startedMs >= settledMs) {
        gaps.push(gap);
        margins.push(gap - site.delayMs);
        if (gap < site.delayMs)
          accuse(
            'gap',
            item,
            `${ms(gap)} after ${blocker.path}${blocker.complete ? '' : ' (cut off)'}, declared ${site.delayMs} ms`,
          );
      }
    }
    if (askedBy) {
      const until = askedBy.endedMs + askedBy.retryAfterMs;
      const asked = askedBy;
      const lost = silences.some(
        quiet => quiet.fromMs >= asked.endedMs - unwrittenMs && quiet.fromMs < asked.endedMs + unwrittenMs,
      );
      const crossed = site.delayMs === 0 && item.startedMs < asked.endedMs + crossingMs;
      if (item.startedMs < until && !lost && !crossed) {
        accuse(
          'retry-after',
          item,
          `${ms(item.startedMs - asked.endedMs)} after ${asked.path} asked for ${asked.retryAfterMs} ms`,
        );
      }
    }
    if (
      item.retryAfterMs > 0 &&
      item.complete &&
      (!askedBy || item.endedMs + item.retryAfterMs > askedBy.endedMs + askedBy.retryAfterMs)
    ) {
      askedBy = item;
    }
    if (item.endedMs > busyUntil) {
      busyUntil = item.endedMs;
      blocker = item;
    }
  }
  return {
    result: {
      origin: site.origin,
      delayMs: site.delayMs,
      requests: log.length,
      gaps: gaps.length,
      minGapMs: smallest(gaps),
      mostInFlight: mostInFlight(log),
    },
    margins,
  };
};

const longestBurstMs = 1_000;
/** The requests that an origin with a delay gets when a run begins: at most one may come within its delay, of a second at most. Robots.txt may lead on at once. */
const judgeStarts = (
  log: readonly JudgeRequest[],
  delays: ReadonlyMap<string, number>,
  silences: readonly Silence[],
  violations: Violation[],
): number => {
  let most = 0;
  for (const from of [Number.NEGATIVE_INFINITY, ...silences.map(({ untilMs }) => untilMs)]) {
    const first = log.find(item => item.startedMs >= from);
    if (!first) continue;
    const counts = new Map<string, number>();
    for (const item of log) {
      const delayMs = delays.get(item.origin) ?? 0;
      const after = item.startedMs - first.startedMs;
      if (item.robots || delayMs === 0 || after < 0 || after >= Math.min(longestBurstMs, delayMs)) continue;
      const count = (counts.get(item.origin) ?? 0) + 1;
      counts.set(item.origin, count);
      most = Math.max(most, count);
      if (count > 1)
        violations.push({
          offence: 'burst',
          origin: item.origin,
          path: item.path,
          detail: `request ${count} within ${ms(after)} of the start of a run, declared ${delayMs} ms`,
        });
    }
  }
  return most;
};

/**
 * Judges a log of all origins. A gap is the time from the end of a response to the start of the next request to the
 * same origin, robots.txt and sitemaps included. There is no tolerance. `silences` are the times when no crawler was
 * running.
 */
export const judge = (
  log: readonly JudgeRequest[],
  sites: readonly JudgedSite[],
  silences: readonly Silence[] = [],
): Judgement => {
  const inOrder = log.toSorted((a, b) => a.startedMs - b.startedMs);
  const violations: Violation[] = [];
  const judged = sites.map(site => {
    const settling = inOrder.filter(item => item.complete && item.settles.includes(site.origin)).map(item => item.endedMs);
    const settledMs = smallest(settling) ?? Number.POSITIVE_INFINITY;
    const own = inOrder.filter(item => item.origin === site.origin);
    return judgeOrigin(site, own, settledMs, silences, violations);
  });
  const known = new Set(sites.map(site => site.origin));
  for (const item of inOrder) {
    const { origin, path } = item;
    if (!known.has(origin)) violations.push({ offence: 'unknown-origin', origin, path, detail: 'no site of this name' });
    const quiet = silences.find(each => item.startedMs > each.fromMs + afterStopGraceMs && item.startedMs < each.untilMs);
    if (quiet)
      violations.push({ offence: 'after-stop', origin, path, detail: `${ms(item.startedMs - quiet.fromMs)} after the end` });
  }
  const delays = new Map(sites.map(site => [site.origin, site.delayMs]));
  const mostAtStart = judgeStarts(inOrder, delays, silences, violations);
  const count = (offence: Offence) => violations.filter(item => item.offence === offence).length;
  const delayed = judged.filter(({ result }) => result.delayMs > 0);
  return {
    requests: log.length,
    gaps: delayed.reduce((sum, { result }) => sum + result.gaps, 0),
    minGapMs: smallest(delayed.flatMap(({ result }) => result.minGapMs ?? [])),
    minMarginMs: smallest(judged.flatMap(({ margins }) => margins)),
    requestsBeforeRobots: count('before-robots'),
    disallowedRequests: count('disallowed'),
    shortGaps: count('gap'),
    retryAfterBroken: count('retry-after'),
    afterStop: count('after-stop'),
    mostAtStart,
    concurrentPerOrigin: delayed.reduce((most, { result }) => Math.max(most, result.mostInFlight), 0),
    origins: judged.map(({ result }) => result),
    violations,
  };
};

/** The judgement as lines for a terminal. */
export const judgementTable = (judgement: Judgement): string => {
  const cell = (value: string | number, width: number) => String(value).padStart(width);
  const rows = judgement.origins.map(
    item =>
      `${item.origin.padEnd(26)}${cell(item.delayMs, 10)}${cell(item.requests, 10)}${cell(item.gaps, 8)}` +
      `${cell(item.minGapMs === null ? '-' : item.minGapMs.toFixed(1), 12)}${cell(item.mostInFlight, 11)}`,
  );
  return [
    `${'origin'.padEnd(26)}${cell('delay ms', 10)}${cell('requests', 10)}${cell('gaps', 8)}${cell('min gap ms', 12)}${cell('in flight', 11)}`,
    ...rows,
    '',
    `requests ${judgement.requests}, gaps ${judgement.gaps}, smallest margin ${judgement.minMarginMs?.toFixed(2) ?? '-'} ms`,
    `short gaps ${judgement.shortGaps}, before robots.txt ${judgement.requestsBeforeRobots}, disallowed ${judgement.disallowedRequests}, ` +
      `Retry-After broken ${judgement.retryAfterBroken}, after stop ${judgement.afterStop}, ` +
      `most at a start ${judgement.mostAtStart}, ` +
      `most in flight at an origin with a delay ${judgement.concurrentPerOrigin}`,
    ...judgement.violations.slice(0, 20).map(item => `VIOLATION ${item.offence}: ${item.origin}${item.path}: ${item.detail}`),
    ...(judgement.violations.length > 20 ? [`… and ${judgement.violations.length - 20} more violations`] : []),
  ].join('\n');
};
