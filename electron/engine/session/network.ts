import { type FirstAddresses, HostGuard } from '#fetcher/host-guard.ts';
import { createHttpFetcher } from '#fetcher/http.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { Fetcher } from '#shared/model/fetch.ts';

/** Stands between engine and network; tests shorten limits and fake responses here. */
export type WrapFetcher = (fetcher: Fetcher) => Fetcher;

const seedHosts = (settings: CrawlSettings): Set<string> => new Set(settings.seeds.map(seed => new URL(seed).hostname));

/** How a session reaches the network. */
export interface Network {
  readonly wrapFetcher: WrapFetcher | undefined;
  /** Outlives each run, so that a host cannot point elsewhere after Resume. */
  readonly firstAddresses: FirstAddresses;
}

/** What requests go through. Hosts of start URLs may have private addresses: the user named them. */
export function openFetcher(settings: CrawlSettings, connectionsPerOrigin: number, network: Network): Fetcher {
  const http = createHttpFetcher({ connectionsPerOrigin, firstAddresses: network.firstAddresses });
  const fetcher = network.wrapFetcher?.(http) ?? http;
  fetcher.trustHosts([...seedHosts(settings)]);
  return fetcher;
}

/** Why no request may go to this host, '' where one may. Names are judged when they are resolved; this judges addresses. */
export function addressRefusal(settings: CrawlSettings): (hostname: string) => string {
  const guard = new HostGuard();
  guard.name([...seedHosts(settings)]);
  return hostname => guard.refusalOfLiteral(hostname)?.detail ?? '';
}
