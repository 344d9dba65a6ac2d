import { type FirstAddresses, HostGuard } from '#fetcher/host-guard.ts';
import { createHttpFetcher } from '#fetcher/http.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { Fetcher } from '#shared/model/fetch.ts';
import type { Renderer } from '#shared/model/rendering.ts';
import { type CrawlClock, systemClock } from '../crawl/clock.ts';
import { SharedClocks } from '../hosts/shared-clocks.ts';
import type { Secrets } from './secrets.ts';

/** The boundary between engine and network. Tests shorten limits and fake responses here. */
export type WrapFetcher = (fetcher: Fetcher) => Fetcher;

/** How a session reaches the network. */
export interface Network {
  readonly wrapFetcher: WrapFetcher | undefined;
  readonly clock: CrawlClock;
  /** Outlives each run, so that a host cannot point elsewhere after Resume. */
  readonly firstAddresses: FirstAddresses;
  /** Values of credentials. */
  readonly secrets: Secrets;
  /** Path of the crawl that this one repeats; undefined for none. */
  readonly earlier: string | undefined;
  /** Starts the browser that renders pages. Rejects with an `RpcError` of one line where there is none. */
  readonly openBrowser: OpenBrowser;
}

export type OpenBrowser = () => Promise<Renderer>;

export interface FetcherParts {
  readonly settings: CrawlSettings;
  /** Hosts that may have private addresses, because the user named them. */
  readonly trusted: readonly string[];
  readonly connectionsPerOrigin: number;
  /** The login of the site works no more. */
  readonly onLost?: (why: string, url: string) => void;
}

/** What requests go through. */
export function openFetcher(
  { settings, trusted, connectionsPerOrigin, onLost = () => undefined }: FetcherParts,
  network: Network,
): Fetcher {
  const { firstAddresses, secrets } = network;
  const { extraCertificates, untrustedHosts, ipFamily, http2 } = settings;
  const http = createHttpFetcher({
    ...{ connectionsPerOrigin, firstAddresses, extraCertificates, untrustedHosts },
    ownHeaders: secrets.headers(settings),
    clientCertificate: secrets.certificates(settings),
    proxy: secrets.proxy(settings),
    http2: http2 === 'auto',
    family: ipFamily === 'any' ? undefined : ipFamily === '4' ? 4 : 6,
  });
  const fetcher = network.wrapFetcher?.(http) ?? http;
  fetcher.trustHosts([...trusted]);
  return secrets.keepOut(fetcher, settings, onLost);
}

/**
 * The clocks of hosts that all processes of this user share; null for a session with a clock of its own. `tell`, `given`: see
 * `SharedClocks`. Close them after the last request.
 */
export function sharedClocks(network: Network, tell: (why: string) => void, given?: () => void): SharedClocks | null {
  // A wrapped fetcher does not reach the hosts that it names.
  return network.clock === systemClock && !network.wrapFetcher ? new SharedClocks(tell, given) : null;
}

/** Why no request may go to this host, '' where one may. Names are judged when they are resolved; this judges addresses. */
export function addressRefusal(trusted: readonly string[]): (hostname: string) => string {
  const guard = new HostGuard();
  guard.name([...trusted]);
  return hostname => guard.refusalOfLiteral(hostname)?.detail ?? '';
}
