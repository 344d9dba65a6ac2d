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
