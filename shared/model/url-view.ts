import type { UrlCells } from './url-columns.ts';

export interface UrlViewInfo {
  /** Handle of the order, valid until the file closes or newer views replace it (at most 16, and 4 million rows in all). */
  readonly view: number;
  readonly count: number;
  /** All URLs of the file, the denominator of `count`. */
  readonly total: number;
  /** Searched share of the URLs. Below 1, `count` covers only that share, and `urls.complete` returns the complete list. */
  readonly searched: number;
  /**
   * False if a list with `soon` is from an earlier reading of the file, or if a partial search returned its first rows
   * so far: `urls.complete` returns the current one.
   */
  readonly current: boolean;
  /** The list is empty until these are computed: `urls.complete` returns the list then. */
  readonly waitsFor?: 'link-scores';
  /** The first rows, if the call had `first`. */
  readonly rows?: readonly UrlCells[];
  /** '' or what is wrong with the filter, naming the part and the fix. */
  readonly problem: string;
}

/** What the omnibox text means. */
export type Interpretation =
  | { readonly kind: 'info'; readonly url: string }
  | { readonly kind: 'filter'; readonly filter: string; readonly description: string }
  | { readonly kind: 'problem'; readonly message: string };
