import type { LineRemark } from './interpretation.ts';
import type { LintFinding } from './lint.ts';
import type { CoverageLine, ReplayWeight } from './replay.ts';

/** One line of a stored robots.txt, and all that is known of it. */

/** A URL the line decides, or matches without deciding. */
export interface RuleSample {
  readonly url: string;
  readonly inlinks: number;
  readonly depth: number | null;
  readonly inSitemap: boolean;
  /** Null: no verdict. */
  readonly allowed: boolean | null;
  /** The line that decides instead, 0 where it is this one. */
  readonly decidedBy: number;
}

/** What the line does to the stored URLs, as one crawler reads it. */
export interface RuleEffect {
  /** Null where the line is not a rule that applies to this crawler. */
  readonly coverage: Omit<CoverageLine, 'start'> | null;
  readonly total: number;
  /** Of the URLs it decides. */
  readonly weight: ReplayWeight;
  /** Sections of the site with URLs it decides, the largest first, at most 100 of `sectionCount`. */
  readonly sections: readonly { readonly section: string; readonly urls: number }[];
  readonly sectionCount: number;
  /** URLs it decides, those with most inlinks first. */
  readonly decides: readonly RuleSample[];
  readonly loses: readonly RuleSample[];
}

/** Crawlers that read the line in one way. */
export interface RuleReading {
  readonly crawlers: readonly string[];
  /** The line in canonical form, '' where nothing is left of it. */
  readonly text: string;
  readonly remarks: readonly LineRemark[];
  /** Names of the group it belongs to. */
  readonly agents: readonly string[];
  /** The line applies to these crawlers. */
  readonly speaks: boolean;
  /** As the crawler of the report reads it. */
  readonly same: boolean;
}

export interface RuleFacts {
  readonly origin: string;
  readonly version: number;
  readonly finalUrl: string;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  readonly status: number | null;
  /** SHA-256 of the file. */
  readonly hash: string | null;
  readonly bytes: number;
  readonly line: number;
  readonly lineCount: number;
  readonly text: string;
  /** The lines around it. */
  readonly context: readonly { readonly number: number; readonly text: string }[];
  readonly profile: string;
  readonly profileName: string;
  readonly dialect: string;
  readonly effect: RuleEffect;
  /** Stored versions with a line of the same text, oldest first; `line` 0: without one. */
  readonly versions: readonly {
    readonly number: number;
    readonly firstSeenAt: number;
    readonly lastSeenAt: number;
    readonly line: number;
    readonly answer: string;
  }[];
  readonly findings: readonly LintFinding[];
  readonly readings: readonly RuleReading[];
}
