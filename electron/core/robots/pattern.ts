import type { Dialect } from './dialect.ts';

/** A path pattern taken apart (RFC 9309 section 2.2.3): literal pieces with any run of octets between them. */
export interface Pattern {
  /** At least one piece; the first stands at the start of the path. '' at either end where the pattern begins or ends with `*`. */
  readonly pieces: readonly string[];
  /** Whether the last piece must stand at the end of the path. */
  readonly anchored: boolean;
}

/** Takes a normalized pattern apart the way the dialect reads `*` and `$`. */
export function readPattern(normalized: string, dialect: Dialect): Pattern {
  const anchored = dialect.dollar.value !== 'literal' && normalized.endsWith('$');
  const body = anchored ? normalized.slice(0, -1) : normalized;
  if (dialect.starPattern.value === 'literal' || !body.includes('*')) return { pieces: [body], anchored };
  const pieces = body.split('*');
  // Neighbouring stars mean no more than one: empty pieces in the middle go.
  return { pieces: pieces.filter((piece, index) => piece !== '' || index === 0 || index === pieces.length - 1), anchored };
}

/** Whether a pattern matches a path. Each piece is looked for once, leftmost first, behind the one before: nothing is tried twice. */
export function matchesPattern(pattern: Pattern, path: string): boolean {
  const first = pattern.pieces[0] ?? '';
  return path.startsWith(first) && matchesRest(pattern, path, first.length);
}

/** As `matchesPattern` when the first piece is known to stand at the start and to end at `at`. */
export function matchesRest(pattern: Pattern, path: string, at: number): boolean {
  const { pieces, anchored } = pattern;
  const last = pieces.length - 1;
  if (last === 0) return !anchored || at === path.length;
  const open = anchored ? last : pieces.length;
  for (let index = 1; index < open; index += 1) {
    const piece = pieces[index] as string;
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  if (!anchored) return true;
  // The leftmost places of the pieces before leave the most room, so looking at the end alone is enough.
  const tail = pieces[last] as string;
  return path.length - tail.length >= at && path.endsWith(tail);
}
