import { octetString } from '../url/percent.ts';
import { rfc9309 } from './dialects/rfc9309.ts';
import { pathOf } from './match/path.ts';

/** Characters that every dialect compares literally, in patterns and in paths. */
const PLAIN = /^[\w./?=&-]*/;
const RULE = /^[ \t]*(?:allow|disallow)[ \t]*:[ \t]*(\/[^\s#]*)[ \t]*\r?$/i;
const COMMENT = /^[ \t]*#/;
/** Line ends that only few dialects know, tags, NUL and non-ASCII text. A file with any of these is not reduced. */
const ODD = /\r(?!\n)|[\0\x0b\x0c\x1c-\x1e<\x80-\xff]/;

/**
 * The file without most of the rules that cannot match the URL in any dialect, so that many dialects can be tried quickly. Of several
 * such rules in a row the first one stays, so that no group loses all its rules. Line numbers differ from those of the file. Some
 * dialects depend on rules that do not match (`literalSearch`), count rules or cut long files; so the caller compares the verdicts.
 * Null if nothing can be removed.
 */
export function reducedFile(file: Uint8Array, url: string): Uint8Array | null {
  const text = octetString(file);
  const path = pathOf(url, rfc9309);
  if (ODD.test(text) || path.includes('/.') || path.includes('//')) return null;
  const lines = text.split('\n');
  const kept: string[] = [];
  let before: 'rule' | 'comment' | null = null;
  for (const line of lines) {
    const value = RULE.exec(line)?.[1];
    const kind =
      value !== undefined && cannotMatch(value.toLowerCase(), path.toLowerCase())
        ? 'rule'
        : COMMENT.test(line)
          ? 'comment'
          : null;
    if (kind === null || kind !== before) kept.push(line);
    before = kind;
  }
  return kept.length * 2 < lines.length ? Uint8Array.from(kept.join('\n'), unit => unit.charCodeAt(0)) : null;
}

/** Whether pattern and path first differ at a byte that every dialect compares literally. */
function cannotMatch(pattern: string, path: string): boolean {
  // A special character may match anything, in some dialects also what is before it. A broken escape may make a dialect
  // reject the file.
  if (/[*$\\^;]|\/\/|%(?![\da-f]{2})/.test(pattern)) return false;
  const own = PLAIN.exec(pattern)?.[0] ?? '';
  const other = PLAIN.exec(path)?.[0] ?? '';
  let at = 0;
  while (at < own.length && own[at] === other[at]) at += 1;
  if (at === own.length) return false;
  if (at < other.length) return !own.startsWith('index.htm', at);
  // The path is shorter: a trailing slash or an index page may be optional.
  return (
    other.length === path.length && own.length - at > 1 && !own.startsWith('index.htm', at) && !own.startsWith('/index.htm', at)
  );
}
