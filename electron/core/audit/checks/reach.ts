import { type Check, threshold, urlCheck } from '../check.ts';
import { standing, unknownIn } from '../populations.ts';
import { cutOffBy, isClosed, reachByCrawler } from '../reach.ts';
import { robotsOfSite } from '../robots/site-robots.ts';
import { isInternalRow } from '../url-row.ts';

export const onlyViaBlockedCheck: Check = urlCheck({
  id: 'link.only_via_blocked',
  readsGraph: true,
  name: 'Reachable only through blocked URLs',
  group: 'link',
  type: 'warning',
  priority: 'M',
  population: 'linked',
  trigger:
    'robots.txt allows the URL for a crawler. But every path of links and redirects from the start URLs to it goes through a URL that is blocked for this crawler. Crawlers are the crawl’s own, your profiles, the large search engines and AI crawlers.',
  why: 'A crawler that the rules block cannot discover the URL.',
  fix: 'Link to the URL from a page that is not blocked, or list it in a sitemap.',
  sources: ['RFC 9309'],
  applies(url, site) {
    if (!isInternalRow(url)) return false;
    const { followed, nofollow } = site.inlinks(url.id);
    return followed + nofollow > 0;
  },
  test(url, _, site) {
    const missing = robotsOfSite(site).missing(url);
    if (missing !== null) return missing;
    const reach = reachByCrawler(site);
    if (reach === null) return null;
    const { reached, blocked } = reach.of(url.id);
    // No path at all is not a path through blocked URLs.
    if (reached === 0) return null;
    const cut = reach.names.filter((_name, bit) => ((reached | blocked) & (1 << bit)) === 0);
    return cut.length > 0 ? cut.map(value => ({ value })) : null;
  },
});

export const closedHubCheck: Check = urlCheck({
  id: 'x.noindex_nofollow_hub',
  readsGraph: true,
  name: 'nofollow page cuts discovery',
  group: 'x',
  type: 'warning',
  priority: 'M',
  population: 'pages',
  trigger:
    'The page is nofollow or blocked by robots.txt. All paths of links and redirects from the start URLs to at least ten indexable pages go through it.',
  why: 'Crawlers that obey it find none of the pages after it.',
  fix: 'Allow and follow the page, or link to the others from elsewhere.',
  sources: ['Google Search Central, Robots meta tag, data-nosnippet, and X-Robots-Tag specifications'],
  thresholds: { pages: threshold(10, 'Pages behind it from', 'pages', 1) },
  applies: url => standing('pages', url) !== 'out',
  test(url, { pages }, site) {
    const unknown = unknownIn('pages', url);
    if (unknown !== null) return unknown;
    if (!isClosed(url)) return null;
    const behind = cutOffBy(site, url.id);
    return behind >= pages ? [{ value: 'indexable pages', count: behind }] : null;
  },
});
