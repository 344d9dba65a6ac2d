import type { ReasonFamily } from '#shared/explain/reasons/reason.ts';
import { reasonOf } from '#shared/explain/reasons.ts';
import type { NotCheckableReason, Population } from '#shared/model/audit.ts';
import type { AuditUrl } from './check.ts';
import { htmlTypes, isInternalRow } from './url-row.ts';

/** Why a URL without a response was not requested, by the family of its reason. */
const withoutResponse: Readonly<Partial<Record<ReasonFamily, NotCheckableReason>>> = {
  limit: 'limit',
  pattern: 'not-asked',
  nofollow: 'not-asked',
  address: 'not-asked',
  'robots-blocked': 'blocked',
  'robots-unreachable': 'blocked',
  'robots-hidden': 'blocked',
  unreachable: 'no-response',
  'refused-response': 'no-response',
  challenge: 'challenged',
};

/**
 * How checks of pages treat an internal URL. `page`: a fetched page. `other`: not a page, as far as the crawl knows:
 * an error, a redirect, another media type, a resource, a URL outside the scope. A reason code: it may be a page, but
 * the crawl does not know.
 */
export function pageStanding(url: AuditUrl): 'page' | 'other' | NotCheckableReason {
  if (url.class !== 'page') return 'other';
  if (url.isPage) return 'page';
  const family = reasonOf(url.reason)?.family;
  if (family === 'challenge') return 'challenged';
  if (url.state === 'queued' || url.state === 'leased') return 'not-requested';
  if (family === 'not-a-page') return 'other';
  if (url.status === null) return (family && withoutResponse[family]) ?? 'not-requested';
  // The head says that it is a page, but the body did not arrive or could not be decoded.
  if (url.state === 'failed' && url.status >= 200 && url.status < 300 && htmlTypes.has(url.mime)) return 'no-body';
  return 'other';
}

/** Why a check of a URL that is not crawled brought no response, by its result. */
const withoutCheck: Readonly<Record<string, NotCheckableReason>> = {
  'check-limit': 'limit',
  'check-robots-blocked': 'blocked',
  'check-robots-unreachable': 'blocked',
  'check-no-response': 'no-response',
  'check-tls-failure': 'no-response',
  'check-bad-response': 'no-response',
  'check-challenged': 'challenged',
  'check-host-refuses': 'refused',
  'check-waiting': 'not-requested',
  'check-retry': 'not-requested',
  'check-no-network': 'no-network',
};

/** Why a check or a probe brought no response, by its result; null: it did. */
export const missedBy = (result: string): NotCheckableReason | null => withoutCheck[result] ?? null;

/** What any URL is to checks of responses: fetched, or why not. */
export function responseStanding(url: AuditUrl): 'answered' | NotCheckableReason {
  if (url.check !== '') {
    const missed = withoutCheck[url.check];
    if (missed !== undefined) return missed;
    return url.status === null ? 'not-asked' : 'answered';
  }
  const family = reasonOf(url.reason)?.family;
  if (family === 'challenge') return 'challenged';
  // The response of an attempt that is tried again is not the last word.
  if (url.state === 'queued' || url.state === 'leased') return 'not-requested';
  if (url.status !== null) return 'answered';
  return (family && withoutResponse[family]) ?? 'not-asked';
}

/** `in`: it belongs to the population and was read. `out`: it does not belong to it. A reason: it belongs, but could not be checked. */
export type Standing = 'in' | 'out' | NotCheckableReason;

/** How a URL relates to the population of a check of pages or responses. Hosts, sitemaps and the crawl are not URLs. */
export function standing(population: Population, url: AuditUrl): Standing {
  switch (population) {
    case 'pages':
    case 'canonicals':
    case 'hreflang':
    case 'amp':
    case 'paginated':
    case 'structured':
      return ofPage(url);
    case 'indexable': {
      const found = ofPage(url);
      return found === 'in' && !url.isIndexable ? 'out' : found;
    }
    case 'internal':
    case 'linked':
      return isInternalRow(url) ? ofFetch(url) : 'out';
    case 'fetched': {
      if (!isInternalRow(url)) return 'out';
      const found = ofFetch(url);
      return found === 'in' && (url.status === null || url.status < 200 || url.status > 299) ? 'out' : found;
    }
    case 'redirects': {
      const found = url.class === 'page' ? ofFetch(url) : 'out';
      return found === 'in' && (url.status === null || url.status < 300 || url.status > 399) ? 'out' : found;
    }
    case 'external':
      return url.class === 'external' ? ofResponse(url) : 'out';
    case 'resources':
    case 'images':
      return url.class === 'resource' ? ofResponse(url) : 'out';
    case 'hosts':
    case 'robots':
    case 'sitemaps':
    case 'entries':
    case 'crawl':
      return 'out';
  }
}

/** Why nobody knows whether a URL belongs to a population; null where it is known. For checks that look at URLs and no pages. */
export function unknownIn(population: Population, url: AuditUrl): NotCheckableReason | null {
  const found = standing(population, url);
  return found === 'in' || found === 'out' ? null : found;
}

function ofPage(url: AuditUrl): Standing {
  const found = pageStanding(url);
  if (found === 'page') return 'in';
  return found === 'other' ? 'out' : found;
}

/** The crawl itself requested the URL: a check of a URL that is not crawled reads no response whole. */
const ofFetch = (url: AuditUrl): Standing => (url.check === '' ? ofResponse(url) : 'not-asked');

function ofResponse(url: AuditUrl): Standing {
  const found = responseStanding(url);
  return found === 'answered' ? 'in' : found;
}
