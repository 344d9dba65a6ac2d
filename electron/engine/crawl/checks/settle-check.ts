import type { Challenge } from '#core/challenge/detect.ts';
import { judgeCheck, needsGet } from '#core/decision/check-outcome.ts';
import { isRedirect } from '#core/decision/outcome.ts';
import { retryDelayMs } from '#core/frontier/politeness.ts';
import type { DecisionDraft } from '#shared/model/decision.ts';
import type { FetchOutcome } from '#shared/model/fetch.ts';
import type { CheckChange } from '#storage/tables/checks.ts';
import { checkedRedirectCandidate } from '../candidates.ts';
import { challengeOf } from '../challenge.ts';
import type { CheckJob, CrawlContext } from '../context.ts';
import { headerOf } from '../read-page.ts';
import { saysNothing } from '../request-end.ts';
import { redirectTarget, type SettleContext } from '../settle.ts';
import { decideHost, isNetworkUp, isUnconnected, leftForNextRun, unprovenMs } from './host-verdicts.ts';

/** Hops of a chain that are looked at for a loop. */
const longestChain = 60;

/** Writes how a check ended. Runs inside the caller's transaction, before the clocks of the host move. */
export function settleCheck(context: CrawlContext, settle: SettleContext, job: CheckJob, outcome: FetchOutcome): void {
  const { store } = context.parts;
  const { check, fetch, slot } = job;
  store.fetches.end(fetch, outcome, 'no-body');
  // Whatever becomes of this check, the next one of the host has its turn.
  slot.checkMono ??= 0;
  const challenge = challengeOf(outcome, null);
  const isCancelled = saysNothing(outcome);
  if (!isCancelled && outcome.status !== null) slot.unproven = 0;
  if (!isCancelled && check.method === 'HEAD' && needsGet(outcome, challenge)) {
    store.checks.change(check, { state: 'queued', result: check.result, method: 'GET', dueAt: 0 });
    return;
  }
  const location = outcome.kind === 'response' && isRedirect(outcome.status) ? redirectTarget(check.url, outcome) : null;
  const draft = verdictOf(context, job, { outcome, challenge, location });
  if (draft.verdict === 'defer') defer(context, job, outcome, draft);
  else finish(context, settle, job, { outcome, draft, location });
}

interface Ended {
  readonly outcome: FetchOutcome;
  readonly challenge: Challenge | null;
  readonly location: string | null;
}

function verdictOf(
  context: CrawlContext,
  { check, fetch, slot }: CheckJob,
  { outcome, challenge, location }: Ended,
): DecisionDraft {
  const { maxAttempts } = context.parts.settings;
  const attempt = check.attempts + 1;
  const isLast = outcome.kind === 'failure' && attempt >= maxAttempts;
  return judgeCheck({
    ...{ outcome, fetch, attempt, maxAttempts, location, challenge },
    isOutside: slot.isOutside,
    loops: location !== null && closesLoop(context, check.urlId, location),
    isNetworkUp: !isLast || isNetworkUp(context, slot, outcome),
  });
}

/** The check is sent again later. */
function defer(context: CrawlContext, { check, fetch, slot }: CheckJob, outcome: FetchOutcome, draft: DecisionDraft): void {
  const { store, settingsId } = context.parts;
  const at = outcome.timings.endedAt;
  const attempt = check.attempts + 1;
  const decisionId = store.urls.decide(check.urlId, draft, at, settingsId);
  const isRetry = draft.reason === 'check-retry';
  const waits =
    { interrupted: 0, 'network-outage': 0, 'check-no-network': unprovenMs }[draft.reason as string] ?? retryDelayMs(attempt);
  store.checks.change(check, {
    ...{ state: 'queued', result: draft.reason, decisionId, fetchId: fetch },
    attempts: isRetry ? attempt : check.attempts,
    dueAt: waits === 0 ? 0 : at + waits,
  });
  if (draft.reason === 'check-no-network') leftForNextRun(context, slot, fetch, at);
}

interface Result {
  readonly outcome: FetchOutcome;
  readonly draft: DecisionDraft;
  readonly location: string | null;
}

function finish(context: CrawlContext, settle: SettleContext, { check, fetch, slot }: CheckJob, result: Result): void {
  const { store, settingsId } = context.parts;
  const { outcome, draft, location } = result;
  const at = outcome.timings.endedAt;
  const decisionId = store.urls.decide(check.urlId, draft, at, settingsId);
  const length = Number(headerOf(outcome, 'content-length') ?? Number.NaN);
  const change: CheckChange = {
    ...{ state: 'done', result: draft.reason, decisionId, fetchId: fetch, attempts: check.attempts + 1, checkedAt: at },
    status: outcome.status,
    contentType: headerOf(outcome, 'content-type')?.split(';')[0]?.trim().toLowerCase() || null,
    contentLength: Number.isSafeInteger(length) && length >= 0 ? length : null,
  };
  const redirectId =
    draft.reason === 'check-redirects' && location !== null ? hop(settle, { check, fetch, outcome, location }) : null;
  store.checks.change(check, redirectId === null ? change : { ...change, redirectId });
  if (draft.reason === 'check-no-response' && isUnconnected(outcome) && slot.isOutside)
    decideHost(context, slot, { kind: 'no-response', fetch }, at);
}

interface Hop {
  readonly check: CheckJob['check'];
  readonly fetch: number;
  readonly outcome: FetchOutcome;
  readonly location: string;
}

/** The target of a checked redirect becomes a URL of the file, and is checked in turn. */
function hop({ store, discovery }: SettleContext, { check, fetch, outcome, location }: Hop): number {
  const distance = store.urls.byId(check.urlId)?.distance ?? 0;
  const from = { id: check.urlId, distance, depth: null, hops: check.hops };
  const sent = headerOf(outcome, 'location') ?? location;
  const found = checkedRedirectCandidate({ from, fetch, status: outcome.status ?? 0, location: sent, target: location });
  return discovery.discover(found, outcome.timings.endedAt);
}

/** Whether a target is this URL, or redirects to it over any number of checked hops. */
function closesLoop(context: CrawlContext, urlId: number, target: string): boolean {
  const { urls, checks } = context.parts.store;
  let at: number | null = urls.idOf(target);
  for (let hops = 0; at !== null && at !== 0 && hops < longestChain; hops++) {
    if (at === urlId) return true;
    at = checks.redirectOf(at) ?? urls.byId(at)?.redirectId ?? null;
  }
  return false;
}
