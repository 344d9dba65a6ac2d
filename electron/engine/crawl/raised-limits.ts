import { limitRaised } from '#core/decision/waiting.ts';
import type { Steps } from '#core/steps.ts';
import { codesOfSetting, type ReasonCode } from '#shared/explain/reasons.ts';
import { settingWords } from '#shared/explain/setting-words.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { UrlRecord } from '#storage/tables/urls.ts';
import type { CheckOffers } from './checks/offers.ts';
import type { CrawlContext } from './context.ts';

/** Kind of the event that names the settings version under which the crawl last requested URLs again. */
const askedEvent = 'asked-beyond-limits';
/** URLs between two looks at the clock. */
const urlsOfStep = 32;

/** Limits of single requests that a later run may raise. */
const raisable = [
  'maxAttempts',
  'maxBodyBytes',
  'maxChecksPerHost',
  'maxDelayMs',
] as const satisfies readonly (keyof CrawlSettings)[];
type Raisable = (typeof raisable)[number];

/** Reasons of URLs whose attempts are used up. */
const outOfAttempts = codesOfSetting('maxAttempts');

/** Results of checks that settings prevented. */
const keptOut = ['check-limit', 'check-excluded'] as const satisfies readonly ReasonCode[];

/** Limits that were raised since the crawl last requested URLs again, each with its lowest earlier value. */
function raisedLimits({ store, settings, settingsId }: CrawlContext['parts']): ReadonlyMap<Raisable, number> {
  const raised = new Map<Raisable, number>();
  const last = Number(store.crawl.lastEvent(askedEvent)?.detail ?? 0);
  for (const id of store.crawl.settingsSince(last)) {
    if (id === settingsId) continue;
    const before = store.crawl.settings(id);
    for (const name of raisable)
      if (settings[name] > before[name]) raised.set(name, Math.min(before[name], raised.get(name) ?? before[name]));
  }
  return raised;
}

/**
 * After a limit of single requests was raised: queues the URLs, checks and sitemaps that ended at it. Sitemaps are queued at once, in the transaction
 * that takes the file over. There may be many URLs and checks, so the returned steps queue them.
 */
export function beyondLimits(context: CrawlContext, offers: CheckOffers, at: number): Steps<void> {
  const { store, settings } = context.parts;
  const raised = raisedLimits(context.parts);
  const least = raised.get('maxAttempts');
  if (least !== undefined) store.sitemaps.retryFailed(least, settings.maxAttempts);
  return requestAgain(context, offers, { raised, at });
}

function* requestAgain(
  context: CrawlContext,
  offers: CheckOffers,
  { raised, at }: { readonly raised: ReadonlyMap<Raisable, number>; readonly at: number },
): Steps<void> {
  const { store, settings, settingsId } = context.parts;
  const { maxAttempts, maxBodyBytes } = settings;
  let done = 0;
  const again = (url: UrlRecord, name: 'maxAttempts' | 'maxBodyBytes'): void => {
    const decisionId = store.urls.decide(
      url.id,
      limitRaised(name, settingWords(name, settings[name]), settingsId),
      at,
      settingsId,
    );
    store.urls.change(url, { state: 'queued', reason: 'limit-raised', decisionId, dueAt: 0 });
    if (url.originId !== null) context.wake(url.originId);
  };
  if (raised.has('maxAttempts'))
    for (const block of store.urls.endedFor(outOfAttempts)) {
      for (const id of block) {
        const url = store.urls.byId(id);
        const hasEnded = url?.state === 'failed' || url?.state === 'done';
        if (hasEnded && url.attempts < maxAttempts && outOfAttempts.some(code => code === url.reason)) again(url, 'maxAttempts');
        if (++done % urlsOfStep === 0) yield done;
      }
      yield done;
    }
  if (raised.has('maxBodyBytes'))
    for (const block of store.urls.cutBelow(maxBodyBytes)) {
      for (const id of block) {
        const url = store.urls.byId(id);
        if (url?.state === 'done') again(url, 'maxBodyBytes');
        if (++done % urlsOfStep === 0) yield done;
      }
      yield done;
    }
  const results = [...keptOut, ...(raised.has('maxDelayMs') ? ['check-delay-too-long'] : [])];
  if (context.hosts.checksUrls)
    for (const check of store.checks.skippedFor(results)) {
      offers.decideAgain(check, at);
      if (++done % urlsOfStep === 0) yield done;
    }
  if (raised.size > 0) store.crawl.event(at, askedEvent, String(settingsId));
}
