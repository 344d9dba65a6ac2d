import type { CrawlerProfile } from '#core/crawlers/profile.ts';
import type { ReachedLimit } from '#core/decision/waiting.ts';
import { backoffEnd, delayMarginMs, storedWait } from '#core/frontier/host-clock.ts';
import { hostSpeedOf } from '#core/frontier/host-limits.ts';
import { type HeadersOf, journalledHeaders } from '#core/requests/own-headers.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { ownRobotsFor } from '#core/robots/own-robots.ts';
import { obedienceFor, type SiteObedience } from '#core/robots/site-rules.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { Fetcher, FetchLimits } from '#shared/model/fetch.ts';
import type { Renderer } from '#shared/model/rendering.ts';
import type { Store } from '#storage/store.ts';
import type { CheckRecord } from '#storage/tables/checks.ts';
import type { ProbeRecord } from '#storage/tables/probes.ts';
import type { RenderVariant } from '#storage/tables/renderings.ts';
import type { ResourceRecord } from '#storage/tables/resources.ts';
import type { RobotsVersion } from '#storage/tables/robots-versions.ts';
import type { SitemapRecord } from '#storage/tables/sitemaps.ts';
import type { UrlRecord } from '#storage/tables/urls.ts';
import type { SharedClocks } from '../hosts/shared-clocks.ts';
import { enforce, inPlaceOf, isUsable, mayBeReplaced, readingOf } from '../robots/gate.ts';
import { forCrawling, ParsedFiles } from '../robots/parsed-files.ts';
import type { OfferedPage } from '../rules/rule-runs.ts';
import { BodyThread } from '../threads/bodies/body-thread.ts';
import type { AccessOverride } from './access-facts.ts';
import { Background } from './background.ts';
import { HostCounts } from './checks/host-counts.ts';
import { CheckHosts } from './checks/hosts.ts';
import type { CrawlClock } from './clock.ts';
import type { EarlierCopy, EarlierCrawl } from './earlier.ts';
import { Leases } from './leases.ts';
import { PageLimits } from './page-limits.ts';
import type { ResourceDesk } from './rendering/resource-desk.ts';
import { type HostWait, Servers } from './servers.ts';
import { type RobotsReading, Slot } from './slot.ts';
import type { TrapGuard } from './trap-guard.ts';

export interface CrawlParts {
  readonly store: Store;
  readonly settings: CrawlSettings;
  readonly settingsId: number;
  readonly fetcher: Fetcher;
  readonly limits: FetchLimits;
  refusedAddress(hostname: string): string;
  /** Who this crawl is, in the file. */
  readonly owner: string;
  /** Throws when another running process crawls the file. Called inside the transaction that takes the file over. */
  claim(): void;
  readonly clock: CrawlClock;
  /** The engine died while it crawled this file, and was started again for it. */
  readonly isAfterCrash: boolean;
  /** Why attempts that the file shows as open have no end; '': the program ended meanwhile. */
  readonly unsettledBecause: string;
  /** The clocks that other processes see, too; null where the crawl is alone. */
  readonly shared: SharedClocks | null;
  /** The crawl that this one repeats; null for none. */
  readonly earlier: EarlierCrawl | null;
  onChange(): void;
  /** A page or a JSON response was stored: the custom rules look at it. */
  onPage(page: OfferedPage): void;
  /** The browser that renders pages; null: none is rendered. The caller closes it. */
  readonly renderer: Renderer | null;
  /** Instead of a crawl: renders these pages of the file, and requests nothing but their resources. */
  readonly renders?: RenderErrand | undefined;
}

/** Pages of the file that are rendered because the user asks for it. */
export interface RenderErrand {
  /** Ids of URLs. */
  readonly urls: readonly number[];
  readonly variant: RenderVariant;
  /** Nothing is requested: the file answers, or nothing does. */
  readonly isOffline: boolean;
}

interface JobBase {
  /** The origin that needs the work, and the origin that gets the request. They differ while robots.txt redirects elsewhere. */
  readonly slot: Slot;
  readonly at: Slot;
  readonly url: string;
  readonly fetch: number;
  /** The response of an earlier crawl that the server may confirm. */
  readonly earlier?: EarlierCopy | undefined;
}
export type RobotsJob = JobBase & {
  readonly kind: 'robots';
  readonly ifNoneMatch?: string | undefined;
  readonly ifModifiedSince?: string | undefined;
};
export type SitemapJob = JobBase & { readonly kind: 'sitemap'; readonly sitemap: SitemapRecord };
export type PageJob = JobBase & {
  readonly kind: 'page';
  readonly record: UrlRecord;
  /** The robots.txt that allowed it. */
  readonly reading: RobotsReading;
  /** Set if robots.txt forbids the URL but a user setting allows the fetch. */
  readonly override: AccessOverride | null;
};
/** The check of a URL that is not crawled. */
export type CheckJob = JobBase & { readonly kind: 'check'; readonly check: CheckRecord };
/** A request to a host for a URL that no link leads to. */
export type ProbeJob = JobBase & { readonly kind: 'probe'; readonly probe: ProbeRecord; readonly userAgent: string };
/** A URL that a rendered page wants. */
export type ResourceJob = JobBase & { readonly kind: 'resource'; readonly resource: ResourceRecord };
/** One request that the crawl may send now. */
export type Job = RobotsJob | SitemapJob | PageJob | CheckJob | ProbeJob | ResourceJob;

/** Which origins are requested because of checks. */
export interface CheckLanes {
  readonly slots: Set<Slot>;
  /** The last origin that was activated. */
  after: number;
  /** Origins may have checks and no place yet. */
  mayHaveMore: boolean;
  /** An origin got a check during this round. */
  announced: boolean;
}

/** Shared state of the steps of a running crawl. */
export class CrawlContext {
  readonly parts: CrawlParts;
  readonly profile: CrawlerProfile;
  readonly dialect: Dialect;
  readonly slots = new Map<number, Slot>();
  /** Origins with work queued or in flight. */
  readonly active = new Set<Slot>();
  readonly #unsaved = new Set<Slot>();
  readonly #parsedFiles = new ParsedFiles(forCrawling);
  readonly hosts: CheckHosts;
  readonly hostCounts: HostCounts;
  /** The clocks of addresses; null where each origin has its own. */
  readonly servers: Servers | null;
  /** Further header lines for an origin, as the journal records them. */
  readonly ownHeaders: HeadersOf;
  readonly checkLanes: CheckLanes = { slots: new Set(), after: 0, mayHaveMore: true, announced: false };
  /** Requests sent and not settled. */
  inFlight = 0;
  /** Requests sent whose response has not come. */
  onWire = 0;
  /** Pages that are on disk as requested: sent, or leased ahead. */
  pagesInFlight = 0;
  readonly leases = new Leases();
  readonly pageLimits: PageLimits;
  /** How long the crawl has run in earlier spans, and since when (monotonic) it runs now; null while it does not. Milliseconds. */
  ran: { readonly beforeMs: number; readonly sinceMono: number | null } = { beforeMs: 0, sinceMono: null };
  /** Work that runs in slices between the turns of the loop. */
  readonly background = new Background();
  /** Reads the bodies that are too long for this thread. */
  readonly bodies = new BodyThread();
  /** Answers the requests of rendered pages; null: nothing is rendered. */
  desk: ResourceDesk | null = null;
  /** Stops spaces of addresses without an end; null: guards are off. */
  traps: TrapGuard | null = null;
  /** Gives a queued URL the spelling that Clean-param lines of its robots.txt want, and says whether it did; null: never. */
  cleans: ((url: UrlRecord, reading: RobotsReading, at: number) => boolean) | null = null;
  /** The crawl got pages of an origin whose robots.txt is known. */
  wantsSitemaps: (slot: Slot) => void = () => undefined;
  /** A URL is kept out until the crawl finds it in another way. */
  keepsOut: (urlId: number) => void = () => undefined;

  /** `wakeLoop`: a host that nothing is known of yet can be requested. */
  constructor(parts: CrawlParts, profile: CrawlerProfile, dialect: Dialect, wakeLoop: () => void) {
    this.parts = parts;
    this.profile = profile;
    this.dialect = dialect;
    this.hosts = new CheckHosts(parts.settings);
    this.hostCounts = new HostCounts(parts.store);
    this.pageLimits = new PageLimits(parts.settings);
    this.servers = parts.settings.delayBy === 'address' ? serversOf(parts, wakeLoop) : null;
    this.ownHeaders = journalledHeaders(parts.settings);
  }

  /** What the user decided for an origin, by its key. */
  obedience(originKey: string): SiteObedience {
    return obedienceFor(this.parts.settings, originKey);
  }

  /** A stored version as this crawl interprets it. `isStale`: the crawl uses it because the current one is unreadable. */
  reading(version: RobotsVersion, obedience: SiteObedience, { isStale }: { readonly isStale: boolean }): RobotsReading {
    const { store, settings, clock } = this.parts;
    const how = { dialect: this.dialect, names: this.profile, obedience, files: this.#parsedFiles };
    const reading = readingOf(store.robots, version, { ...how, isStale });
    const origin = settings.ownRobots.length > 0 ? store.origins.byId(version.originId) : undefined;
    const own = origin && ownRobotsFor(settings, origin.key);
    if (!own || !mayBeReplaced(reading)) return reading;
    const text = { originId: version.originId, text: own.text, finalUrl: `${origin.key}/robots.txt` };
    return inPlaceOf(
      reading,
      store.robots,
      store.transaction(() => store.robots.useOwnText(text, clock.now())),
      how,
    );
  }

  slot(originId: number): Slot {
    const known = this.slots.get(originId);
    if (known) return known;
    const { store, settings, clock } = this.parts;
    const record = store.origins.byId(originId);
    if (!record) throw new Error(`origin ${originId} is not in the file`);
    const slot = new Slot(record, this.hosts.isOutside(record.host) || store.probes.isOnlyProbed(originId));
    slot.speed = hostSpeedOf(settings, record);
    const delayMs = this.hosts.ownDelayMs(record);
    const at = clock.now();
    record.backoffUntil = backoffEnd(record, at);
    // After a restart, each host waits a full delay again: only this process's monotonic clock is reliable.
    const asked = record.robotsId !== null || record.nextAt > 0;
    const own = Math.max(record.delayMs, delayMs, slot.speed.intervalMs);
    const remaining = Math.max(asked ? own + delayMarginMs : 0, storedWait(record, at, own));
    slot.nextMono = remaining > 0 ? clock.mono() + remaining : 0;
    const version = record.robotsId !== null ? store.robots.byId(record.robotsId) : undefined;
    record.pausedReason = '';
    const obedience = this.obedience(record.key);
    if (version && isUsable(version, this.dialect, obedience) && record.robotsExpiresAt !== null && record.robotsExpiresAt > at) {
      const checkedAt = record.robotsCheckedAt ?? at;
      const reading = this.reading(version, obedience, { isStale: false });
      enforce(slot, reading, {
        at: checkedAt,
        lifetimeMs: record.robotsExpiresAt - checkedAt,
        settings: { ...settings, delayMs },
      });
    }
    this.slots.set(originId, slot);
    return slot;
  }

  /** An origin got work. */
  wake(originId: number): void {
    const slot = this.slot(originId);
    slot.dueMono = 0;
    slot.isOfCrawl = true;
    this.active.add(slot);
    if (!slot.owesSitemaps) return;
    slot.owesSitemaps = false;
    this.wantsSitemaps(slot);
  }

  /** An origin got a check. */
  wakeCheck(originId: number): void {
    this.checkLanes.announced = true;
    this.checkLanes.mayHaveMore = true;
    const slot = this.slots.get(originId);
    if (!slot) return;
    slot.checkMono = 0;
    this.active.add(slot);
  }

  /** A rendered page waits for a resource of the origin. */
  wakeResource(originId: number): void {
    const slot = this.slot(originId);
    if (slot.isOutside) slot.checkMono = 0;
    else slot.dueMono = 0;
    this.active.add(slot);
  }

  /** No check of the origin waits: another origin gets its place. What is known of an outside host is dropped with it. */
  releaseCheckSlot(slot: Slot): void {
    this.checkLanes.slots.delete(slot);
    const isIdle = slot.inFlight === 0 && !slot.robotsInFlight && slot.dueMono === null;
    if (isIdle) this.active.delete(slot);
    if (!isIdle || !slot.isOutside || slot.checkVerdict !== null) return;
    // Clocks are read from the file again when the host is needed again.
    this.parts.store.origins.save(slot.record);
    this.slots.delete(slot.record.id);
  }

  /** Earliest monotonic time of the next request to an origin. Infinite: not before a response comes. */
  earliest(slot: Slot): number {
    if (slot.unread > 0) return Number.POSITIVE_INFINITY;
    const lanes = this.laneCount(slot);
    const isSingle = lanes === 1;
    if ((isSingle || slot.speed.isLimited) && slot.inFlight >= lanes) return Number.POSITIVE_INFINITY;
    let earliest = Math.max(this.hosts.earliest(slot), slot.startMono);
    if (this.servers) earliest = Math.max(earliest, this.servers.earliest(slot, isSingle, this.#waitOf(slot)));
    const { shared } = this.parts;
    return shared ? Math.max(earliest, shared.earliest(sharedKeys(slot))) : earliest;
  }

  /** Takes the host of a slot, whose own clock allows a request. False: another process has its turn, or had it a moment ago. */
  takeTurn(slot: Slot): boolean {
    return this.parts.shared?.take(sharedKeys(slot), this.#waitOf(slot).inForceMs) ?? true;
  }

  /** Whether pages of a slot can be sent without a look at what other processes do. */
  hasTurn(slot: Slot): boolean {
    return this.parts.shared?.holds(sharedKeys(slot)) ?? true;
  }

  #waitOf({ record }: Slot): HostWait {
    const ownMs = this.hosts.ownDelayMs(record);
    return { ownMs: withMargin(ownMs), inForceMs: withMargin(Math.max(ownMs, record.delayMs)) };
  }

  /** Requests an origin may have on the wire: one while its robots.txt is unknown or a crawl delay applies. */
  laneCount(slot: Slot): number {
    const isFree = slot.record.delayMs === 0 && slot.guard.pace.extraMs === 0;
    return slot.reading && isFree ? slot.speed.connections : 1;
  }

  /** Marks the origin's record as changed. It is written once, before the current transaction ends. */
  changed(slot: Slot): void {
    this.#unsaved.add(slot);
  }

  saveOrigins(): void {
    for (const { record } of this.#unsaved) this.parts.store.origins.save(record);
    this.#unsaved.clear();
  }

  /** A page less counts to the limit: origins that paused at the limit may continue. Call it if the limit was reached before. */
  wakeBelowLimit(): void {
    if (!this.limitReached()) for (const { id } of this.parts.store.origins.withWork()) this.wake(id);
  }

  limitReached(): boolean {
    const { tally } = this.parts.store;
    const left = this.parts.settings.maxPages - this.pagesInFlight;
    return tally.mostDone >= left && (tally.states.get('done') ?? 0) >= left;
  }

  /** Milliseconds that the crawl has run, in all spans. */
  ranMs(): number {
    const { beforeMs, sinceMono } = this.ran;
    return beforeMs + (sinceMono === null ? 0 : this.parts.clock.mono() - sinceMono);
  }

  /** The limit after which no request at all is sent; null: none is reached. */
  overLimit(): ReachedLimit | null {
    const { maxDurationMs, maxTotalBytes } = this.parts.settings;
    const ranMs = Math.round(this.ranMs());
    if (maxDurationMs > 0 && ranMs >= maxDurationMs)
      return { reason: 'time-limit', name: 'maxDurationMs', limit: maxDurationMs, actual: ranMs };
    if (maxTotalBytes === 0) return null;
    const { bytes } = this.parts.store.tally;
    return bytes >= maxTotalBytes ? { reason: 'byte-limit', name: 'maxTotalBytes', limit: maxTotalBytes, actual: bytes } : null;
  }

  /** The limit that ends the crawl now; null: none. */
  endingLimit(): ReachedLimit | null {
    const { store, settings } = this.parts;
    const actual = store.tally.states.get('done') ?? 0;
    const pages = { reason: 'page-limit', name: 'maxPages', limit: settings.maxPages, actual } as const;
    return this.overLimit() ?? (this.limitReached() ? pages : null);
  }
}

/** The names of a host for other processes: its origin; a host that only checks request has one clock over all its ports besides. */
export const sharedKeys = ({ record, isOutside }: Slot): readonly string[] =>
  isOutside ? [record.key, `host ${record.host}`] : [record.key];

const withMargin = (delayMs: number): number => (delayMs > 0 ? delayMs + delayMarginMs : 0);

/** The clocks of addresses. After an earlier run, any of them may have been requested until now. */
function serversOf({ store, clock, fetcher }: CrawlParts, wakeLoop: () => void): Servers {
  const startMono = store.origins.wasRequested() ? clock.mono() : Number.NEGATIVE_INFINITY;
  return new Servers(startMono, async hostname => (await fetcher.addressesOf?.(hostname)) ?? [], wakeLoop);
}
