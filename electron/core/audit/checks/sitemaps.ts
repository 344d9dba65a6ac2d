import type { Check } from '../check.ts';
import { notFetchedChecks, sitemapPlaceChecks, sitemapTargetChecks } from './sitemap-entries.ts';
import { sitemapContentChecks, sitemapFileChecks, sitemapFormChecks } from './sitemap-files.ts';

/** In the order of the catalogue. */
export const sitemapChecks: readonly Check[] = [
  ...sitemapFileChecks,
  ...sitemapTargetChecks,
  ...sitemapPlaceChecks,
  ...sitemapContentChecks,
  ...notFetchedChecks,
  ...sitemapFormChecks,
];
