import type { CheckPriority, CheckType } from './audit.ts';
import type { WorkProgress } from './replay.ts';

/** Several crawls of a site one after the other: what each has, and how the hits of each check moved. */

/** At most so many crawls at once. */
export const mostTrendCrawls = 100;

export const trendNumbers = [
  'urls',
  'pages',
  'ok',
  'redirects',
  'clientErrors',
  'serverErrors',
  'noResponse',
  'blocked',
  'indexable',
  'inSitemaps',
] as const;
export type TrendNumber = (typeof trendNumbers)[number];

export const trendWords: Readonly<Record<TrendNumber, string>> = {
  urls: 'URLs',
  pages: 'Pages (HTML, 2xx)',
  ok: 'Status 2xx',
  redirects: 'Status 3xx',
  clientErrors: 'Status 4xx',
  serverErrors: 'Status 5xx',
  noResponse: 'Requested, no response',
  blocked: 'Blocked by robots.txt',
  indexable: 'Indexable pages',
  inSitemaps: 'URLs in sitemaps',
};

/** What one crawl has, counted in URLs. */
export interface TrendCrawl {
  /** Name of the file. */
  readonly file: string;
  readonly state: string;
  /** Epoch milliseconds; crawls are in this order. */
  readonly startedAt: number;
  /** `indexable` is null where an older version wrote the file. */
  readonly numbers: Readonly<Record<TrendNumber, number | null>>;
  /** Means over pages; null where none has the value. */
  readonly words: number | null;
  readonly totalMs: number | null;
  /** Health score from 0 to 100; null without an audit, or where nothing could be checked. */
  readonly score: number | null;
  /** Hits of all issues and warnings, null without an audit. */
  readonly hits: number | null;
}

/** A check in one crawl. The last four are null in the first crawl, and where the one before could not be checked. */
export interface TrendPoint {
  readonly hits: number;
  readonly checked: number;
  readonly new: number | null;
  readonly persisting: number | null;
  readonly fixed: number | null;
  /** Hit before, and no longer in the crawl. */
  readonly gone: number | null;
}

/** A check that hit something in one of the crawls. */
export interface TrendCheck {
  readonly id: string;
  readonly name: string;
  readonly type: CheckType;
  readonly priority: CheckPriority;
  /** One a crawl. */
  readonly points: readonly TrendPoint[];
}

/** A crawl file of the chosen folder that is not in the trend. */
export interface TrendLeftOut {
  readonly file: string;
  readonly why: 'other-site' | 'unreadable';
}

/** What a trend is made from. */
export interface TrendFiles {
  readonly paths: readonly string[];
  /** Paths come from a folder: crawls that share no start host with the open one are left out. */
  readonly isFolder: boolean;
  /** Names of files in the folder that could not be opened. */
  readonly unreadable: readonly string[];
}

export interface CrawlTrend {
  readonly crawls: readonly TrendCrawl[];
  /** Those with most hits in the last crawl first. */
  readonly checks: readonly TrendCheck[];
  /** Absent where the files were chosen one by one. */
  readonly leftOut?: readonly TrendLeftOut[];
}

/** The trend as the window reads it. */
export interface TrendView {
  readonly progress: WorkProgress;
  readonly problem: string;
  readonly found: CrawlTrend | null;
}
