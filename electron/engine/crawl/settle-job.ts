import { blamesUrl, hostPatienceMs, isRetryable, needsProbe } from '#core/decision/outage.ts';
import { clockAfter, delayMarginMs } from '#core/frontier/host-clock.ts';
import { parseRetryAfter } from '#core/frontier/politeness.ts';
import type { Steps } from '#core/steps.ts';
import { originOf } from '#core/url/authority.ts';
import { readsSitemaps } from '#shared/model/crawl.ts';
import type { FetchOutcome } from '#shared/model/fetch.ts';
import { checkNewVersion } from '../robots/assertions.ts';
import { enforce, robotsStep } from '../robots/gate.ts';
import { decideHost, type RobotsFailure, refusesChecks, robotsVerdict, unprovenMs } from './checks/host-verdicts.ts';
import { nextDue } from './checks/queues.ts';
import { settleCheck } from './checks/settle-check.ts';
import { type CrawlContext, type Job, type RobotsJob, sharedKeys } from './context.ts';
import { deferOrigin, deferUnreachable, deferUrlUnreachable } from './deferral.ts';
import { confirmed } from './earlier.ts';
import { guardHost } from './host-guards.ts';
import { prepareLong } from './long-body.ts';
import { type Prepared, type Preparing, preparePage, prepareSitemap } from './prepare.ts';
import { settleProbe } from './probes/settle-probe.ts';
import { headerOf } from './read-page.ts';
import { settleResource } from './rendering/settle-resource.ts';
import { leftUnread, requestEnd, saysNothing } from './request-end.ts';
import { type SettleContext, settlePage } from './settle.ts';
import { queueSitemaps, settleSitemap } from './sitemap-step.ts';
import type { Slot } from './slot.ts';

export interface Done {
  readonly job: Job;
  readonly outcome: FetchOutcome;
  /** When the response ended, monotonic milliseconds. */
  readonly mono: number;
  /** How long its first byte may have waited for our own thread, milliseconds. */
  readonly heldMs: number;
  /** The host may have to be left alone after it. It counts as `unread` of the slot until it is settled. */
  readonly backsOff: boolean;
  /** Undefined: not tried yet. Null: there is nothing to prepare. */
  readonly prepared?: Prepared | null;
}

/** How the remaining part of a job returns to the loop, when it takes several turns or another thread. */
export interface LaterTurns {
  settle(done: Done): void;
  /** There is background work. */
  wake(): void;
  /** The job cannot be finished. */
  crash(error: unknown): void;
  /** Aborted when the user stops the crawl: reading and storing that takes several turns ends, and the URL waits again. */
  readonly stopped: AbortSignal;
}

/** The crawl checks a stale copy again after an hour, not after a day. */
const staleLifetimeMs = 60 * 60 * 1000;

/**
 * Writes how one request ended and updates its origin's clocks. A response with very many links is first prepared in the
 * background, a long body on the body thread; both are settled afterwards. Runs inside the caller's transaction.
 */
export function settleJob(context: CrawlContext, settle: SettleContext, arrived: Done, later: LaterTurns): void {
  const done = { ...arrived, outcome: confirmed(arrived.outcome, arrived.job.earlier) };
  const prepared = done.prepared === undefined ? prepare(settle, done) : done.prepared;
  const isLong = prepared === 'too-long' || (prepared !== null && 'next' in prepared);
  if (!isLong) settlePrepared(context, settle, { ...done, prepared });
  // A host that asks for a pause has said so with this response.
  else if (done.backsOff) prepareLater(context, settle, { done, prepared }, { ...later, stopped: never });
  else if (later.stopped.aborted) settlePrepared(context, settle, { ...done, outcome: leftUnread(done.outcome), prepared: null });
  else prepareLater(context, settle, { done, prepared }, later);
}

const never = new AbortController().signal;

interface Long {
  readonly done: Done;
  readonly prepared: 'too-long' | Steps<Prepared>;
}

/** Prepares a response in steps, or on the body thread, until the user stops the crawl. Then the request counts as cut off. */
function prepareLater(context: CrawlContext, settle: SettleContext, { done, prepared }: Long, later: LaterTurns): void {
  const leave = () => later.settle({ ...done, outcome: leftUnread(done.outcome), prepared: null });
  const inSteps = (read: Done, steps: Steps<Prepared>) =>
    context.background.add(untilStopped(steps, later.stopped), ready =>
      ready === null ? leave() : later.settle({ ...read, prepared: ready }),
    );
  if (prepared !== 'too-long') {
    inSteps(done, prepared);
    return;
  }
  const stop = () => {
    leave();
    later.wake();
  };
  later.stopped.addEventListener('abort', stop, { once: true });
  prepareLong(context.bodies, settle, done).then(
    ({ outcome, steps }) => {
      later.stopped.removeEventListener('abort', stop);
      if (later.stopped.aborted) return;
      inSteps({ ...done, outcome }, steps);
      later.wake();
    },
    error => {
      if (!later.stopped.aborted) later.crash(error);
    },
  );
}

/** The same work; null when the crawl was stopped before its end. */
function* untilStopped<T>(steps: Steps<T>, stopped: AbortSignal): Steps<T | null> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    if (stopped.aborted) return null;
    yield step.value;
  }
}

function prepare(settle: SettleContext, { job, outcome }: Done): Preparing {
  if (outcome.kind === 'failure') return null;
  if (job.kind === 'page') return preparePage(settle, job, outcome);
  return job.kind === 'sitemap' ? prepareSitemap(settle, job, outcome) : null;
}

function settlePrepared(context: CrawlContext, settle: SettleContext, done: Done): void {
  const { job } = done;
  context.inFlight--;
  job.at.inFlight--;
  if (done.backsOff) job.at.unread--;
  // A leased page may be sent before the next transaction.
  if (job.at.inFlight === 0 && !context.leases.has(job.at)) job.at.record.busySince = null;
  settleKind(context, settle, done);
  moveClocks(context, done);
  watchHost(context, done);
  guardHost(context, done);
  context.hosts.ended(job.at);
  context.servers?.ended(job.at, done.outcome.remoteAddress, done.mono);
  shareEnd(context, done);
  const { status, timings } = done.outcome;
  if (status !== null) context.hosts.heard(job.at.record.key, timings.endedAt);
  const isCheck = job.kind === 'check' || job.kind === 'probe' || (job.kind === 'resource' && job.slot.isOutside);
  if (isCheck && job.at.isOutside && refusesChecks(job.at, status, timings.endedAt))
    decideHost(context, job.at, { kind: 'refuses', fetch: job.fetch }, timings.endedAt);
  hasWorkAgain(context, job, job.at);
  if (job.slot !== job.at) hasWorkAgain(context, job, job.slot);
  if (isCheck) endOfChecks(context, job.slot);
}

/** A request of this origin has ended: the next turn of the loop looks at it. */
function hasWorkAgain(context: CrawlContext, job: Job, slot: Slot): void {
  if (!slot.isOutside || slot.dueMono !== null || job.kind === 'sitemap') slot.dueMono = 0;
  if (slot === job.slot || slot.reading) context.active.add(slot);
  context.changed(slot);
}

/** When no check of the origin is queued any more, its delay blocks nothing. */
function endOfChecks(context: CrawlContext, slot: Slot): void {
  if (slot.checkVerdict || nextDue(context.parts.store, slot.record.id) !== null) return;
  slot.checkMono = null;
  context.releaseCheckSlot(slot);
}

function settleKind(context: CrawlContext, settle: SettleContext, { job, outcome, prepared }: Done): void {
  if (job.kind === 'robots') {
    settleRobots(context, settle, job, outcome);
    return;
  }
  if (job.kind === 'check') {
    settleCheck(context, settle, job, outcome);
    return;
  }
  if (job.kind === 'probe') {
    settleProbe(context, settle, job, outcome);
    return;
  }
  if (job.kind === 'resource') {
    settleResource(context, job, outcome);
    return;
  }
  const { fetch } = job;
  if (job.kind === 'sitemap') {
    const read = prepared?.kind === 'sitemap' ? prepared : null;
    settleSitemap(settle, { slot: job.slot, sitemap: job.sitemap, fetch, outcome, read });
    return;
  }
  const wasFull = context.limitReached();
  context.pagesInFlight--;
  const read = prepared?.kind === 'page' ? prepared : null;
  const hostFailures = job.at.record.backoffCount;
  settlePage(settle, { url: job.record, fetch, outcome, override: job.override, hostFailures, read });
  if (context.pageLimits.isOn && context.parts.store.urls.byId(job.record.id)?.state !== 'done')
    context.pageLimits.failed(job.record.url);
  if (wasFull) context.wakeBelowLimit();
}

function settleRobots(context: CrawlContext, settle: SettleContext, job: RobotsJob, outcome: FetchOutcome): void {
  const { store, settings } = context.parts;
  const { slot } = job;
  slot.robotsInFlight = false;
  store.fetches.end(job.fetch, outcome, 'no-body');
  if (saysNothing(outcome)) return;
  const obedience = context.obedience(slot.record.key);
  const before = store.robots.latest(slot.record.id)?.id;
  const trail = slot.robotsTrail.length > 0 ? slot.robotsTrail : [job.url];
  const isConditional = job.ifNoneMatch !== undefined || job.ifModifiedSince !== undefined;
  const answer = { origin: slot.record, trail, fetch: job.fetch, outcome, source: 'crawl', isConditional } as const;
  const step = robotsStep(store.robots, answer, { dialect: context.dialect, obedience });
  if (step.kind === 'hop') {
    slot.robotsTrail = [...trail, step.url];
    return;
  }
  const at = outcome.timings.endedAt;
  const latest = store.robots.latest(slot.record.id);
  if (latest && latest.id !== before)
    checkNewVersion(store, slot.record, latest, originOf(settings.seeds[0] ?? '')?.key ?? '', at);
  const put = (stale: boolean, lifetimeMs: number) => {
    const reading = context.reading(step.version, obedience, { isStale: stale });
    enforce(slot, reading, { at, lifetimeMs, settings: { ...settings, delayMs: context.hosts.ownDelayMs(slot.record) } });
  };
  if (step.kind === 'read') {
    slot.robotsFailures = 0;
    put(step.stale, step.stale ? Math.min(settings.robotsLifetimeMs, staleLifetimeMs) : settings.robotsLifetimeMs);
    slot.unproven = 0;
    if (slot.isOutside && slot.record.pausedReason === 'delay-too-long')
      decideHost(context, slot, { kind: 'delay-too-long', robots: step.version.id, line: slot.record.delayLine }, at);
    slot.owesSitemaps = readsSitemaps(settings) && !slot.isOutside && !slot.isOfCrawl;
    if (readsSitemaps(settings) && slot.isOfCrawl) context.background.add(queueSitemaps(settle, slot));
    if (slot.record.pausedReason) context.background.add(deferOrigin(context, slot, at));
    return;
  }
  slot.robotsFailures++;
  slot.robotsTrail = [];
  if (slot.isOutside) {
    settleOutside(context, slot, { fetch: job.fetch, outcome, robots: step.version.id });
    return;
  }
  // The crawl waits for a host that responded before, until `watchHost` gives it up.
  const isOutage = slot.reading !== null && outcome.kind === 'failure' && isRetryable(outcome.cause);
  if (slot.robotsFailures >= settings.maxAttempts && !isOutage) {
    if (obedience.robots === 'never') {
      // All attempts failed. Each URL gets a decision that records this, and is fetched anyway.
      put(false, settings.robotsLifetimeMs);
      return;
    }
    put(false, 0);
    slot.record.pausedReason = 'robots-unreachable';
    context.background.add(deferOrigin(context, slot, at));
    return;
  }
  const asked = parseRetryAfter(headerOf(outcome, 'retry-after') ?? undefined, at, Date.parse) ?? 0;
  waitFor(slot, at, Math.max(asked, 1_000 * 4 ** Math.min(slot.robotsFailures - 1, 3)));
  slot.record.backoffDetail = `robots.txt could not be read (attempt ${slot.robotsFailures} of ${settings.maxAttempts})`;
}

/** A back-off in place of the one that has passed. */
const waitFor = ({ record }: Slot, at: number, waitMs: number): void =>
  void Object.assign(record, { backoffUntil: at + waitMs, backoffMs: waitMs });

/** robots.txt of a host that only checks request could not be read: it is requested again, or there is a verdict about the host. */
function settleOutside(context: CrawlContext, slot: Slot, failed: RobotsFailure): void {
  const { settings } = context.parts;
  const { outcome } = failed;
  const at = outcome.timings.endedAt;
  const isFinal = outcome.kind === 'failure' && !isRetryable(outcome.cause);
  const isLast = isFinal || slot.robotsFailures >= settings.maxAttempts;
  const verdict = isLast ? robotsVerdict(context, slot, failed) : null;
  if (verdict) {
    decideHost(context, slot, verdict, at);
    return;
  }
  const asked = parseRetryAfter(headerOf(outcome, 'retry-after') ?? undefined, at, Date.parse) ?? 0;
  const wait = isLast ? unprovenMs : 1_000 * 4 ** Math.min(slot.robotsFailures - 1, 3);
  waitFor(slot, at, Math.max(asked, wait));
  slot.record.backoffDetail = `robots.txt could not be read (attempt ${slot.robotsFailures})`;
}

/** The delay counts from the end of the response. Updates both the stored time and this process's clock. */
function moveClocks(context: CrawlContext, { job, outcome, mono }: Done): void {
  const slot = job.at;
  const { record } = slot;
  const delay = Math.max(record.delayMs, slot.reading ? 0 : context.hosts.ownDelayMs(record));
  // A request that we aborted says nothing about the server.
  const isFailure = job.kind !== 'robots' && outcome.kind === 'failure' && isRetryable(outcome.cause) && !saysNothing(outcome);
  const wait = clockAfter(record, requestEnd(outcome, isFailure), delay);
  slot.nextMono = Math.max(slot.nextMono, mono + wait);
  const { endedAt } = outcome.timings;
  if (job.slot !== slot) ownerWaits(job.slot, endedAt, mono);
}

/**
 * Another host returned the robots.txt of this one, or failed to. The delay that it declares was unknown when this host was requested last, so
 * it counts from here. Monotonic and epoch milliseconds.
 */
function ownerWaits(owner: Slot, endedAt: number, mono: number): void {
  const { record } = owner;
  const delayMs = owner.reading && record.delayMs > 0 ? record.delayMs + delayMarginMs : 0;
  owner.nextMono = Math.max(owner.nextMono, mono + Math.max(delayMs, record.backoffUntil - endedAt));
  if (delayMs > 0) record.nextAt = Math.max(record.nextAt, endedAt + Math.ceil(delayMs));
}

/** Tells other processes when the request ended, and what the host wants. */
function shareEnd({ parts: { shared } }: CrawlContext, { job, outcome, mono }: Done): void {
  const { record } = job.at;
  const backoffMs = record.backoffUntil - outcome.timings.endedAt;
  const [origin = '', host] = sharedKeys(job.at);
  const declaredMs = declaredOf(job.at);
  shared?.ended([origin], { mono, declaredMs, backoffUntil: backoffMs > 0 ? mono + backoffMs : 0 });
  // Another port of the host may respond.
  if (host !== undefined) shared?.ended([host], { mono, declaredMs: null, backoffUntil: 0 });
  const ownerMs = job.slot === job.at ? null : declaredOf(job.slot);
  if (ownerMs !== null) shared?.declared(job.slot.record.key, ownerMs, mono);
}

/** The Crawl-delay of its robots.txt, 0 for none; null while that is unknown. */
const declaredOf = ({ reading, record }: Slot): number | null =>
  reading === null ? null : record.delayLine > 0 ? record.delayMs : 0;

/** Tells a host that is down from a URL that fails, and gives a host up when it has failed for too long. */
function watchHost(context: CrawlContext, { job, outcome }: Done): void {
  const slot = job.at;
  const { record } = slot;
  if (outcome.kind === 'response') {
    slot.failingSince = null;
    return;
  }
  if (!isRetryable(outcome.cause) || saysNothing(outcome)) return;
  const at = outcome.timings.endedAt;
  slot.failingSince ??= { at, detail: outcome.detail };
  const { settings } = context.parts;
  const host = { hostFailures: record.backoffCount, maxAttempts: settings.maxAttempts };
  if (job.kind === 'page' && needsProbe(outcome.cause, host)) record.robotsExpiresAt = 0;
  const isSuspect = !blamesUrl('connection-refused', host);
  if (record.pausedReason === 'host-unreachable' && job.kind === 'page') {
    // It was in flight when the host was given up.
    deferUrlUnreachable(context, job.record.id, { fetch: job.fetch, at });
    return;
  }
  if (slot.isOutside || record.pausedReason !== '' || !slot.reading || !isSuspect || at - slot.failingSince.at < hostPatienceMs)
    return;
  record.pausedReason = 'host-unreachable';
  // We chose this wait, not the server, so Resume tries again at once.
  record.backoffUntil = Math.min(record.backoffUntil, at);
  context.background.add(deferUnreachable(context, slot, { fetch: job.fetch, at }));
}
