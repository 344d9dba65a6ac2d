import { reasonOf } from '#shared/explain/reasons.ts';
import type { NotCheckableReason } from '#shared/model/audit.ts';
import type { AuditSite, AuditUrl } from './check.ts';
import { responseStanding } from './populations.ts';
import type { HostRow } from './source.ts';

const hostsOf = new WeakMap<AuditSite, ReadonlyMap<number, HostRow>>();

/** The host of a URL; null for one that was never contacted. */
export function hostOf(url: AuditUrl, site: AuditSite): HostRow | null {
  let hosts = hostsOf.get(site);
  if (hosts === undefined) {
    hosts = new Map(site.hosts.map(host => [host.originId, host]));
    hostsOf.set(site, hosts);
  }
  return hosts.get(url.originId) ?? null;
}

/** It waits for its first request, or for another one, and its host responds as far as anybody knows. */
export const isWaiting = ({ state, reason }: AuditUrl): boolean =>
  (state === 'queued' || state === 'leased') &&
  reason !== 'host-unreachable' &&
  reason !== 'host-failing' &&
  reason !== 'robots-unreachable';

/** How a URL failed. `isHost`: it was not requested, because the robots.txt of its host failed that way. */
export interface Failure {
  readonly cause: string;
  readonly isHost: boolean;
}

/** How the requests for a URL finally failed. Null for a response of any kind; a reason code where it is unknown. */
export function failureOf(url: AuditUrl, site: AuditSite): Failure | null | NotCheckableReason {
  if (isWaiting(url)) return 'not-requested';
  if (url.status !== null || reasonOf(url.reason)?.family === 'challenge') return null;
  const family = reasonOf(url.reason)?.family;
  const own = family === 'unreachable' || family === 'refused-response' ? site.source.cause(url.id) : null;
  if (own !== null) return { cause: own, isHost: false };
  if (family === 'robots-unreachable' || url.reason === 'host-unreachable' || url.reason === 'host-failing') {
    const cause = hostOf(url, site)?.robots?.cause ?? null;
    if (cause !== null) return { cause, isHost: true };
  }
  const standing = responseStanding(url);
  return standing === 'answered' ? null : standing;
}
