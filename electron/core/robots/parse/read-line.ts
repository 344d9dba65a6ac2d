import type { RobotsLineKind, RobotsLineNote } from '#shared/model/robots.ts';
import { isSpace } from '../choose/agent.ts';
import type { CommentStart, Dialect, RecognisedKey } from '../dialect.ts';

/** One parsed line. Offsets count bytes of the text given to `readLine`. */
export interface ReadLine {
  readonly kind: RobotsLineKind;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly notes: readonly RobotsLineNote[];
}

const NO_NOTES: readonly RobotsLineNote[] = [];
const ALIAS: readonly RobotsLineNote[] = ['alias'];
const MISSING_COLON: readonly RobotsLineNote[] = ['missing-colon'];

/**
 * Parses the bytes `start` to `end` of `text` (one unit per byte) as one line: removes the comment, splits and trims key and value
 * (RFC 9309 section 2.2).
 */
export function readLine(text: string, start: number, end: number, dialect: Dialect): ReadLine {
  if (dialect.nul.value === 'ends-line') end = before(text, '\0', start, end);
  const hash = commentStart(text, start, end, dialect.comment.value);
  const from = skipSpace(text, start, hash);
  const to = trimEnd(text, from, hash);
  if (from === to) return empty(hash < end ? 'comment' : 'blank', from);
  const separator = dialect.separator.value;
  if (separator === 'colon-or-space') {
    const known = knownKey(text, from, to, dialect);
    if (known !== null) return known;
  }
  const colon = before(text, ':', from, to);
  if (colon < to) {
    if (separator === 'colon-without-space-before' && colon > from && isSpace(text.charCodeAt(colon - 1)))
      return unparsed(from, to);
    return keyed(text, from, trimEnd(text, from, colon), skipSpace(text, colon + 1, to), to, dialect, NO_NOTES);
  }
  if (separator === 'colon-or-space-two-words') {
    const keyEnd = skipWord(text, from, to);
    const valueStart = skipSpace(text, keyEnd, to);
    if (valueStart < to && skipWord(text, valueStart, to) === to)
      return keyed(text, from, keyEnd, valueStart, to, dialect, MISSING_COLON);
  }
  if (separator === 'colon-or-space-known-key') return lowerCaseKey(text, from, to, dialect) ?? unparsed(from, to);
  return unparsed(from, to);
}

function empty(kind: RobotsLineKind, at: number): ReadLine {
  return { kind, keyStart: at, keyEnd: at, valueStart: at, valueEnd: at, notes: NO_NOTES };
}

function unparsed(from: number, to: number): ReadLine {
  return { kind: 'unparsed', keyStart: from, keyEnd: from, valueStart: from, valueEnd: to, notes: NO_NOTES };
}

/** Where the comment of a line starts; `end` if there is none. */
function commentStart(text: string, start: number, end: number, how: CommentStart): number {
  let hash = before(text, '#', start, end);
  if (hash === end || how === 'any-hash') return hash;
  const from = skipSpace(text, start, end);
  if (hash === from) return hash;
  const colon = before(text, ':', from, end);
  if (how === 'line-start-or-after-colon') return before(text, '#', Math.min(colon + 1, end), end);
  for (; hash < end; hash = before(text, '#', hash + 1, end)) {
    if (isSpace(text.charCodeAt(hash - 1))) return hash;
    if (how === 'token-start' && hash === colon + 1) return hash;
  }
  return end;
}

function keyed(
  text: string,
  keyStart: number,
  keyEnd: number,
  valueStart: number,
  valueEnd: number,
  dialect: Dialect,
  notes: readonly RobotsLineNote[],
): ReadLine {
  if (keyStart === keyEnd) return { kind: 'unparsed', keyStart, keyEnd, valueStart: keyStart, valueEnd, notes: NO_NOTES };
  const known = recognise(text, keyStart, keyEnd, dialect);
  const all = known?.alias ? (notes.length === 0 ? ALIAS : [...ALIAS, ...notes]) : notes;
  return { kind: known?.key ?? 'other', keyStart, keyEnd, valueStart, valueEnd, notes: all };
}

const KEYS: readonly RecognisedKey[] = ['user-agent', 'allow', 'disallow', 'sitemap', 'crawl-delay'];
/** Longer than any key or alias. The rest of a longer key is ignored. */
const LONGEST_KEY = 32;

function recognise(text: string, start: number, end: number, dialect: Dialect): { key: RecognisedKey; alias: boolean } | null {
  const key = text.slice(start, Math.min(end, start + LONGEST_KEY)).toLowerCase();
  for (const known of KEYS) if (key === known) return { key: known, alias: false };
  const byPrefix = dialect.keyMatch.value === 'prefix';
  for (const known of KEYS) {
    if (byPrefix && key.startsWith(known)) return { key: known, alias: true };
    const aliases = dialect.aliases.value[known];
    if (aliases?.some(alias => key === alias || (byPrefix && key.startsWith(alias)))) return { key: known, alias: true };
  }
  return null;
}

/** A line that starts with a known key, followed by a colon or white space. */
function knownKey(text: string, from: number, to: number, dialect: Dialect): ReadLine | null {
  const start = text.slice(from, Math.min(to, from + LONGEST_KEY)).toLowerCase();
  for (const kind of KEYS) {
    for (const spelling of [kind, ...(dialect.aliases.value[kind] ?? [])]) {
      if (!start.startsWith(spelling)) continue;
      const keyEnd = from + spelling.length;
      const next = skipSpace(text, keyEnd, to);
      const hasColon = next < to && text.charCodeAt(next) === 0x3a;
      if (!hasColon && next === keyEnd && next < to) continue;
      if (!hasColon && next === to) continue;
      const valueStart = hasColon ? skipSpace(text, next + 1, to) : next;
      const notes: RobotsLineNote[] = spelling === kind ? [] : ['alias'];
      if (!hasColon) notes.push('missing-colon');
      return { kind, keyStart: from, keyEnd, valueStart, valueEnd: to, notes };
    }
  }
  return null;
}

/** A line without a colon that starts with a known key in lower case; the words of the key are one space apart. */
function lowerCaseKey(text: string, from: number, to: number, dialect: Dialect): ReadLine | null {
  const end = Math.min(to, from + LONGEST_KEY);
  for (let at = from; at < end; at += 1) {
    if (text.charCodeAt(at) !== 0x20) continue;
    const key = text.slice(from, at);
    if (key !== key.toLowerCase() || recognise(text, from, at, dialect) === null) continue;
    return keyed(text, from, at, skipSpace(text, at, to), to, dialect, MISSING_COLON);
  }
  return null;
}

/**
 * The first occurrence of `mark` in the range; the end of the range if there is none. It searches only the range, so all lines
 * together take one pass.
 */
function before(text: string, mark: string, start: number, end: number): number {
  const unit = mark.charCodeAt(0);
  for (let at = start; at < end; at += 1) if (text.charCodeAt(at) === unit) return at;
  return end;
}

function skipSpace(text: string, at: number, end: number): number {
  while (at < end && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function skipWord(text: string, at: number, end: number): number {
  while (at < end && !isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function trimEnd(text: string, start: number, end: number): number {
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return end;
}
