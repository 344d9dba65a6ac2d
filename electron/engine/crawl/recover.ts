import { engineCrash, recovered } from '#core/decision/waiting.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { Store } from '#storage/store.ts';
import type { UrlRecord } from '#storage/tables/urls.ts';

export interface Recovery {
  readonly settings: CrawlSettings;
  readonly settingsId: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Why the attempts have no end; absent: the program ended. */
  readonly because?: string;
  /** After the engine died by itself: takes the pages that were under way, and returns the one to set aside, if it is known. */
  readonly blame?: (pages: readonly UrlRecord[]) => UrlRecord | null;
}

/**
 * Queues what was in flight when a crawl ended without settling it: after a crash, and in a copy of a crawl that runs. The hosts wait a full
 * delay from `at`. Runs inside the caller's transaction.
 */
export function recover(store: Store, { settings, settingsId, at, because, blame }: Recovery): void {
  const under = store.fetches.interrupted(at, because).flatMap(({ id, urlId }) => {
    const url = urlId === null ? undefined : store.urls.byId(urlId);
    return url?.state === 'leased' ? [{ url, fetch: id }] : [];
  });
  const guilty = blame?.(under.map(({ url }) => url)) ?? null;
  for (const { url, fetch } of under) {
    const draft = url === guilty ? engineCrash(fetch) : recovered(fetch);
    const decisionId = store.urls.decide(url.id, draft, at, settingsId);
    store.urls.change(url, { state: url === guilty ? 'failed' : 'queued', reason: draft.reason, decisionId });
  }
  store.sitemaps.requeueLeased();
  store.checks.requeueLeased();
  store.probes.requeueLeased();
  store.renderings.requeueLeased();
  store.renderings.endFreed(at);
  store.origins.recover(at, settings.delayMs);
}
