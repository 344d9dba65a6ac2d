import { normalizeUrl } from '#core/url/normalize.ts';
import { plainUrl } from '#core/url/plain.ts';
import type { CanonicalDeclaration } from '#shared/model/page.ts';

export type CanonicalChoice =
  | { readonly kind: 'none' }
  /** The page names itself; `url` is its address without the fragment. */
  | { readonly kind: 'self'; readonly url: string; readonly declaration: CanonicalDeclaration }
  | { readonly kind: 'elsewhere'; readonly url: string; readonly declaration: CanonicalDeclaration }
  /** Several different addresses: search engines may ignore all of them. `urls` are the distinct ones in order. */
  | { readonly kind: 'conflict'; readonly declarations: readonly CanonicalDeclaration[]; readonly urls: readonly string[] }
  /** No declaration can be used: the first one, and why not. */
  | { readonly kind: 'invalid'; readonly declaration: CanonicalDeclaration; readonly why: InvalidCanonical };

export type InvalidCanonical = 'in-body' | 'empty' | 'not-a-url' | 'not-http';

function resolve(
  declaration: CanonicalDeclaration,
  pageUrl: string,
  baseUrl: string,
): { url: string } | { why: InvalidCanonical } {
  const { href, source } = declaration;
  if (source.kind === 'link-element' && !source.inHead) return { why: 'in-body' };
  if (href === '') return { why: 'empty' };
  // A header's target is relative to the page's address, not to what its base element says (RFC 8288 section 3.1).
  const base = source.kind === 'link-element' ? baseUrl : pageUrl;
  if (namesItself(href, pageUrl, base)) return { url: pageUrl };
  if (!URL.canParse(base)) return { why: 'not-a-url' };
  // The normalized form is compared, so that two spellings of one address are equal.
  const target = normalizeUrl(href, base);
  if (target.kind !== 'url') return { why: 'not-a-url' };
  return /^https?:/.test(target.url) ? { url: target.url } : { why: 'not-http' };
}

/** Whether an address is that of the page, whole or from the first slash of its path, as most canonicals are. No need to parse it then. */
function namesItself(href: string, pageUrl: string, baseUrl: string): boolean {
  if (!pageUrl.endsWith(href) || plainUrl(pageUrl, '') !== pageUrl) return false;
  if (href.length === pageUrl.length) return true;
  // Relative to another base, the same path may be on another host.
  if (baseUrl !== pageUrl || href[0] !== '/' || href[1] === '/') return false;
  return pageUrl.indexOf('/', pageUrl.indexOf('://') + 3) === pageUrl.length - href.length;
}

/**
 * The canonical of a page by Google's documented rules: http(s) addresses from a header or from an element in the
 * head are usable. Unusable ones are ignored if there is a usable one. Exactly one distinct address must remain.
 * Addresses are resolved and compared without fragment. `baseUrl` is the document's base URL (see documentBaseUrl).
 */
export function chooseCanonical(
  declarations: readonly CanonicalDeclaration[],
  pageUrl: string,
  baseUrl: string,
): CanonicalChoice {
  const usable: { declaration: CanonicalDeclaration; url: string }[] = [];
  let invalid: CanonicalChoice = { kind: 'none' };
  for (const declaration of declarations) {
    const resolved = resolve(declaration, pageUrl, baseUrl);
    if ('url' in resolved) usable.push({ declaration, url: resolved.url });
    else if (invalid.kind === 'none') invalid = { kind: 'invalid', declaration, why: resolved.why };
  }
  const first = usable[0];
  if (!first) return invalid;
  const urls = [...new Set(usable.map(entry => entry.url))];
  if (urls.length > 1) return { kind: 'conflict', declarations: usable.map(entry => entry.declaration), urls };
  return { kind: isSamePage(first.url, pageUrl) ? 'self' : 'elsewhere', url: first.url, declaration: first.declaration };
}

function isSamePage(url: string, pageUrl: string): boolean {
  // Normalising an address that is in its normal form gives the same address.
  if (url === pageUrl) return true;
  const page = normalizeUrl(pageUrl);
  return page.kind === 'url' && page.url === url;
}
