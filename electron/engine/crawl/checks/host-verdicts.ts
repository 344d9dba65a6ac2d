import { type HostVerdict, judgeHost } from '#core/decision/check-outcome.ts';
import { asksForPause } from '#core/frontier/host-clock.ts';
import type { Steps } from '#core/steps.ts';
import type { FailureCause, FetchOutcome } from '#shared/model/fetch.ts';
import type { CrawlContext } from '../context.ts';
import type { Slot } from '../slot.ts';

/** Tries without proof that the network works, before the checks of a host are left for the next run. */
const mostUnproven = 3;
/** Pause between two such tries, milliseconds. */
export const unprovenMs = 1_500;
/** A host that requires a longer pause than this gets no further checks. Milliseconds. */
const longestPauseMs = 60_000;
/** Throttling responses in a row after which a host gets no further checks. */
const mostThrottles = 3;
const checksOfStep = 32;

/** There was no connection, so the URL is not the cause. */
const unconnected: ReadonlySet<FailureCause> = new Set(['dns-failure', 'connection-refused', 'timeout-connect']);
export const isUnconnected = (outcome: FetchOutcome): boolean => outcome.kind === 'failure' && unconnected.has(outcome.cause);

/** Gives the verdict about a host to each of its checks, probes and resources that wait. Yields how many are done. */
export function* resolveHost(context: CrawlContext, slot: Slot, at: number): Steps<void> {
  const { store, settingsId } = context.parts;
  const { checkVerdict, record } = slot;
  if (!checkVerdict) return;
  const draft = judgeHost(checkVerdict);
  const states = { accept: 'done', reject: 'done', unknown: 'skipped', defer: 'queued' } as const;
  let done = 0;
  for (const check of store.checks.queuedOf(record.id, draft.reason)) {
    const decisionId = store.urls.decide(check.urlId, draft, at, settingsId);
    store.checks.change(check, { state: states[draft.verdict], result: draft.reason, decisionId });
    done += 1;
    if (done % checksOfStep === 0) yield done;
  }
  for (const probe of store.probes.queuedOf(record.id, draft.reason)) {
    store.urls.decide(probe.urlId, draft, at, settingsId);
    store.probes.change(probe.id, { state: states[draft.verdict], result: draft.reason });
  }
  for (const { urlId } of store.resources.queuedOf(record.id)) {
    store.urls.decide(urlId, draft, at, settingsId);
    store.resources.change(urlId, { state: 'skipped', result: draft.reason });
    context.desk?.settled(urlId);
  }
  if (draft.verdict !== 'defer') context.releaseCheckSlot(slot);
}

/** Sets the verdict about a host and gives it to its checks. */
export function decideHost(context: CrawlContext, slot: Slot, verdict: HostVerdict, at: number): void {
  slot.checkVerdict = verdict;
  slot.checkMono = null;
  context.background.add(resolveHost(context, slot, at));
}

/** Whether the network works, as far as other hosts show. If no host shows it, the first start host should be requested. */
export function isNetworkUp(context: CrawlContext, slot: Slot, outcome: FetchOutcome): boolean {
  const since = slot.failingSince?.at ?? outcome.timings.startedAt;
  const isUp = context.hosts.isUp(slot.record.key, since);
  context.hosts.probeWanted ||= !isUp;
  return isUp;
}

/** Counts a try without proof. True: the checks of the host are left for the next run. */
export function leftForNextRun(context: CrawlContext, slot: Slot, fetch: number, at: number): boolean {
  slot.unproven += 1;
  if (slot.unproven < mostUnproven) return false;
  decideHost(context, slot, { kind: 'no-network', fetch }, at);
  return true;
}

export interface RobotsFailure {
  /** The attempt and how it ended. */
  readonly fetch: number;
  readonly outcome: FetchOutcome;
  /** Id of the version that records it. */
  readonly robots: number;
}

/**
 * robots.txt of a host outside the crawl could not be read, and no attempt is left: what that says about its checks. Null: try again
 * after a pause, because the network itself may be down.
 */
export function robotsVerdict(context: CrawlContext, slot: Slot, { fetch, outcome, robots }: RobotsFailure): HostVerdict | null {
  if (outcome.kind === 'failure') {
    if (outcome.cause === 'tls-failure' || outcome.cause === 'address-blocked') return { kind: outcome.cause, fetch };
    if (isUnconnected(outcome)) {
      if (isNetworkUp(context, slot, outcome)) return { kind: 'no-response', fetch };
      slot.unproven += 1;
      return slot.unproven < mostUnproven ? null : { kind: 'no-network', fetch };
    }
  }
  return { kind: 'robots-unreachable', robots };
}

/** After the clocks moved: whether the host has refused often or for long enough to be left alone. */
export function refusesChecks({ record }: Slot, status: number | null, at: number): boolean {
  if (!asksForPause(status)) return false;
  return record.backoffCount >= mostThrottles || record.backoffUntil - at > longestPauseMs;
}
