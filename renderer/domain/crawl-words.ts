import { durationWords } from '#shared/explain/duration.ts';
import { type EndingLimit, endingLimits, pageLimitsOfParts, type ReasonCode } from '#shared/explain/reasons.ts';
import type { CrawlState, CrawlStatus, HostStatus } from '#shared/model/crawl.ts';
import { readNumber } from '../ui/numbers.ts';
import { countWords, hostOf, plural } from '../ui/text/format.ts';

/** Sentences about a running crawl. */

export const canPause = (state: CrawlState): boolean => state === 'running';
/** Also true for a finished crawl with waiting URLs: their host or robots.txt may respond now. */
export const canResume = (state: CrawlState, queued: number): boolean =>
  state === 'finished' ? queued > 0 : state !== 'running';
export const canStop = (state: CrawlState): boolean => state === 'running' || state === 'paused';

/** Limits that ended the crawl, or the crawl of a host or path, before every URL had its turn. */
const ending = [...endingLimits, ...pageLimitsOfParts] as const;
/** Limits that kept single URLs out, or made hosts wait. */
const single = [
  'depth-limit',
  'redirect-limit',
  'url-too-long',
  'delay-too-long',
  'check-limit',
] as const satisfies readonly ReasonCode[];
/** Limits at which sent requests ended: all attempts used up, or the body not complete. */
const sent = [
  'connection-lost',
  'timeout',
  'server-error',
  'throttled-too-often',
  'dns-failure',
  'connection-refused',
  'body-incomplete',
] as const satisfies readonly ReasonCode[];

/** Limits that a higher value lets the crawl go on from. */
export type RaisableLimit = EndingLimit | (typeof pageLimitsOfParts)[number] | (typeof single)[number] | (typeof sent)[number];

type Ended = Pick<CrawlStatus, 'state' | 'reasons' | 'checks'>;

/** Number of URLs with this reason, or of checks with this result. */
export const countOf = ({ reasons, checks = [] }: Omit<Ended, 'state'>, code: ReasonCode): number =>
  code === 'check-limit'
    ? checks.reduce((sum, row) => sum + (row.result === code ? row.urls : 0), 0)
    : (reasons.find(row => row.reason === code)?.count ?? 0);

const reached = <C extends ReasonCode>(codes: readonly C[], status: Ended): readonly C[] =>
  status.state === 'finished' || status.state === 'stopped' ? codes.filter(code => countOf(status, code) > 0) : [];

/** The limits at which a crawl that has ended requested no more, or got no complete response. */
export const limitsReached = (status: Ended): readonly RaisableLimit[] =>
  reached<RaisableLimit>([...ending, ...single, ...sent], status);

/** True if a sent request ended at this limit; false if the limit prevented requests. */
export const isOfSent = (code: RaisableLimit): code is (typeof sent)[number] => sent.some(each => each === code);

/** True when a limit ended the crawl, or the crawl of a host or path, before every URL had its turn. */
export const endedAtLimit = (status: CrawlStatus): boolean => reached(ending, status).length > 0;

const highestLimit = 100_000_000;

/** The limit to offer when `limit` was reached: twice as much. */
export const nextLimit = (limit: number): number => Math.min(highestLimit, limit * 2);

/** A typed page limit, or what is wrong with it; it must be above the present one. */
export function readLimit(typed: string, present: number): { readonly maxPages: number; readonly problem: string } {
  const typedLimit = readNumber(typed, 'whole');
  const maxPages = Number.isNaN(typedLimit) ? 0 : typedLimit;
  const good = maxPages > present && maxPages <= highestLimit;
  return { maxPages, problem: good ? '' : `A whole number above ${countWords(present)}, at most ${countWords(highestLimit)}.` };
}

/** 'about 2 min left'; '' when it cannot be said. */
export const etaWords = (etaMs: number | null): string =>
  etaMs === null ? '' : etaMs < 1_000 ? 'almost done' : `about ${durationWords(Math.round(etaMs / 1000) * 1000)} left`;

const leftWords = (ms: number): string => durationWords(ms < 1000 ? Math.max(0, ms) : Math.ceil(ms / 1000) * 1000);

/** What a running crawl is doing, one sentence. */
export const runningWords = (queued: number, inFlight: number, hosts: number): string =>
  `Crawling ${plural(hosts, 'host')}: ${plural(inFlight, 'request')} in progress, ${plural(queued, 'URL')} waiting.`;

/** 'waiting 7 s for example.com because robots.txt line 12': why a host gets no request at `now` (epoch milliseconds). */
export function clockWords(host: HostStatus, now: number): string {
  const name = hostOf(host.origin);
  const left = host.nextAt === null ? '' : leftWords(host.nextAt - now);
  const ready = `ready to request from ${name}`;
  const over = host.nextAt === null || host.nextAt <= now;
  const wait = `waiting ${left} for ${name}`;
  switch (host.waiting) {
    case 'ready':
      return ready;
    case 'in-flight':
      return `requesting from ${name} now`;
    case 'robots-pending':
      return `waiting for the robots.txt of ${name}`;
    case 'crawl-delay':
      if (over) return ready;
      return host.delayLine > 0 ? `${wait} because robots.txt line ${host.delayLine}` : `${wait} because of its Crawl-delay`;
    case 'own-delay':
      return over ? ready : `${wait} because your delay is ${durationWords(host.delayMs)}`;
    case 'back-off':
      return over ? ready : `${wait}${host.detail ? `: ${host.detail}` : ''}`;
    case 'slow-server':
      return over ? ready : `${wait}: ${host.detail}`;
    case 'host-failing':
      return `not requested: ${name} failed too often; resume to try again`;
    case 'delay-too-long':
      return `not requested: its Crawl-delay of ${durationWords(host.delayMs)} is above your limit`;
    case 'robots-unreachable':
      return `not requested: the robots.txt of ${name} could not be read; resume to try again`;
    case 'host-unreachable':
      return `not requested: ${name} stopped responding; resume to try again`;
    case 'crawl-not-running':
      return host.queued > 0 ? `${countWords(host.queued)} waiting; the crawl is not running` : 'done';
    case 'idle':
      return 'done';
  }
}
