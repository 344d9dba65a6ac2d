import { recovered } from '#core/decision/waiting.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { Store } from '#storage/store.ts';

/**
 * Queues what was in flight when a crawl ended without settling it: after a crash, and in a copy of a crawl that runs. The hosts wait a full
 * delay from `at`. Runs inside the caller's transaction.
 */
export function recover(
  store: Store,
  { settings, settingsId, at }: { readonly settings: CrawlSettings; readonly settingsId: number; readonly at: number },
): void {
  for (const fetch of store.fetches.interrupted(at)) {
    const url = fetch.urlId === null ? undefined : store.urls.byId(fetch.urlId);
    if (url?.state !== 'leased') continue;
    const decisionId = store.urls.decide(url.id, recovered(fetch.id), at, settingsId);
    store.urls.change(url, { state: 'queued', reason: 'interrupted', decisionId });
  }
  store.sitemaps.requeueLeased();
  store.checks.requeueLeased();
  store.probes.requeueLeased();
  store.origins.recover(at, settings.delayMs);
}
