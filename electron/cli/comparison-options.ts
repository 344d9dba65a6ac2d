import { readFileSync, statSync } from 'node:fs';
import { readComparison, writtenComparison } from '#core/compare/comparison-settings.ts';
import { readPairs } from '#core/compare/mapping-pairs.ts';
import { compileMapping } from '#core/compare/url-mapping.ts';
import { didYouMean } from '#core/query/near.ts';
import {
  type CompareField,
  compareFields,
  fieldOf,
  headerField,
  mostHeaderFields,
  usualFields,
} from '#shared/model/compare-fields.ts';
import { isMapped, type MappingKind, type MappingRule, mostMappingRules, type UrlMapping } from '#shared/model/url-mapping.ts';
import type { Arguments, OptionTable } from './arguments.ts';
import { usage } from './exit.ts';
import type { Io } from './io.ts';
import { checkPlace } from './output-file.ts';
import { writeOut } from './write-out.ts';

const mostBytes = 200_000_000;

/** How URLs of the first crawl are written in the second. */
export const mappingOptions = {
  'map-host': { value: 'OLD=NEW', help: 'host or origin of the first crawl and of the second; repeatable', repeatable: true },
  'map-prefix': {
    value: 'OLD=NEW',
    help: 'beginning of URLs in the first crawl and in the second; repeatable',
    repeatable: true,
  },
  'map-rewrite': {
    value: 'RE=>NEW',
    help: 'RE2 pattern, replaced wherever it matches; $1 is its first group; repeatable',
    repeatable: true,
  },
  'map-pairs': { value: 'FILE.csv', help: 'pairs of URLs: first crawl, second crawl' },
  settings: { value: 'FILE.json', help: 'mapping and fields as --save-settings wrote them; options are added to them' },
  'save-settings': { value: 'FILE.json', help: 'write mapping and fields to a file, which must not exist; --force replaces it' },
} as const satisfies OptionTable;

/** What to compare, and how. */
export interface ComparisonWish {
  readonly mapping: UrlMapping;
  /** Empty: none were named. */
  readonly fields: readonly CompareField[];
}

function readText(path: string, option: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) return usage(`--${option}: there is no file ${path}.`);
  if (stat.size > mostBytes) return usage(`--${option}: ${path} is too large.`);
  return readFileSync(path, 'utf8');
}

function rulesOf(args: Arguments, kind: MappingKind, separator: string): MappingRule[] {
  return args.all(`map-${kind}`).map(text => {
    const at = text.indexOf(separator);
    if (at < 1) return usage(`--map-${kind} needs two parts with ${separator} between them, not “${text}”.`);
    return { kind, from: text.slice(0, at), to: text.slice(at + separator.length) };
  });
}

function named(name: string): CompareField {
  const ids = compareFields.map(({ id }) => id);
  return (
    fieldOf(name) ??
    usage(`--field: there is no field “${name}”.${didYouMean(name, ids)} There are ${ids.join(', ')}, and header:NAME.`)
  );
}

/** Reads mapping and fields from options and from the settings file. */
export function readComparisonWish(args: Arguments): ComparisonWish {
  const path = args.one('settings');
  const stored = path === undefined ? null : readComparison(readText(path, 'settings'));
  if (stored && 'problem' in stored) return usage(`--settings: ${path} cannot be used: ${stored.problem}.`);
  const csv = args.one('map-pairs');
  const read = csv === undefined ? { pairs: [] } : readPairs(readText(csv, 'map-pairs'));
  if ('problem' in read) return usage(`--map-pairs: ${csv} cannot be used: ${read.problem}.`);
  const rules = [
    ...(stored?.mapping.rules ?? []),
    ...rulesOf(args, 'host', '='),
    ...rulesOf(args, 'prefix', '='),
    ...rulesOf(args, 'rewrite', '=>'),
  ];
  if (rules.length > mostMappingRules)
    return usage(`There are ${rules.length} mapping rules, and ${mostMappingRules} are allowed.`);
  const mapping = { rules, pairs: [...(stored?.mapping.pairs ?? []), ...read.pairs] };
  const compiled = compileMapping(mapping);
  if ('problem' in compiled) return usage(compiled.problem);
  const names = args.all('field').flatMap(text => text.split(',').map(name => name.trim()));
  const all = names.includes('all');
  const fields = names.filter(name => name !== 'all').map(named);
  const headers = args.all('header').map(name => headerField(name) ?? usage(`--header: “${name}” is not the name of a header.`));
  if (headers.length > mostHeaderFields) return usage(`--header: at most ${mostHeaderFields} headers are compared at once.`);
  const chosen = [...(all ? usualFields : []), ...fields, ...headers];
  const kept = (stored?.fields ?? []).flatMap(name => fieldOf(name) ?? []);
  const wanted = chosen.length > 0 ? chosen : kept;
  return { mapping, fields: [...new Map(wanted.map(field => [field.id, field])).values()] };
}

/** Writes mapping and fields where `--save-settings` says. */
export async function saveComparisonWish(args: Arguments, io: Io, { mapping, fields }: ComparisonWish): Promise<void> {
  const path = args.one('save-settings');
  checkPlace(args, 'save-settings');
  if (path !== undefined) await writeOut(io, path, [writtenComparison({ mapping, fields: fields.map(({ id }) => id) })]);
}

export const hasMapping = ({ mapping }: ComparisonWish): boolean => isMapped(mapping);
