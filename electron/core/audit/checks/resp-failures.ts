import type { CheckInfo } from '#shared/model/audit.ts';
import { type Check, urlCheck } from '../check.ts';
import { failureOf } from '../failures.ts';
import { linkers } from '../items.ts';
import { isInternalRow } from '../url-row.ts';

type Words = Pick<CheckInfo, 'id' | 'name' | 'trigger' | 'why' | 'fix' | 'sources'>;

/** A check of how requests for internal URLs failed in the end. */
const failure = (causes: ReadonlySet<string>, words: Words): Check =>
  urlCheck({
    ...words,
    group: 'resp',
    type: 'issue',
    priority: 'H',
    population: 'internal',
    applies: isInternalRow,
    test(url, _limits, site) {
      const found = failureOf(url, site);
      if (found === null || typeof found === 'string') return found;
      if (!causes.has(found.cause)) return null;
      const robots = found.isHost
        ? [{ value: found.cause, url: new URL('/robots.txt', url.url).href }]
        : [{ value: found.cause }];
      return [...robots, ...linkers(site, url.id)];
    },
  });

export const failureChecks: readonly Check[] = [
  failure(new Set(['dns-failure']), {
    id: 'resp.dns',
    name: 'Host name does not resolve',
    trigger:
      'The last request for the internal URL, or for robots.txt of its host, ended because DNS has no address for the host name.',
    why: 'A URL on a host without an address cannot be reached.',
    fix: 'Correct the host name in the links, or add the DNS record.',
    sources: ['RFC 1034, 3.7 Queries'],
  }),
  failure(new Set(['connection-refused', 'connection-lost']), {
    id: 'resp.refused',
    name: 'Connection refused or reset',
    trigger:
      'The last request for the internal URL, or for robots.txt of its host, ended because the server refused or reset the connection.',
    why: 'Visitors see an error of the browser, and crawlers slow down or leave.',
    fix: 'Check that the server listens on this port, and that no firewall drops the connections of crawlers.',
    sources: ['RFC 9293, 3.10.7 SEGMENT ARRIVES'],
  }),
  failure(new Set(['timeout-connect', 'timeout-headers']), {
    id: 'resp.timeout',
    name: 'Timed out',
    trigger:
      'No response headers arrived within the time-out in the last request for the internal URL or for robots.txt of its host.',
    why: 'Visitors leave, and crawlers request less of a site that does not respond.',
    fix: 'Look for the slow part in the server log: the application, the database or an overloaded host.',
    sources: ['Google Search Central, HTTP status codes, network and DNS errors'],
  }),
  failure(new Set(['tls-failure']), {
    id: 'resp.tls_error',
    name: 'TLS failure',
    trigger:
      'The TLS handshake or the certificate failed in the last request for the internal URL or for robots.txt of its host.',
    why: 'Browsers show a warning instead of the page, and crawlers get nothing.',
    fix: 'Renew the certificate, install the whole chain, and make sure that it names this host.',
    sources: ['RFC 8446, 4.4.2 Certificate', 'RFC 9110, 4.3.4 https Certificate Verification'],
  }),
];
