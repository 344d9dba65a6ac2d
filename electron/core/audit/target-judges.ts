import type { NotCheckableReason } from '#shared/model/audit.ts';
import type { AuditSite, AuditUrl } from './check.ts';
import { blockOf, isRedirect, noResponseOf, statusOf } from './targets.ts';

/** Judges the target of a link: null for no problem, a reason where it is unknown, for a hit a list with the value of the evidence. */
export type Judge = (target: AuditUrl, site: AuditSite) => null | NotCheckableReason | string[];

/** A target with a 4xx or 5xx status, which no bot challenge caused. */
export const isError = (target: AuditUrl): boolean => target.isBroken && target.status !== null;

/** What checks ask of the target of a link, by the number of the question. */
export const judges = [
  target => noResponseOf(target) ?? (isRedirect(target) ? [statusOf(target)] : null),
  target => (isError(target) ? [statusOf(target)] : (noResponseOf(target) ?? (target.status === null ? 'no-response' : null))),
  (target, site) => {
    if (target.mayFetch === 'no') return ['blocked'];
    if (target.mayFetch === 'yes') return null;
    const block = blockOf(target, site);
    if (typeof block === 'string') return block;
    return block.isBlocked ? ['blocked'] : null;
  },
  target => noResponseOf(target) ?? (target.isPage && target.noindex ? ['noindex'] : null),
  (target, site) =>
    noResponseOf(target) ?? (target.isPage && target.isCanonicalised ? [site.url(target.canonicalId)?.url ?? ''] : null),
] as const satisfies readonly Judge[];

export const question = { redirect: 0, error: 1, blocked: 2, noindex: 3, canonicalised: 4 } as const;
