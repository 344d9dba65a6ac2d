import { mayAccess, mayFetchBy } from '#core/decision/access.ts';
import { beyondPartLimit } from '#core/decision/waiting.ts';
import { delayMarginMs } from '#core/frontier/host-clock.ts';
import { longestRetryMs } from '#core/frontier/politeness.ts';
import { originOf, robotsUrlOf } from '#core/url/authority.ts';
import { acceptHeaders, requestHeaders } from '#fetcher/request-headers.ts';
import { ownRobotsName } from '#shared/explain/own-robots.ts';
import { least } from '#shared/lists.ts';
import { readsSitemaps } from '#shared/model/crawl.ts';
import { fail } from '#shared/rpc/errors.ts';
import { accessFacts, blockedListingOf, lineOf } from './access-facts.ts';
import { activateChecks, claimCheck } from './checks/claim-checks.ts';
import { resolveHost } from './checks/host-verdicts.ts';
import { type CrawlContext, type Job, type PageJob, sharedKeys } from './context.ts';
import { DueUrls } from './due-urls.ts';
import { mayLead } from './leases.ts';
import { conditionalHeaders, pageHeaders } from './page-headers.ts';
import { claimResource } from './rendering/claim-resource.ts';
import type { Slot } from './slot.ts';
import { stopTrapped } from './traps.ts';

/** URLs rejected in one transaction before control returns to the loop. */
const maxRefusalsPerTurn = 500;

/** When a claim is made, and how many pages it may lease. */
export interface ClaimTime {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Monotonic milliseconds. */
  readonly mono: number;
  /** Requests at most that are sent and not settled, or leased ahead. Not more than the connections: nothing is leased ahead. */
  readonly most: number;
}

/**
 * Claims the next requests. Every request of a crawl passes here; this code checks robots.txt, politeness and limits. It records
 * each attempt inside the caller's transaction; the crawl sends nothing before that is on disk. Returns what is sent at once.
 */
export function claimJobs(context: CrawlContext, time: ClaimTime): Job[] {
  const { now, mono } = time;
  const jobs: Job[] = [];
  if (context.overLimit()) return jobs;
  for (const slot of [...context.active]) {
    const due = new DueUrls(context, slot, now);
    while (hasRoom(context, time)) {
      const job = claimFrom(context, slot, due, now, mono);
      if (!job) break;
      jobs.push(job);
      occupy(context, job, now);
    }
    if (!hasRoom(context, time)) {
      // The next turn starts with the next origin.
      context.active.delete(slot);
      context.active.add(slot);
      break;
    }
  }
  claimChecks(context, jobs, time);
  leaseAhead(context, time);
  context.leases.othersWait = othersWait(context, time);
  return jobs;
}

/** Whether one more request may be sent at once. */
const hasRoom = (context: CrawlContext, { most }: ClaimTime): boolean =>
  context.onWire < context.parts.settings.connections && context.inFlight < most;

/** Claims pages of hosts without a delay before there is a connection for them; each host gets an equal share. */
function leaseAhead(context: CrawlContext, { now, mono, most }: ClaimTime): void {
  if (most <= context.parts.settings.connections || context.parts.renders) return;
  const leading = [...context.active].filter(slot => isDue(slot, mono) && mayLead(context, slot, now, mono));
  let left = leading.length;
  for (const slot of leading) {
    const share = Math.ceil((most - context.inFlight - context.leases.size) / left--);
    const due = new DueUrls(context, slot, now, share);
    for (let leased = 0; leased < share && !context.limitReached(); leased++) {
      const job = claimPage(context, slot, due, now);
      if (!job) break;
      context.leases.add(job);
      slot.record.busySince ??= now;
      context.changed(slot);
    }
  }
}

const isDue = ({ dueMono }: Slot, mono: number): boolean => dueMono !== null && dueMono <= mono;

/** Whether work that is not leased waits for a connection: of other hosts, or a sitemap. */
function othersWait(context: CrawlContext, time: ClaimTime): boolean {
  if (hasRoom(context, time)) return false;
  const { store, settings } = context.parts;
  const { now, mono } = time;
  for (const slot of context.active) {
    if (slot.robotsInFlight || slot.record.pausedReason || !isDue(slot, mono)) continue;
    if (!context.leases.has(slot)) {
      if (context.earliest(slot) <= mono) return true;
    } else if (readsSitemaps(settings) && (store.sitemaps.nextDue(slot.record.id) ?? Number.POSITIVE_INFINITY) <= now)
      return true;
  }
  return false;
}

/** Connections that pages leave idle check URLs that are not crawled. */
function claimChecks(context: CrawlContext, jobs: Job[], time: ClaimTime): void {
  if (!context.hosts.isOn || !hasRoom(context, time)) return;
  const { now, mono } = time;
  const take = (job: Job | null): void => {
    if (!job) return;
    jobs.push(job);
    occupy(context, job, now);
  };
  if (context.hosts.probeWanted) take(claimProbe(context, now, mono));
  activateChecks(context);
  for (const slot of [...context.active]) {
    while (hasRoom(context, time)) {
      const job = claimCheckOf(context, slot, now, mono);
      if (!job) break;
      take(job);
    }
  }
}

function claimCheckOf(context: CrawlContext, slot: Slot, now: number, mono: number): Job | null {
  const { record } = slot;
  if (slot.checkMono === null || slot.checkMono > mono || slot.robotsInFlight) return null;
  if (slot.checkVerdict) {
    // It applies to later checks, too.
    slot.checkMono = null;
    context.background.add(resolveHost(context, slot, now));
    return null;
  }
  // Pages of this host come first.
  if (record.pausedReason || context.earliest(slot) > mono || (slot.dueMono !== null && slot.dueMono <= mono)) return null;
  if (!slot.reading || (record.robotsExpiresAt ?? 0) <= now) return claimRobots(context, slot, now, mono);
  return context.takeTurn(slot) ? claimCheck(context, slot, now, mono) : null;
}

/** Requests robots.txt of the first start URL: if that host responds, the network works. */
function claimProbe(context: CrawlContext, now: number, mono: number): Job | null {
  const { store, settings } = context.parts;
  const origin = originOf(settings.seeds[0] ?? '');
  const known = origin && store.origins.byKey(origin.key);
  const slot = known && context.slot(known.id);
  // A request that is on its way tells the same.
  if (slot?.robotsInFlight) context.hosts.probeWanted = false;
  if (!slot || slot.robotsInFlight || context.earliest(slot) > mono) return null;
  context.hosts.probeWanted = false;
  return claimRobots(context, slot, now, mono);
}

/** A request is sent now. */
export function occupy(context: CrawlContext, job: Job, now: number): void {
  context.servers?.began(job.at, context.laneCount(job.at) === 1);
  context.parts.shared?.began(sharedKeys(job.at));
  context.inFlight++;
  context.onWire++;
  if (job.kind === 'robots') job.slot.robotsInFlight = true;
  job.at.inFlight++;
  const { intervalMs } = job.at.speed;
  if (intervalMs > 0) {
    job.at.startMono = context.parts.clock.mono() + intervalMs + delayMarginMs;
    job.at.record.nextAt = Math.max(job.at.record.nextAt, now + intervalMs + delayMarginMs);
  }
  context.hosts.began(job.at);
  job.at.record.busySince = now;
  context.changed(job.at);
}

/** robots.txt first, then resources of rendered pages; then alternately sitemap files and pages, when the origin's crawl delay allows. */
function claimFrom(context: CrawlContext, slot: Slot, due: DueUrls, now: number, mono: number): Job | null {
  const { record } = slot;
  if (slot.robotsInFlight || record.pausedReason || slot.dueMono === null || slot.dueMono > mono) return null;
  const isUnread = !slot.reading || (record.robotsExpiresAt ?? 0) <= now;
  // If the last response left no work, the host is done: its robots.txt is not requested again, and the crawl does not wait for its clock.
  const waits = context.earliest(slot) > mono;
  if (waits ? slot.dueMono === 0 : isUnread) planNext(context, slot, now, mono);
  if (!isDue(slot, mono)) return null;
  if (isUnread) {
    if (waits || !stopUnasked(context, due, now)) return claimRobots(context, slot, now, mono);
    planNext(context, slot, now, mono);
    return null;
  }
  if (waits || !context.takeTurn(slot)) return null;
  // A rendered page waits for them.
  const resource = claimResource(context, slot, now);
  if (resource !== null) return resource;
  // Leased pages count to the limit.
  const limit = context.limitReached() || context.parts.renders !== undefined;
  for (const sitemapFirst of [slot.sitemapTurn, !slot.sitemapTurn]) {
    const leased = sitemapFirst ? null : context.leases.take(context, now, mono, slot);
    const job = limit ? leased : sitemapFirst ? claimSitemap(context, slot, now) : (leased ?? claimPage(context, slot, due, now));
    if (job) {
      slot.sitemapTurn = !sitemapFirst;
      return job;
    }
  }
  planNext(context, slot, now, mono);
  return null;
}

/**
 * Ends the due URLs that a trap guard stops, up to the first that may be requested. True: it ended URLs, and either no other URL is due or this
 * turn has ended its share. False: a URL may be requested, or none was ended. Such a host may have no work left, and no robots.txt is requested
 * for nothing.
 */
function stopUnasked(context: CrawlContext, due: DueUrls, now: number): boolean {
  if (context.traps === null) return false;
  for (let stopped = 0; stopped < maxRefusalsPerTurn; stopped++) {
    const url = due.peek();
    if (url === undefined) return stopped > 0;
    if (!stopTrapped(context, url, now)) return false;
    due.next();
  }
  return true;
}

/** Sets when the next work of an origin is due. */
function planNext(context: CrawlContext, slot: Slot, now: number, mono: number): void {
  const { store, settings } = context.parts;
  const { id } = slot.record;
  const limit = context.limitReached() || context.parts.renders !== undefined;
  const pagesDue = limit ? null : store.urls.nextDue(id);
  const sitemapsDue = readsSitemaps(settings) && !limit ? store.sitemaps.nextDue(id) : null;
  const times = [pagesDue, sitemapsDue].filter(at => at !== null);
  // The clock went back, or the file is manipulated.
  if (times.length > 0 && least(times) > now + longestRetryMs) {
    store.urls.hasten(id, now);
    store.sitemaps.hasten(id, now);
    slot.dueMono = mono;
    return;
  }
  const resourcesDue = context.desk === null ? null : store.resources.nextDue(id);
  if (resourcesDue !== null) times.push(resourcesDue);
  if (times.length > 0) slot.dueMono = mono + Math.max(0, least(times) - now);
  else if (!context.leases.has(slot)) {
    slot.dueMono = null;
    if (slot.inFlight === 0 && slot.checkMono === null) context.active.delete(slot);
  }
}

/** Requests robots.txt of an origin, or what it redirects to. Null: the clock of the host does not allow it now. */
export function claimRobots(context: CrawlContext, slot: Slot, now: number, mono: number): Job | null {
  const { store } = context.parts;
  const url = slot.robotsTrail.at(-1) ?? robotsUrlOf(slot.record.key);
  const origin = originOf(url);
  if (!origin) throw new Error(`no origin in ${url}`);
  // A hop may lead to another host: that host's crawl delay applies.
  const at =
    origin.key === slot.record.key ? slot : context.slot((store.origins.byKey(origin.key) ?? store.origins.insert(origin)).id);
  if (context.earliest(at) > mono || !context.takeTurn(at)) {
    // The other host's crawl delay applies. If that host is busy, try again shortly.
    if (at !== slot) later(slot, Math.max(at.nextMono, mono + 50));
    return null;
  }
  const known =
    slot.robotsTrail.length > 0 || slot.record.robotsId === null ? undefined : store.robots.byId(slot.record.robotsId);
  // Validators belong to one URL: those of a redirect target say nothing about this one (RFC 9110 section 8.8).
  const copy = known?.access === 'rules' && known.finalUrl === url ? known : undefined;
  const isFirst = slot.robotsTrail.length === 0 && slot.record.robotsId === null;
  const earlier = isFirst ? context.parts.earlier?.robots(slot.record.key) : undefined;
  const fetch = store.fetches.begin({
    urlId: null,
    originId: at.record.id,
    purpose: 'robots',
    target: url,
    attempt: slot.robotsFailures + 1,
    startedAt: now,
    requestHeaders: requestHeaders({
      userAgent: context.parts.settings.userAgent,
      accept: acceptHeaders.robots,
      etag: copy?.etag ?? earlier?.ifNoneMatch,
      lastModified: copy?.lastModified ?? earlier?.ifModifiedSince,
      own: context.ownHeaders(origin.key),
    }),
  });
  return {
    kind: 'robots',
    slot,
    at,
    url,
    fetch,
    earlier,
    ifNoneMatch: copy?.etag ?? undefined,
    ifModifiedSince: copy?.lastModified ?? undefined,
  };
}

/** The work of a slot, whatever it is, becomes due then. */
function later(slot: Slot, mono: number): void {
  if (slot.dueMono !== null) slot.dueMono = mono;
  if (slot.checkMono !== null) slot.checkMono = mono;
}

function claimSitemap(context: CrawlContext, slot: Slot, now: number): Job | null {
  const { store, settings } = context.parts;
  if (!readsSitemaps(settings)) return null;
  for (;;) {
    const sitemap = store.sitemaps.next(slot.record.id, now);
    if (!sitemap || !slot.reading) return null;
    requireOrigin(sitemap.url, slot);
    const verdict = slot.reading.decide(sitemap.url);
    const strict = slot.reading.strictly(sitemap.url);
    const isOpen = verdict.allowed && strict?.allowed !== false;
    if (isOpen || slot.reading.obedience.robots === 'never') {
      store.sitemaps.lease(sitemap.id);
      const earlier = context.parts.earlier?.sitemap(sitemap.url);
      const fetch = store.fetches.begin({
        urlId: null,
        originId: slot.record.id,
        purpose: 'sitemap',
        target: sitemap.url,
        attempt: sitemap.attempts + 1,
        startedAt: now,
        requestHeaders: requestHeaders({
          userAgent: settings.userAgent,
          accept: acceptHeaders.sitemap,
          etag: earlier?.ifNoneMatch,
          lastModified: earlier?.ifModifiedSince,
          own: context.ownHeaders(slot.record.key),
        }),
      });
      return { kind: 'sitemap', slot, at: slot, url: sitemap.url, fetch, sitemap, earlier };
    }
    const { line, rule } = verdict.allowed && strict ? strict : verdict;
    const file = slot.reading.server ? ownRobotsName(slot.record.key) : 'robots.txt';
    store.sitemaps.end(sitemap.id, 'refused', `${file} line ${line} forbids it (${rule}).`, null, null);
  }
}

/** A damaged file may store a URL under the wrong host; then the wrong robots.txt and crawl delay would apply. */
function requireOrigin(url: string, { record }: Slot): void {
  if (originOf(url)?.key !== record.key)
    fail('refused', `The crawl file is damaged: ${url.slice(0, 200)} is stored under the host ${record.key}.`);
}

function claimPage(context: CrawlContext, slot: Slot, due: DueUrls, now: number): PageJob | null {
  const { store, settingsId } = context.parts;
  const { reading, record } = slot;
  if (!reading) return null;
  for (let refused = 0; refused < maxRefusalsPerTurn; refused++) {
    const url = due.next();
    if (!url) return null;
    requireOrigin(url.url, slot);
    if (stopTrapped(context, url, now)) continue;
    if (context.cleans?.(url, reading, now)) continue;
    const facts = accessFacts(context.parts, reading, url.url);
    const { robots } = facts;
    const access = mayAccess(facts);
    const beyond = access.verdict === 'accept' ? context.pageLimits.reached(url.url) : null;
    if (beyond) {
      const limitId = store.urls.decide(url.id, beyondPartLimit(beyond), now, settingsId);
      store.urls.change(url, { state: 'disregarded', reason: beyond.reason, decisionId: limitId });
      continue;
    }
    const decisionId = store.urls.decide(url.id, access, now, settingsId);
    const line = lineOf(facts, access);
    if (access.verdict === 'accept') {
      const leased = { state: 'leased', reason: access.reason, mayFetch: mayFetchBy(facts) } as const;
      store.urls.change(url, { ...leased, decisionId, robotsId: robots, robotsLine: line });
      const earlier = context.parts.earlier?.page(url.url);
      const fetch = store.fetches.begin({
        urlId: url.id,
        originId: record.id,
        purpose: 'page',
        target: null,
        attempt: url.attempts + 1,
        startedAt: now,
        requestHeaders: earlier ? conditionalHeaders(context, record.key, earlier) : pageHeaders(context, record.key),
      });
      const setting = access.rule === 'never-obey' ? access.evidence.find(({ kind }) => kind === 'setting') : undefined;
      const override = setting ? { decisionId, robots, line, setting } : null;
      context.pagesInFlight++;
      context.pageLimits.began(url.url);
      return { kind: 'page', slot, at: slot, url: url.url, fetch, record: { ...url, ...leased }, reading, override, earlier };
    }
    if (access.verdict === 'defer') {
      // This is not a rejection: the whole origin waits, and the window shows the reason.
      record.pausedReason = access.reason;
      store.urls.change(url, { reason: access.reason, decisionId, robotsId: robots, robotsLine: line });
      context.changed(slot);
      return null;
    }
    const listing = blockedListingOf(context.profile, reading, facts, line);
    store.urls.decide(url.id, listing.draft, now, settingsId);
    store.urls.change(url, {
      state: 'disregarded',
      reason: access.reason,
      decisionId,
      mayFetch: 'no',
      mayList: listing.mayList,
      robotsId: robots,
      robotsLine: line,
    });
  }
  return null;
}
