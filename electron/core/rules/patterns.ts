import { RE2JS, RE2JSException } from 're2js';
import { readPattern } from '../url/url-pattern.ts';

/** RE2 instructions of one pattern. Matching takes at most instructions × characters steps, and the time limit ends it. */
const mostInstructions = 20_000;

/** Compiles a pattern in RE2 syntax (https://github.com/google/re2/wiki/Syntax). A problem is a phrase that starts with "it". */
export function readRe2(pattern: string, letterCase: 'ignore' | 'match'): { readonly re2: RE2JS } | { readonly problem: string } {
  // The other reader knows the words for what ECMAScript has and RE2 lacks; its limits are those of URL patterns.
  const reading = pattern.length <= 500 ? readPattern(pattern) : null;
  if (reading?.kind === 'problem') return { problem: reading.problem };
  try {
    const re2 = RE2JS.compile(RE2JS.translateRegExp(pattern), letterCase === 'ignore' ? RE2JS.CASE_INSENSITIVE : 0);
    if (re2.programSize() > mostInstructions) return { problem: 'it is too large when its repetitions are written out' };
    return { re2 };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return { problem: error.message.replace(/^error parsing regexp: /, '') };
  }
}

export interface Match {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** All matches of a pattern, or of one of its groups; groups that did not match are omitted. */
export function* matchesOf(re2: RE2JS, text: string, group: number): Generator<Match> {
  const matcher = re2.matcher(text);
  while (matcher.find()) {
    const start = matcher.start(group);
    const end = matcher.end(group);
    if (start >= 0) yield { text: text.slice(start, end), start, end };
  }
}

/** All places of a text. A pattern of literal characters is linear. */
export function* placesOf(wanted: string, text: string, letterCase: 'ignore' | 'match'): Generator<Match> {
  const literal = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), letterCase === 'ignore' ? 'giu' : 'gu');
  for (const found of text.matchAll(literal)) yield { text: found[0], start: found.index, end: found.index + found[0].length };
}
