import type { FetchRequest, Headers } from '#shared/model/fetch.ts';
import { hasZstd } from './codings.ts';

/** What the fetcher offers to decode. */
export const ACCEPT_ENCODING = hasZstd ? 'gzip, deflate, br, zstd' : 'gzip, deflate, br';

/** The Accept header for each purpose of a request (RFC 9110 section 12.5.1). */
export const acceptHeaders = {
  page: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5',
  check: '*/*',
  resource: '*/*',
  probe: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5',
  robots: 'text/plain,*/*;q=0.5',
  sitemap: 'application/xml,text/xml,text/plain,*/*;q=0.5',
} as const;

/** What a request says besides its URL. */
export interface RequestWords {
  readonly userAgent: string;
  readonly accept: string;
  /** Validators of the stored copy (RFC 9110 section 13.1). */
  readonly etag?: string | null | undefined;
  readonly lastModified?: string | null | undefined;
  /** Lines that the user added for this origin. */
  readonly own?: Headers;
  readonly body?: FetchRequest['body'];
}

/** The header lines of a request, besides those that the connection itself needs. Journalled with the attempt. */
export function requestHeaders({
  userAgent,
  accept,
  etag,
  lastModified,
  own = [],
  body,
}: RequestWords): (readonly [string, string])[] {
  const headers: (readonly [string, string])[] = [
    ['user-agent', userAgent],
    ['accept', accept],
    ['accept-encoding', ACCEPT_ENCODING],
  ];
  if (etag) headers.push(['if-none-match', etag]);
  if (lastModified) headers.push(['if-modified-since', lastModified]);
  // Many servers take a form only with the page that has it (RFC 6454 section 7, RFC 9110 section 10.1.3).
  if (body) headers.push(['content-type', body.type], ['origin', new URL(body.referer).origin], ['referer', body.referer]);
  return [...headers, ...own];
}
