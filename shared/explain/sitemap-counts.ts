import { urlCounts } from './url-counts.ts';

/**
 * What is counted of the URLs that a sitemap file lists. Each has one definition: the filter that lists the counted URLs, together with
 * `in:` and the URL of the file. A test compares every counter with its filter.
 */
export const sitemapCounts = {
  fetched: { label: 'with a response', filter: urlCounts.responses.filter },
  indexable: { label: 'may be indexed', filter: 'indexable:yes' },
  notFound: { label: 'not found (404)', filter: 'status:404' },
  errors: { label: 'errors (4xx, 5xx)', filter: 'status:>=400' },
  redirects: { label: 'redirects (3xx)', filter: 'status:3xx' },
  noindex: { label: 'noindex', filter: 'indexable:noindex' },
  canonicalised: { label: 'with another canonical', filter: 'indexable:canonicalised' },
  blocked: { label: 'blocked by robots.txt', filter: urlCounts.blocked.filter },
  failed: { label: 'without a response after all attempts', filter: urlCounts.failed.filter },
  notLinked: { label: 'linked from no page', filter: 'inlinks:0' },
} as const;
export type SitemapCountKey = keyof typeof sitemapCounts;
/** Nothing counted yet. */
export const noSitemapCounts = Object.fromEntries(Object.keys(sitemapCounts).map(key => [key, 0])) as Readonly<
  Record<SitemapCountKey, number>
>;
export const sitemapCountKeys = Object.keys(sitemapCounts) as readonly SitemapCountKey[];

/**
 * The internal URLs of a crawl by where they were found. The first three are disjoint, and together they are all internal URLs.
 * `inlinks` counts links of pages and redirects, so a start URL without links that a sitemap lists is `onlySitemap`.
 */
export const coverageSets = {
  both: { label: 'in a sitemap and linked', filter: 'class:page in:sitemap inlinks:>0' },
  onlySitemap: { label: 'only in a sitemap', filter: 'class:page in:sitemap inlinks:0' },
  onlyCrawl: { label: 'only in the crawl', filter: 'class:page -in:sitemap' },
  missing: { label: 'may be indexed, but are in no sitemap', filter: 'indexable:yes -in:sitemap' },
  indexable: { label: 'may be indexed', filter: 'indexable:yes' },
} as const;
export type CoverageKey = keyof typeof coverageSets;
