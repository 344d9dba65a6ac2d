import { RE2JS, RE2JSException } from 're2js';
import { maxUrlLength } from './length.ts';
import { normalizeUrl } from './normalize.ts';
import { readPattern } from './url-pattern.ts';

/** A rule of the setting `rewrites`: every match of an RE2 expression is replaced. */
export interface RewriteRule {
  /** As the user wrote it. */
  readonly source: string;
  /** RE2 instructions. */
  readonly size: number;
  /** The rewritten URL in its one spelling; the URL itself where nothing matches or the result is no HTTP URL. */
  apply(url: string): string;
}

export const mostRewriteRules = 50;
const longestRule = 1_000;
const arrow = /\s+=>\s*/;

/** Reads `EXPRESSION => REPLACEMENT`; `$1` is the first group, `$0` all of the match. Returns the problem as a text where it cannot be read. */
export function readRewriteRule(text: string): RewriteRule | string {
  const shown = `“${text.slice(0, 100)}”`;
  const at = arrow.exec(text);
  if (text.length > longestRule) return `${shown} has more than ${longestRule} characters.`;
  if (at === null || at.index === 0)
    return `${shown} is no rule for rewriting. Write EXPRESSION => REPLACEMENT, like ^http: => https:.`;
  const expression = text.slice(0, at.index).trim();
  const replacement = text.slice(at.index + at[0].length).trim();
  const reading = readPattern(expression);
  if (reading.kind === 'problem') return `${shown} cannot be used: ${reading.problem}.`;
  const compiled = RE2JS.compile(RE2JS.translateRegExp(expression));
  try {
    if (/(?<!\\)(?:\\\\)*\\$/.test(replacement)) return `${shown}: the replacement ends in a backslash.`;
    compiled.matcher('').replaceAll(replacement);
    const groups = [...replacement.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
    const missing = groups.find(number => number > compiled.groupCount());
    if (missing !== undefined) return `${shown}: the expression has no group ${missing}.`;
  } catch (error) {
    if (error instanceof RE2JSException || error instanceof Error) return `${shown}: the replacement cannot be used.`;
    throw error;
  }
  const apply = (url: string): string => {
    if (!compiled.test(url)) return url;
    const result = compiled.matcher(url).replaceAll(replacement);
    if (result.length > maxUrlLength) return url;
    const normal = normalizeUrl(result);
    return normal.kind === 'url' && /^https?:/.test(normal.url) ? normal.url : url;
  };
  return { source: text.trim(), size: reading.size, apply };
}
