import type { Store } from '#storage/store.ts';

/**
 * Keys of the origins whose robots.txt the crawl requested for pages or sitemap files. Not included: origins that it requested only to check single URLs,
 * or only because the robots.txt of another origin redirected there.
 */
export const crawledOrigins = ({
  origins,
  tally,
  checks,
  robots,
}: Pick<Store, 'origins' | 'tally' | 'checks' | 'robots'>): string[] =>
  origins.asked().filter(key => {
    const id = origins.byKey(key)?.id ?? 0;
    return tally.origins.has(id) || (!checks.hasAny(id) && robots.latest(id) !== undefined);
  });
