import type { z } from 'zod';
import type { Extraction, OwnCheck, Search, Segment } from '../rules-file.ts';

/**
 * Custom rules of the user: searches and extractions in stored bodies, own checks, and segments. They are stored in the crawl file, and
 * travel as one JSON file (`RuleFile`). docs/rules.md describes them for users.
 */

export type SearchRule = Readonly<z.output<typeof Search>>;
export type ExtractionRule = Readonly<z.output<typeof Extraction>>;
export type OwnCheckRule = Readonly<z.output<typeof OwnCheck>>;
export type SegmentRule = Readonly<z.output<typeof Segment>>;
export type Rule = SearchRule | ExtractionRule | OwnCheckRule | SegmentRule;
export type RuleKind = Rule['kind'];
/** Rules that look into bodies and have results. */
export type BodyRule = SearchRule | ExtractionRule;

/** The rules of a file with added ones; an added rule replaces one of the same name. */
export function joinedRules(known: readonly Rule[], added: readonly Rule[]): readonly Rule[] {
  const isKnown = new Set(known.map(({ name }) => name));
  const replaced = known.map(rule => added.find(({ name }) => name === rule.name) ?? rule);
  return [...replaced, ...added.filter(({ name }) => !isKnown.has(name))];
}

export const isBodyRule = (rule: Rule): rule is BodyRule => rule.kind === 'search' || rule.kind === 'extraction';

/** A rule as the crawl file stores it. A changed rule has another id, so that results never belong to an earlier wording. */
export interface StoredRule {
  readonly id: number;
  readonly rule: Rule;
}

/** `too-slow`: it took longer than its time limit. `failed`: `RuleOutcome.problem` says why. */
export type RuleState = 'done' | 'too-slow' | 'failed';

export interface RuleValue {
  readonly value: string;
  /** Bytes of the stored body, where they are known. */
  readonly bytes?: readonly [start: number, end: number];
  readonly isCut?: true;
}

/** What a rule found on one page. */
export interface RuleOutcome {
  readonly state: RuleState;
  /** Hits or values, also those that were not kept. */
  readonly count: number;
  /** In the order of the page, at most `mostValues`. */
  readonly values: readonly RuleValue[];
  /** '' or why it failed. */
  readonly problem: string;
}

/** Name of the column and operator of a rule; null for checks. */
export function ruleColumnName({ kind, name }: Pick<Rule, 'kind' | 'name'>): string | null {
  if (kind === 'check') return null;
  return kind === 'segment' ? 'segment' : `${kind === 'search' ? 'search' : 'extract'}.${name}`;
}

/** Id of the check that a rule makes; null for extractions and segments. */
export const ownCheckId = ({ kind, name }: Pick<Rule, 'kind' | 'name'>): string | null =>
  kind === 'search' || kind === 'check' ? `own.${name}` : null;

/** How far a run over stored bodies is, or the last one was. */
export interface RuleRunProgress {
  readonly state: 'none' | 'running' | 'done' | 'cancelled' | 'failed';
  readonly done: number;
  readonly total: number;
  readonly etaMs: number | null;
  /** '' or why it failed. */
  readonly problem: string;
}

/** Counts of one rule over the pages it looks at. */
export interface RuleCounts {
  /** Pages with a result. */
  readonly checked: number;
  /** Of these, pages with at least one hit or value. */
  readonly found: number;
  readonly tooSlow: number;
  readonly failed: number;
  /** Pages whose body is not stored, so that nothing can be found in them. */
  readonly noBody: number;
  /** Pages with a stored body that wait for a run. */
  readonly waiting: number;
}

/** A stored rule as the window shows it. */
export interface RuleRow extends StoredRule {
  /** '' or why the rule cannot run, as in a file that another program wrote. */
  readonly problem: string;
  /** False: it came with a file of another installation, and the user has not allowed it yet. */
  readonly isAllowed: boolean;
}

/** Problems by place in the list, then by field. Empty: the rules were stored. */
export interface RuleSaved {
  readonly problems: Readonly<Record<number, Readonly<Record<string, string>>>>;
}

export interface RulesView {
  readonly rules: readonly RuleRow[];
  readonly run: RuleRunProgress;
  readonly isReadOnly: boolean;
}

/** What a rule finds on one stored page, without storing it. */
export interface RuleTest {
  /** The page, as the crawl spells its address. */
  readonly url: string;
  /** Problems by field; then nothing was tried. */
  readonly problems: Readonly<Record<string, string>>;
  /** Null: it was not tried, `note` says why. */
  readonly outcome: RuleOutcome | null;
  readonly note: string;
}

/** What a rule found about one URL, for the inspector. */
export interface RuleFinding {
  readonly rule: Rule;
  readonly outcome: RuleOutcome | null;
  /** Why there is no outcome. */
  readonly missing: '' | 'no-body' | 'waiting' | 'not-applicable' | 'not-allowed';
}
