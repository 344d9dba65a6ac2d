import type { NotCheckableReason } from '#shared/model/audit.ts';
import { variantsOf } from '../../probes/variants.ts';
import { sameBytes } from '../bytes.ts';
import { type AuditSite, type Check, type SiteVerdict, siteCheck, type Verdict } from '../check.ts';
import { isSilent } from '../hosts.ts';
import { type Ended, probesOfSite } from '../probes.ts';
import { robotsOfSite } from '../robots/site-robots.ts';
import type { HostRow, RobotsRow } from '../source.ts';

/** An address of a site, and what its home page amounts to. */
interface Variant {
  readonly home: string;
  /** Null: the address does not respond with a page. */
  readonly ended: Ended | null;
  /** The address that the page says it has, redirects and canonical followed. */
  readonly stands: string;
}

const isFine = ({ status, isHtml }: Ended): boolean => status >= 200 && status <= 299 && isHtml;

/** The home page at each address of the host's site. Addresses that were not requested are counted with the reason. */
function homesOf(site: AuditSite, { origin }: HostRow) {
  const found: Variant[] = [];
  let unknown: NotCheckableReason | null = null;
  for (const key of [origin, ...variantsOf(origin)]) {
    const home = `${key}/`;
    const ended = probesOfSite(site).end('home', home);
    if (ended === 'nobody') found.push({ home, ended: null, stands: '' });
    else if (typeof ended === 'string') unknown ??= ended;
    else if (isFine(ended)) found.push({ home, ended, stands: ended.canonical ?? ended.url });
    else found.push({ home, ended: null, stands: '' });
  }
  return { found, unknown };
}

/** Checks of the hosts that have other addresses: no IP address, no port. */
function variantCheck(
  words: Pick<Check, 'id' | 'name' | 'group' | 'type' | 'priority' | 'trigger' | 'why' | 'fix' | 'sources'>,
  judge: (host: HostRow, site: AuditSite) => Verdict,
): Check {
  return siteCheck({
    ...words,
    population: 'hosts',
    *run(site): Generator<SiteVerdict> {
      for (const host of robotsOfSite(site).hosts)
        if (variantsOf(host.origin).length > 0)
          yield { url: host.origin, id: 0, verdict: isSilent(host) ? 'no-response' : judge(host, site) };
    },
  });
}

export const hostVariantsCheck: Check = variantCheck(
  {
    id: 'resp.www_variants',
    name: 'Host variants both respond',
    group: 'resp',
    type: 'issue',
    priority: 'H',
    trigger:
      'At least two of http and https, with and without www, return the home page, and redirects and canonicals do not lead to one of them.',
    why: 'The site exists more than once. Search engines choose one of the copies.',
    fix: 'Redirect all variants to one.',
    sources: ['Google Search Central, Consolidate duplicate URLs'],
  },
  (host, site) => {
    const { found, unknown } = homesOf(site, host);
    const pages = found.filter(({ ended }) => ended !== null);
    if (new Set(pages.map(({ stands }) => stands)).size > 1)
      return pages.map(({ home, stands }) => ({ value: stands === home ? '200' : `stands for ${stands}`, url: home }));
    return unknown;
  },
);

export const httpHomeCheck: Check = variantCheck(
  {
    id: 'sec.http_home_noredirect',
    name: 'HTTP home page does not lead to HTTPS',
    group: 'sec',
    type: 'issue',
    priority: 'H',
    trigger: 'The home page of the host responds over http without a redirect or canonical to https, while https works.',
    why: 'Visitors who type the address stay on the unprotected copy.',
    fix: 'Redirect http to https.',
    sources: ['RFC 6797, 7.2 HTTP Request Type'],
  },
  ({ origin }, site) => {
    const name = origin.slice(origin.indexOf('://'));
    const probes = probesOfSite(site);
    const plain = probes.end('home', `http${name}/`);
    const secure = probes.end('home', `https${name}/`);
    // Without https, there is no target to redirect to; without http, no visitor can stay on it.
    if (plain === 'nobody' || secure === 'nobody') return null;
    if (typeof plain === 'string') return plain;
    if (typeof secure === 'string') return secure;
    if (!isFine(plain) || !isFine(secure) || !secure.url.startsWith('https:')) return null;
    const stands = plain.canonical ?? plain.url;
    return stands.startsWith('https:') ? null : [{ value: String(plain.status), url: plain.url }];
  },
);

const isEqual = (a: RobotsRow, b: RobotsRow): boolean => a.access === b.access && sameBytes(a.text, b.text);

export const robotsVariantsCheck: Check = variantCheck(
  {
    id: 'robots.variant_differs',
    name: 'Variants of the host differ',
    group: 'robots',
    type: 'warning',
    priority: 'M',
    trigger: 'The robots.txt of http and https, or with and without www, differ.',
    why: 'Crawlers that use another address of the site get other rules, often those of a test server.',
    fix: 'Serve the same file on every address of the site, or redirect.',
    sources: ['RFC 9309 §2.3'],
  },
  ({ origin, robots }, site) => {
    if (robots === null) return 'needs-robots';
    if (robots.status === null || robots.access === 'disallow-all') return 'no-response';
    const hosts = new Map(site.hosts.map(host => [host.origin, host]));
    const probes = probesOfSite(site);
    let unknown: NotCheckableReason | null = null;
    const other: RobotsRow[] = [];
    for (const variant of variantsOf(origin)) {
      const row = hosts.get(variant)?.robots ?? null;
      if (row === null) {
        const ended = probes.end('home', `${variant}/`);
        // An address that does not respond has no file.
        if (ended !== 'nobody') unknown ??= typeof ended === 'string' ? ended : probes.unasked;
      } else if (row.status !== null && row.access !== 'disallow-all' && !isEqual(row, robots)) other.push(row);
    }
    if (other.length > 0) return other.map(row => ({ value: answer(row), url: `${row.origin}/robots.txt` }));
    return unknown;
  },
);

const answer = ({ access, status, bytes }: RobotsRow): string =>
  access === 'rules' ? `${bytes ?? 0} bytes` : `status ${status}`;
