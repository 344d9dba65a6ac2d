import type { WorkProgress } from './replay.ts';
import type { UrlRow } from './url-columns.ts';

/**
 * The truth table: what robots.txt, the response, directives, canonical, sitemaps and hreflang say of each internal page, as one
 * combination of signals a URL.
 */

/** Every signal and its values. The order is that of the columns of the table. */
export const signalValues = {
  /**
   * What robots.txt says to the crawler; `site-blocked`: it closes the whole site; `choice`: the crawler may choose; `unknown`: no
   * response for /robots.txt is stored.
   */
  robots: ['allowed', 'blocked', 'site-blocked', 'choice', 'unknown'],
  /** The last response. `other`: a status that is neither, such as 304; `none`: every attempt failed. */
  response: ['2xx', 'redirect', '4xx', '5xx', 'other', 'none', 'not-requested'],
  /** The robots meta elements alone, as the crawler reads them. `unknown`: the page is not stored. */
  meta: ['none', 'noindex', 'nofollow', 'noindex-nofollow', 'unknown'],
  /** The response headers alone. */
  header: ['none', 'noindex', 'nofollow', 'noindex-nofollow', 'unknown'],
  /**
   * The canonical as the crawler reads it: none, the page itself, another URL that can be indexed, or (`to-…`) another URL that
   * cannot. `ignored`: this engine does not use it.
   */
  canonical: [
    'none',
    'self',
    'other',
    'to-blocked',
    'to-redirect',
    'to-error',
    'to-noindex',
    'to-chain',
    'to-unknown',
    'conflict',
    'invalid',
    'ignored',
    'unknown',
  ],
  sitemap: ['no', 'yes'],
  /** `lists`: the page names other versions; `listed`: another page names it as a version. */
  hreflang: ['none', 'lists', 'listed', 'both'],
} as const;

export type SignalName = keyof typeof signalValues;
export type SignalValue<N extends SignalName> = (typeof signalValues)[N][number];
export const signalNames = Object.keys(signalValues) as [SignalName, ...SignalName[]];

/** Signals that differ from crawler to crawler; the others are the same for all. */
export const crawlerSignals = ['robots', 'meta', 'header', 'canonical'] as const satisfies readonly SignalName[];
export type CrawlerSignal = (typeof crawlerSignals)[number];
export const isCrawlerSignal = (name: SignalName): name is CrawlerSignal => (crawlerSignals as readonly string[]).includes(name);

/** What one crawler sees of a URL. */
export type CrawlerSigns = { readonly [N in CrawlerSignal]: SignalValue<N> };
/** What is the same for all crawlers. */
export type CommonSigns = { readonly [N in Exclude<SignalName, CrawlerSignal>]: SignalValue<N> };

/**
 * What an engine is expected to do with the URL. `url-only`: it may show the bare URL; `may-vary`: its documentation leaves it open;
 * `unknown`: too little is stored; `lists-nothing`: the crawler shows no pages to searchers.
 */
export const signalResults = ['indexed', 'url-only', 'not-indexed', 'may-vary', 'unknown', 'lists-nothing'] as const;
export type SignalResult = (typeof signalResults)[number];

/** A crawler's signals in a cell, what it makes of them, and why. */
export interface CellCrawler {
  readonly profile: string;
  readonly signs: CrawlerSigns;
  readonly result: SignalResult;
  /** One sentence; it may quote the example. */
  readonly why: string;
  /** The rule of the engine and its source; '' where none was needed. */
  readonly rule: string;
}

/** URLs with the same signals. Every URL of the table is in exactly one cell. */
export interface SignalCell {
  readonly id: number;
  readonly urls: number;
  readonly example: string;
  readonly common: CommonSigns;
  /** In the order of the crawlers. */
  readonly crawlers: readonly CellCrawler[];
  /** Ids of the conflicts, worst first. */
  readonly conflicts: readonly string[];
}

/** 1 is worst. */
export type ConflictRank = 1 | 2 | 3;

/** Signals that contradict each other, and how many URLs have them. */
export interface SignalConflict {
  readonly id: string;
  readonly rank: ConflictRank;
  readonly name: string;
  readonly why: string;
  readonly fix: string;
  readonly source: string;
  readonly urls: number;
  readonly cells: number;
}

/** One condition: the signal has one of these values. `profile`: for a signal of crawlers, which of them; null for the first. */
export interface SignalCondition {
  readonly signal: SignalName;
  readonly values: readonly string[];
  readonly profile: string | null;
}

/** Which cells: those that meet all conditions, and have this conflict (null: whichever; '' any conflict). */
export interface SignalChoice {
  readonly where: readonly SignalCondition[];
  readonly conflict: string | null;
}

export interface SignalFacet {
  readonly signal: SignalName;
  readonly value: string;
  /** URLs with this value that meet the conditions on the other signals. */
  readonly urls: number;
}

/** The table, or the chosen part of it. */
export interface SignalTableView {
  readonly list: number;
  readonly crawlers: readonly { readonly id: string; readonly name: string; readonly engine: string }[];
  readonly progress: WorkProgress;
  /** False: the crawl has stored more since it was counted. */
  readonly isCurrent: boolean;
  /** Internal pages that were counted, and how many of them are in the chosen cells. */
  readonly population: number;
  readonly urls: number;
  /** The chosen cells, those with the worst conflict first, then by URLs; at most `mostShownCells`. */
  readonly cells: readonly SignalCell[];
  readonly cellCount: number;
  /** For the first crawler. */
  readonly facets: readonly SignalFacet[];
  /** Over the whole table, worst first. */
  readonly conflicts: readonly SignalConflict[];
}

export const mostShownCells = 300;
export const mostSignalCrawlers = 12;
export const mostSignalConditions = 20;

/** The URLs of a cell, or of all chosen ones. */
export interface SignalUrls {
  readonly total: number;
  readonly rows: readonly UrlRow[];
}
