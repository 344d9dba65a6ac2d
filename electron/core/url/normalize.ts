import { normalizeEscapes } from './percent.ts';

export type NormalizedUrl = { readonly kind: 'url'; readonly url: string } | { readonly kind: 'invalid'; readonly raw: string };

/**
 * The one spelling under which a URL is stored, compared and requested.
 *
 * Parsed as the WHATWG URL Standard says (relative to `base` if given): scheme and host in lower case, default port gone, dot segments
 * resolved, empty path `/`. Fragment and user information are dropped. In http and https URLs escapes in path and query are
 * brought to the form of RFC 3986 section 6.2.2: unreserved octets plain, digits upper case, reserved octets never decoded.
 * The order of query parameters and a final slash mean something to servers and stay.
 * What the URL Standard rejects comes back as `invalid`; nothing is thrown.
 */
export function normalizeUrl(raw: string, base?: string): NormalizedUrl {
  if (base !== undefined) {
    const plain = plainPath(raw, base);
    if (plain !== null) return { kind: 'url', url: plain };
  }
  let parsed: URL;
  try {
    parsed = base === undefined ? new URL(raw) : new URL(raw, base);
  } catch {
    return { kind: 'invalid', raw };
  }
  let href = parsed.href;
  const isWeb = href.startsWith('http:') || href.startsWith('https:');
  if (isWeb && href.includes('@') && (parsed.username !== '' || parsed.password !== '')) {
    parsed.username = '';
    parsed.password = '';
    href = parsed.href;
  }
  const hash = href.indexOf('#');
  if (hash >= 0) href = href.slice(0, hash);
  // A serialized host has no percent sign (RFC 3986 zone identifiers are rejected by the URL Standard), so the whole text may be walked.
  if (isWeb && href.includes('%')) href = normalizeEscapes(href);
  return { kind: 'url', url: href };
}

/** Characters that the parser leaves as they are wherever they stand in a path; dots and slashes are looked at apart. */
const PLAIN = Uint8Array.from({ length: 128 }, (_, c) => (/[\w~!$&'()*+,;=:@-]/.test(String.fromCharCode(c)) ? 1 : 0));

/** `scheme://host` of the last base asked for: the links of a page share theirs. */
let lastBase = '';
let lastOrigin: string | null = null;

/** Scheme and authority of an http or https URL as the parser writes them, null when it is none or has user information. */
function webOrigin(base: string): string | null {
  if (base === lastBase) return lastOrigin;
  lastBase = base;
  lastOrigin = null;
  try {
    const parsed = new URL(base);
    if (parsed.protocol === 'http:' || parsed.protocol === 'https:') lastOrigin = `${parsed.protocol}//${parsed.host}`;
  } catch {
    // No base: nothing resolves against it.
  }
  return lastOrigin;
}

/**
 * The commonest link, `/path/from/the/top.html`: nothing in it is rewritten by the parser, so none is asked. Null for every
 * other: dot segments, escapes, white space, queries, anything beyond ASCII, and what begins with two slashes.
 */
function plainPath(raw: string, base: string): string | null {
  if (raw.charCodeAt(0) !== 0x2f || raw.charCodeAt(1) === 0x2f) return null;
  let before = 0x2f;
  for (let at = 1; at < raw.length; at++) {
    const unit = raw.charCodeAt(at);
    if (unit === 0x2e) {
      // A segment that begins with a dot may be a dot segment.
      if (before === 0x2f) return null;
    } else if (unit !== 0x2f && PLAIN[unit] !== 1) return null;
    before = unit;
  }
  const origin = webOrigin(base);
  return origin === null ? null : origin + raw;
}
