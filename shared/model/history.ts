import type { RobotsVersionRow } from './explanation.ts';
import type { WorkProgress } from './replay.ts';

/** The versions of an origin's robots.txt over time. Versions are numbered from 1, the oldest first; lines count from 1, 0 is none. */

export interface HistoryVersion extends RobotsVersionRow {
  /**
   * Changed lines compared with the last earlier version that has a text, number `since`; null for the first text,
   * and where the response was not a file.
   */
  readonly lines: VersionLines | null;
  /** Verdicts over the URLs counted so far, null before the versions were read. */
  readonly verdicts: VersionVerdicts | null;
}

export interface VersionLines {
  readonly added: number;
  readonly removed: number;
  readonly moved: number;
  readonly since: number;
}

/** `newly…` against the version before. `undecided`: the crawler gives no verdict, or leaves the choice to the robot. */
export interface VersionVerdicts {
  readonly blocked: number;
  readonly undecided: number;
  readonly newlyBlocked: number;
  readonly newlyAllowed: number;
  readonly newlyUndecided: number;
}

export interface RobotsHistory {
  readonly origin: string;
  readonly profile: string;
  readonly versions: readonly HistoryVersion[];
  /** URLs that `verdicts` are about. */
  readonly counted: number;
  readonly progress: WorkProgress;
}

/** Why a verdict came out as it did; `rule` where a line decided. */
export type BlameReason = 'rule' | 'no-match' | 'no-group' | 'robots-txt' | 'no-file' | 'unreachable';

/** What versions `from` to `to` (numbers, both included) say of one URL. */
export interface BlameRun {
  readonly from: number;
  readonly to: number;
  /** When `from` was first seen. */
  readonly at: number;
  /** When the run ends: `to` was last seen then. */
  readonly until: number;
  readonly allowed: boolean | null;
  readonly reason: BlameReason;
  /** The deciding line in version `from`, and its rule. */
  readonly line: number;
  readonly rule: string;
}

export interface RobotsBlame {
  readonly origin: string;
  readonly url: string;
  readonly profile: string;
  /** Id of each version, oldest first. */
  readonly ids: readonly number[];
  readonly runs: readonly BlameRun[];
  /** Number of the version the sentence is about. */
  readonly asOf: number;
  /** Number of the version since which the verdict of `asOf` applies, and since which a rule with the same text decides. */
  readonly since: number;
  readonly sameRuleSince: number;
  /** The deciding line in version `asOf`. */
  readonly line: number;
  readonly sentence: string;
  /** Whether the URL is in this crawl; others are judged just the same. */
  readonly isStored: boolean;
}

/** `gap`: `folded` unchanged lines. `moved-away` and `moved-here`: the same text is in another place in the other version. */
export interface TextDiffRow {
  readonly kind: 'same' | 'added' | 'removed' | 'changed' | 'moved-away' | 'moved-here' | 'gap';
  readonly old: number;
  readonly now: number;
  readonly oldText: string;
  readonly newText: string;
  readonly folded?: number;
}

export interface TextDiff {
  readonly added: number;
  readonly removed: number;
  readonly moved: number;
  /** Which of the two responses was not a file. There is nothing to compare then. */
  readonly withoutText: { readonly before: boolean; readonly after: boolean };
  /** At most 3,000 rows of `rowCount`. */
  readonly rows: readonly TextDiffRow[];
  readonly rowCount: number;
}

/** Automatic requests for robots.txt while the file is open. */
export interface RobotsChecks {
  /** Hours between two automatic checks, 0 for none. */
  readonly everyHours: number;
  /** The last time when hosts were requested outside a crawl, and the result; null for never. */
  readonly last: { readonly at: number; readonly detail: string } | null;
  /** The time of the next check, null where none is planned. */
  readonly nextAt: number | null;
  readonly isChecking: boolean;
}

/** The result of requesting robots.txt again. */
export interface RobotsAsked {
  readonly asked: number;
  /** Responses that differ from the previous one; failures are not counted. */
  readonly changed: number;
  readonly unreachable: number;
  /** The first host that was unreachable: host, time, reason, and what stays in force. '' where all responded. */
  readonly firstUnreachable: string;
}

/** What an import did, for one sentence to the user. */
export interface RobotsImported {
  readonly origins: readonly string[];
  /** Imported versions; the same response on consecutive days is one version. */
  readonly added: number;
  /** Versions the file had already. */
  readonly known: number;
  readonly skipped: readonly { readonly name: string; readonly why: string }[];
}
