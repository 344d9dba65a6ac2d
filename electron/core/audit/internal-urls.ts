import type { AuditSite, AuditUrl } from './check.ts';

/** Whether an origin has URLs within the scope of the crawl. */
export const isOwnOrigin = (originId: number, site: AuditSite): boolean => site.ownOrigins().has(originId);

/** Whether a URL is internal, including one that the crawl did not request because pages only refer to it, as by a canonical. */
export const isInternal = (url: Pick<AuditUrl, 'class' | 'originId'>, site: AuditSite): boolean =>
  url.class === 'page' || (url.class === 'other' && url.originId !== 0 && isOwnOrigin(url.originId, site));

/** Whether only references lead to an internal URL: no hyperlink does, and it is no start URL. */
export function isUnlinked(url: AuditUrl, site: AuditSite): boolean {
  const { followed, nofollow } = site.inlinks(url.id);
  return followed + nofollow === 0 && url.depth !== 0;
}
