import { type FirstAddresses, HostGuard } from '#fetcher/host-guard.ts';
import { createHttpFetcher } from '#fetcher/http.ts';
import type { Fetcher } from '#shared/model/fetch.ts';
import type { CrawlClock } from '../crawl/clock.ts';

/** The boundary between engine and network. Tests shorten limits and fake responses here. */
export type WrapFetcher = (fetcher: Fetcher) => Fetcher;

/** How a session reaches the network. */
export interface Network {
  readonly wrapFetcher: WrapFetcher | undefined;
  readonly clock: CrawlClock;
  /** Outlives each run, so that a host cannot point elsewhere after Resume. */
  readonly firstAddresses: FirstAddresses;
}

/** What requests go through. `trusted`: hosts that may have private addresses, because the user named them. */
export function openFetcher(trusted: readonly string[], connectionsPerOrigin: number, network: Network): Fetcher {
  const http = createHttpFetcher({ connectionsPerOrigin, firstAddresses: network.firstAddresses });
  const fetcher = network.wrapFetcher?.(http) ?? http;
  fetcher.trustHosts([...trusted]);
  return fetcher;
}

/** Why no request may go to this host, '' where one may. Names are judged when they are resolved; this judges addresses. */
export function addressRefusal(trusted: readonly string[]): (hostname: string) => string {
  const guard = new HostGuard();
  guard.name([...trusted]);
  return hostname => guard.refusalOfLiteral(hostname)?.detail ?? '';
}
