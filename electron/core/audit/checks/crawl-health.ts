import { ownRobotsName } from '#shared/explain/own-robots.ts';
import { reasonOf } from '#shared/explain/reasons.ts';
import type { FindingItem } from '#shared/model/audit.ts';
import { ownRobotsFor } from '../../robots/own-robots.ts';
import { obedienceFor } from '../../robots/site-rules.ts';
import { originOf } from '../../url/authority.ts';
import type { AuditSite, Check, SiteVerdict } from '../check.ts';
import { siteCheck, threshold } from '../check.ts';
import type { HostRow } from '../source.ts';

const ours = 'Crawlscope documentation';
const stopped: ReadonlySet<string> = new Set(['stopped', 'interrupted', 'failed', 'paused', 'running', 'new']);

/** The origin of the first start URL represents the crawl. */
const crawlUrl = ({ source }: AuditSite): string =>
  originOf(source.settings.seeds[0] ?? '')?.key ?? source.settings.seeds[0] ?? '';
const ofCrawl = (site: AuditSite, items: readonly FindingItem[]): SiteVerdict => ({
  url: crawlUrl(site),
  id: 0,
  verdict: items.length > 0 ? items : null,
});

/** What the crawl met on a host. */
interface HostCounts {
  responses: number;
  challenges: number;
  timed: number;
  totalMs: number;
}

const counted = new WeakMap<AuditSite, ReadonlyMap<number, HostCounts>>();

/** Counts of the hosts with URLs inside the scope. */
function hostCounts(site: AuditSite): ReadonlyMap<number, HostCounts> {
  let found = counted.get(site);
  if (found === undefined) {
    const counts = new Map<number, HostCounts>();
    for (const url of site.urls()) {
      if (url.class !== 'page' || url.originId === 0) continue;
      const host = counts.get(url.originId) ?? { responses: 0, challenges: 0, timed: 0, totalMs: 0 };
      counts.set(url.originId, host);
      const isChallenge = reasonOf(url.reason)?.family === 'challenge';
      if (isChallenge) host.challenges += 1;
      if (isChallenge || url.status !== null) host.responses += 1;
      if (url.totalMs === null) continue;
      host.timed += 1;
      host.totalMs += url.totalMs;
    }
    found = counts;
    counted.set(site, found);
  }
  return found;
}

/** Judges the hosts inside the scope; `no-response` for one that gave none. */
function* ofHosts(
  site: AuditSite,
  judge: (host: HostRow, counts: HostCounts) => readonly FindingItem[] | null,
): Generator<SiteVerdict> {
  for (const host of site.hosts) {
    const counts = hostCounts(site).get(host.originId);
    if (counts === undefined) continue;
    yield { url: host.origin, id: 0, verdict: counts.responses === 0 ? 'no-response' : judge(host, counts) };
  }
}

/** A trap guard kept the URL out. */
const isTrap = (reason: string): boolean => reasonOf(reason)?.setting?.name === 'releasedTraps';

/** URLs that a limit kept out, by the reason. */
function limited(site: AuditSite): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const most = site.source.settings.maxBodyBytes;
  for (const { reason, bytes } of site.urls()) {
    const isOut = (reasonOf(reason)?.family === 'limit' && !isTrap(reason)) || reason === 'redirect-limit';
    const name = isOut ? reason : bytes !== null && bytes >= most ? 'body-size' : null;
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** URLs that trap guards stopped, by reason, with the first of each. */
function trapped(site: AuditSite): readonly FindingItem[] {
  const found = new Map<string, { readonly url: string; count: number }>();
  for (const { reason, url } of site.urls()) {
    if (!isTrap(reason)) continue;
    const known = found.get(reason);
    if (known) known.count += 1;
    else found.set(reason, { url, count: 1 });
  }
  return [...found].map(([value, { url, count }]) => ({ value, url, count }));
}

/** Another address of the same site: with or without www., or the other scheme. */
function twinsOf(seeds: readonly string[]): ReadonlySet<string> {
  const own = new Set<string>();
  const twins = new Set<string>();
  for (const seed of seeds) {
    const origin = originOf(seed);
    if (origin === null) continue;
    own.add(origin.key);
    const { protocol, host } = new URL(origin.key);
    const other = host.startsWith('www.') ? host.slice(4) : `www.${host}`;
    const otherScheme = protocol === 'https:' ? 'http:' : 'https:';
    for (const each of [`${protocol}//${other}`, `${otherScheme}//${host}`, `${otherScheme}//${other}`]) twins.add(each);
  }
  return new Set([...twins].filter(twin => !own.has(twin)));
}

/** About the crawl itself: what its findings can be relied on for. */
export const crawlHealthChecks: readonly Check[] = [
  siteCheck({
    id: 'crawl.partial',
    name: 'Crawl incomplete',
    group: 'crawl',
    type: 'warning',
    priority: 'H',
    population: 'crawl',
    trigger: 'URLs are still queued, or the crawl was stopped before its end.',
    why: 'Counts are lower than on the whole site, and pages can seem to have no links.',
    fix: 'Resume the crawl, or raise the limit that ended it.',
    sources: [ours],
    *run(site) {
      let queued = 0;
      for (const { state } of site.urls()) if (state === 'queued' || state === 'leased') queued += 1;
      const { state } = site.source.crawl;
      const isStopped = stopped.has(state);
      yield ofCrawl(site, [
        ...(queued > 0 ? [{ value: 'queued URLs', count: queued }] : []),
        ...(isStopped || queued > 0 ? [{ value: state }] : []),
      ]);
    },
  }),
  siteCheck({
    id: 'crawl.limited',
    name: 'Limit reached',
    group: 'crawl',
    type: 'warning',
    priority: 'M',
    population: 'crawl',
    trigger: 'A limit of depth, pages, redirects, URL length or body size kept out or cut at least one URL.',
    why: 'What is beyond the limit was not checked.',
    fix: 'Raise the limit if you want those URLs.',
    sources: [ours],
    *run(site) {
      yield ofCrawl(
        site,
        [...limited(site)].map(([value, count]) => ({ value, count })),
      );
    },
  }),
  siteCheck({
    id: 'crawl.robots_ignored',
    name: 'robots.txt not obeyed in this crawl',
    group: 'crawl',
    type: 'warning',
    priority: 'H',
    population: 'hosts',
    trigger: 'A setting of the crawl says that robots.txt of the host is not obeyed, or has a text of your own in its place.',
    why: 'The crawl read pages that search engines may not read. Findings about them do not matter for search.',
    fix: 'Remove the setting to crawl as search engines do.',
    sources: [ours, 'RFC 9309'],
    *run(site) {
      for (const host of site.hosts) {
        if (!hostCounts(site).has(host.originId)) continue;
        const { robots, setting } = obedienceFor(site.source.settings, host.origin);
        const own = robots === 'never' ? null : ownRobotsFor(site.source.settings, host.origin);
        const value = robots === 'never' ? setting : own && `${ownRobotsName(own.origin)} decided`;
        yield { url: host.origin, id: 0, verdict: value === null ? null : [{ value }] };
      }
    },
  }),
  siteCheck({
    id: 'crawl.delay_slow',
    name: 'Slowed by Crawl-delay',
    group: 'crawl',
    type: 'opportunity',
    priority: 'L',
    population: 'hosts',
    thresholds: { percent: threshold(10, 'Below', '% of the configured rate', 1, 100) },
    trigger:
      'A Crawl-delay line limits the requests to the host to less than this share of the rate that the settings allow at its mean response time.',
    why: 'The crawl takes many times as long. So do those of search engines that obey the line.',
    fix: 'Lower the delay in robots.txt if the server can handle more requests.',
    sources: ['Yandex Webmaster, Crawl-delay directive', ours],
    *run(site, { percent }) {
      const { delayMs, connections } = site.source.settings;
      yield* ofHosts(site, (host, { timed, totalMs }) => {
        if (host.delayLine === 0) return null;
        const mean = timed > 0 ? totalMs / timed : 0;
        const configured = delayMs > 0 ? delayMs + mean : mean / connections;
        const effective = host.delayMs + mean;
        return configured < (effective * percent) / 100 ? [{ value: `${host.delayMs} ms`, line: host.delayLine }] : null;
      });
    },
  }),
  siteCheck({
    id: 'crawl.trap',
    name: 'Trap guard fired',
    group: 'crawl',
    type: 'warning',
    priority: 'M',
    population: 'crawl',
    trigger: 'A guard against endless URLs skipped at least one URL.',
    why: 'The site makes up addresses without end. Crawlers waste their time there.',
    fix: 'Stop linking to such addresses, or disallow them in robots.txt.',
    sources: [ours],
    *run(site) {
      if (!site.source.settings.trapGuards) yield { url: crawlUrl(site), id: 0, verdict: 'guards-off' };
      else yield ofCrawl(site, trapped(site));
    },
  }),
  siteCheck({
    id: 'crawl.challenge_rate',
    name: 'Challenged by the host',
    group: 'crawl',
    type: 'warning',
    priority: 'H',
    population: 'hosts',
    thresholds: { percent: threshold(5, 'From', '% of responses', 0.1, 100) },
    trigger: 'At least this share of the responses of the host are bot challenges instead of content.',
    why: 'Much of the site was not seen. Search engines may be kept out as well.',
    fix: 'Allow the crawler on the server, or crawl more slowly.',
    sources: [ours],
    run: (site, { percent }) =>
      ofHosts(site, (_, { responses, challenges }) =>
        challenges > 0 && challenges * 100 >= responses * percent ? [{ value: 'challenges', count: challenges }] : null,
      ),
  }),
  siteCheck({
    id: 'crawl.single_host_variant',
    name: 'Only the start page was internal',
    group: 'crawl',
    type: 'issue',
    priority: 'H',
    population: 'crawl',
    thresholds: {
      pages: threshold(2, 'At most', 'internal pages', 0),
      links: threshold(10, 'At least', 'links to the other address', 1),
    },
    trigger:
      'The crawl has so few internal pages, and so many links lead to the same host with or without www., or with the other scheme.',
    why: 'The site lives at the other address. The crawl saw next to nothing of it.',
    fix: 'Start the crawl at the other address.',
    sources: [ours],
    *run(site, { pages, links }) {
      const twins = twinsOf(site.source.settings.seeds);
      const found = new Map<string, number>();
      let internal = 0;
      for (const url of site.urls()) {
        if (url.isPage) internal += 1;
        const origin = url.class === 'external' ? (originOf(url.url)?.key ?? '') : '';
        if (twins.has(origin)) found.set(origin, (found.get(origin) ?? 0) + url.inlinks);
      }
      const total = [...found.values()].reduce((sum, count) => sum + count, 0);
      const isHit = internal <= pages && total >= links;
      yield ofCrawl(site, isHit ? [...found].map(([url, count]) => ({ value: 'links', url: `${url}/`, count })) : []);
    },
  }),
];
