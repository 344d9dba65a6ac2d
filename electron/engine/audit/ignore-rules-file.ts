import { z } from 'zod';
import {
  type IgnoredUrls,
  type IgnoreRule,
  longestNote,
  mostIgnoredUrls,
  mostIgnoreRules,
} from '#shared/model/audit-settings.ts';
import { isoTime } from '../../export/instant.ts';

/**
 * Ignore rules as JSON, so that the next crawl of a site can take them over:
 * `{"crawlscope":"ignore-rules","version":1,"rules":[{"check":"title.missing","urls":["…"],"note":"…","until":"2027-01-31"}]}`. A rule has
 * one of `urls`, `prefix` and `pattern`, or none of them where it ignores the whole check.
 */

const text = (max: number) => z.string().max(max);

const Written = z.strictObject({
  check: text(100).default(''),
  urls: z.array(text(8_192)).min(1).max(mostIgnoredUrls).optional(),
  prefix: text(8_192).min(1).optional(),
  pattern: text(500).min(1).optional(),
  note: text(longestNote).default(''),
  until: text(10).nullable().default(null),
  added: z.iso.datetime().optional(),
  by: text(100).default(''),
});
const Whole = z.strictObject({
  crawlscope: z.literal('ignore-rules'),
  version: z.literal(1),
  rules: z.array(z.unknown()).max(mostIgnoreRules),
});

export type ReadIgnoreRules = { readonly rules: readonly IgnoreRule[] } | { readonly problem: string };

/** The rules written in `json`, or what is wrong with it, naming the rule and the field. Never throws. `at`: for rules without a time. */
export function readIgnoreRules(json: string, at: number): ReadIgnoreRules {
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\ufeff/, ''));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { problem: `it is not JSON (${error.message})` };
  }
  const whole = Whole.safeParse(value);
  if (!whole.success)
    return { problem: 'it has no ignore rules: {"crawlscope":"ignore-rules","version":1,"rules":[…]} is expected' };
  const rules: IgnoreRule[] = [];
  for (const [index, each] of whole.data.rules.entries()) {
    const read = Written.safeParse(each);
    if (!read.success) {
      const [issue] = read.error.issues;
      return { problem: `rule ${index + 1}: ${issue?.path.join('.') || 'the rule'}: ${issue?.message ?? 'wrong type'}` };
    }
    const { check, urls, prefix, pattern, note, until, added, by } = read.data;
    if ([urls, prefix, pattern].filter(part => part !== undefined).length > 1)
      return { problem: `rule ${index + 1}: it may have one of urls, prefix and pattern` };
    const where = whereOf({ urls, prefix, pattern });
    rules.push({ check, where, note, until: until ?? '', addedAt: added === undefined ? at : Date.parse(added), addedBy: by });
  }
  return { rules };
}

function whereOf({ urls, prefix, pattern }: Pick<z.output<typeof Written>, 'urls' | 'prefix' | 'pattern'>): IgnoredUrls {
  if (urls) return { kind: 'urls', urls };
  if (prefix !== undefined) return { kind: 'prefix', prefix };
  return pattern === undefined ? { kind: 'all' } : { kind: 'pattern', pattern };
}

/** A rule as the document has it. */
export const writtenIgnoreRule = ({ check, where, note, until, addedAt, addedBy }: IgnoreRule): object => ({
  ...(check === '' ? {} : { check }),
  ...(where.kind === 'urls' ? { urls: where.urls } : {}),
  ...(where.kind === 'prefix' ? { prefix: where.prefix } : {}),
  ...(where.kind === 'pattern' ? { pattern: where.pattern } : {}),
  note,
  until: until === '' ? null : until,
  ...(isoTime(addedAt) === null ? {} : { added: isoTime(addedAt) }),
  ...(addedBy === '' ? {} : { by: addedBy }),
});

export const writtenIgnoreRules = (rules: readonly IgnoreRule[]): string =>
  `${JSON.stringify({ crawlscope: 'ignore-rules', version: 1, rules: rules.map(writtenIgnoreRule) }, null, 2)}\n`;
