import { reasonOf } from '#shared/explain/reasons.ts';
import type { LeftOutReason } from '#shared/model/sitemap-make.ts';
import type { UrlRow } from '../../audit/source.ts';
import { htmlTypes } from '../../audit/url-row.ts';

/**
 * Why an internal URL should not be in a sitemap; null: it may be listed. Search engines want the URLs that they should show: status 200,
 * indexable, canonical, allowed by robots.txt (Google Search Central, Build and submit a sitemap).
 */
export function leftOutReason(row: UrlRow): LeftOutReason | null {
  if (row.mayFetch === 'no') return 'blocked';
  if (reasonOf(row.reason)?.family === 'challenge') return 'challenged';
  if (row.state === 'failed') return 'no-response';
  if (row.state !== 'done' || row.status === null) return 'not-requested';
  return byResponse(row, row.status) ?? byPage(row);
}

function byResponse({ redirectId, mime }: UrlRow, status: number): LeftOutReason | null {
  if (redirectId !== 0 || (status >= 300 && status < 400)) return 'redirect';
  if (status >= 500) return 'server-error';
  if (status >= 400) return 'client-error';
  if (status !== 200) return 'other-status';
  return htmlTypes.has(mime) ? null : 'not-html';
}

function byPage(row: UrlRow): LeftOutReason | null {
  if (row.noindex) return 'noindex';
  if (row.canonicalId !== 0 && row.canonicalId !== row.id) return 'canonicalised';
  if (row.mayFetch !== 'yes') return 'robots-unknown';
  return row.mayList === 'yes' ? null : 'not-listable';
}
