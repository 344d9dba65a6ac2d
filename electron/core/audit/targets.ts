import type { FindingItem, NotCheckableReason } from '#shared/model/audit.ts';
import type { AuditSite, AuditUrl, Verdict } from './check.ts';
import { responseStanding } from './populations.ts';
import { robotsOfSite } from './robots/site-robots.ts';

/** What is known of the URLs that a page refers to. */

/** Null where the response of a target is known. A URL with a bot challenge, or one that refuses checks, has no known response. */
export function noResponseOf(target: AuditUrl): NotCheckableReason | null {
  if (target.isBroken) return null;
  const found = responseStanding(target);
  if (found !== 'answered') return found;
  return target.status !== null && target.status >= 400 ? 'challenged' : null;
}

/** As `noResponseOf`. A URL that did not respond has no status: without a network that is no fault of the page. */
export const noStatusOf = (target: AuditUrl): NotCheckableReason | null =>
  target.isBroken && target.status === null ? 'no-response' : noResponseOf(target);

/** The status of a target in words: '404', '301', 'no response'. */
export const statusOf = ({ status }: AuditUrl): string => (status === null ? 'no response' : String(status));

export const isRedirect = ({ status }: AuditUrl): boolean => status !== null && status >= 300 && status < 400;

/** Whether robots.txt blocks a URL for the crawl's crawler, fetched or not; otherwise why that is unknown. */
export function blockOf(
  target: AuditUrl,
  site: AuditSite,
): { readonly isBlocked: boolean; readonly line: number } | NotCheckableReason {
  const verdict = robotsOfSite(site).verdict(target);
  const isKnown = typeof verdict !== 'string';
  if (target.mayFetch !== 'unknown') return { isBlocked: target.isBlocked, line: isKnown ? verdict.line : 0 };
  return isKnown ? { isBlocked: !verdict.allowed, line: verdict.line } : verdict;
}

/** A target that says nothing of the page. */
export const notLookedAt = Symbol('not looked at');

/**
 * The result of a page from the results of its targets. `judge` returns null for a target without a problem, a reason
 * code for an unknown one, an item for a hit. A page without any known target is not checkable.
 */
export function verdictOf<T>(
  targets: readonly T[],
  judge: (target: T) => null | NotCheckableReason | FindingItem | typeof notLookedAt,
): Verdict {
  let items: FindingItem[] | null = null;
  let reason: NotCheckableReason | null = null;
  let isKnown = false;
  for (const target of targets) {
    const found = judge(target);
    if (found === notLookedAt) continue;
    if (typeof found === 'string') reason ??= found;
    else {
      isKnown = true;
      if (found !== null) {
        items ??= [];
        items.push(found);
      }
    }
  }
  if (items !== null) return items;
  return isKnown ? null : reason;
}
