import type { FailureCause } from '#shared/model/fetch.ts';

/**
 * Whose fault a failed attempt is. A failing server or our own network says nothing about a URL. Such attempts do not
 * count as attempts of the URL, so an outage never turns the frontier into failed URLs.
 */

/** A host that fails for so long is given up for this run, in milliseconds; its URLs stay queued. Outages of our own network do not count. */
export const hostPatienceMs = 2 * 60_000;

/** There was no connection, so the URL is not the cause. */
const beforeRequest: ReadonlySet<FailureCause> = new Set(['dns-failure', 'connection-refused', 'timeout-connect']);
/** It may be the URL or the host. */
const afterRequest: ReadonlySet<FailureCause> = new Set(['connection-lost', 'timeout-headers', 'timeout-body']);

/** Failures that another attempt may cure. */
export const isRetryable = (cause: FailureCause): boolean => beforeRequest.has(cause) || afterRequest.has(cause);

export interface HostFailures {
  /** Failures of the host in a row before this one. */
  readonly hostFailures: number;
  /** Attempts at a URL, by the user's settings. */
  readonly maxAttempts: number;
}

/** Failures in a row after which the host is suspected: one fewer than would use up the attempts of a single URL. */
const suspectAfter = ({ maxAttempts }: HostFailures): number => Math.max(1, maxAttempts - 1);

/** Whether a failed attempt counts among the attempts of its URL. */
export function blamesUrl(cause: FailureCause, host: HostFailures): boolean {
  if (host.hostFailures < suspectAfter(host)) return true;
  return !beforeRequest.has(cause) && (host.maxAttempts === 1 || !afterRequest.has(cause));
}

/**
 * Whether robots.txt should be requested again to tell a host that is down from a URL that always fails. If it responds, the next
 * failure counts among the attempts of its URL again.
 */
export const needsProbe = (cause: FailureCause, host: HostFailures): boolean =>
  afterRequest.has(cause) && !blamesUrl(cause, host);
