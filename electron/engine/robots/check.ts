import type { Dialect } from '#core/robots/dialect.ts';
import { originOf, robotsUrlOf } from '#core/url/authority.ts';
import { acceptHeaders, requestHeaders } from '#fetcher/request-headers.ts';
import { unreachableSentence } from '#shared/explain/blame.ts';
import { robotsOutcomeWords } from '#shared/explain/evidence.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { Fetcher, FetchLimits } from '#shared/model/fetch.ts';
import type { Store } from '#storage/store.ts';
import type { OriginRecord } from '#storage/tables/origins.ts';
import type { RobotsVersion } from '#storage/tables/robots-versions.ts';
import { Slot } from '../crawl/slot.ts';
import { checkNewVersion } from './assertions.ts';
import { accessNow, robotsStep } from './gate.ts';
import { canStandIn, isUnreachable } from './stand-in.ts';

export interface RobotsCheckParts {
  readonly store: Store;
  readonly settings: CrawlSettings;
  readonly dialect: Dialect;
  readonly fetcher: Fetcher;
  readonly limits: FetchLimits;
  readonly signal: AbortSignal;
  now(): number;
  /** Resolves after so many milliseconds; rejects when the check is cancelled. */
  wait(ms: number): Promise<void>;
}

/** What asking an origin for robots.txt again found. */
export interface RobotsChecked {
  readonly origin: string;
  readonly version: RobotsVersion;
  /** Its number among the versions of the origin, by time. */
  readonly number: number;
  /** The answer is another one than the last. */
  readonly isNew: boolean;
  /** Number of the version in force for this crawl, 0 for none. A check leaves it as it is. */
  readonly inForce: number;
  /** '' or, where robots.txt could not be read: when and why, what stays in force, and what a crawl would do. */
  readonly unreachable: string;
}

const accept = acceptHeaders.robots;

/**
 * Asks an origin for robots.txt outside a crawl: one request, five redirects at most, as politely as the crawl itself (journalled
 * first, the origin's clock and back-off kept). The answer is recorded as a version; which reading is in force stays as it is.
 */
export async function checkRobots(parts: RobotsCheckParts, key: string): Promise<RobotsChecked | null> {
  const { store, settings, fetcher, limits, signal } = parts;
  const record = store.origins.byKey(key);
  if (!record) return null;
  const before = store.robots.latest(record.id);
  const slot = new Slot(record);
  for (let url = robotsUrlOf(key); ; ) {
    const host = originOf(url);
    if (!host) return null;
    const at = store.origins.byKey(host.key) ?? store.transaction(() => store.origins.insert(host));
    await parts.wait(Math.max(0, at.nextAt - parts.now(), at.backoffUntil - parts.now()));
    const startedAt = parts.now();
    const fetch = store.transaction(() => {
      store.origins.save({ ...at, busySince: startedAt });
      return store.fetches.begin({
        urlId: null,
        originId: at.id,
        purpose: 'robots',
        target: url,
        attempt: 1,
        startedAt,
        requestHeaders: requestHeaders({ userAgent: settings.userAgent, accept }),
      });
    });
    const outcome = await fetcher.fetch({ url, userAgent: settings.userAgent, accept }, limits, signal);
    const step = store.transaction(() => {
      store.fetches.end(fetch, outcome, false);
      const ended = outcome.timings.endedAt;
      store.origins.save({ ...at, busySince: null, nextAt: ended + Math.max(settings.delayMs, at.delayMs) });
      const found = robotsStep(store.robots, slot, url, fetch, outcome, parts.dialect, 'check');
      const latest = found.kind === 'hop' ? undefined : store.robots.latest(record.id);
      if (latest && latest.id !== before?.id)
        checkNewVersion(store, record, latest, originOf(settings.seeds[0] ?? '')?.key ?? '', ended);
      return found;
    });
    if (step.kind === 'hop') {
      slot.robotsHop = { url: step.url, hops: [...(slot.robotsHop?.hops ?? []), url] };
      url = step.url;
      continue;
    }
    const latest = store.robots.latest(record.id) ?? step.version;
    return { ...toldOf(store, record, latest, parts.dialect), origin: key, version: latest, isNew: latest.id !== before?.id };
  }
}

/** What there is to say of an answer: its number, what is in force, and where it is a failure, what follows from it. */
function toldOf(
  { robots }: Pick<Store, 'robots'>,
  origin: OriginRecord,
  version: RobotsVersion,
  dialect: Dialect,
): Pick<RobotsChecked, 'number' | 'inForce' | 'unreachable'> {
  const current = origin.robotsId === null ? undefined : robots.byId(origin.robotsId);
  const inForce = current ? robots.numberOf(current) : 0;
  const told = { number: robots.numberOf(version), inForce };
  if (!isUnreachable(accessNow(version, dialect))) return { ...told, unreachable: '' };
  const sentence = unreachableSentence({
    at: version.lastSeenAt,
    outcome: robotsOutcomeWords(version),
    standIn: inForce,
    isInForce: true,
  });
  if (!current) return { ...told, unreachable: sentence };
  const good = robots.lastGood(origin.id);
  const then =
    good && canStandIn(good, version, dialect)
      ? `A crawl that asks now goes on with version ${robots.numberOf(good)} for the time being (RFC 9309 §2.4).`
      : 'A crawl that asks now fetches nothing from this host until it can be read (RFC 9309 §2.3.1.4).';
  return { ...told, unreachable: `${sentence} ${then}` };
}
