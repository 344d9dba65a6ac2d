import { aiCrawlers } from './ai.ts';
import { archiveCrawlers } from './archives.ts';
import { googleCrawlers } from './google.ts';
import { historicCrawlers } from './historic.ts';
import { openSourceCrawlers } from './open-source.ts';
import type { CrawlerProfile } from './profile.ts';
import { searchEngines } from './search.ts';
import { seoCrawlers } from './seo.ts';

/** All built-in profiles but our own, in the order of lists. A plain crawl needs none of them. */
export const others: readonly CrawlerProfile[] = [
  ...googleCrawlers,
  ...searchEngines,
  ...aiCrawlers,
  ...seoCrawlers,
  ...archiveCrawlers,
  ...historicCrawlers,
  ...openSourceCrawlers,
];
