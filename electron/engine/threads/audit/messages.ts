import type { StoredIgnoreRule } from '#shared/model/audit-settings.ts';
import type { ChangedLimits, CheckOutcome, HitsShown, ShownFinding, UrlIssues } from '#shared/model/issues.ts';

/** What a finished audit found, without the evidence. */
export interface AuditSummary {
  readonly outcomes: readonly CheckOutcome[];
  readonly tookMs: number;
}

/** Ignore rules, and the day on which they are judged: YYYY-MM-DD. */
export interface RulesOfDay {
  readonly rules: readonly StoredIgnoreRule[];
  readonly today: string;
}

export interface AuditGroup {
  readonly group: string;
  readonly ids: readonly number[];
}

/** The calls from the reader to the audit thread, by name. */
export interface AuditCalls {
  /**
   * Audits the file as it is now. `baseline`: path of an earlier crawl, for the checks that compare two. Null: cancelled. The results of
   * the audit before stay until this one is done.
   */
  run(
    input: { readonly limits: ChangedLimits; readonly baseline: string | null; readonly segment: string | null } & RulesOfDay,
  ): Promise<AuditSummary | null>;
  /** Applies other ignore rules to the last results. */
  ignore(input: RulesOfDay): Promise<readonly CheckOutcome[]>;
  cancel(input: null): void;
  /** URLs that a check hit, and its findings without a URL of the crawl. */
  hits(input: { readonly check: string; readonly show: HitsShown }): {
    readonly ids: Int32Array;
    readonly others: readonly ShownFinding[];
  };
  /** Findings about these URLs; null where the file no longer has the evidence. */
  findings(input: { readonly check: string; readonly ids: readonly number[] }): readonly (ShownFinding | null)[];
  ofUrl(input: { readonly id: number }): Omit<UrlIssues, 'run'>;
  /** Groups of duplicates, largest first. */
  groups(input: { readonly check: string }): readonly AuditGroup[];
}
