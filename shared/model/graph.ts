import type { GraphListId } from './graph-lists.ts';

/** Where a URL is among the links of a crawl. */
export interface UrlPath {
  readonly url: string;
  /** Fewest links from a start URL; null: none leads there. */
  readonly depth: number | null;
  /** A shortest path from a start URL, both ends included. The last URLs where it is longer than the limit. */
  readonly way: readonly PathStep[];
  /** Other pages, or the same, whose link ends a shortest path; the first ones, and how many there are. */
  readonly alternatives: readonly PathStep[];
  readonly alternativesTotal: number;
  /** The URLs that all paths go through, nearest first. */
  readonly through: readonly string[];
  /** URLs that only this one leads to. */
  readonly behind: number;
  /** 0 to 100; null: the URL has no score. */
  readonly score: number | null;
  /** PageRank, a share of 1; 0: it has none. */
  readonly rank: number;
  /** Its place among the URLs with a score, from 1; null: it has no score. */
  readonly position: number | null;
  /** URLs with a score. */
  readonly scored: number;
  /** The URL that its links count for, where that is another one; null: itself. */
  readonly countsFor: string | null;
}

export interface PathStep {
  readonly url: string;
  /** Text of its first link to the next URL; null for the last URL, for a redirect, and where none is stored. */
  readonly text: string | null;
}

/** What was read of the links of a crawl. */
export interface GraphFacts {
  readonly urls: number;
  /** Different links and redirects between them. */
  readonly links: number;
  /** URLs with a link score. */
  readonly scored: number;
  /** Rounds of PageRank. */
  readonly rounds: number;
  readonly tookMs: number;
}

/** The state of reading the links. */
export interface GraphView {
  readonly state: 'none' | 'running' | 'done' | 'failed' | 'cancelled';
  /** Thousandths of the work. */
  readonly done: number;
  /** Milliseconds left at the pace so far, null while that cannot be said. */
  readonly etaMs: number | null;
  readonly problem: string;
  /** Number of the last reading that is done, 0 for none. */
  readonly run: number;
  /** That reading is of the crawl as it is now. */
  readonly isCurrent: boolean;
  /** Of the last reading that is done. */
  readonly facts: GraphFacts | null;
}

/** Some rows of a list about links. */
export interface GraphWish {
  readonly list: GraphListId;
  /** Name of a column. */
  readonly sort: string;
  readonly descending: boolean;
  readonly from: number;
  readonly limit: number;
  /** For `tree` as a tree: the directories that are open. Null: all rows, as for other lists. */
  readonly open: readonly string[] | null;
}

/** How far a list is that is made just now. */
export interface GraphMaking {
  /** URLs whose links were read, up to the last id; of 0: that is not counted. */
  readonly done: number;
  readonly total: number;
  /** Milliseconds left at the pace so far, null while that cannot be said. */
  readonly etaMs: number | null;
}

export interface GraphRows {
  readonly total: number;
  /** Cells in the order of the columns; times are epoch milliseconds. */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  /** For `tree` as a tree: whether a row has directories below it. */
  readonly parents: readonly boolean[];
  /** What to say about the whole list; '' for nothing. */
  readonly note: string;
}
