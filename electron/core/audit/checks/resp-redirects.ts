import { earlierResponse } from '../baseline.ts';
import {
  type AuditPage,
  type AuditSite,
  type AuditUrl,
  type Check,
  responseCheck,
  type SiteVerdict,
  siteCheck,
  threshold,
} from '../check.ts';
import { ofHeader, ofUrl } from '../items.ts';
import { chainOf, hops, isRedirectStatus, unknownEnd } from '../redirects.ts';

const isHttps = ({ url }: AuditUrl): boolean => url.startsWith('https:');
const isTemporary = (status: number | null): boolean => status === 302 || status === 303 || status === 307;
const hasTarget = ({ url }: AuditPage): boolean => url.redirectId !== 0;

export const redirectChecks: readonly Check[] = [
  responseCheck({
    id: 'resp.302_permanent_use',
    name: 'Long-lived temporary redirect',
    group: 'resp',
    type: 'warning',
    priority: 'L',
    population: 'redirects',
    trigger:
      'The URL returned 302, 303 or 307 with the same target in this crawl and in one that started at least 30 days earlier.',
    why: 'A temporary redirect asks search engines to keep the old address.',
    fix: 'Use 301 or 308 if the move is permanent.',
    sources: ['RFC 9110, 15.4.3 302 Found', 'Google Search Central, Redirects and Google Search'],
    thresholds: { days: threshold(30, 'Days between the crawls from', 'days', 1, 3_650) },
    applies: page => hasTarget(page) && isTemporary(page.url.status),
    test({ url }, { days }, site) {
      const before = earlierResponse(url, site);
      if (typeof before === 'string' || site.baseline === null) return typeof before === 'string' ? before : 'needs-baseline';
      const { source } = site.baseline;
      if (site.at - source.at < days * 86_400_000) return 'baseline-recent';
      const target = site.url(url.redirectId);
      const earlier = isTemporary(before.status) && before.redirectId !== 0 ? source.addressOf(before.redirectId) : null;
      return target !== null && earlier === target.url ? [ofUrl(target, `${before.status} → ${url.status}`)] : null;
    },
  }),
  responseCheck({
    id: 'resp.redirect_chain',
    name: 'Redirect chain',
    group: 'resp',
    type: 'issue',
    priority: 'M',
    population: 'redirects',
    trigger: 'The internal URL leads over at least two redirects to a URL that does not redirect.',
    why: 'Each hop delays the page. Crawlers give up after some.',
    fix: 'Redirect straight to the last URL of the chain.',
    sources: ['RFC 9110, 15.4 Redirection 3xx', 'Google Search Central, Redirects and Google Search'],
    thresholds: { hops: threshold(2, 'Redirects from', 'redirects', 2, 20) },
    applies: hasTarget,
    test({ url }, { hops: least }, site) {
      const chain = chainOf(url, site);
      if (chain.loops) return null;
      const end = chain.targets.at(-1);
      const redirects = end !== undefined && isRedirectStatus(end.status) ? chain.targets.length + 1 : chain.targets.length;
      return redirects >= least ? hops(chain) : unknownEnd(chain);
    },
  }),
  responseCheck({
    id: 'resp.redirect_loop',
    name: 'Redirect loop',
    group: 'resp',
    type: 'issue',
    priority: 'H',
    population: 'redirects',
    trigger: 'The chain of redirects from the internal URL returns to a URL of the chain.',
    why: 'Browsers stop with an error, so visitors reach no page.',
    fix: 'Find the two rules that contradict each other, often http to https, www, or a final slash.',
    sources: ['RFC 9110, 15.4 Redirection 3xx'],
    applies: hasTarget,
    test({ url }, _limits, site) {
      const chain = chainOf(url, site);
      return chain.loops ? hops(chain) : unknownEnd(chain);
    },
  }),
  responseCheck({
    id: 'resp.redirect_self',
    name: 'Redirect to itself',
    group: 'resp',
    type: 'issue',
    priority: 'H',
    population: 'redirects',
    trigger: 'The target of the redirect is the URL itself, after normalisation.',
    why: 'A browser repeats the request until it gives up, unless the server sets a cookie first.',
    fix: 'Correct the redirect rule. Return the page to visitors without cookies.',
    sources: ['RFC 9110, 15.4 Redirection 3xx'],
    applies: hasTarget,
    test(page) {
      if (page.url.redirectId !== page.url.id) return null;
      const location = page.header('location');
      return location === null ? [] : [ofHeader(location)];
    },
  }),
  responseCheck({
    id: 'resp.redirect_broken',
    name: 'Redirect ends in an error',
    group: 'resp',
    type: 'issue',
    priority: 'H',
    population: 'redirects',
    trigger: 'The chain of redirects from the internal URL ends at a URL that returned a status from 400 or did not respond.',
    why: 'Visitors who follow the redirect get an error instead of the page.',
    fix: 'Redirect to a URL that exists, or return 404 or 410 at once.',
    sources: ['RFC 9110, 15.4 Redirection 3xx'],
    applies: hasTarget,
    test({ url }, _limits, site) {
      const chain = chainOf(url, site);
      if (chain.loops) return null;
      return chain.targets.at(-1)?.isBroken ? hops(chain) : unknownEnd(chain);
    },
  }),
  responseCheck({
    id: 'resp.redirect_blocked',
    name: 'Redirect into a disallowed URL',
    group: 'resp',
    type: 'issue',
    priority: 'H',
    population: 'redirects',
    trigger: 'robots.txt disallows any target in the chain of redirects from the internal URL for the crawl’s own crawler.',
    why: 'Crawlers follow the redirect and then stop, so they never see the page.',
    fix: 'Allow the target in robots.txt, or redirect to a URL that is allowed.',
    sources: ['RFC 9309, 2.2.2 The "Allow" and "Disallow" Lines'],
    applies: hasTarget,
    test({ url }, _limits, site) {
      const chain = chainOf(url, site);
      const blocked = chain.targets.filter(({ isBlocked }) => isBlocked);
      if (blocked.length > 0) return blocked.map(target => ofUrl(target));
      return chain.targets.some(({ mayFetch }) => mayFetch === 'unknown') ? 'needs-robots' : null;
    },
  }),
  responseCheck({
    id: 'resp.redirect_downgrade',
    name: 'HTTPS redirects to HTTP',
    group: 'resp',
    type: 'issue',
    priority: 'H',
    population: 'redirects',
    trigger: 'An internal URL with https redirects to one with http.',
    why: 'The visitor leaves the protected connection. Others can read and change the page.',
    fix: 'Redirect to the https address.',
    sources: ['RFC 9110, 4.2.2 https URI Scheme'],
    applies: page => hasTarget(page) && isHttps(page.url),
    mayApply: isHttps,
    test(page, _limits, site) {
      const target = site.url(page.url.redirectId);
      return target?.url.startsWith('http:') ? [ofUrl(target)] : null;
    },
  }),
  siteCheck({
    id: 'resp.redirect_home',
    name: 'Many URLs redirect to the home page',
    group: 'resp',
    type: 'warning',
    priority: 'M',
    population: 'hosts',
    trigger: 'At least 20 URLs of the host redirect to its home page, and they are at least 5 % of the redirects of the host.',
    why: 'Search engines treat such redirects as missing pages. Visitors do not find what they looked for.',
    fix: 'Redirect each old URL to its closest successor, and return 404 or 410 where there is none.',
    sources: ['Google Search Central, Site moves with URL changes'],
    thresholds: {
      urls: threshold(20, 'URLs from', 'URLs', 1),
      percent: threshold(5, 'Share of the redirects from', '%', 0, 100),
    },
    run: redirectsHome,
  }),
  responseCheck({
    id: 'resp.redirect_relative',
    name: 'Relative Location header',
    group: 'resp',
    type: 'opportunity',
    priority: 'L',
    population: 'redirects',
    trigger: 'The Location header of the redirect has no scheme.',
    why: 'The standard allows it, but some clients and proxies resolve it wrongly.',
    fix: 'Send the whole address with scheme and host.',
    sources: ['RFC 9110, 10.2.2 Location'],
    applies: page => page.header('location') !== null,
    test(page) {
      const location = page.header('location');
      return location !== null && !/^\s*[a-z][a-z0-9+.-]*:/i.test(location.value) ? [ofHeader(location)] : null;
    },
  }),
  responseCheck({
    id: 'resp.redirect_no_location',
    name: 'Redirect without Location',
    group: 'resp',
    type: 'issue',
    priority: 'M',
    population: 'redirects',
    trigger: 'The internal URL returned 301, 302, 303, 307 or 308 without a Location header.',
    why: 'Clients do not know where to go. Visitors see an empty page.',
    fix: 'Send the Location header, or the page with status 200.',
    sources: ['RFC 9110, 15.4 Redirection 3xx'],
    applies: ({ url }) => isRedirectStatus(url.status),
    test: page => ((page.header('location')?.value.trim() ?? '') === '' ? [{ value: String(page.url.status) }] : null),
  }),
];

interface HostRedirects {
  readonly origin: string;
  all: number;
  answered: number;
  readonly home: AuditUrl[];
}

function* redirectsHome(
  site: AuditSite,
  { urls, percent }: Readonly<Record<'urls' | 'percent', number>>,
): Generator<SiteVerdict> {
  const hosts = new Map<number, HostRedirects>();
  const origins = new Map(site.hosts.map(({ originId, origin }) => [originId, origin]));
  for (const url of site.urls()) {
    if (url.class !== 'page') continue;
    let host = hosts.get(url.originId);
    if (host === undefined) {
      host = { origin: origins.get(url.originId) ?? new URL(url.url).origin, all: 0, answered: 0, home: [] };
      hosts.set(url.originId, host);
    }
    if (url.status !== null) host.answered += 1;
    if (url.redirectId === 0) continue;
    host.all += 1;
    const home = `${host.origin}/`;
    if (url.url !== home && site.url(url.redirectId)?.url === home) host.home.push(url);
  }
  for (const { origin, all, answered, home } of hosts.values()) {
    const isHit = home.length >= urls && home.length * 100 >= all * percent;
    const passed = answered === 0 ? ('not-requested' as const) : null;
    yield { url: origin, id: 0, verdict: isHit ? home.slice(0, 1_000).map(url => ofUrl(url)) : passed };
  }
}
