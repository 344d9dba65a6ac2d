import type { FindingItem, NotCheckableReason } from '#shared/model/audit.ts';
import type { AuditSite, AuditUrl } from './check.ts';
import { responseStanding } from './populations.ts';

const longestChain = 50;
const redirecting: ReadonlySet<number | null> = new Set([301, 302, 303, 307, 308]);

/** Statuses that send a client to another address (RFC 9110 section 15.4). */
export const isRedirectStatus = (status: number | null): boolean => redirecting.has(status);

/** Where a redirect leads, hop by hop. */
export interface Chain {
  /** The targets in order; the last one redirects no further, or closes a loop. */
  readonly targets: readonly AuditUrl[];
  readonly loops: boolean;
}

export function chainOf(from: AuditUrl, site: AuditSite): Chain {
  const targets: AuditUrl[] = [];
  const seen = new Set([from.id]);
  let next = from.redirectId;
  while (next !== 0 && targets.length < longestChain) {
    const target = site.url(next);
    if (target === null) break;
    targets.push(target);
    if (seen.has(next)) return { targets, loops: true };
    seen.add(next);
    next = target.redirectId;
  }
  return { targets, loops: false };
}

/** What is unknown about the end of a chain; null where its response is known, or known to be missing. */
export function unknownEnd({ targets, loops }: Chain): NotCheckableReason | null {
  const end = targets.at(-1);
  if (loops || end === undefined || end.isBroken) return null;
  const standing = responseStanding(end);
  return standing === 'answered' ? null : standing;
}

/** The hops as evidence. */
export const hops = ({ targets }: Chain): FindingItem[] =>
  targets.map(({ url, status }) => ({ ...(status === null ? {} : { value: String(status) }), url }));
