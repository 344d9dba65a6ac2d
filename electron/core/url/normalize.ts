import { normalizeEscapes } from './percent.ts';
import { plainUrl } from './plain.ts';

export type NormalizedUrl = { readonly kind: 'url'; readonly url: string } | { readonly kind: 'invalid'; readonly raw: string };

/**
 * The one spelling under which a URL is stored, compared and requested.
 *
 * Parsed as the WHATWG URL Standard says (relative to `base` if given): scheme and host in lower case, default port
 * gone, dot segments resolved, empty path `/`. Fragment and user information are dropped. In http and https URLs
 * escapes in path and query are brought to the form of RFC 3986 section 6.2.2: unreserved octets plain, digits upper
 * case, reserved octets never decoded. The order of query parameters and a final slash matter to servers, so they
 * stay. URLs that the URL Standard rejects return `invalid`; it never throws.
 */
export function normalizeUrl(raw: string, base?: string): NormalizedUrl {
  if (base !== undefined) {
    const plain = plainUrl(raw, base);
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
