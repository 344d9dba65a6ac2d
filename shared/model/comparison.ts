import type { CrawlState } from './crawl.ts';
import type { LinksFollowed, MayFetch, MayList } from './decision.ts';
import type { Answer } from './explanation.ts';
import type { WorkProgress } from './replay.ts';

/** Two crawls against each other, by what changed instead of URL by URL. */

/**
 * What an edit was made to. `site-rule`: the user's rule on how far robots.txt binds. `robots`: a line of robots.txt,
 * or the response to the request for it. `limit`: a limit was reached in one crawl. `link`: how the URL is linked.
 * `content`: the content of the page, apart from directives. `redirect-target`, `canonical-target`: only the target
 * changed, and no verdict. `column`: nothing but the value of a column differs. `other`: none of these is known to
 * differ.
 */
export type ChangeKind =
  | 'setting'
  | 'site-rule'
  | 'limit'
  | 'link'
  | 'robots'
  | 'redirect'
  | 'status'
  | 'header'
  | 'meta'
  | 'canonical'
  | 'content'
  | 'redirect-target'
  | 'canonical-target'
  | 'column'
  | 'other';

/** A difference in a column that crawls are compared by: its key follows. */
export type ColumnFlip = `column:${string}`;

export const facetNames = ['mayFetch', 'mayList', 'linksFollowed', 'status', 'redirectTarget', 'canonicalTarget'] as const;
/**
 * What can differ. `status` is the class of the HTTP status (2xx, 3xx …), or that there is none. The two targets are
 * compared where both crawls got a response of the same class. A new target alone changes no verdict.
 */
export type Facet = (typeof facetNames)[number] | ColumnFlip;

export const flipNames = [
  'blocked',
  'allowed',
  'fetchUnknown',
  'delisted',
  'addressOnly',
  'listable',
  'listUnknown',
  'linksDropped',
  'linksFollowed',
  'linksNotRead',
  'status',
  'redirectTarget',
  'canonicalTarget',
] as const;
/**
 * A facet that differs, with its new value. The facets: what may be fetched, what may be in an index (`addressOnly`:
 * without having been read), whether the links of the page were followed (`linksNotRead`: there was no page to read),
 * and the target.
 */
export type Flip = (typeof flipNames)[number] | ColumnFlip;

/** The edit that caused a flip. */
export interface CrawlChange {
  readonly kind: ChangeKind;
  /** Origin whose robots.txt it is, '' for other kinds. */
  readonly origin: string;
  /** Of a robots line: as for two versions (`ReplayCause`). Of a target: what became of it (`TargetEdit`). '' for other kinds. */
  readonly edit: string;
  /** The setting (of a site rule too), the limit, or the key of the column; '' for other kinds. */
  readonly name: string;
  /** The element before and after: a line as read, a header value, a status … '' for none. */
  readonly before: string;
  readonly after: string;
  /** Lines of robots.txt, 0 for none and for other kinds. */
  readonly oldLine: number;
  readonly newLine: number;
}

/**
 * What became of a target that many pages can have in common. `target`: one certain target in the place of another. `origin`: the same
 * path on another origin. `elsewhere`: another path on another origin. `self`: the page itself before. `back`: the page itself now.
 */
export type TargetEdit =
  | 'target'
  | 'added'
  | 'removed'
  | 'self'
  | 'back'
  | 'origin'
  | 'elsewhere'
  | 'slash-added'
  | 'slash-removed'
  | 'query'
  | 'path';

/** URLs by name; a name that is absent has none. */
export type Counted<N extends string> = { readonly [Name in N]?: number | undefined };

/** All that one edit changed. */
export interface ChangeGroup extends CrawlChange {
  /** Its number in this comparison. */
  readonly id: number;
  readonly urls: number;
  /** Links that lead to these URLs, as the second crawl counted them. */
  readonly inlinks: number;
  /** URLs by what differs for them; one URL can differ in several ways. */
  readonly facets: Counted<Facet>;
  /** The same with the direction. */
  readonly flips: Counted<Flip>;
  /** At most five of the URLs. */
  readonly examples: readonly string[];
  /** Reason codes of the first example in both crawls. */
  readonly reasons: readonly [before: string, after: string];
}

/** URLs that only one of the crawls has. */
export interface MissingGroup {
  /** Its number in this comparison. */
  readonly id: number;
  readonly reason: string;
  readonly urls: number;
  readonly inlinks: number;
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
  /** Of those in both: URLs for which something flipped. Σ urls of `groups` = flipped + retargeted. */
  readonly flipped: number;
  /** Of those in both: URLs for which nothing flipped, but a redirect or a canonical leads elsewhere. */
  readonly retargeted: number;
  /** Those with most URLs first. */
  readonly groups: readonly ChangeGroup[];
  readonly settings: readonly SettingChange[];
  readonly onlyBefore: readonly MissingGroup[];
  readonly onlyAfter: readonly MissingGroup[];
}

/** One of the two files, as it was when they were compared. */
export interface ComparedFile {
  /** Without its folder and `.crawl`. */
  readonly name: string;
  /** The one that is open. */
  readonly isOpen: boolean;
  readonly state: CrawlState;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly urls: number;
}

/** The result of a comparison so far. */
export interface ComparisonSoFar {
  readonly both: number;
  readonly flipped: number;
  readonly retargeted: number;
  /** The groups with most URLs. Their numbers are not final: groups of single targets are joined at the end. */
  readonly groups: readonly ChangeGroup[];
}

/** The comparison of the open crawl with another one, as the window reads it. */
export interface ComparisonView {
  /** Changes with every new comparison; pages of an older one are refused. */
  readonly run: number;
  readonly files: readonly [before: ComparedFile, after: ComparedFile];
  /** When the files were read, epoch milliseconds. */
  readonly takenAt: number;
  /** The open crawl was running then: what it found since is not in here. */
  readonly isLive: boolean;
  readonly progress: WorkProgress;
  /** Why it failed, '' otherwise. */
  readonly problem: string;
  /** Null until it is done. */
  readonly found: ComparisonFound | null;
  /** Null before something is found, and when it is done. */
  readonly soFar: ComparisonSoFar | null;
}

/** Groups are cut to those with most URLs, or with most inlinks; the counts are of all. */
export interface ComparisonFound extends CrawlComparison {
  readonly groupCount: number;
}

/** A URL in one of the two crawls: the values of the columns that crawls are compared by, further ones under their keys. */
export interface ComparedState {
  readonly mayFetch: MayFetch;
  readonly mayList: MayList;
  readonly linksFollowed: LinksFollowed;
  readonly status: number | null;
  /** Code of the reason. */
  readonly reason: string;
}

/** A URL of a group; null where a crawl does not have it. */
export interface ComparedUrl {
  readonly url: string;
  readonly inlinks: number;
  readonly before: ComparedState | null;
  readonly after: ComparedState | null;
  /** Of a redirect or canonical that leads elsewhere, '' for none and for other groups. */
  readonly oldTarget: string;
  readonly newTarget: string;
}

/** What one crawl says of a URL, with the evidence. Evidence of the file that is not open leads nowhere. */
export interface ComparedEvidence {
  readonly headline: string;
  readonly mayFetch: Answer<MayFetch>;
  readonly mayList: Answer<MayList>;
  readonly linksFollowed: Answer<LinksFollowed>;
  readonly status: number | null;
  readonly redirectTo: string;
  readonly canonical: string;
  readonly metaRobots: string;
  readonly xRobotsTag: string;
  readonly title: string;
  readonly inlinks: number;
  readonly fetchedAt: number | null;
}

/** One URL in both crawls, null where one does not have it. */
export interface ComparedPair {
  readonly run: number;
  readonly names: readonly [before: string, after: string];
  readonly before: ComparedEvidence | null;
  readonly after: ComparedEvidence | null;
}
