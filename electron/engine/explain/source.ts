import type { SourceWindow } from '#shared/model/explanation.ts';
import type { Lookup } from '#storage/reads/lookup.ts';

const windowBytes = 64 * 1024;

const isText = (type: string | null): boolean =>
  type === null || /^(text\/|application\/(xhtml\+xml|xml|json|javascript|ld\+json|.*\+(xml|json)))/i.test(type);

const isUtf16 = (charset: string): boolean => charset.startsWith('utf-16');

export const noSource = (url: string, unavailable: string, bodyEnd = ''): SourceWindow => ({
  url,
  charset: '',
  totalBytes: 0,
  fromByte: 0,
  toByte: 0,
  firstLine: 1,
  segments: [],
  bodyEnd,
  unavailable,
});

/** A window of a stored body around a byte range, decoded, with the range marked. Never more than 64 KiB around it. */
export function sourceWindow(lookup: Lookup, url: string, start: number, end: number, fromByte?: number): SourceWindow {
  const known = lookup.url(url);
  const fetch = known && lookup.fetches(known.id).findLast(attempt => attempt.outcome === 'response');
  const none = (unavailable: string): SourceWindow => noSource(url, unavailable, fetch?.bodyEnd ?? '');
  if (!known || !fetch) return none('There is no source: this URL was not fetched.');
  const body = lookup.body(fetch.bodyHash);
  if (!body)
    return none(
      fetch.bodyHash
        ? 'The crawl file does not contain the body of this response.'
        : 'The response had no body, or the crawl did not store bodies.',
    );
  if (!isText(fetch.contentType?.split(';')[0]?.trim() ?? null)) return none(`The response is ${fetch.contentType}, not text.`);
  const charset = lookup.facts(known.id)?.charset ?? charsetOf(fetch.contentType) ?? 'utf-8';
  return { ...bodyWindow(url, body, charset, { start, end, fromByte }), bodyEnd: fetch.bodyEnd ?? '' };
}

/** The window of some bytes: around a range, which is marked, or from a byte on. */
export function bodyWindow(
  url: string,
  body: Uint8Array,
  charset: string,
  { start, end, fromByte }: { readonly start: number; readonly end: number; readonly fromByte?: number | undefined },
): SourceWindow {
  const decoder = new TextDecoder(supportedCharset(charset));
  const from = windowStart(body, charset, Math.min(fromByte ?? Math.max(0, start - 8 * 1024), body.length));
  const to = windowEnd(body, charset, from + windowBytes);
  const mark = clamp(start, from, to);
  const cuts = [from, mark, clamp(end, mark, to), to];
  const decode = (a: number, b: number) => decoder.decode(body.subarray(a, b));
  const segments = [
    { text: decode(cuts[0] as number, cuts[1] as number), marked: false },
    { text: decode(cuts[1] as number, cuts[2] as number), marked: true },
    { text: decode(cuts[2] as number, cuts[3] as number), marked: false },
  ].filter(segment => segment.text !== '');
  return {
    url,
    charset,
    totalBytes: body.length,
    fromByte: from,
    toByte: to,
    firstLine: 1 + lineBreaks(body, from),
    segments,
    bodyEnd: '',
    unavailable: '',
  };
}

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

/** The encoding that decodes a charset; UTF-8 for an unknown one. */
export function supportedCharset(charset: string): string {
  try {
    return new TextDecoder(charset).encoding;
  } catch (error) {
    if (error instanceof RangeError) return 'utf-8';
    throw error;
  }
}

/** The charset of a Content-Type header; null for none. */
export const charsetOf = (type: string | null): string | null => /charset\s*=\s*"?([^\s;"]+)/i.exec(type ?? '')?.[1] ?? null;

/** A window ends before a character it would cut; other encodings of several bytes are left as they are. */
function windowEnd(body: Uint8Array, charset: string, wanted: number): number {
  if (wanted >= body.length) return body.length;
  if (isUtf16(charset)) return wanted - (wanted % 2);
  let at = wanted;
  while (at > wanted - 4 && ((body[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}

/** A window starts at a line's start if one is near, and never inside a character. */
function windowStart(body: Uint8Array, charset: string, wanted: number): number {
  if (wanted <= 0) return 0;
  if (isUtf16(charset)) return wanted - (wanted % 2);
  for (let at = wanted; at > Math.max(0, wanted - 4096); at--) if (body[at - 1] === 0x0a) return at;
  let at = wanted;
  while (at > 0 && ((body[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}

function lineBreaks(body: Uint8Array, until: number): number {
  let count = 0;
  for (let at = body.indexOf(0x0a); at !== -1 && at < until; at = body.indexOf(0x0a, at + 1)) count++;
  return count;
}
