import { askedByHand, triedAgain } from '#core/decision/waiting.ts';
import type { Store } from '#storage/store.ts';

/**
 * Queues URLs that robots.txt blocked, or that ended the engine twice, at the user's request. The crawl first requests robots.txt of their origins again, so the current
 * file decides. Other URLs are ignored. Returns how many were queued. Runs
 * inside the caller's transaction.
 */
export function askByHand(store: Store, urls: readonly string[], settingsId: number, at: number): number {
  let queued = 0;
  const origins = new Set<number>();
  for (const text of urls) {
    const url = store.urls.find(text);
    if (url?.state === 'failed' && url.reason === 'engine-crash') {
      const decisionId = store.urls.decide(url.id, triedAgain(store.urls.evidenceOf(url.id)), at, settingsId);
      store.urls.change(url, { state: 'queued', reason: 'interrupted', decisionId, dueAt: 0 });
      queued += 1;
      continue;
    }
    if (url?.state !== 'disregarded' || url.originId === null || !url.reason.startsWith('robots-')) continue;
    const decisionId = store.urls.decide(url.id, askedByHand(), at, settingsId);
    store.urls.change(url, { state: 'queued', reason: 'asked-by-hand', decisionId, dueAt: 0 });
    origins.add(url.originId);
    queued += 1;
  }
  for (const id of origins) {
    const origin = store.origins.byId(id);
    if (origin) store.origins.save({ ...origin, robotsExpiresAt: 0, pausedReason: '' });
  }
  return queued;
}
