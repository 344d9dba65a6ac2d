import { octetString } from '../url/percent.ts';
import { rfc9309 } from './dialects/rfc9309.ts';
import { pathOf } from './match/path.ts';

/** Characters that mean themselves in patterns and paths of every dialect. */
const PLAIN = /^[\w./?=&-]*/;
const RULE = /^[ \t]*(?:allow|disallow)[ \t]*:[ \t]*(\/[^\s#]*)[ \t]*\r?$/i;
const COMMENT = /^[ \t]*#/;
/** Line ends of few dialects, tags, NUL and what is not ASCII: such files are left as they are. */
const ODD = /\r(?!\n)|[\0\x0b\x0c\x1c-\x1e<\x80-\xff]/;

/**
 * The file without most of the rules that no dialect can match with the URL, to try many dialects on it. Of neighbouring ones the
 * first stays, so that groups keep having rules. Line numbers are not those of the file. Dialects that depend on rules which do
 * not match (`literalSearch`), count rules or cut long files may decide differently, so the caller compares. Null if nothing can be removed.
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

/** Whether pattern and path part at an octet that nobody reads as anything else. */
function cannotMatch(pattern: string, path: string): boolean {
  // Special characters may stand for anything, in some dialects also before the place where they stand; a broken escape may
  // reject the file.
  if (/[*$\\^;]|\/\/|%(?![\da-f]{2})/.test(pattern)) return false;
  const own = PLAIN.exec(pattern)?.[0] ?? '';
  const other = PLAIN.exec(path)?.[0] ?? '';
  let at = 0;
  while (at < own.length && own[at] === other[at]) at += 1;
  if (at === own.length) return false;
  if (at < other.length) return !own.startsWith('index.htm', at);
  // The path ends first: a last slash or an index page may be optional.
  return (
    other.length === path.length && own.length - at > 1 && !own.startsWith('index.htm', at) && !own.startsWith('/index.htm', at)
  );
}
