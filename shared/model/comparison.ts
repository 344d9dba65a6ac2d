/** Two crawls against each other, by what changed instead of URL by URL. */

/**
 * What an edit was made to. `robots`: a line of robots.txt, or the answer to asking for it. `limit`: a limit was reached in one crawl.
 * `link`: how the URL is linked. `content`: what the page says or holds apart from directives. `other`: none of these is known to differ.
 */
export type ChangeKind =
  | 'setting'
  | 'limit'
  | 'link'
  | 'robots'
  | 'redirect'
  | 'status'
  | 'header'
  | 'meta'
  | 'canonical'
  | 'content'
  | 'other';

export const facetNames = ['mayFetch', 'mayList', 'linksFollowed', 'status'] as const;
/** What can flip; `status` is the class of the HTTP status (2xx, 3xx …), or that there is none. */
export type Facet = (typeof facetNames)[number];

/** The edit behind a flip. */
export interface CrawlChange {
  readonly kind: ChangeKind;
  /** Origin whose robots.txt it is, '' for other kinds. */
  readonly origin: string;
  /** Of a robots line: as for two versions (`ReplayCause`). '' for other kinds. */
  readonly edit: string;
  /** The setting or limit, '' for other kinds. */
  readonly name: string;
  /** The element before and after: a line as read, a header value, a status … '' for none. */
  readonly before: string;
  readonly after: string;
  /** Lines of robots.txt, 0 for none and for other kinds. */
  readonly oldLine: number;
  readonly newLine: number;
}

/** All that one edit flipped. */
export interface ChangeGroup extends CrawlChange {
  readonly urls: number;
  /** URLs by what flipped for them; one URL can flip in several ways. */
  readonly facets: Readonly<Record<Facet, number>>;
  /** At most five of the URLs. */
  readonly examples: readonly string[];
  /** Reason codes of the first example in both crawls. */
  readonly reasons: readonly [before: string, after: string];
}

/** URLs that only one of the crawls has. */
export interface MissingGroup {
  readonly reason: string;
  readonly urls: number;
  readonly examples: readonly string[];
}

export interface SettingChange {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

export interface CrawlComparison {
  /** URLs in the first crawl, in the second, and in both. */
  readonly before: number;
  readonly after: number;
  readonly both: number;
  /** Of those in both: URLs for which something flipped. Σ urls of `groups` = flipped. */
  readonly flipped: number;
  /** Those with most URLs first. */
  readonly groups: readonly ChangeGroup[];
  readonly settings: readonly SettingChange[];
  readonly onlyBefore: readonly MissingGroup[];
  readonly onlyAfter: readonly MissingGroup[];
}
