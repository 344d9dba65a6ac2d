import type { CrawlTrend } from '#shared/model/crawl-trend.ts';

/** What the thread is started with. */
export interface TrendWork {
  readonly paths: readonly string[];
  /** The crawl whose site the others must share; null: any. */
  readonly siteOf: string | null;
  /** Names of files that could not be opened. */
  readonly unreadable: readonly string[];
}

/** What the thread reports. After `done` it ends. Progress counts crawls in thousandths. */
export type TrendMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly trend: CrawlTrend };
