import type {
  DisallowedRequest,
  KeptDelay,
  PolitenessReport,
  RobotsRequest,
  ShortGap,
  Throttled,
} from '#shared/model/politeness.ts';
import { asksForPause } from '../frontier/host-clock.ts';
import { parseRetryAfter } from '../frontier/politeness.ts';
import { median, mostInFlight, peakOf, smallest } from './figures.ts';
import { endOf, type InForce, inForceAt, isLogin, type JournalEntry, type JournalRules, wasSent } from './journal.ts';
import { verdictSentence } from './verdict.ts';

const mostListed = 100;
const mostRobots = 200;
/** Journalled times are whole milliseconds: what is measured between two of them may be so much shorter than it was. */
const roundingMs = 2;
/** Where several requests may be in flight, some are on their way before a Retry-After can be read. */
const crossingMs = 50;

/**
 * How politely one host was crawled. A gap runs from the latest end of an earlier response to the start of the next
 * request. It is compared with the delay in force at the start of that request, without tolerance. `journal` are all
 * attempts at the host.
 */
export function politenessReport(journal: readonly JournalEntry[], rules: JournalRules): PolitenessReport {
  const sent = journal.filter(wasSent).sort((a, b) => a.startedAt - b.startedAt);
  const gaps = measureGaps(sent, rules.inForce);
  const throttled = retryAfter(sent, rules);
  const disallowed = forbidden(sent, rules);
  const robots = sent.filter(({ purpose }) => purpose === 'robots');
  const agents = new Map<string, number>();
  let until: number | null = null;
  for (const entry of sent) {
    agents.set(entry.userAgent, (agents.get(entry.userAgent) ?? 0) + 1);
    if (entry.endedAt !== null) until = Math.max(until ?? entry.endedAt, entry.endedAt);
  }
  const figures = {
    attempts: journal.length,
    unsent: journal.length - sent.length,
    requests: sent.length,
    pages: sent.filter(({ purpose }) => purpose === 'page').length,
    sitemaps: sent.filter(({ purpose }) => purpose === 'sitemap').length,
    from: sent[0]?.startedAt ?? null,
    until,
    bytes: sent.reduce((sum, { wireBytes }) => sum + wireBytes, 0),
    robotsRequests: robots.length,
    robots: robots.slice(0, mostRobots).map(robotsRow),
    ...gaps,
    mostInFlight: mostInFlight(sent),
    peakSecond: peakOf(sent, 1_000),
    peakMinute: peakOf(sent, 60_000),
    throttledAnswers: throttled.length,
    retryAfterBroken: throttled.filter(({ honoured }) => !honoured).length,
    throttled: throttled.slice(0, mostListed),
    ...disallowed,
    userAgents: [...agents].map(([text, requests]) => ({ text, requests })),
    open: sent.filter(({ endedAt }) => endedAt === null).length,
  };
  return { ...figures, ...verdictSentence(figures) };
}

const robotsRow = ({ startedAt, endedAt, target, outcome, status, cause }: JournalEntry): RobotsRequest => ({
  at: startedAt,
  target,
  totalMs: endedAt === null ? null : Math.max(0, endedAt - startedAt),
  outcome: outcome === null ? 'in flight' : outcome === 'response' ? String(status ?? '') : (cause ?? outcome),
});

type Gaps = Pick<PolitenessReport, 'delays' | 'gaps' | 'shortestMs' | 'medianMs' | 'marginMs' | 'shortGaps' | 'short'>;

function measureGaps(sent: readonly JournalEntry[], spans: readonly InForce[]): Gaps {
  const bySpan = new Map<number, number[]>();
  const all: number[] = [];
  const short: ShortGap[] = [];
  let shortGaps = 0;
  let marginMs: number | null = null;
  let busyUntil = Number.NEGATIVE_INFINITY;
  for (const entry of sent) {
    const place = inForceAt(spans, entry.startedAt);
    const requiredMs = spans[place]?.requiredMs ?? 0;
    if (busyUntil !== Number.NEGATIVE_INFINITY && requiredMs > 0) {
      // A request beside one that never ended overlaps it by as long as anybody knows.
      const gapMs = busyUntil === Number.POSITIVE_INFINITY ? -1 : entry.startedAt - busyUntil;
      const measured = bySpan.get(place) ?? [];
      measured.push(gapMs);
      bySpan.set(place, measured);
      all.push(gapMs);
      if (marginMs === null || gapMs - requiredMs < marginMs) marginMs = gapMs - requiredMs;
      if (gapMs < requiredMs) {
        shortGaps += 1;
        if (short.length < mostListed) short.push({ at: entry.startedAt, target: entry.target, gapMs, requiredMs });
      }
    }
    busyUntil = Math.max(busyUntil, endOf(entry));
  }
  const delays = spans.map((span, place): KeptDelay => {
    const measured = bySpan.get(place) ?? [];
    const { from, requiredMs, line, robots } = span;
    return {
      from,
      requiredMs,
      line,
      robots,
      gaps: measured.length,
      shortestMs: smallest(measured),
      medianMs: median(measured),
      short: measured.filter(gap => gap < requiredMs).length,
    };
  });
  return { delays, gaps: all.length, shortestMs: smallest(all), medianMs: median(all), marginMs, shortGaps, short };
}

/** Every throttling response, and whether the next request waited as long as it required. */
function retryAfter(sent: readonly JournalEntry[], { parseDate, inForce }: JournalRules): Throttled[] {
  const starts = sent.map(({ startedAt }) => startedAt);
  return sent.flatMap(({ status, endedAt, target, retryAfter: header }) => {
    if (endedAt === null || !asksForPause(status)) return [];
    const askedMs = parseRetryAfter(header ?? undefined, endedAt, parseDate);
    const several = (inForce[inForceAt(inForce, endedAt)]?.requiredMs ?? 0) === 0;
    const next = starts[firstFrom(starts, several ? endedAt + crossingMs : endedAt)];
    const waitedMs = next === undefined ? null : next - endedAt;
    const honoured = askedMs === null || waitedMs === null || waitedMs >= askedMs - roundingMs;
    return [{ at: endedAt, target, status, askedMs, waitedMs, honoured }];
  });
}

/** Place of the first value that is not below a bound, in rising values. */
function firstFrom(values: readonly number[], bound: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Forbidden = Pick<
  PolitenessReport,
  'beforeRobots' | 'loginBeforeRobots' | 'disallowedRequests' | 'overriddenRequests' | 'disallowed'
>;

function forbidden(sent: readonly JournalEntry[], { inForce }: JournalRules): Forbidden {
  const disallowed: DisallowedRequest[] = [];
  let beforeRobots = 0;
  let loginBeforeRobots = 0;
  let disallowedRequests = 0;
  let overriddenRequests = 0;
  for (const [place, entry] of sent.entries()) {
    if (entry.purpose === 'robots') continue;
    const { forbids = null, override: setting = '', login = '' } = inForce[inForceAt(inForce, entry.startedAt)] ?? {};
    const isNamed = isLogin(entry, sent[place - 1], login);
    const override = isNamed ? 'the user named this login' : setting;
    if (forbids === null) {
      if (isNamed) loginBeforeRobots += 1;
      else beforeRobots += 1;
      continue;
    }
    const found = forbids(entry.target);
    if (found === null) continue;
    if (override === '') disallowedRequests += 1;
    else overriddenRequests += 1;
    if (disallowed.length < mostListed) disallowed.push({ at: entry.startedAt, target: entry.target, ...found, override });
  }
  return { beforeRobots, loginBeforeRobots, disallowedRequests, overriddenRequests, disallowed };
}
