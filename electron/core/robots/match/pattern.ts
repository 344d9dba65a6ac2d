import type { Dialect } from '../dialect.ts';
import { lastPlaceOf, placeOf } from './find-piece.ts';

/** A compiled path pattern (RFC 9309 section 2.2.3): literal pieces with any bytes between them. */
export interface Pattern {
  /** At least one piece; the first is at the start of the path. The first or last piece is '' if the pattern starts or ends with `*`. */
  readonly pieces: readonly string[];
  /** Whether the last piece must be at the end of the path. */
  readonly anchored: boolean;
  /** The minimum number of bytes that a `*` matches. If it is one, empty pieces in the middle are kept. */
  readonly gap?: 1;
  /** Whether the last piece counts at its first occurrence, not at the end of the path. */
  readonly firstOnly?: true;
}

/** Compiles a normalized pattern as the dialect interprets `*` and `$`; null for a pattern that matches nothing. */
export function patternFor(normalized: string, dialect: Dialect): Pattern | null {
  const dead = dialect.deadCharacters.value;
  for (let at = 0; at < dead.length; at += 1) if (normalized.includes(dead.charAt(at))) return null;
  let body = normalized;
  let anchored = false;
  switch (dialect.dollar.value) {
    case 'literal':
      break;
    case 'end-cuts-rest': {
      const dollar = normalized.indexOf('$');
      anchored = dollar >= 0;
      if (anchored) body = normalized.slice(0, dollar);
      break;
    }
    case 'end-anywhere':
    case 'drops-rule-unless-last': {
      let end = body.length;
      while (end > 0 && body.charCodeAt(end - 1) === 0x24) end -= 1;
      anchored = end < body.length;
      body = body.slice(0, end);
      if (body.includes('$')) return null;
      break;
    }
    default:
      anchored = normalized.endsWith('$');
      if (anchored) body = normalized.slice(0, -1);
  }
  return readPieces(body, anchored, normalized, dialect);
}

function readPieces(body: string, anchored: boolean, normalized: string, dialect: Dialect): Pattern {
  const stars = dialect.starPattern.value;
  const special = body.includes('*');
  if (stars === 'literal') return { pieces: [body], anchored };
  if (stars === 'anywhere' && (special || anchored)) return { pieces: collapsed(['', ...body.split('*')]), anchored };
  if (!special) return { pieces: [body], anchored };
  const pieces = body.split('*');
  if (stars === 'one-or-more') return { pieces, anchored, gap: 1 };
  const pattern = { pieces: collapsed(pieces), anchored };
  return stars === 'first-occurrence' && anchored && !normalized.endsWith('*$') ? { ...pattern, firstOnly: true } : pattern;
}

/** Several stars in a row mean the same as one, so empty pieces in the middle are removed. */
function collapsed(pieces: string[]): string[] {
  const isKept = (piece: string, index: number): boolean => piece !== '' || index === 0 || index === pieces.length - 1;
  return pieces.every(isKept) ? pieces : pieces.filter(isKept);
}

const NOTHING: Pattern = { pieces: ['\0 no path'], anchored: true };

/** As `patternFor`, but returns a pattern that never matches instead of null. */
export function readPattern(normalized: string, dialect: Dialect): Pattern {
  return patternFor(normalized, dialect) ?? NOTHING;
}

/** Whether a pattern matches a path. Each piece is searched once, at its first occurrence after the piece before it. */
export function matchesPattern(pattern: Pattern, path: string): boolean {
  const first = pattern.pieces[0] ?? '';
  return path.startsWith(first) && matchesRest(pattern, path, first.length);
}

/** As `matchesPattern`, if the first piece is known to match and to end at `at`. */
export function matchesRest(pattern: Pattern, path: string, at: number): boolean {
  const { pieces, anchored } = pattern;
  const last = pieces.length - 1;
  if (last === 0) return !anchored || at === path.length;
  if (pattern.gap === 1) return matchesGaps(pattern, path, at);
  const open = anchored && pattern.firstOnly !== true ? last : pieces.length;
  for (let index = 1; index < open; index += 1) {
    const piece = pieces[index] as string;
    const found = placeOf(piece, path, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  if (!anchored) return true;
  if (pattern.firstOnly === true) return at === path.length;
  // The pieces before are as far left as possible, so it is enough to check the end.
  const tail = pieces[last] as string;
  return path.length - tail.length >= at && path.endsWith(tail);
}

/**
 * Yioop's matching: every star matches at least one byte, and each piece counts at its first occurrence, also the last piece of a
 * pattern with `$`.
 */
function matchesGaps({ pieces, anchored }: Pattern, path: string, at: number): boolean {
  for (let index = 1; index < pieces.length; index += 1) {
    const piece = pieces[index] as string;
    at += 1;
    if (piece === '') continue;
    const found = placeOf(piece, path, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return !anchored || at === path.length;
}

/**
 * How many bytes of the path a pattern matches, if the last piece is taken at its last occurrence and a pattern without `$` ends there;
 * -1 if the pattern does not match. CPython's new robotparser compares this length.
 */
export function matchedLength(pattern: Pattern, path: string): number {
  const { pieces, anchored } = pattern;
  const first = pieces[0] ?? '';
  if (!path.startsWith(first) || !matchesRest(pattern, path, first.length)) return -1;
  if (pieces.length === 1) return first.length;
  const tail = pieces.at(-1) ?? '';
  return anchored || tail === '' ? path.length : lastPlaceOf(tail, path) + tail.length;
}
