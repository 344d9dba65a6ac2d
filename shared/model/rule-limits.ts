import type { Population } from './audit.ts';

/** Names are columns and operators: `search.NAME`, `extract.NAME`, `segment:NAME`, and checks `own.NAME`. Unique in a file. */
export const ruleNamePattern = /^[a-z][a-z0-9_-]{0,39}$/;
export const mostRules = 200;
/** Longest pattern, selector, expression or statement, in characters. */
export const longestRuleText = 5_000;
/** Values of an extraction, and hits of a search, that are kept of a page; the others are counted. */
export const mostValues = 100;
/** Characters that are kept of a value. */
export const longestValue = 2_000;

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
