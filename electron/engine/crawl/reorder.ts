import { rankOf } from '#core/frontier/order.ts';
import type { Steps } from '#core/steps.ts';
import type { CrawlParts } from './context.ts';

/** URLs between two looks at the clock. */
const urlsOfStep = 32;

/** Kind of the event that names the order by which the queue was ranked last. */
const orderEvent = 'order';

/** Gives each queued URL the rank of the crawl's order, if that has changed since the last run. Yields URLs done. */
export function* reorder({ store, settings: { crawlOrder } }: CrawlParts, at: number): Steps<void> {
  if ((store.crawl.lastEvent(orderEvent)?.detail ?? 'breadth') === crawlOrder) return;
  let done = 0;
  for (const { id, url, distance, rank } of store.urls.ranked()) {
    const { priority = '', lastmod = '' } = (crawlOrder === 'breadth' ? undefined : store.sitemaps.lastEntryOf(id)) ?? {};
    const wanted = rankOf(crawlOrder, { id, url, distance, priority, lastmod });
    if (wanted !== rank) store.urls.setRank(id, wanted);
    done += 1;
    if (done % urlsOfStep === 0) yield done;
  }
  store.crawl.event(at, orderEvent, crawlOrder);
}
