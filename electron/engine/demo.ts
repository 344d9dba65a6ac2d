import { type CrawlSettings, defaultSettings } from '#shared/model/crawl.ts';

/** Settings under which the built-in demo site shows every decision in well under a minute. */
export const demoSettings = (url: string): CrawlSettings => ({
  ...defaultSettings,
  seeds: [url],
  delayMs: 50,
  maxDepth: 6,
  maxBodyBytes: 1024 * 1024,
});
