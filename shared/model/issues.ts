import type { CheckCount, Finding, NotCheckableReason } from './audit.ts';
import type { TextDiffRow } from './history.ts';
import type { UrlRow } from './url-columns.ts';

/** Thresholds that differ from the defaults: by check, by name. */
export type ChangedLimits = Readonly<Record<string, Readonly<Record<string, number>>>>;

/**
 * Which hits a list shows: hits that no ignore rule matches, hits that one matches, or both. With an earlier crawl:
 * new hits that are not ignored, and the earlier hits that this crawl does not have. `fixed`: checked again; `gone`:
 * not in this crawl, or without a response.
 */
export const hitsShown = ['open', 'ignored', 'all', 'new', 'fixed', 'gone'] as const;
export type HitsShown = (typeof hitsShown)[number];

/** The rule that sets a finding aside. */
export interface IgnoredBy {
  readonly id: number;
  readonly note: string;
  /** Last day, '' for no end. */
  readonly until: string;
}

/** A finding as lists and the inspector show it. */
export interface ShownFinding extends Finding {
  readonly ignored?: IgnoredBy;
  /** How it moved since the earlier crawl; absent without one. */
  readonly since?: Since;
}

export type Since = 'new' | 'persisting' | 'fixed' | 'gone';

/** How the hits of a check moved since the earlier crawl. */
export interface TrendCount {
  readonly new: number;
  /** The part of `new` that ignore rules set aside. */
  readonly newIgnored: number;
  readonly persisting: number;
  readonly fixed: number;
  readonly gone: number;
}

/** What one check found. */
export interface CheckOutcome {
  readonly id: string;
  readonly count: CheckCount;
  /** Absent without an earlier crawl. */
  readonly trend?: TrendCount;
}

/** What a check takes from the health score, in points. */
export interface LostPoints {
  readonly id: string;
  readonly points: number;
}

/** The health score: 0 to 100, and what it is made of. */
export interface HealthScore {
  readonly value: number;
  /** Checks that count and that could check something, and all checks that count. */
  readonly checks: number;
  readonly allChecks: number;
  /** Most points first. */
  readonly lost: readonly LostPoints[];
}

/** The state of the audit of the open crawl. */
export interface IssuesView {
  /** The segment whose URLs alone are counted; null: all URLs. */
  readonly segment: string | null;
  readonly state: 'none' | 'running' | 'done' | 'cancelled' | 'failed';
  /** Of the running audit: URLs and pages. */
  readonly done: number;
  readonly total: number;
  /** Milliseconds left at the pace so far, null while that cannot be said. */
  readonly etaMs: number | null;
  /** Why it failed, '' otherwise. */
  readonly problem: string;
  /** Number of the last finished audit, 0 for none. */
  readonly run: number;
  /** The crawl file has not changed since, and the thresholds are those in force. */
  readonly isCurrent: boolean;
  /** Results of that audit in the order of the catalogue; null where there are none, or the caller knows this run. */
  readonly outcomes: readonly CheckOutcome[] | null;
  readonly score: HealthScore | null;
  /** Thresholds of that audit that differ from the defaults. */
  readonly limits: ChangedLimits;
  /** Grows when thresholds or ignore rules change. */
  readonly settings: number;
  /** Name of the earlier crawl that the results are compared with, '' for none. */
  readonly baseline: string;
  /** Name of the one they were compared with last time, '' for none. */
  readonly lastBaseline: string;
}

/** One hit in a list. `row` is null where the finding is about something that is no URL of the crawl, such as a host. */
export interface IssueUrl {
  readonly url: string;
  readonly row: UrlRow | null;
  /** The first piece of evidence as a short value, '' where something is missing. */
  readonly found: string;
  /** How many pieces of evidence there are. */
  readonly items: number;
  /** Its group of duplicates, '' for none. */
  readonly group: string;
  /** The rule that sets it aside; null for none. */
  readonly ignored: IgnoredBy | null;
  /** How it moved since the earlier crawl; null without one. */
  readonly since: Since | null;
}

/** Pages that share something. */
export interface IssueGroup {
  readonly group: string;
  readonly size: number;
  /** What they share, as far as the evidence says it. */
  readonly found: string;
  /** The first members. */
  readonly urls: readonly string[];
}

/** All checks, for one URL. */
export interface UrlIssues {
  /** The audit that this is of, 0 where none has finished. */
  readonly run: number;
  readonly hits: readonly ShownFinding[];
  /** Ids of the checks that it passed. */
  readonly passed: readonly string[];
  readonly notCheckable: readonly { readonly reason: NotCheckableReason; readonly checks: readonly string[] }[];
}

/** Two pages of a group, side by side. */
export interface IssuePair {
  readonly fields: readonly { readonly name: string; readonly left: string; readonly right: string }[];
  /** The readable texts, one row a block; null where the file has no text of one of them. */
  readonly text: readonly TextDiffRow[] | null;
  /** A text is longer than what is compared. */
  readonly isCut: boolean;
}
