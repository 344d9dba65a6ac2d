import type { Store } from '#storage/store.ts';

/** Keys of the origins whose robots.txt the crawl requested for pages or sitemap files, not only for checks of single URLs. */
export const crawledOrigins = ({ origins, tally, checks }: Pick<Store, 'origins' | 'tally' | 'checks'>): string[] =>
  origins.asked().filter(key => {
    const id = origins.byKey(key)?.id ?? 0;
    return tally.origins.has(id) || !checks.hasAny(id);
  });
