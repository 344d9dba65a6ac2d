import { z } from 'zod';
import { longestRuleText, mostRules, rulePopulations } from './model/rule-limits.ts';

/** The form of custom rules, as they are read from files and from the window. */

const text = (max: number) => z.string().max(max);
const RuleName = text(40);
/** RE2 pattern of the URLs that a rule looks at; '' for all. */
const UrlsPattern = text(500).default('');

export const Search = z.strictObject({
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

export const Extraction = z.strictObject({
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

export const OwnCheck = z.strictObject({
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

export const Segment = z.strictObject({
  kind: z.literal('segment'),
  name: RuleName,
  by: z.enum(['filter', 'patterns']),
  /** A filter expression, or RE2 patterns of URLs, one a line. */
  expression: text(longestRuleText),
});

export const RuleInput = z.discriminatedUnion('kind', [Search, Extraction, OwnCheck, Segment]);
/** The portable form: one JSON file. Segments are tried in this order. */
export const RuleFile = z.strictObject({
  crawlscope: z.literal('rules'),
  version: z.literal(1),
  rules: z.array(RuleInput).max(mostRules),
});
export type RuleFile = z.output<typeof RuleFile>;
