import type { RobotsFile, RobotsOverride } from '#shared/model/robots.ts';
import { octetString } from '../../url/percent.ts';
import type { Dialect } from '../dialect.ts';
import { bodyOf, endLength, isUtf8, lineEnd, offsetOfCharacter, pageKind } from './body.ts';
import { GroupParser } from './group-parser.ts';

/**
 * Number of lines after the size limit that are listed separately; the rest is one last line. This bounds the memory for a body
 * full of line ends.
 */
const LISTED_PAST_LIMIT = 10_000;

/**
 * Parses a body as a dialect does: every line with its byte range, kind and notes, and the groups and rules they form (RFC 9309
 * section 2.2). Accepts any bytes, never throws, and takes one pass.
 */
export function parseRobots(stored: Uint8Array, dialect: Dialect): RobotsFile {
  const { bytes, start: first, placeOf } = bodyOf(stored, dialect);
  const size = dialect.sizeLimit.value;
  const wanted = size.limit === null ? bytes.length : size.unit === 'bytes' ? size.limit : offsetOfCharacter(bytes, size.limit);
  const tooLarge = size.beyond === 'allow-all' && bytes.length > wanted;
  const limit = Math.min(tooLarge ? 0 : wanted, bytes.length);
  const text = octetString(bytes.subarray(0, limit));
  const page = dialect.html.value === 'tags-stripped' ? pageKind(text) : 'text';
  const stripsTags = page !== 'text' || dialect.html.value === 'tags-stripped-per-line';
  const parser = new GroupParser({ text, dialect, stripsTags, placeOf });
  const ends = dialect.lineEnds.value;
  let start = first;
  let number = 1;
  let past = 0;
  while (start < bytes.length) {
    if (start >= limit && past >= LISTED_PAST_LIMIT) {
      parser.skip(start, bytes.length);
      break;
    }
    const end = lineEnd(bytes, start, ends);
    if (start >= limit || (end > limit && size.beyond !== 'cut-line')) {
      parser.skip(start, end);
      past += 1;
    } else {
      parser.read(number, start, end);
    }
    start = end + endLength(bytes, end, ends);
    number += 1;
  }
  return parser.finish(stored.length, overrideOf(bytes, dialect, tooLarge, page === 'page'));
}

/** Whether a dialect rejects or accepts the whole body before it reads a line. */
function overrideOf(bytes: Uint8Array, dialect: Dialect, tooLarge: boolean, isPage: boolean): RobotsOverride | null {
  if (tooLarge) return { allowed: true, line: 0, why: 'too-large' };
  if (isPage) return { allowed: true, line: 0, why: 'html' };
  if (dialect.brokenUtf8.value === 'replaced' || isUtf8(bytes)) return null;
  return { allowed: dialect.rejectedFile.value === 'allow-all' ? true : null, line: 0, why: 'parse-error' };
}
