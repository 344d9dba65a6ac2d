import { acceptHeaders } from '#fetcher/request-headers.ts';
import type { FetchOutcome, RequestGate } from '#shared/model/fetch.ts';
import type { CrawlParts, Job } from './context.ts';

/** Fixed, whatever limit pages have: RFC 9309 §2.5 requires at least 500 KiB of robots.txt, sitemaps.org allows 50 MiB. */
export const robotsBodyBytes = 1024 * 1024;
/** A check reads no more of a body than tells a bot challenge. */
const fixedBodyBytes = { robots: robotsBodyBytes, sitemap: 50 * 1024 * 1024 + 1, check: 16 * 1024, probe: 512 * 1024 } as const;
/** A script or a style sheet that is longer is cut. */
const resourceBodyBytes = 16 * 1024 * 1024;

/** Sends the request of a job, whose attempt is on disk. */
export function sendJob(
  { fetcher, limits, settings }: CrawlParts,
  job: Job,
  gate: RequestGate,
  signal: AbortSignal,
): Promise<FetchOutcome> {
  const { ifNoneMatch, ifModifiedSince } = job.earlier ?? (job.kind === 'robots' ? job : {});
  const conditional = { ifNoneMatch, ifModifiedSince };
  const method = job.kind === 'check' ? job.check.method : 'GET';
  const userAgent = job.kind === 'probe' ? job.userAgent : settings.userAgent;
  // The body thread reads it.
  const mayHold = job.kind === 'page' || job.kind === 'sitemap';
  const request = { method, url: job.url, userAgent, accept: acceptHeaders[job.kind], mayHold, gate, ...conditional };
  const fixed = job.kind === 'page' ? null : job.kind === 'resource' ? resourceBodyBytes : fixedBodyBytes[job.kind];
  const bounded = fixed === null ? limits : { ...limits, maxBodyBytes: fixed };
  return fetcher.fetch(request, bounded, signal);
}
