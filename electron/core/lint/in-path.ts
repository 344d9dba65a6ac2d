import type { Finding, Span } from './diagnostic.ts';
import type { Source, SourceLine } from './source.ts';

/** A place in the value of a line. */
export const at = (line: SourceLine, index: number, length: number): Span => ({
  line,
  from: line.valueAt + index,
  to: line.valueAt + index + length,
});

export const isFullUrl = (value: string): boolean => /^[a-z][a-z0-9+.-]{1,12}:\/\//i.test(value);

/**
 * Signs of a regular expression. `/name.*` and `*.*` are patterns with a dot in them; `/.*` is none.
 */
export const REGEX = /(?:^|\/)\.[*+]|\.[*+]\\|\\[.dw/]|\[[^\]]{1,20}\][*+]|^\^|\(\?|\([^)]{1,40}\|[^)]{1,40}\)|\)\$/;

/** Patterns are searched in a path of this many characters at most, so that none can cost more than its length. */
const SEARCHED = 4000;

/** A finding at the first match of `pattern` in a path. */
export function first(
  line: SourceLine,
  pattern: RegExp,
  says: (found: string) => string,
  replace?: (found: string) => string,
): Finding | null {
  const match = isFullUrl(line.value) || line.value.length > SEARCHED ? null : pattern.exec(line.value);
  if (!match) return null;
  const span = at(line, match.index, match[0].length);
  return { says: says(match[0]), at: span, ...(replace ? { replacement: replace(match[0]) } : {}) };
}

/** A rule that becomes shorter may lose against one of the other kind. */
export const shorter = (line: SourceLine, source: Source, found: Finding | null): Finding | null =>
  found && { ...found, safe: source.byKind(line.kind === 'allow' ? 'disallow' : 'allow').length === 0 };
