import type { Fetcher } from '#shared/model/fetch.ts';

/**
 * The same fetcher, but hosts of the web lead to servers on this machine: `{ 'http://ext.test': 'http://127.0.0.1:4001' }`. An origin
 * without a server fails as one that is switched off; `null` as a name that does not exist.
 */
export function routed(routes: Readonly<Record<string, string | null>>): (fetcher: Fetcher) => Fetcher {
  return fetcher => ({
    fetch: (request, limits, signal) => {
      const url = new URL(request.url);
      const to = routes[url.origin];
      if (to === undefined) return fetcher.fetch(request, limits, signal);
      const target = to === null ? `http://${'a'.repeat(64)}.test` : to;
      return fetcher.fetch({ ...request, url: `${target}${url.pathname}${url.search}` }, limits, signal);
    },
    trustHosts: hosts => fetcher.trustHosts([...hosts, '127.0.0.1', 'localhost']),
    close: () => fetcher.close(),
  });
}
