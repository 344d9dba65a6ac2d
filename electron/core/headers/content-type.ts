import type { Headers } from '#shared/model/fetch.ts';

/** A media type (RFC 9110 section 8.3.1) with the parameters as written. */
interface MediaType {
  /** Lower case, as in `text/html`. */
  readonly essence: string;
  readonly text: string;
  readonly charset: string | null;
}

/** Type and subtype are tokens (RFC 9110 section 5.6.2). */
const essencePattern = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+)[\t ]*(?:;|$)/;
const tokenPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const charsetPattern = /;[\t ]*charset=(?:"([^"]*)"|([!#$%&'*+.^_`|~0-9A-Za-z-]+))/i;

function mediaTypeOf(text: string): MediaType | null {
  const essence = essencePattern.exec(text)?.[1]?.toLowerCase();
  if (essence === undefined || essence === '*/*') return null;
  const found = charsetPattern.exec(text);
  return { essence, text, charset: found ? (found[1] ?? found[2] ?? '') : null };
}

/** The parts of a list value, split at commas outside quotes (WHATWG Fetch, "get, decode, and split"). */
function parts(value: string): string[] {
  const found: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at <= value.length; at += 1) {
    const character = value[at];
    if (isQuoted && character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (at >= value.length || (character === ',' && !isQuoted)) {
      found.push(value.slice(start, at).trim());
      start = at + 1;
    }
  }
  return found;
}

/**
 * The media type of a response, null without the header. Where the server sends several, the last valid one counts;
 * it inherits the charset of the previous one if both name the same type. Sources: WHATWG Fetch, "extract a MIME
 * type"; RFC 9110 section 8.3. Without a valid one, the first value as received.
 */
export function contentTypeOf(headers: Headers): string | null {
  const values: string[] = [];
  for (const [name, value] of headers) if (name.length === 12 && name.toLowerCase() === 'content-type') values.push(value);
  const [first, ...others] = values;
  if (first === undefined) return null;
  if (others.length === 0 && !first.includes(',')) return first;
  let last: MediaType | null = null;
  let charset: string | null = null;
  for (const part of parts(values.join(','))) {
    const type = mediaTypeOf(part);
    if (type === null) continue;
    charset = type.charset ?? (type.essence === last?.essence ? charset : null);
    last = type;
  }
  if (last === null) return first;
  if (last.charset !== null || charset === null) return last.text;
  return `${last.text};charset=${tokenPattern.test(charset) ? charset : `"${charset}"`}`;
}
