import { fieldOf } from '#shared/model/compare-fields.ts';
import {
  type MappingRule,
  mappingKinds,
  mostMappingPairs,
  mostMappingRules,
  type UrlMapping,
} from '#shared/model/url-mapping.ts';
import { compileMapping } from './url-mapping.ts';

/** What a comparison can be told, as a file. */
export interface ComparisonSettings {
  readonly mapping: UrlMapping;
  /** Names of fields; empty: the usual ones. */
  readonly fields: readonly string[];
}

const kind = 'crawlscope-comparison';

/** The settings as a JSON document with a line for each rule and pair, so that two versions can be diffed. */
export function writtenComparison({ mapping, fields }: ComparisonSettings): string {
  const lines = (values: readonly unknown[]): string =>
    values.length === 0 ? '[]' : `[\n${values.map(value => `    ${JSON.stringify(value)}`).join(',\n')}\n  ]`;
  return `{\n  "kind": "${kind}",\n  "version": 1,\n  "fields": ${JSON.stringify(fields)},\n  "rules": ${lines(mapping.rules)},\n  "pairs": ${lines(mapping.pairs)}\n}\n`;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 8_192;
const isRule = (value: unknown): value is MappingRule =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  mappingKinds.includes(value.kind as never) &&
  'from' in value &&
  isText(value.from) &&
  'to' in value &&
  isText(value.to);
const isPair = (value: unknown): value is [string, string] => Array.isArray(value) && value.length === 2 && value.every(isText);

/** Reads what `writtenComparison` wrote. A problem is a phrase that names the place. */
export function readComparison(text: string): ComparisonSettings | { readonly problem: string } {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { problem: 'it is not JSON' };
  }
  if (typeof read !== 'object' || read === null || !('kind' in read) || read.kind !== kind)
    return { problem: `it does not say "kind": "${kind}"` };
  const { version, fields = [], rules = [], pairs = [] } = read as Record<string, unknown>;
  if (version !== 1) return { problem: `its version is ${JSON.stringify(version)}, and this program reads version 1` };
  if (!Array.isArray(fields) || !fields.every(isText)) return { problem: '"fields" is not a list of names' };
  const unknown = fields.find(name => fieldOf(name) === null);
  if (unknown !== undefined) return { problem: `there is no field “${unknown}”` };
  if (!Array.isArray(rules) || rules.length > mostMappingRules)
    return { problem: `"rules" is not a list of at most ${mostMappingRules} rules` };
  const badRule = rules.findIndex(rule => !isRule(rule));
  if (badRule >= 0)
    return { problem: `rule ${badRule + 1} is not {"kind": "host", "prefix" or "rewrite", "from": "…", "to": "…"}` };
  if (!Array.isArray(pairs) || pairs.length > mostMappingPairs)
    return { problem: `"pairs" is not a list of at most ${mostMappingPairs} pairs` };
  const badPair = pairs.findIndex(pair => !isPair(pair));
  if (badPair >= 0) return { problem: `pair ${badPair + 1} is not ["URL", "URL"]` };
  const mapping: UrlMapping = {
    rules: (rules as MappingRule[]).map(({ kind: of, from, to }) => ({ kind: of, from, to })),
    pairs: pairs as [string, string][],
  };
  const compiled = compileMapping(mapping);
  return 'problem' in compiled ? compiled : { mapping, fields };
}
