import type { AuditSite, AuditUrl } from './check.ts';
import { isPrivate } from './hosts.ts';
import { isInternal, isOwnOrigin } from './internal-urls.ts';
import { isError, judges } from './target-judges.ts';
import { isInternalRow } from './url-row.ts';

/** The bits of a target are known. */
export const isKnown = 1;
/** An anchor to it is a link to a page or file of the site. */
export const isSitePlace = 1 << 1;
/** From here on a bit for each question: its answer is a hit. */
const firstHit = 2;
/** From here on a bit for each question: the crawl does not know. */
const firstUnknown = firstHit + judges.length;
const free = firstUnknown + judges.length;
export const isExternal = 1 << free;
export const isPlainHttp = 1 << (free + 1);
/** An image, a style sheet or a script. */
export const isFile = 1 << (free + 2);
/** On localhost or a private address. */
export const isPrivateHost = 1 << (free + 3);
/** A page with a query. */
export const hasQuery = 1 << (free + 4);
export const isInternalPlace = 1 << (free + 5);
/** An error that is not external. */
export const isOwnError = 1 << (free + 6);
/** Inside the scope, with plain HTTP. */
export const isInternalHttp = 1 << (free + 7);

/** From here on how long its address is, in units of 16 bytes; the largest number: that long or longer. */
const firstLength = free + 8;
const mostLength = (1 << (32 - firstLength)) - 1;

/** At most so many bytes has the address of a target with these bits. */
export function longestOf(bits: number): number {
  const length = bits >>> firstLength;
  return length === mostLength ? Number.POSITIVE_INFINITY : length * 16 + 15;
}

export const hitOf = (question: number): number => 1 << (firstHit + question);
export const unknownOf = (question: number): number => 1 << (firstUnknown + question);

const resourceTypes = /^(image\/|text\/css$|text\/javascript$|application\/(x-)?javascript$)/;
const resourceNames = /\.(png|jpe?g|gif|webp|avif|svg|ico|bmp|css|m?js)$/i;

/** An image, a style sheet or a script: by the media type where it is known, else by the end of its path. */
export function isResource({ url, mime, isBroken }: AuditUrl): boolean {
  // An error page says nothing of what the address was meant for.
  if (mime !== '' && !isBroken) return resourceTypes.test(mime);
  const end = url.search(/[?#]/);
  return resourceNames.test(end < 0 ? url : url.slice(0, end));
}

/** An anchor to it leads to a page, or to a file such as an image or PDF, of the site. */
export const isPlaceOfSite = (to: AuditUrl, site: AuditSite): boolean =>
  isInternal(to, site) || (to.class === 'resource' && to.originId !== 0 && isOwnOrigin(to.originId, site));

/** What checks of links ask about a target, as bits. Made once for each URL: pages of a site link to the same ones. */
export function bitsOf(to: AuditUrl, site: AuditSite): number {
  let bits = isKnown;
  if (isPlaceOfSite(to, site)) {
    bits |= isSitePlace;
    for (const [at, judge] of judges.entries()) {
      const found = judge(to, site);
      if (found !== null) bits |= typeof found === 'string' ? unknownOf(at) : hitOf(at);
    }
  }
  if (isInternal(to, site)) bits |= isInternalPlace;
  if (to.class === 'external') bits |= isExternal;
  else if (isError(to)) bits |= isOwnError;
  if (to.url.startsWith('http:')) {
    bits |= isPlainHttp;
    if (isInternalRow(to)) bits |= isInternalHttp;
  }
  if (to.class === 'page' && to.url.includes('?')) bits |= hasQuery;
  if (isResource(to)) bits |= isFile;
  if (isPrivate(to.url)) bits |= isPrivateHost;
  return bits | (Math.min(to.url.length >> 4, mostLength) << firstLength);
}
