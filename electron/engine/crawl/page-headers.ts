import { acceptHeaders, requestHeaders } from '#fetcher/request-headers.ts';
import type { CrawlContext } from './context.ts';
import type { EarlierCopy } from './earlier.ts';

const pageHeadersOf = new WeakMap<object, ReturnType<typeof requestHeaders>>();

/** Of a request that the server may answer with 304. */
export const conditionalHeaders = (
  { ownHeaders, parts: { settings } }: CrawlContext,
  origin: string,
  { ifNoneMatch, ifModifiedSince }: EarlierCopy,
): ReturnType<typeof requestHeaders> =>
  requestHeaders({
    userAgent: settings.userAgent,
    accept: acceptHeaders.page,
    etag: ifNoneMatch,
    lastModified: ifModifiedSince,
    own: ownHeaders(origin),
  });

/** The same array for every page of an origin, and for all origins that get no lines of their own. */
export function pageHeaders(
  { ownHeaders, parts: { settings } }: CrawlContext,
  origin: string,
): ReturnType<typeof requestHeaders> {
  const own = ownHeaders(origin);
  const key = own.length === 0 ? settings : own;
  const known = pageHeadersOf.get(key);
  if (known) return known;
  const headers = requestHeaders({ userAgent: settings.userAgent, accept: acceptHeaders.page, own });
  pageHeadersOf.set(key, headers);
  return headers;
}
