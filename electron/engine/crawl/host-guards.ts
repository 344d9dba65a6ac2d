import { isRetryable } from '#core/decision/outage.ts';
import { hostFailing } from '#core/decision/waiting.ts';
import {
  type FailureLimit,
  failureLimitOf,
  failurePausesMs,
  failuresIn,
  paceAfter,
  type RecentResults,
  type ResponsePace,
  unknownPace,
  withResult,
} from '#core/frontier/guards.ts';
import { backOff } from '#core/frontier/host-clock.ts';
import type { FetchOutcome } from '#shared/model/fetch.ts';
import type { CrawlContext, Job } from './context.ts';
import { deferHost } from './deferral.ts';
import type { Slot } from './slot.ts';

/** What the guards know of a host. It is forgotten when the crawl stops: Resume tries the host anew. */
export interface GuardState {
  results: RecentResults;
  /** Pauses because of failures so far. */
  pauses: number;
  pace: ResponsePace;
}

export const newGuardState = (): GuardState => ({ results: [], pauses: 0, pace: unknownPace });

interface Response {
  readonly job: Job;
  readonly outcome: FetchOutcome;
  /** When it ended, monotonic milliseconds. */
  readonly mono: number;
  /** How long its first byte may have waited for our own thread, milliseconds. */
  readonly heldMs: number;
}

/** Call it after the clocks of the host have moved: pauses or gives up a host that fails too often, and spares one that gets slow. */
export function guardHost(context: CrawlContext, response: Response): void {
  const { job, outcome } = response;
  const slot = job.at;
  if (slot.isOutside || (job.kind !== 'page' && job.kind !== 'sitemap') || slot.record.pausedReason !== '') return;
  if (outcome.kind === 'failure' && !isRetryable(outcome.cause)) return;
  watchFailures(context, slot, response);
  if (outcome.kind === 'response') watchPace(context, slot, response);
}

let lastLimit: { readonly text: string; readonly limit: FailureLimit | null } = { text: '', limit: null };

/** The limit that the settings state: nearly always that of the response before. */
function limitOf(text: string): FailureLimit | null {
  if (lastLimit.text !== text) lastLimit = { text, limit: failureLimitOf(text) };
  return lastLimit.limit;
}

function watchFailures(context: CrawlContext, slot: Slot, { job, outcome, mono }: Response): void {
  const { failureGuard } = context.parts.settings;
  const limit = limitOf(failureGuard);
  if (!limit) return;
  const { guard, record } = slot;
  const { status } = outcome;
  guard.results = withResult(
    guard.results,
    status === null || outcome.kind === 'failure' || status === 429 || status >= 500,
    limit,
  );
  const failures = failuresIn(guard.results);
  if (failures < limit.failures) return;
  const at = outcome.timings.endedAt;
  const pauseMs = failurePausesMs[guard.pauses];
  const words = `${failures} of the last ${guard.results.length} responses failed`;
  guard.results = [];
  guard.pauses += 1;
  if (pauseMs !== undefined) {
    backOff(record, at, pauseMs);
    record.backoffDetail = words;
    record.nextAt = Math.max(record.nextAt, record.backoffUntil);
    slot.nextMono = Math.max(slot.nextMono, mono + pauseMs);
    return;
  }
  record.pausedReason = 'host-failing';
  slot.failingSince ??= { at, detail: words };
  // We chose this wait, not the server, so Resume tries again at once.
  record.backoffUntil = Math.min(record.backoffUntil, at);
  context.background.add(deferHost(context, slot, hostFailing(failureGuard, job.fetch), at));
}

function watchPace(context: CrawlContext, slot: Slot, { outcome, mono, heldMs }: Response): void {
  const { guard, record } = slot;
  const { firstByteMs, totalMs, endedAt } = outcome.timings;
  if (firstByteMs === null) return;
  const { clock, settings } = context.parts;
  const response = { firstByteMs: Math.max(0, firstByteMs - heldMs), sentMono: mono - totalMs, nowMono: clock.mono() };
  guard.pace = paceAfter(guard.pace, response, settings.slowFactor);
  const { extraMs } = guard.pace;
  if (extraMs === 0) return;
  record.nextAt = Math.max(record.nextAt, endedAt + extraMs);
  slot.nextMono = Math.max(slot.nextMono, mono + extraMs);
}
