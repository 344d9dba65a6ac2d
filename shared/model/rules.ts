import { z } from 'zod';
import type { Population } from './audit.ts';

/**
 * Custom rules of the user: searches and extractions in stored bodies, own checks, and segments. They are stored in the crawl file, and
 * travel as one JSON file (`RuleFile`). docs/rules.md describes them for users.
 */

/** Names are columns and operators: `search.NAME`, `extract.NAME`, `segment:NAME`, and checks `own.NAME`. Unique in a file. */
export const ruleNamePattern = /^[a-z][a-z0-9_-]{0,39}$/;
export const mostRules = 200;
/** Longest pattern, selector, expression or statement, in characters. */
export const longestRuleText = 5_000;
/** Values of an extraction, and hits of a search, that are kept of a page; the others are counted. */
export const mostValues = 100;
/** Characters that are kept of a value. */
export const longestValue = 2_000;

const text = (max: number) => z.string().max(max);
const RuleName = text(40);
/** RE2 pattern of the URLs that a rule looks at; '' for all. */
const UrlsPattern = text(500).default('');

const Search = z.strictObject({
  kind: z.literal('search'),
  name: RuleName,
  find: text(longestRuleText),
  syntax: z.enum(['text', 're2']).default('text'),
  /** `source`: the body as received. `text`: what a reader sees of an HTML page. */
  where: z.enum(['source', 'text']).default('source'),
  /** What is a finding: pages that contain it, or those that do not. */
  hit: z.enum(['contains', 'absent']).default('contains'),
  letterCase: z.enum(['ignore', 'match']).default('ignore'),
  urls: UrlsPattern,
});

const Extraction = z.strictObject({
  kind: z.literal('extraction'),
  name: RuleName,
  by: z.enum(['css', 'xpath', 're2', 'json']),
  expression: text(longestRuleText),
  /** For CSS and for XPaths that select nodes. */
  take: z.enum(['text', 'attribute', 'html', 'count']).default('text'),
  /** Name of the attribute that is taken. */
  attribute: text(100).default(''),
  /** Capturing group of the pattern, 0 for the whole match. */
  group: z.number().int().min(0).max(99).default(0),
  /** Where JSON paths look: JSON-LD scripts, every JSON script, or responses that are JSON. */
  json: z.enum(['ld', 'scripts', 'response']).default('ld'),
  urls: UrlsPattern,
});

/** Populations whose members are URLs with a response. */
export const rulePopulations = [
  'pages',
  'indexable',
  'internal',
  'fetched',
  'redirects',
  'external',
  'resources',
  'images',
] as const satisfies readonly Population[];
export type RulePopulation = (typeof rulePopulations)[number];

const OwnCheck = z.strictObject({
  kind: z.literal('check'),
  name: RuleName,
  /** What the check is called in lists; '' for its name. */
  title: text(200).default(''),
  by: z.enum(['filter', 'sql']),
  /** A filter expression that hits match, or a SELECT that returns `url` and further columns as evidence. */
  expression: text(longestRuleText),
  population: z.enum(rulePopulations).default('pages'),
  type: z.enum(['issue', 'warning', 'opportunity']).default('issue'),
  priority: z.enum(['H', 'M', 'L']).default('M'),
  why: text(1_000).default(''),
  fix: text(1_000).default(''),
});

const Segment = z.strictObject({
  kind: z.literal('segment'),
  name: RuleName,
  by: z.enum(['filter', 'patterns']),
  /** A filter expression, or RE2 patterns of URLs, one a line. */
  expression: text(longestRuleText),
});

export const RuleInput = z.discriminatedUnion('kind', [Search, Extraction, OwnCheck, Segment]);
export type SearchRule = Readonly<z.output<typeof Search>>;
export type ExtractionRule = Readonly<z.output<typeof Extraction>>;
export type OwnCheckRule = Readonly<z.output<typeof OwnCheck>>;
export type SegmentRule = Readonly<z.output<typeof Segment>>;
export type Rule = SearchRule | ExtractionRule | OwnCheckRule | SegmentRule;
export type RuleKind = Rule['kind'];
/** Rules that look into bodies and have results. */
export type BodyRule = SearchRule | ExtractionRule;

/** The portable form: one JSON file. Segments are tried in this order. */
export const RuleFile = z.strictObject({
  crawlscope: z.literal('rules'),
  version: z.literal(1),
  rules: z.array(RuleInput).max(mostRules),
});
export type RuleFile = z.output<typeof RuleFile>;

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
