import type { NotCheckableReason } from '#shared/model/audit.ts';
import { readsSitemaps } from '#shared/model/crawl.ts';
import { readSource, type SourceLine } from '../../lint/source.ts';
import type { AuditSite } from '../check.ts';
import { fileStanding } from '../robots/linted.ts';
import type { HostRow, SitemapRow } from '../source.ts';
import { isUnread } from './file-check.ts';
import { sitemapsOfSite } from './site-sitemaps.ts';

/**
 * Where a host names its sitemap: in lines of robots.txt, at /sitemap.xml, or nowhere (`none`, with the status of
 * /sitemap.xml). A reason code: unknown.
 */
export type SitemapNamed =
  | { readonly kind: 'lines'; readonly lines: readonly SourceLine[] }
  | { readonly kind: 'default'; readonly row: SitemapRow }
  | { readonly kind: 'none'; readonly status: number }
  | { readonly kind: 'unknown'; readonly because: NotCheckableReason };

export function sitemapNamed(site: AuditSite, host: HostRow): SitemapNamed {
  const standing = fileStanding(host);
  if (standing !== null && standing !== 'file') return { kind: 'unknown', because: standing };
  const lines = host.robots?.text ? readSource({ bytes: host.robots.text }).byKind('sitemap') : [];
  if (lines.length > 0) return { kind: 'lines', lines };
  if (!readsSitemaps(site.source.settings)) return { kind: 'unknown', because: 'not-asked' };
  const row = sitemapsOfSite(site).at(`${host.origin}/sitemap.xml`);
  if (row === null) return { kind: 'unknown', because: 'not-asked' };
  if (row.state === 'queued' || row.state === 'leased') return { kind: 'unknown', because: 'not-requested' };
  if (row.state === 'refused') return { kind: 'unknown', because: 'not-asked' };
  if (row.status === null) return { kind: 'unknown', because: 'no-response' };
  // A page with status 200 at /sitemap.xml counts as a missing sitemap.
  return row.state === 'done' || isUnread(row) ? { kind: 'default', row } : { kind: 'none', status: row.status };
}
