import type { MatrixDifference } from './matrix.ts';

/** A whole crawl judged again, for the Robots view. Lines count from 1; 0 means none. */

/** How far long work of the reader is. `done` and `total` count URLs, `etaMs` is null while the pace is unknown. */
export interface WorkProgress {
  readonly state: 'running' | 'done' | 'cancelled' | 'failed';
  readonly done: number;
  readonly total: number;
  readonly etaMs: number | null;
}

/** One reading of an origin's robots.txt: a stored version (null: the one in force) or a text, by one crawler. */
export interface ReplaySide {
  readonly version: number | null;
  /** A draft that replaces the stored file, null for the stored one. */
  readonly text: string | null;
  /** Id of the crawler profile; '' for the crawl's own. */
  readonly profile: string;
}

/** `otherLine`: the same verdict by another line. `undecided`: one of the two readings gives no verdict. */
export type ReplayChange = 'newlyBlocked' | 'newlyAllowed' | 'undecided' | 'otherLine' | 'unchanged';

export interface ReplayWeight {
  readonly urls: number;
  /** Links that lead to these URLs, in all. */
  readonly inlinks: number;
  readonly inSitemap: number;
  /** URLs by depth. The last element counts that depth and all greater ones. */
  readonly byDepth: readonly number[];
}

export type ReplayCounts = Readonly<Record<ReplayChange, number>>;

/** A section is the first segment of the path; `urls` counts all its URLs, changed or not. */
export interface ReplaySection {
  readonly section: string;
  readonly urls: number;
  readonly counts: ReplayCounts;
}

/**
 * All that one edit does. `added`, `removed`, `changed`: of the deciding line. `structure`: both lines are in both
 * texts; groups, names or the order were edited. `access`: the response for robots.txt differs, or the file closes
 * the site as a whole.
 */
export interface ReplayCause {
  readonly edit: 'added' | 'removed' | 'changed' | 'structure' | 'access';
  readonly oldLine: number;
  readonly newLine: number;
  readonly oldText: string;
  readonly newText: string;
  readonly counts: ReplayCounts;
  /** Of the URLs whose verdict changed, without `otherLine`. */
  readonly weight: ReplayWeight;
}

export interface ReplayDifference {
  /** For `replay.urls`; the last eight comparisons are kept. */
  readonly handle: number;
  readonly origin: string;
  /** URLs of the origin that are stored: what was judged, twice. */
  readonly total: number;
  readonly counts: ReplayCounts;
  readonly weights: Readonly<Record<ReplayChange, ReplayWeight>>;
  /** The sections with most changes, at most 200 of `sectionCount`. */
  readonly sections: readonly ReplaySection[];
  readonly sectionCount: number;
  /** The largest causes, at most 200 of `causeCount`. */
  readonly causes: readonly ReplayCause[];
  readonly causeCount: number;
  /** Time the judging took, milliseconds. */
  readonly ms: number;
}

/** A URL with what the two readings say of it. */
/** A URL and the line of robots.txt that decides about it. */
export interface JudgedUrl {
  readonly url: string;
  readonly line: number;
}

export interface ReplayUrl {
  readonly url: string;
  readonly inlinks: number;
  readonly depth: number | null;
  readonly inSitemap: boolean;
  readonly change: ReplayChange;
  /** null: no verdict. */
  readonly before: boolean | null;
  readonly after: boolean | null;
  readonly oldLine: number;
  readonly newLine: number;
}

/** Pages that a comparison takes off the map: they may be fetched, but no way that leads to them is left. */
export interface ReplayDiscovery {
  /** Null where the links are too many to be walked; `links` says how many were read by then. */
  readonly total: number | null;
  readonly rows: readonly ReplayUrl[];
  /** URLs found before and after from seeds, sitemaps and pages of other sites. */
  readonly foundBefore: number;
  readonly foundAfter: number;
  /** Stored links and redirects within the origin that were walked. */
  readonly links: number;
  readonly ms: number;
}

/** What one rule line does to the stored URLs of the origin. */
export interface CoverageLine {
  /** As the crawler counts lines; `start` is its first byte, the same for all. */
  readonly line: number;
  readonly start: number;
  readonly decides: number;
  readonly allows: number;
  readonly blocks: number;
  readonly undecided: number;
  /** It matches these, and another line decides. */
  readonly loses: number;
}

export interface RobotsCoverage {
  readonly origin: string;
  /** Version judged, null where a draft was. */
  readonly version: number | null;
  readonly profile: string;
  readonly total: number;
  /** Σ decides + noRule = total. */
  readonly noRule: number;
  /** Of `noRule`, so many are blocked. */
  readonly noRuleBlocked: number;
  /** False where the response was not a file: it decides as a whole, and there are no lines. */
  readonly isFile: boolean;
  readonly lines: readonly CoverageLine[];
}

/** URLs on which crawlers differ because of the same lines. */
export interface DisagreementGroup {
  readonly id: number;
  readonly origin: string;
  /** Number of the version by time, from 1. */
  readonly version: number;
  readonly urls: number;
  readonly examples: readonly string[];
  readonly says: readonly {
    readonly profile: string;
    readonly allowed: boolean | null;
    readonly line: number;
    readonly rule: string;
  }[];
  /**
   * The settings, names or statuses that part the first crawler of `between` from the others of it; null while they were not looked
   * for yet.
   */
  readonly causes: readonly (MatrixDifference & { readonly between: readonly string[] })[] | null;
}

export interface Disagreements {
  readonly list: number;
  readonly profiles: readonly string[];
  /** All were read under the name of the first. */
  readonly oneName: boolean;
  readonly progress: WorkProgress;
  /** Only URLs that the first of two crawlers may not fetch, while the second may. */
  readonly firstBlocked: boolean;
  /** URLs judged, and of them those that are in no group. */
  readonly judged: number;
  readonly agreed: number;
  /** URLs that could not be judged: the robots.txt of their origin was never requested. */
  readonly notAsked: number;
  /** Largest first, at most 500 of `groupCount`. */
  readonly groups: readonly DisagreementGroup[];
  readonly groupCount: number;
}
