import { explainRefusal, isPublicAddress } from '#fetcher/address-guard.ts';
import { createHttpFetcher } from '#fetcher/http.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { Fetcher } from '#shared/model/fetch.ts';

/** Stands between engine and network; tests shorten limits and fake responses here. */
export type WrapFetcher = (fetcher: Fetcher) => Fetcher;

const seedHosts = (settings: CrawlSettings): Set<string> => new Set(settings.seeds.map(seed => new URL(seed).hostname));

/** What requests go through. Hosts of start URLs may have private addresses: the user named them. */
export function openFetcher(settings: CrawlSettings, connectionsPerOrigin: number, wrap: WrapFetcher | undefined): Fetcher {
  const http = createHttpFetcher({ connectionsPerOrigin });
  const fetcher = wrap?.(http) ?? http;
  fetcher.trustHosts([...seedHosts(settings)]);
  return fetcher;
}

/** Why no request may go to this host name, '' where one may. Names are judged when they are resolved; this judges addresses. */
export function addressRefusal(settings: CrawlSettings): (hostname: string) => string {
  const trusted = seedHosts(settings);
  return hostname => {
    const bare = hostname.replace(/^\[|\]$/g, '');
    if (trusted.has(hostname) || !/^(\d+\.\d+\.\d+\.\d+|.*:.*)$/.test(bare)) return '';
    return isPublicAddress(bare) ? '' : explainRefusal(hostname, bare);
  };
}
