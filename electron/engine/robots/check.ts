import { clockAfter, delayMarginMs, storedWait } from '#core/frontier/host-clock.ts';
import { hostSpeedOf, longestWaitOf } from '#core/frontier/host-limits.ts';
import type { HeadersOf } from '#core/requests/own-headers.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { inherited } from '#core/robots/site-rules.ts';
import { originOf, robotsUrlOf } from '#core/url/authority.ts';
import { acceptHeaders, requestHeaders } from '#fetcher/request-headers.ts';
import { unreachableSentence } from '#shared/explain/blame.ts';
import { robotsOutcomeWords } from '#shared/explain/evidence.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { Fetcher, FetchLimits, FetchOutcome, FetchRequest, Headers } from '#shared/model/fetch.ts';
import type { Store } from '#storage/store.ts';
import type { OriginRecord } from '#storage/tables/origins.ts';
import type { RobotsVersion } from '#storage/tables/robots-versions.ts';
import { requestEnd } from '../crawl/request-end.ts';
import type { SharedClocks } from '../hosts/shared-clocks.ts';
import type { AddressClocks } from './address-clocks.ts';
import { checkNewVersion } from './assertions.ts';
import { followRobots } from './follow.ts';
import { accessNow, robotsStep } from './gate.ts';
import { canStandIn, isUnreachable } from './stand-in.ts';

export interface RobotsCheckParts {
  readonly store: Store;
  readonly settings: CrawlSettings;
  readonly dialect: Dialect;
  /** Further header lines for an origin, as the journal records them. */
  readonly ownHeaders: HeadersOf;
  readonly fetcher: Fetcher;
  /** The clocks of addresses, where the crawl counts its delay by address; null otherwise. */
  readonly addresses: AddressClocks | null;
  readonly limits: FetchLimits;
  /** Cancels the check: aborts the request in flight and sends no more. */
  readonly signal: AbortSignal;
  /** Throws if this session may no longer send requests. Called inside the transaction that journals one. */
  claim(): void;
  /** Epoch milliseconds. */
  now(): number;
  /** Resolves after this many milliseconds; rejects when the check is cancelled. */
  wait(ms: number): Promise<void>;
  /** The clocks that other processes see, too; null where there are none. */
  readonly shared: SharedClocks | null;
}

/** The result of requesting an origin's robots.txt again. */
export interface RobotsChecked {
  readonly origin: string;
  readonly version: RobotsVersion;
  /** Its number among the versions of the origin, by time. */
  readonly number: number;
  /** The response differs from the last one. */
  readonly isNew: boolean;
  /** Number of the version in force for this crawl, 0 for none. A check leaves it as it is. */
  readonly inForce: number;
  /** '' or, where robots.txt could not be read: when and why, what stays in force, and what a crawl would do. */
  readonly unreachable: string;
}

/**
 * Requests the robots.txt of an origin outside a crawl, and follows redirects as the dialect does. Each request is journalled first and keeps
 * the host's clock and back-off, as those of a crawl. The response becomes a version; which version is in force does not change.
 * Null for an origin that is not in the file. Throws the reason of `signal` when the check is cancelled.
 */
export async function checkRobots(parts: RobotsCheckParts, key: string): Promise<RobotsChecked | null> {
  const { store, settings, dialect } = parts;
  const origin = store.origins.byKey(key);
  if (!origin) return null;
  const before = store.robots.latest(origin.id);
  const { trail, last } = await followRobots(robotsUrlOf(key), dialect.maxRedirects.value, url => request(parts, url));
  const seed = originOf(settings.seeds[0] ?? '')?.key ?? '';
  const version = store.transaction(() => {
    const answer = { origin, trail, ...last, source: 'check' } as const;
    const step = robotsStep(store.robots, answer, { dialect, obedience: inherited });
    const latest = store.robots.latest(origin.id);
    if (latest && latest.id !== before?.id) checkNewVersion(store, origin, latest, seed, last.outcome.timings.endedAt);
    return latest ?? ('version' in step ? step.version : undefined);
  });
  if (!version) throw new Error(`no version of ${key} was recorded`);
  return { ...toldOf(store, origin, version, dialect), origin: key, version, isNew: version.id !== before?.id };
}

/** Requests a robots.txt. */
function request(parts: RobotsCheckParts, url: string): Promise<Sent> {
  const { userAgent } = parts.settings;
  return sendPolitely(parts, 'robots', { url, userAgent, accept: acceptHeaders.robots });
}

type Sent = { readonly fetch: number; readonly outcome: FetchOutcome };
type SendingParts = Omit<RobotsCheckParts, 'dialect'> & {
  /** The response headers as the journal keeps them; all by default. */
  readonly storable?: (headers: Headers) => Headers;
};

/** Makes one request outside a crawl when the clock of its host allows it, journals it first, and moves that clock. */
export async function sendPolitely(parts: SendingParts, purpose: 'robots' | 'probe', wanted: FetchRequest): Promise<Sent> {
  const { store, settings, fetcher, limits, signal, now } = parts;
  const { url, userAgent, accept, method, body } = wanted;
  const named = originOf(url);
  if (!named) throw new Error(`no host in ${url}`);
  const { id } = store.origins.byKey(named.key) ?? store.transaction(() => store.origins.insert(named));
  const host = (): OriginRecord => store.origins.byId(id) as OriginRecord;
  const ownMs = longestWaitOf(hostSpeedOf(settings, named));
  const delayOf = (record: OriginRecord): number => Math.max(ownMs, record.delayMs);
  const byAddress = (await parts.addresses?.wait(named.host, delayOf(host()))) ?? 0;
  await parts.wait(Math.max(byAddress, storedWait(host(), now(), delayOf(host()))));
  await parts.shared?.turn([named.key], delayOf(host()) + delayMarginMs, signal);
  parts.shared?.began([named.key]);
  const fetch = store.transaction(() => {
    parts.claim();
    const startedAt = now();
    store.origins.save({ ...host(), busySince: startedAt });
    const requested = { urlId: null, originId: id, purpose, method, target: url, attempt: 1, startedAt } as const;
    return store.fetches.begin({
      ...requested,
      requestHeaders: requestHeaders({ userAgent, accept, body, own: parts.ownHeaders(named.key) }),
    });
  });
  const outcome = await fetcher.fetch(wanted, limits, signal);
  const mono = performance.now();
  store.transaction(() => {
    store.fetches.end(fetch, { ...outcome, headers: parts.storable?.(outcome.headers) ?? outcome.headers }, 'no-body');
    const record = host();
    clockAfter(record, requestEnd(outcome, false), delayOf(record));
    store.origins.save({ ...record, busySince: null });
    const backoffMs = record.backoffUntil - outcome.timings.endedAt;
    parts.shared?.ended([named.key], {
      mono,
      declaredMs: record.delayLine > 0 ? record.delayMs : null,
      backoffUntil: backoffMs > 0 ? mono + backoffMs : 0,
    });
  });
  parts.addresses?.ended(named.host, outcome.remoteAddress);
  // A request that we aborted says nothing about the site.
  signal.throwIfAborted();
  return { fetch, outcome };
}

/** What a check reports: the number of the version, what is in force, and after a failure, what follows from it. */
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
      ? `A crawl that requests it now continues with version ${robots.numberOf(good)} for the time being (RFC 9309 §2.4).`
      : 'A crawl that requests it now fetches nothing from this host until it can be read (RFC 9309 §2.3.1.4).';
  return { ...told, unreachable: `${sentence} ${then}` };
}
