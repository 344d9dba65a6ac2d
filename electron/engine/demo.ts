import { type CrawlSettings, defaultSettings } from '#shared/model/crawl.ts';
import { demoSettings as siteSettings } from '../demo/site.ts';

/** Settings under which the built-in demo site shows every decision in well under a minute. */
export const demoSettings = (url: string): CrawlSettings => ({ ...defaultSettings, ...siteSettings, seeds: [url] });
