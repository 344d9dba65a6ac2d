import type { JsonError } from '#shared/model/structured-data.ts';
import type { JsonFault } from './json-parser.ts';
import type { JsonText } from './json-text.ts';

/** Characters shown of what is at an error. */
const SHOWN = 20;

function isLetter(c: number): boolean {
  const lower = c | 32;
  return (lower >= 97 && lower <= 122 && c < 128) || c === 95 || c === 36;
}

/** The kind of mistake: the character at `place.at` is not valid JSON there. */
export function faultAt(source: JsonText, place: { at: number; end: number }, wanted: string): JsonFault {
  const { at, end } = place;
  if (at >= end) return { code: 'unexpected-end', at };
  const { text } = source;
  const c = text.charCodeAt(at);
  if (c === 47 && (text.charCodeAt(at + 1) === 47 || text.charCodeAt(at + 1) === 42)) return { code: 'comment', at };
  if (c === 38) return { code: 'html-entity', at };
  if (wanted === 'end') return { code: 'text-after', at };
  // Placeholders of characters beyond ASCII are decoded, at most four units for one.
  const shown = c < 128 ? text.charAt(at) : source.slice(at, Math.min(end, at + 3)).charAt(0);
  if ('“”„‘’«»'.includes(shown)) return { code: 'curly-quotes', at };
  if (wanted === 'key' || wanted === 'value') {
    if (c === 39 || c === 96) return { code: 'single-quotes', at };
    if (wanted === 'key') return { code: isLetter(c) ? 'unquoted-key' : 'unexpected-character', at };
    if (c === 44 || c === 125 || c === 93) return { code: 'missing-value', at };
    if (isLetter(c)) return { code: 'bad-word', at };
    return { code: c === 43 || c === 46 ? 'bad-number' : 'unexpected-character', at };
  }
  // `"a "b" c"`: the text was probably meant to continue after its second quotation mark.
  if (text.charCodeAt(at - 1) === 34 && (c >= 128 || isLetter(c))) return { code: 'quote-in-string', at: at - 1 };
  if (wanted === 'colon') return { code: 'missing-colon', at };
  const beginsValue = c === 34 || c === 123 || c === 91 || c === 45 || (c >= 48 && c <= 57) || isLetter(c);
  return { code: beginsValue ? 'missing-comma' : 'unexpected-character', at };
}

/** A fault with its place in the block, as people count it, and in the page. */
export function describeFault(source: JsonText, range: { start: number; end: number }, fault: JsonFault): JsonError {
  const { text } = source;
  let line = 1;
  let lineStart = range.start;
  for (let p = text.indexOf('\n', range.start); p >= 0 && p < fault.at; p = text.indexOf('\n', p + 1)) {
    line++;
    lineStart = p + 1;
  }
  return {
    code: fault.code,
    line,
    column: source.slice(lineStart, fault.at).length + 1,
    offset: source.slice(range.start, fault.at).length,
    byte: source.byteAt(fault.at),
    found: source.slice(fault.at, Math.min(range.end, fault.at + 4 * SHOWN)).slice(0, SHOWN),
  };
}
