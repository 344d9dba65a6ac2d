import type { LinkRow } from './explanation.ts';
import type { HrefForm, LinkZone } from './page-facts.ts';

/** What a step of normalization does to an address, in the order in which the steps are applied. */
export type NormalizationChange =
  | 'references'
  | 'white-space'
  | 'resolved'
  | 'backslashes'
  | 'scheme-case'
  | 'credentials'
  | 'host-case'
  | 'host-ascii'
  | 'port'
  | 'root-path'
  | 'dot-segments'
  | 'unsafe'
  | 'parser'
  | 'fragment'
  | 'escapes';

export interface NormalizationStep {
  readonly change: NormalizationChange;
  /** The address after this step. */
  readonly text: string;
}

/** An address as its page writes it, and what became of it. */
export interface WrittenAddress {
  /** The attribute, or the header, that contains it: `href`, `srcset`, `Location`. */
  readonly attribute: string;
  /** As in the source, character references included. */
  readonly raw: string;
  /** The URL against which it was resolved. */
  readonly base: string;
  /** The base is the page's own URL, not that of a base element. */
  readonly isOwnBase: boolean;
  /** Steps that changed something. Empty: the address is the URL as stored. */
  readonly steps: readonly NormalizationStep[];
}

/** One link with everything that is stored about it. */
export interface LinkDetail {
  readonly link: LinkRow;
  /** Null for redirects, and for files of versions that did not record it. */
  readonly zone: LinkZone | null;
  readonly form: HrefForm | null;
  readonly newWindow: boolean;
  /** The elements from the root to the link, such as `html>body>nav>a`; '' if not recorded. */
  readonly path: string;
  readonly written: WrittenAddress | null;
  /** Why `written` is null. */
  readonly unavailable: string;
}

/** Where a URL was found: every source that the crawl recorded. */
export interface FoundThrough {
  /** It is one of the start URLs, or the user requested it. */
  readonly isSeed: boolean;
  /** Links and references by kind, most frequent first. */
  readonly links: readonly {
    readonly kind: string;
    readonly count: number;
    /** The page with the first of them, and its position there. */
    readonly from: string;
    readonly seq: number;
  }[];
  /** Links that were counted; if there are more, the counts are minimums. */
  readonly counted: number;
  readonly total: number;
  readonly sitemaps: readonly { readonly id: number; readonly url: string; readonly seq: number; readonly lastmod: string }[];
  /** Sitemaps beyond those listed. */
  readonly moreSitemaps: number;
}
