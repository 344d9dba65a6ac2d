import type { ChangedLimits } from './issues.ts';

/** Settings of the audit that are stored with the crawl: thresholds and ignore rules. */

/** Which URLs an ignore rule covers. */
export type IgnoredUrls =
  | { readonly kind: 'all' }
  /** Exactly these. */
  | { readonly kind: 'urls'; readonly urls: readonly string[] }
  /** URLs that start with this text. */
  | { readonly kind: 'prefix'; readonly prefix: string }
  /** URLs in which this RE2 pattern matches, as in the crawl's include and exclude patterns. */
  | { readonly kind: 'pattern'; readonly pattern: string };

/** Sets findings aside. They stay hits, and are counted apart. */
export interface IgnoreRule {
  /** Id of the check, '' for every check. */
  readonly check: string;
  readonly where: IgnoredUrls;
  /** Why. */
  readonly note: string;
  /** Last day on which it applies, YYYY-MM-DD in local time; '' for no end. */
  readonly until: string;
  /** Epoch milliseconds. */
  readonly addedAt: number;
  /** Who added it, '' if unknown. */
  readonly addedBy: string;
}

/** An ignore rule as it is written to the crawl file. */
export interface StoredIgnoreRule extends IgnoreRule {
  readonly id: number;
}

/** Why an ignore rule applies, or does not. */
export type IgnoreState = 'active' | 'expired' | 'unknown-check' | 'unusable';

/** An ignore rule with its current state. */
export interface JudgedIgnoreRule extends StoredIgnoreRule {
  readonly state: IgnoreState;
  /** Why it cannot be used, '' otherwise. */
  readonly problem: string;
}

/** Settings as stored, checked for their form but not against the catalogue of checks. */
export interface StoredAuditSettings {
  readonly limits: ChangedLimits;
  readonly rules: readonly StoredIgnoreRule[];
  /** Sentences about what the file contains and cannot be used. */
  readonly problems: readonly string[];
}

/** The settings of the open crawl, as the window shows them. */
export interface AuditSettingsView {
  readonly limits: ChangedLimits;
  readonly rules: readonly JudgedIgnoreRule[];
  readonly problems: readonly string[];
  /** `session`: the file is read-only, so changes last until it is closed. */
  readonly kept: 'file' | 'session';
}

/** One change of the settings. Rules are added, replaced and removed by id. */
export type AuditSettingsChange =
  | { readonly do: 'limits'; readonly limits: ChangedLimits }
  | { readonly do: 'add'; readonly rules: readonly Omit<IgnoreRule, 'addedAt'>[] }
  | { readonly do: 'change'; readonly id: number; readonly rule: Omit<IgnoreRule, 'addedAt'> }
  | { readonly do: 'remove'; readonly ids: readonly number[] };

/** What a change did: ids of added rules, and where it is stored. */
export interface AuditSettingsChanged {
  readonly ids: readonly number[];
  readonly kept: 'file' | 'session';
}

/** Limits of what one crawl file may carry. */
export const mostIgnoreRules = 1_000;
export const mostIgnoredUrls = 10_000;
export const longestNote = 1_000;
