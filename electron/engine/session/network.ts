import { explainRefusal, isPublicAddress } from '#fetcher/address-guard.ts';
import { createHttpFetcher } from '#fetcher/http.ts';
import type { Fetcher } from '#shared/model/fetch.ts';

/** Stands between engine and network; tests shorten limits and fake responses here. */
export type WrapFetcher = (fetcher: Fetcher) => Fetcher;

/** What requests go through. `trusted`: hosts that may have private addresses. */
export function openFetcher(trusted: readonly string[], connectionsPerOrigin: number, wrap: WrapFetcher | undefined): Fetcher {
  const http = createHttpFetcher({ connectionsPerOrigin });
  const fetcher = wrap?.(http) ?? http;
  fetcher.trustHosts([...trusted]);
  return fetcher;
}

/** Why no request may go to this host name, '' where one may. Names are judged when they are resolved; this judges addresses. */
export function addressRefusal(trusted: readonly string[]): (hostname: string) => string {
  const hosts = new Set(trusted);
  return hostname => {
    const bare = hostname.replace(/^\[|\]$/g, '');
    if (hosts.has(hostname) || !/^(\d+\.\d+\.\d+\.\d+|.*:.*)$/.test(bare)) return '';
    return isPublicAddress(bare) ? '' : explainRefusal(hostname, bare);
  };
}
