/** Whether the dates of sitemaps are true, file by file. */

/** `only-date`: since the earlier crawl lastmod changed and the text did not. `only-text`: the other way round. */
export type LastmodCode = 'bad' | 'future' | 'older-than-header' | 'only-date' | 'only-text';

export const lastmodWords: Readonly<Record<LastmodCode, string>> = {
  bad: 'no W3C date',
  future: 'in the future',
  'older-than-header': 'older than Last-Modified of the page',
  'only-date': 'lastmod changed, the text did not',
  'only-text': 'the text changed, lastmod did not',
};

export interface LastmodProblem {
  readonly code: LastmodCode;
  readonly url: string;
  readonly line: number;
  readonly lastmod: string;
  /** Last-Modified in epoch milliseconds, or the earlier lastmod; '' where there is no other date. */
  readonly other: string;
}

/** The dates of one file. Each count has its whole beside it. */
export interface LastmodFile {
  readonly url: string;
  readonly entries: number;
  /** Entries with a lastmod. */
  readonly dated: number;
  /** Of the dated ones. */
  readonly bad: number;
  readonly future: number;
  /** The date that all entries have, '' if they differ or not all have one. */
  readonly sameDate: string;
  /** Dated entries whose page has a Last-Modified that is not the time of the response. */
  readonly withHeader: number;
  /** Of those, entries whose lastmod is older. */
  readonly olderThanHeader: number;
  /** Entries with a lastmod now or before whose text both crawls have. */
  readonly compared: number;
  /** Of those, entries whose lastmod or text changed. */
  readonly changed: number;
  /** Of the changed ones. */
  readonly onlyDate: number;
  readonly onlyText: number;
}
