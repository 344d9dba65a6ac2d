import { judgeCheck } from '#core/decision/check-outcome.ts';
import { retryDelayMs } from '#core/frontier/politeness.ts';
import { contentTypeOf } from '#core/headers/content-type.ts';
import { firstHeading } from '#core/probes/first-heading.ts';
import { originOf, registrableDomain } from '#core/url/authority.ts';
import type { FetchOutcome, FetchResponse } from '#shared/model/fetch.ts';
import type { ProbeFacts, ProbeKind } from '#shared/model/probe.ts';
import { challengeOf } from '../challenge.ts';
import { decideHost, isNetworkUp, isUnconnected, leftForNextRun, unprovenMs } from '../checks/host-verdicts.ts';
import type { CrawlContext, ProbeJob } from '../context.ts';
import { headerOf, isHtml, readPage } from '../read-page.ts';
import { redirectTarget, type SettleContext } from '../settle.ts';
import { Offers } from './offer-probes.ts';

/** Redirects in a row that a probe follows, each as a separate probe. */
const mostHops = 5;
/** Kinds whose question is about the page at the end of redirects. */
const following: ReadonlySet<ProbeKind> = new Set(['not-found', 'home', 'llms', 'icon']);

/** Writes how a probe ended. Runs inside the caller's transaction, before the clocks of the host move. */
export function settleProbe(context: CrawlContext, settle: SettleContext, job: ProbeJob, outcome: FetchOutcome): void {
  const { store, settings, settingsId } = context.parts;
  const { probe, fetch, slot } = job;
  store.fetches.end(fetch, outcome, 'no-body');
  slot.checkMono ??= 0;
  if (outcome.status !== null) slot.unproven = 0;
  const response = outcome.kind === 'response' ? outcome : null;
  const location = response && redirectTarget(probe.url, response);
  const attempt = probe.attempts + 1;
  const isLast = outcome.kind === 'failure' && attempt >= settings.maxAttempts;
  const draft = judgeCheck({
    ...{ outcome, fetch, attempt, maxAttempts: settings.maxAttempts, location },
    ...{ challenge: challengeOf(outcome, null), isOutside: slot.isOutside, loops: false },
    isNetworkUp: !isLast || isNetworkUp(context, slot, outcome),
  });
  const at = outcome.timings.endedAt;
  store.urls.decide(probe.urlId, draft, at, settingsId);
  const ended = { result: draft.reason, fetchId: fetch };
  if (draft.verdict === 'defer') {
    const isRetry = draft.reason === 'check-retry';
    const waits =
      { interrupted: 0, 'network-outage': 0, 'check-no-network': unprovenMs }[draft.reason as string] ?? retryDelayMs(attempt);
    const dueAt = waits === 0 ? 0 : at + waits;
    store.probes.change(probe.id, { ...ended, state: 'queued', attempts: isRetry ? attempt : probe.attempts, dueAt });
    if (draft.reason === 'check-no-network') leftForNextRun(context, slot, fetch, at);
    return;
  }
  const facts = response && factsOf(settle, job, response, location);
  store.probes.change(probe.id, { ...ended, state: 'done', attempts: attempt, status: outcome.status, ...(facts && { facts }) });
  if (location !== null) follow(new Offers(context, settle), context, job, location);
  if (draft.reason === 'check-no-response' && isUnconnected(outcome) && slot.isOutside)
    decideHost(context, slot, { kind: 'no-response', fetch }, at);
}

const domainOf = (url: string): string => registrableDomain(originOf(url)?.host ?? '');

/** The target of a redirect is a probe of the same kind, unless the crawl knows it or it belongs to another site. */
function follow(offers: Offers, { parts: { store } }: CrawlContext, { probe }: ProbeJob, location: string): void {
  if (!following.has(probe.kind) || domainOf(location) !== domainOf(probe.url) || offers.isCrawled(location)) return;
  if (store.probes.hopsOf(probe.id, mostHops) < mostHops) offers.add(probe.kind, location, probe.id);
}

function factsOf(settle: SettleContext, { probe }: ProbeJob, response: FetchResponse, location: string | null): ProbeFacts {
  const mime = contentTypeOf(response.headers)?.split(';')[0]?.trim().toLowerCase() ?? '';
  const vary = headerOf(response, 'vary');
  const readsPage = probe.kind === 'not-found' || probe.kind === 'home';
  const read = readsPage && location === null ? readPage(probe.url, response, settle.directiveProfile) : null;
  const canonical = read?.canonical;
  const { textHash, signature } = read?.html?.facts ?? {};
  const heading = probe.kind === 'llms' && !isHtml(response) ? firstHeading(response.body) : null;
  return {
    mime,
    bytes: response.body.length,
    ...(response.bodyEnd === 'complete' ? {} : { isCut: true }),
    ...(vary === null ? {} : { vary: vary.slice(0, 500) }),
    ...(location === null ? {} : { location }),
    ...(isHtml(response) ? { isHtml: true } : {}),
    ...(canonical?.kind === 'self' || canonical?.kind === 'elsewhere' ? { canonical: canonical.url } : {}),
    ...(read?.html?.title ? { title: read.html.title.value.slice(0, 300) } : {}),
    ...(textHash === undefined ? {} : { textHash }),
    ...(signature === undefined ? {} : { signature }),
    ...(heading === null ? {} : { heading }),
  };
}
