import { append } from '#shared/lists.ts';
import type { FindingItem } from '#shared/model/audit.ts';
import type { LinkKind } from '#shared/model/page.ts';
import { type AuditSite, type AuditUrl, type Check, countedHit, threshold, urlCheck, type Verdict } from '../check.ts';
import { topScore } from '../reach.ts';
import { robotsOfSite } from '../robots/site-robots.ts';
import { isInternalRow } from '../url-row.ts';

/** Links to a URL that are looked at. */
const mostInlinks = 200;
const shownInlinks = 5;

/** A hit for a blocked URL, with the deciding line; otherwise why it passes. `blocked` is called for blocked URLs only. */
function ifBlocked(site: AuditSite, url: AuditUrl, blocked: () => readonly FindingItem[] | null): Verdict {
  const robots = robotsOfSite(site);
  const isBlocked = robots.blocks(url);
  if (typeof isBlocked === 'string') return isBlocked;
  const items = isBlocked ? blocked() : null;
  if (items === null) return null;
  const said = robots.verdict(url);
  return typeof said !== 'string' && said.line > 0 ? [{ value: 'robots.txt', line: said.line }, ...items] : items;
}

/** Pages with a link of these kinds to a URL. `isMeant`: the links that count. */
function linkingPages(
  site: AuditSite,
  id: number,
  kinds: readonly LinkKind[],
  isMeant: (from: number, start: number) => boolean = () => true,
): FindingItem[] {
  const pages = new Set<string>();
  for (const { from, seq } of site.source.linksTo(id, mostInlinks)) {
    if (pages.size >= shownInlinks) break;
    const link = site.page(from)?.links.find(each => each.seq === seq);
    if (!link || from === id || !kinds.includes(link.kind) || !isMeant(from, link.start)) continue;
    const page = site.url(from);
    if (page) pages.add(page.url);
  }
  return [...pages].map(url => ({ url }));
}

/** An alternate for another language, not a feed or another form of the page. */
const isHreflang =
  (site: AuditSite) =>
  (from: number, start: number): boolean =>
    site.page(from)?.facts?.hreflangs?.some(({ at }) => at[0] === start) ?? false;

const hyperlinks: readonly LinkKind[] = ['a', 'area', 'frame', 'iframe'];

export const robotsResourceChecks: readonly Check[] = [
  urlCheck({
    id: 'robots.blocks_resources',
    name: 'Scripts or style sheets blocked',
    group: 'robots',
    type: 'issue',
    priority: 'M',
    population: 'resources',
    trigger:
      'A page embeds this script or style sheet, it is on a host of the crawl, and robots.txt blocks it for the crawl’s own crawler.',
    why: 'Search engines render pages and need their scripts and style sheets. Without them they may see another page than visitors do.',
    fix: 'Allow scripts and style sheets.',
    sources: ['Google Search Central, JavaScript SEO basics', 'RFC 9309 §2.2.2'],
    applies: (url, site) =>
      robotsOfSite(site).isOwn(url.originId) && (site.isLinkedAs(url.id, 'script') || site.isLinkedAs(url.id, 'stylesheet')),
    test: (url, _, site) => ifBlocked(site, url, () => linkingPages(site, url.id, ['script', 'stylesheet'])),
  }),
];

export const robotsUrlChecks: readonly Check[] = [
  urlCheck({
    id: 'robots.blocked_linked',
    name: 'Blocked URL with links',
    group: 'robots',
    type: 'warning',
    priority: 'M',
    population: 'linked',
    trigger: 'robots.txt blocks the URL for the crawl’s own crawler, and a page links to it without nofollow.',
    why: 'Search engines can list a blocked URL by its address and link texts, but cannot read the page or follow its links.',
    fix: 'Allow the URL, or use noindex in place of Disallow if it should not be listed.',
    sources: ['Google Search Central, Introduction to robots.txt', 'RFC 9309 §2.2.2'],
    applies(url, site) {
      if (!isInternalRow(url)) return false;
      const { followed, nofollow } = site.inlinks(url.id);
      return followed + nofollow > 0;
    },
    test: (url, _, site) =>
      ifBlocked(site, url, () => {
        if (site.inlinks(url.id).followed === 0) return null;
        return site.isCounting ? countedHit : linkingPages(site, url.id, hyperlinks);
      }),
  }),
  urlCheck({
    id: 'robots.blocked_important',
    readsGraph: true,
    name: 'Blocked URL that matters',
    group: 'robots',
    type: 'issue',
    priority: 'H',
    population: 'internal',
    trigger:
      'robots.txt blocks the URL for the crawl’s own crawler. A sitemap lists it, a page names it as canonical or as a version in another language, or its link score is among the highest of the site. Scores count in a crawl with 20 internal URLs or more.',
    why: 'The site advertises a URL that it forbids crawlers to fetch. One of the two is wrong.',
    fix: 'Allow the URL, or remove it from sitemaps, canonicals and hreflang, and link to it less.',
    sources: ['Google Search Console, Page indexing report', 'RFC 9309 §2.2.2'],
    thresholds: { percentile: threshold(90, 'Link score from the percentile', 'th percentile', 50, 100) },
    // A canonical or hreflang target that no page links to is of class `other`.
    applies: (url, site) => isInternalRow(url) || (url.class === 'other' && robotsOfSite(site).isOwn(url.originId)),
    test: (url, { percentile }, site) =>
      ifBlocked(site, url, () => {
        const items: FindingItem[] = [];
        if (url.inSitemaps > 0) items.push({ value: 'sitemap', count: url.inSitemaps });
        if (site.isLinkedAs(url.id, 'canonical'))
          append(
            items,
            linkingPages(site, url.id, ['canonical']).map(item => ({ ...item, value: 'canonical' })),
          );
        if (site.isLinkedAs(url.id, 'alternate'))
          append(
            items,
            linkingPages(site, url.id, ['alternate'], isHreflang(site)).map(item => ({ ...item, value: 'hreflang' })),
          );
        const score = site.inlinks(url.id).followed > 0 ? topScore(site, url.id, percentile) : null;
        if (score !== null) items.push({ value: `link score ${score}` });
        return items.length > 0 ? items : null;
      }),
  }),
];
