import { clockAfter } from '#core/frontier/host-clock.ts';
import { parseRetryAfter } from '#core/frontier/politeness.ts';
import { originOf } from '#core/url/authority.ts';
import type { FetchOutcome } from '#shared/model/fetch.ts';
import { checkNewVersion } from '../robots/assertions.ts';
import { enforce, readingOf, robotsStep } from '../robots/gate.ts';
import type { CrawlContext, Job, RobotsJob } from './context.ts';
import { deferOrigin } from './deferral.ts';
import { headerOf } from './read-page.ts';
import { requestEnd } from './request-end.ts';
import { settlePage } from './settle.ts';
import { queueSitemaps, settleSitemap } from './sitemap-step.ts';
import type { Slot } from './slot.ts';

export interface Done {
  readonly job: Job;
  readonly outcome: FetchOutcome;
  /** Monotonic time at which the response had ended. */
  readonly mono: number;
}

/** A stale copy is checked again after an hour, not after a day. */
const staleLifetimeMs = 60 * 60 * 1000;

/** Writes how one request ended, and moves its origin's clocks. Runs inside the caller's transaction. */
export function settleJob(context: CrawlContext, done: Done): void {
  const { job, outcome, mono } = done;
  const { store } = context.parts;
  context.inFlight--;
  job.at.inFlight--;
  if (job.at.inFlight === 0) job.at.record.busySince = null;
  let deferred = false;
  if (job.kind === 'robots') settleRobots(context, job, outcome);
  else if (job.kind === 'sitemap') {
    deferred = settleSitemap(context.settle, job.slot, job.sitemap, job.fetch, outcome, id => context.wake(id)).deferred;
  } else {
    const wasFull = context.limitReached();
    context.pagesInFlight--;
    deferred = settlePage(context.settle, job.record, job.fetch, outcome, job.override).deferred;
    // Origins that were put to sleep at the page limit have room again.
    if (wasFull && !context.limitReached()) for (const { id } of store.origins.withWork()) context.wake(id);
  }
  moveClocks(context, job.at, done, deferred);
  // A robots.txt that another host could not give: the host it is for waits too before it is asked again.
  if (job.slot !== job.at)
    job.slot.nextMono = Math.max(job.slot.nextMono, mono + job.slot.record.backoffUntil - outcome.timings.endedAt);
  for (const slot of new Set([job.at, job.slot])) {
    slot.dueMono = 0;
    if (slot === job.slot || slot.reading) context.active.add(slot);
    context.changed(slot);
  }
}

function settleRobots(context: CrawlContext, job: RobotsJob, outcome: FetchOutcome): void {
  const { store, settings } = context.parts;
  const { slot } = job;
  slot.robotsInFlight = false;
  store.fetches.end(job.fetch, outcome, false);
  if (outcome.kind === 'failure' && outcome.cause === 'cancelled') return;
  const obedience = context.obedience(slot.record.key);
  const before = store.robots.latest(slot.record.id)?.id;
  const trail = slot.robotsTrail.length > 0 ? slot.robotsTrail : [job.url];
  const answer = { origin: slot.record, trail, fetch: job.fetch, outcome, source: 'crawl' } as const;
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
    const reading = readingOf(store.robots, step.version, context.dialect, context.profile, stale, obedience);
    enforce(slot, reading, at, settings.delayMs, lifetimeMs, settings.maxDelayMs);
  };
  if (step.kind === 'read') {
    slot.robotsFailures = 0;
    put(step.stale, step.stale ? Math.min(settings.robotsLifetimeMs, staleLifetimeMs) : settings.robotsLifetimeMs);
    if (settings.sitemaps) queueSitemaps(context.settle, slot, id => context.wake(id));
    if (slot.record.pausedReason) deferOrigin(context, slot, at);
    return;
  }
  slot.robotsFailures++;
  slot.robotsTrail = [];
  if (slot.robotsFailures >= settings.maxAttempts) {
    if (obedience.robots === 'never') {
      // Asked in full and in vain; every URL is decided against that, on record, and fetched all the same.
      put(false, settings.robotsLifetimeMs);
      return;
    }
    put(false, 0);
    slot.record.pausedReason = 'robots-unreachable';
    deferOrigin(context, slot, at);
    return;
  }
  const asked = parseRetryAfter(headerOf(outcome, 'retry-after') ?? undefined, at, Date.parse) ?? 0;
  slot.record.backoffUntil = at + Math.max(asked, 1_000 * 4 ** (slot.robotsFailures - 1));
  slot.record.backoffDetail = `robots.txt could not be read (attempt ${slot.robotsFailures} of ${settings.maxAttempts})`;
}

/** The delay counts from the end of the response; both the stored clock and the one of this process are moved. */
function moveClocks(context: CrawlContext, slot: Slot, { outcome, mono }: Done, deferred: boolean): void {
  const { record } = slot;
  const delay = Math.max(record.delayMs, slot.reading ? 0 : context.parts.settings.delayMs);
  // What we cut off ourselves says nothing about the server.
  const isFailure = deferred && outcome.kind === 'failure' && outcome.cause !== 'cancelled';
  const wait = clockAfter(record, requestEnd(outcome, isFailure), delay);
  slot.nextMono = Math.max(slot.nextMono, mono + wait);
}
