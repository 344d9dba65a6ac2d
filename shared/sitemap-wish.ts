import { z } from 'zod';
import { lastmodSources, mostSitemapBytes, mostSitemapUrls } from './model/sitemap-make.ts';

/** What the window may choose for a sitemap that is made from the open crawl. See `SitemapWish`. */
export const SitemapWishInput = z.strictObject({
  filter: z.string().max(2_000),
  base: z.string().max(2_000).nullable(),
  images: z.boolean(),
  hreflang: z.boolean(),
  lastmod: z.enum(lastmodSources),
  gzip: z.boolean(),
  maxUrls: z.number().int().min(1).max(mostSitemapUrls),
  maxBytes: z.number().int().min(1_000).max(mostSitemapBytes),
});
