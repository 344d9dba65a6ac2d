import { reasonOf } from '#shared/explain/reasons.ts';
import type { FindingItem } from '#shared/model/audit.ts';
import { type AuditSite, type AuditUrl, type Check, type UrlCheck, urlCheck, type Verdict } from '../check.ts';
import { atLine, ofUrl } from '../items.ts';
import { responseStanding, standing, unknownIn } from '../populations.ts';
import { robotsOfSite } from '../robots/site-robots.ts';
import { proofs, sitemapHosts } from '../sitemaps/entry-hosts.ts';
import { sitemapsOfSite } from '../sitemaps/site-sitemaps.ts';
import { blockOf, isRedirect, noResponseOf, statusOf } from '../targets.ts';
import { isInternalRow } from '../url-row.ts';

const mostEntries = 50;
const googleSitemaps = 'Google Search Central, Build and submit a sitemap';

/** The sitemap files and lines that list a URL. */
const placesOf = (site: AuditSite, { id }: AuditUrl): FindingItem[] =>
  site.source.entriesOf(id, 5).flatMap(({ sitemapId, line }) => atLine(sitemapsOfSite(site).byId(sitemapId)?.url ?? '', line));

/** A check of the URLs that sitemaps list. */
const entryCheck = (head: Omit<UrlCheck<never>, 'scope' | 'group' | 'population'>): Check =>
  urlCheck<never>({
    ...head,
    group: 'sm',
    population: 'entries',
    applies: (url, site) => url.inSitemaps > 0 && (head.applies === undefined || head.applies(url, site)),
  });

/** The same, of those whose response is known. Hits get the places of the entries. */
const answeredCheck = (
  head: Omit<UrlCheck<never>, 'scope' | 'group' | 'population' | 'test'>,
  test: (url: AuditUrl, site: AuditSite) => readonly FindingItem[] | null,
): Check =>
  entryCheck({
    ...head,
    test(url, _, site) {
      const missing = noResponseOf(url);
      if (missing !== null) return missing;
      const items = test(url, site);
      return items && [...items, ...placesOf(site, url)];
    },
  });

export const sitemapTargetChecks: readonly Check[] = [
  answeredCheck(
    {
      id: 'sm.non200',
      name: 'Entry is an error',
      type: 'issue',
      priority: 'M',
      trigger: 'A sitemap lists the URL, and it returned status 4xx or 5xx or did not respond.',
      why: 'Search engines waste requests on the URL and trust the sitemap less.',
      fix: 'Remove the entry, or make the page work.',
      sources: [googleSitemaps],
    },
    url => (url.isBroken ? [{ value: statusOf(url) }] : null),
  ),
  answeredCheck(
    {
      id: 'sm.redirect',
      name: 'Entry redirects',
      type: 'issue',
      priority: 'M',
      trigger: 'A sitemap lists the URL, and it returned status 3xx.',
      why: 'A sitemap should list the addresses that search engines should show.',
      fix: 'List the target in place of the URL.',
      sources: [googleSitemaps],
    },
    (url, site) => {
      if (!isRedirect(url)) return null;
      const target = site.url(url.redirectId);
      return [target ? ofUrl(target, statusOf(url)) : { value: statusOf(url) }];
    },
  ),
  answeredCheck(
    {
      id: 'sm.noindex',
      name: 'Entry is noindex',
      type: 'issue',
      priority: 'M',
      trigger: 'A sitemap lists the URL, and its page or headers say noindex.',
      why: 'The sitemap lists a page that has noindex. One of the two is wrong.',
      fix: 'Remove the entry, or the noindex.',
      sources: [googleSitemaps],
    },
    url => (url.noindex ? [{ value: 'noindex' }] : null),
  ),
  entryCheck({
    id: 'sm.blocked',
    name: 'Entry is blocked',
    type: 'issue',
    priority: 'H',
    trigger: 'A sitemap lists the URL, and robots.txt blocks it for the crawl’s own crawler.',
    why: 'The sitemap lists a URL that robots.txt blocks. One of the two is wrong.',
    fix: 'Remove the entry, or allow the URL.',
    sources: ['RFC 9309 §2.2.2', googleSitemaps],
    test(url, _, site) {
      const block = blockOf(url, site);
      if (typeof block === 'string') return block;
      if (!block.isBlocked) return null;
      return [{ value: 'robots.txt', ...(block.line > 0 ? { line: block.line } : {}) }, ...placesOf(site, url)];
    },
  }),
  answeredCheck(
    {
      id: 'sm.non_canonical',
      name: 'Entry is canonicalised',
      type: 'issue',
      priority: 'M',
      trigger: 'A sitemap lists the URL, and its page names another URL as canonical.',
      why: 'A sitemap should list the addresses that search engines should show.',
      fix: 'List the canonical URL in place of this one.',
      sources: [googleSitemaps, 'RFC 6596'],
    },
    (url, site) => {
      const target = url.isCanonicalised ? site.url(url.canonicalId) : null;
      return target ? [ofUrl(target)] : null;
    },
  ),
  entryCheck({
    id: 'sm.orphan',
    name: 'Entry without links',
    type: 'warning',
    priority: 'M',
    trigger:
      'A sitemap lists the URL, and no other page links or redirects to it. The URL is in the scope of the crawl and not a start URL.',
    why: 'Visitors cannot find the page, and search engines give it little weight.',
    fix: 'Link to the page, or remove the entry.',
    sources: ['Google Search Central, Make your links crawlable'],
    applies: isInternalRow,
    test(url, _, site) {
      const { followed, nofollow } = site.inlinks(url.id);
      if (url.depth === 0 || url.inlinks > 0 || followed + nofollow > 0) return null;
      // A crawl that did not read all pages did not see all links.
      return site.source.crawl.state === 'finished' ? placesOf(site, url) : 'not-requested';
    },
  }),
  urlCheck({
    id: 'sm.not_in_sitemap',
    name: 'Page not in a sitemap',
    group: 'sm',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'The page is indexable, and none of the sitemaps that were read lists it.',
    why: 'Search engines find the page and its changes later.',
    fix: 'Add the page to a sitemap if it should be found.',
    sources: [googleSitemaps],
    applies: (url, site) => sitemapHosts(site).files > 0 && standing('indexable', url) !== 'out',
    test(url, _, site) {
      const unknown = unknownIn('indexable', url);
      if (unknown !== null) return unknown;
      if (url.inSitemaps > 0) return null;
      return sitemapHosts(site).unread ?? [];
    },
  }),
];

export const sitemapPlaceChecks: readonly Check[] = [
  entryCheck({
    id: 'sm.multiple',
    name: 'In several sitemaps',
    type: 'opportunity',
    priority: 'L',
    trigger: 'Two sitemap files or more list the URL.',
    why: 'The files may give different dates, and each counts towards the limits.',
    fix: 'List the URL once.',
    sources: [googleSitemaps],
    test(url, _, site) {
      if (url.inSitemaps < 2) return null;
      const entries = site.source.entriesOf(url.id, mostEntries);
      return new Set(entries.map(({ sitemapId }) => sitemapId)).size > 1 ? placesOf(site, url) : null;
    },
  }),
  entryCheck({
    id: 'sm.http_on_https',
    name: 'HTTP entry on an HTTPS site',
    type: 'warning',
    priority: 'L',
    trigger: 'A sitemap lists the URL with http, and the crawl has pages of the same host with https.',
    why: 'A sitemap should list the addresses that search engines should show.',
    fix: 'List the URL with https.',
    sources: [googleSitemaps],
    test(url, _, site) {
      if (!url.url.startsWith('http://')) return null;
      const host = url.url.slice(7, url.url.indexOf('/', 7));
      return robotsOfSite(site).hosts.some(({ origin }) => origin === `https://${host}`) ? placesOf(site, url) : null;
    },
  }),
  entryCheck({
    id: 'sm.cross_host',
    name: 'Entry on another host',
    type: 'warning',
    priority: 'M',
    trigger:
      'The URL is on another host than the sitemap that lists it, and the robots.txt of its host does not name that sitemap or its index.',
    why: 'Search engines ignore entries of other hosts unless robots.txt of that host names the sitemap, or one owner has verified both.',
    fix: 'Move the entry to a sitemap of its host, or name this sitemap in the robots.txt there.',
    sources: ['sitemaps.org: protocol, Sitemaps & cross submits'],
    test(url, _, site): Verdict {
      const { hosts } = sitemapHosts(site);
      const own = hostOf(url.url);
      if (hosts.size === 1 && hosts.has(own)) return null;
      const others = site.source.entriesOf(url.id, mostEntries).flatMap(({ sitemapId, line }) => {
        const row = sitemapsOfSite(site).byId(sitemapId);
        return row && hostOf(row.url) !== own ? [{ row, line }] : [];
      });
      if (others.length === 0) return null;
      const proven = proofs(site, url);
      if (proven === null) return 'needs-robots';
      const unproven = others.filter(
        ({ row }) => !proven.has(row.url) && !proven.has(sitemapsOfSite(site).indexOf(row)?.url ?? ''),
      );
      return unproven.length > 0 ? unproven.map(({ row, line }) => atLine(row.url, line)) : null;
    },
  }),
  entryCheck({
    id: 'sm.duplicate_entries',
    name: 'Duplicate entries in a file',
    type: 'opportunity',
    priority: 'L',
    trigger: 'A sitemap file lists the URL twice or more; addresses that normalise to the same URL are the same.',
    why: 'The entries may give different dates, and each counts towards the limits.',
    fix: 'List the URL once.',
    sources: [googleSitemaps],
    test(url, _, site) {
      if (url.inSitemaps < 2) return null;
      const entries = site.source.entriesOf(url.id, mostEntries);
      const repeated = entries.filter(({ sitemapId }, at) => entries.findIndex(each => each.sitemapId === sitemapId) < at);
      return repeated.length > 0
        ? repeated.map(({ sitemapId, line }) => atLine(sitemapsOfSite(site).byId(sitemapId)?.url ?? '', line))
        : null;
    },
  }),
];

export const notFetchedChecks: readonly Check[] = [
  entryCheck({
    id: 'sm.not_fetched',
    name: 'Entry not crawled',
    type: 'opportunity',
    priority: 'L',
    trigger: 'A sitemap lists the URL, and the crawl did not request it because of its scope, a pattern or a limit.',
    why: 'Nothing is known of this page.',
    fix: 'Crawl with a wider scope or a higher limit if the page matters.',
    sources: ['Ours: settings of the crawl'],
    test(url) {
      const family = reasonOf(url.reason)?.family;
      const isLeftOut = family === 'scope' || family === 'pattern' || family === 'spelling' || family === 'limit';
      if (isLeftOut) return [{ value: reasonOf(url.reason)?.title ?? url.reason }];
      return url.state === 'queued' || url.state === 'leased' ? 'not-requested' : notLeftOut(url);
    },
  }),
];

/** It was requested, or something else than a setting of the crawl kept it from that. */
const notLeftOut = (url: AuditUrl): Verdict => (responseStanding(url) === 'not-requested' ? 'not-requested' : null);

const hostOf = (url: string): string => {
  const start = url.indexOf('://') + 3;
  const end = url.indexOf('/', start);
  return end < 0 ? url.slice(start) : url.slice(start, end);
};
