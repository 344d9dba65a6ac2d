import { judgeCheck } from '#core/decision/check-outcome.ts';
import { retryDelayMs } from '#core/frontier/politeness.ts';
import { contentTypeOf } from '#core/headers/content-type.ts';
import type { FetchOutcome } from '#shared/model/fetch.ts';
import { challengeOf } from '../challenge.ts';
import { decideHost, isNetworkUp, isUnconnected, leftForNextRun, unprovenMs } from '../checks/host-verdicts.ts';
import type { CrawlContext, ResourceJob } from '../context.ts';
import { redirectTarget } from '../settle.ts';

/** Writes how the request for a resource ended, and answers who waits for it. Runs inside the caller's transaction. */
export function settleResource(context: CrawlContext, job: ResourceJob, outcome: FetchOutcome): void {
  const { store, settings, settingsId } = context.parts;
  const { resource, fetch, slot } = job;
  const { urlId } = resource;
  store.fetches.end(fetch, outcome, 'whole-body');
  if (slot.isOutside) slot.checkMono ??= 0;
  if (outcome.status !== null) slot.unproven = 0;
  const attempt = resource.attempts + 1;
  const isLast = outcome.kind === 'failure' && attempt >= settings.maxAttempts;
  const draft = judgeCheck({
    ...{ outcome, fetch, attempt, maxAttempts: settings.maxAttempts, isOutside: slot.isOutside, loops: false },
    location: outcome.kind === 'response' ? redirectTarget(resource.url, outcome) : null,
    challenge: challengeOf(outcome, null),
    isNetworkUp: !slot.isOutside || !isLast || isNetworkUp(context, slot, outcome),
  });
  const at = outcome.timings.endedAt;
  store.urls.decide(urlId, draft, at, settingsId);
  const ended = { result: draft.reason, fetchId: fetch };
  if (draft.verdict === 'defer') {
    if (draft.reason === 'check-no-network') leftForNextRun(context, slot, fetch, at);
    if (context.desk?.triesAgain(urlId, at) === false) return;
    const isRetry = draft.reason === 'check-retry';
    const waits =
      { interrupted: 0, 'network-outage': 0, 'check-no-network': unprovenMs }[draft.reason as string] ?? retryDelayMs(attempt);
    const dueAt = waits === 0 ? 0 : at + waits;
    store.resources.change(urlId, { ...ended, state: 'queued', attempts: isRetry ? attempt : resource.attempts, dueAt });
    return;
  }
  const isResponse = outcome.kind === 'response';
  const status = isResponse ? outcome.status : null;
  const type = isResponse ? contentTypeOf(outcome.headers) : null;
  store.resources.change(urlId, { ...ended, state: 'done', attempts: attempt, status });
  store.resources.showResult(urlId, {
    result: draft.reason,
    status,
    contentType: type?.split(';')[0]?.trim().toLowerCase() || null,
  });
  context.desk?.settled(urlId);
  if (draft.reason === 'check-no-response' && isUnconnected(outcome) && slot.isOutside)
    decideHost(context, slot, { kind: 'no-response', fetch }, at);
}
