/** A search through the stored pages of a crawl file. */

/** `text`: what a reader sees of the page. `source`: the body as received. `title`: the title alone. */
export const searchPlaces = ['text', 'source', 'title'] as const;
export type SearchPlace = (typeof searchPlaces)[number];

export interface TextSearchWish {
  readonly text: string;
  readonly place: SearchPlace;
  /** The text is a pattern in RE2 syntax. */
  readonly isPattern: boolean;
  readonly matchCase: boolean;
  /** The search ends when so many pages have a match. */
  readonly limit: number;
}

export const searchLimits = {
  /** Characters of what is searched for. */
  text: 500,
  /** Pages with a match. */
  pages: 100_000,
  usualPages: 10_000,
  /** Matches of a page that are shown; others are counted, up to `counted`. */
  snippets: 5,
  counted: 10_000,
  /** Characters before and after a match in its snippet, and of the match. */
  around: 60,
  match: 200,
} as const;

export interface SearchSnippet {
  readonly before: string;
  readonly match: string;
  readonly after: string;
  /** Line of the source or of the text, from 1; 0 in titles. */
  readonly line: number;
  /** Bytes of the stored body, where they are known. */
  readonly bytes?: readonly [start: number, end: number];
}

/** A page with a match. */
export interface SearchHit {
  readonly url: string;
  readonly title: string | null;
  /** Matches on the page, at most 10,000. */
  readonly count: number;
  /** The first ones. */
  readonly snippets: readonly SearchSnippet[];
}

export interface SearchState {
  /** Number of the search; a new one ends the one before. 0: none was started. */
  readonly id: number;
  readonly state: 'none' | 'running' | 'done' | 'stopped' | 'failed';
  /** Pages searched, of those that can be. `total`: null while they are counted. */
  readonly searched: number;
  readonly total: number | null;
  /** Pages without a stored body, and longer ones than 64 MiB: they cannot be searched. It grows while they are counted. */
  readonly notSearchable: number;
  /** Pages with a match, and matches on them. */
  readonly pages: number;
  readonly matches: number;
  /** It ended because it found as many pages as it may. */
  readonly hasMore: boolean;
  readonly problem: string;
}
