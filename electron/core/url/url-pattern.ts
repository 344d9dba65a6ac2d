import { RE2JS, RE2JSException } from 're2js';
import { globExpression } from './glob.ts';

/** A pattern that URLs are matched against, anywhere in the URL unless it is anchored. */
export interface UrlPattern {
  /** As the user wrote it. */
  readonly source: string;
  test(url: string): boolean;
}

export type PatternReading =
  | { readonly kind: 'pattern'; readonly pattern: UrlPattern; readonly size: number }
  | { readonly kind: 'problem'; readonly problem: string };

/** Longest pattern, in characters. */
export const maxPatternLength = 500;
export const maxPatterns = 50;
/**
 * RE2 instructions of all patterns of a crawl together. Matching takes at most instructions × characters of the URL steps: 1,000 and a
 * URL of 2,048 characters are about 0.1 s at the very worst, and a few microseconds in practice.
 */
export const maxPatternSize = 1_000;

const lookAround = /\(\?<?[=!]/;
const backreference = /\\[1-9]|\\k</;
/** `\k<name>` outside a pair of backslashes: the translation below would quietly read it as letters. */
const namedBackreference = /(?<!\\)(?:\\\\)*\\k</;

/** Why RE2 does not read a pattern, in the words of somebody who knows ECMAScript patterns. */
function problemOf(text: string, error: Error): string {
  if (lookAround.test(text)) return 'it uses look-ahead or look-behind, which RE2 does not support';
  if (backreference.test(text)) return 'it uses a backreference, which RE2 does not support';
  return error.message.replace(/^error parsing regexp: /, '');
}

/**
 * Compiles a pattern in RE2 syntax (https://github.com/google/re2/wiki/Syntax), which matches in time linear in the URL whatever the
 * pattern is. ECMAScript escapes such as `\/` and `\u0041` are understood. `size`: RE2 instructions.
 */
export function readPattern(text: string): PatternReading {
  if (text.length > maxPatternLength)
    return { kind: 'problem', problem: `it has ${text.length} characters, and ${maxPatternLength} are allowed` };
  if (namedBackreference.test(text)) return { kind: 'problem', problem: 'it uses a backreference, which RE2 does not support' };
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(text));
    return {
      kind: 'pattern',
      pattern: { source: text, test: url => compiled.test(url) },
      size: compiled.programSize(),
    };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return { kind: 'problem', problem: problemOf(text, error) };
  }
}

/**
 * Reads a pattern of the settings `include` and `exclude`: RE2 syntax, with or without `re:` before it, or a glob after `glob:`.
 * The source keeps what the user wrote.
 */
export function readCrawlPattern(text: string): PatternReading {
  if (!text.startsWith('glob:')) {
    const reading = readPattern(text.startsWith('re:') ? text.slice(3) : text);
    return reading.kind === 'pattern' ? { ...reading, pattern: { ...reading.pattern, source: text } } : reading;
  }
  if (text.length > maxPatternLength) return readPattern(text);
  const glob = globExpression(text.slice('glob:'.length));
  if (glob.kind === 'problem') return glob;
  const compiled = RE2JS.compile(glob.expression);
  return { kind: 'pattern', pattern: { source: text, test: url => compiled.test(url) }, size: compiled.programSize() };
}

/** Reads all patterns of a crawl; `problems` has a sentence for each that cannot be used. */
export function readPatterns(texts: readonly string[]): {
  readonly patterns: readonly UrlPattern[];
  readonly size: number;
  readonly problems: readonly string[];
} {
  const patterns: UrlPattern[] = [];
  const problems: string[] = [];
  let size = 0;
  for (const text of texts.slice(0, maxPatterns)) {
    const reading = readCrawlPattern(text);
    if (reading.kind === 'problem') problems.push(`“${text}” cannot be used as a pattern: ${reading.problem}.`);
    else {
      patterns.push(reading.pattern);
      size += reading.size;
    }
  }
  if (texts.length > maxPatterns) problems.push(`There are ${texts.length} patterns, and ${maxPatterns} are allowed.`);
  return { patterns, size, problems };
}
