import { demoSettings } from '#demo/site.ts';
import { type CrawlSettings, defaultSettings } from '#shared/model/crawl.ts';

/** Settings for crawling the built-in demo site at `url`. */
export const settingsForDemo = (url: string): CrawlSettings => ({ ...defaultSettings, ...demoSettings, seeds: [url] });
