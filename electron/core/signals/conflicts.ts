import type { CommonSigns, ConflictRank, CrawlerSigns } from '#shared/model/signals.ts';

const canonicalSource = 'Google Search Central, How to specify a canonical URL';
const sitemapSource = 'Google Search Central, Build and submit a sitemap; sitemaps.org, Sitemaps XML format';
const hreflangSource = 'Google Search Central, Tell Google about localized versions of your page';

/** Signals that contradict each other, for one crawler. */
export interface ConflictRule {
  readonly id: string;
  readonly rank: ConflictRank;
  readonly name: string;
  readonly why: string;
  readonly fix: string;
  readonly source: string;
  readonly test: (signs: CrawlerSigns & CommonSigns) => boolean;
}

type Signs = Parameters<ConflictRule['test']>[0];

const saysNoindex = ({ meta, header }: Signs): boolean => meta.startsWith('noindex') || header.startsWith('noindex');
const isElsewhere = ({ canonical }: Signs): boolean => canonical === 'other' || canonical.startsWith('to-');
const isError = ({ response }: Signs): boolean => response === '4xx' || response === '5xx' || response === 'none';
const isBlocked = ({ robots }: Signs): boolean => robots === 'blocked' || robots === 'site-blocked';
/** The crawler reads the page, so that its directives count. */
const isRead = (signs: Signs): boolean => !isBlocked(signs) && signs.response === '2xx';
const inSitemap = ({ sitemap }: Signs): boolean => sitemap === 'yes';
const hasVersions = ({ hreflang }: Signs): boolean => hreflang !== 'none';
const isVersion = ({ hreflang }: Signs): boolean => hreflang === 'listed' || hreflang === 'both';

/** Every conflict, worst first. 1: the page is lost or listed against the owner's word; 2: a signal is wasted; 3: worth knowing. */
export const conflictRules: readonly ConflictRule[] = [
  {
    id: 'noindex-unread',
    rank: 1,
    name: 'Blocked, so noindex is never read',
    why: 'robots.txt keeps crawlers from the page, so they cannot see its noindex. Search engines may still show the URL.',
    fix: 'Allow the URL in robots.txt until it has left the results.',
    source: 'Google Search Central, Block Search indexing with noindex',
    test: signs => isBlocked(signs) && saysNoindex(signs),
  },
  {
    id: 'sitemap-blocked',
    rank: 1,
    name: 'In a sitemap, but blocked',
    why: 'The sitemap asks to crawl a URL that robots.txt forbids to fetch.',
    fix: 'Remove it from the sitemap, or allow it in robots.txt.',
    source: sitemapSource,
    test: signs => inSitemap(signs) && isBlocked(signs),
  },
  {
    id: 'sitemap-noindex',
    rank: 1,
    name: 'In a sitemap, but noindex',
    why: 'The sitemap asks to list a page that forbids it.',
    fix: 'Remove it from the sitemap, or remove noindex.',
    source: sitemapSource,
    test: signs => inSitemap(signs) && isRead(signs) && saysNoindex(signs),
  },
  {
    id: 'canonical-noindex',
    rank: 1,
    name: 'Canonical to a noindex page',
    why: 'The page asks to list another URL instead, and that one says noindex. Both may drop out of the results.',
    fix: 'Name a URL that may be listed, or remove noindex there.',
    source: canonicalSource,
    test: signs => signs.canonical === 'to-noindex',
  },
  {
    id: 'canonical-blocked',
    rank: 1,
    name: 'Canonical to a blocked URL',
    why: 'The page asks to list another URL instead, and robots.txt forbids to fetch that one.',
    fix: 'Allow the canonical URL in robots.txt, or name another one.',
    source: canonicalSource,
    test: signs => signs.canonical === 'to-blocked',
  },
  {
    id: 'canonical-error',
    rank: 1,
    name: 'Canonical to an error',
    why: 'The page asks to list another URL instead, and the server returns an error there.',
    fix: 'Name a URL that returns 200.',
    source: canonicalSource,
    test: signs => signs.canonical === 'to-error',
  },
  {
    id: 'canonical-conflict',
    rank: 1,
    name: 'Several canonicals',
    why: 'The page names several different URLs as its canonical. Search engines may ignore all of them.',
    fix: 'Name one URL only.',
    source: canonicalSource,
    test: signs => isRead(signs) && signs.canonical === 'conflict',
  },
  {
    id: 'hreflang-blocked',
    rank: 1,
    name: 'Language version that is blocked',
    why: 'hreflang names the URL or is on it, and robots.txt forbids to fetch it. hreflang counts only between pages that can be read.',
    fix: 'Allow all language versions, or list only those that are allowed.',
    source: hreflangSource,
    test: signs => hasVersions(signs) && isBlocked(signs),
  },
  {
    id: 'hreflang-noindex',
    rank: 1,
    name: 'Language version with noindex',
    why: 'hreflang offers the page to searchers of a language, and the page forbids to be listed.',
    fix: 'Remove noindex, or remove the page from the hreflang sets.',
    source: hreflangSource,
    test: signs => hasVersions(signs) && isRead(signs) && saysNoindex(signs),
  },
  {
    id: 'sitemap-error',
    rank: 1,
    name: 'In a sitemap, but an error',
    why: 'The sitemap lists a URL that cannot be read.',
    fix: 'Remove it from the sitemap, or repair the page.',
    source: sitemapSource,
    test: signs => inSitemap(signs) && isError(signs),
  },
  {
    id: 'noindex-canonical',
    rank: 2,
    name: 'noindex, and a canonical to another URL',
    why: 'noindex says “list neither”, the canonical says “list that one”. An engine may apply noindex to the canonical URL, or follow only one of the two.',
    fix: 'Keep one of the two.',
    source: canonicalSource,
    test: signs => isRead(signs) && saysNoindex(signs) && isElsewhere(signs),
  },
  {
    id: 'canonical-unread',
    rank: 2,
    name: 'Blocked, so the canonical is never read',
    why: 'robots.txt keeps crawlers from the page, so they cannot see which URL it names as canonical.',
    fix: 'Allow the URL in robots.txt, so that its canonical counts.',
    source: canonicalSource,
    test: signs => isBlocked(signs) && isElsewhere(signs),
  },
  {
    id: 'sitemap-canonical',
    rank: 2,
    name: 'In a sitemap, but its canonical is another URL',
    why: 'The sitemap asks to list a page that asks to list another URL instead.',
    fix: 'List the canonical URL in the sitemap.',
    source: sitemapSource,
    test: signs => inSitemap(signs) && isRead(signs) && isElsewhere(signs),
  },
  {
    id: 'sitemap-redirect',
    rank: 2,
    name: 'In a sitemap, but it redirects',
    why: 'The sitemap lists an old URL.',
    fix: 'List the target of the redirect.',
    source: sitemapSource,
    test: signs => inSitemap(signs) && signs.response === 'redirect',
  },
  {
    id: 'canonical-redirect',
    rank: 2,
    name: 'Canonical to a redirect',
    why: 'The page names a URL as canonical that leads on to another one.',
    fix: 'Name the target of the redirect.',
    source: canonicalSource,
    test: signs => signs.canonical === 'to-redirect',
  },
  {
    id: 'canonical-chain',
    rank: 2,
    name: 'Chain of canonicals',
    why: 'The page names a URL as canonical that names another one itself.',
    fix: 'Name the last URL of the chain.',
    source: canonicalSource,
    test: signs => signs.canonical === 'to-chain',
  },
  {
    id: 'hreflang-canonical',
    rank: 2,
    name: 'Language version with its canonical elsewhere',
    why: 'hreflang offers the page to searchers of a language, and the page asks to list another URL instead.',
    fix: 'Give each language version itself as canonical.',
    source: hreflangSource,
    test: signs => hasVersions(signs) && isRead(signs) && isElsewhere(signs),
  },
  {
    id: 'hreflang-redirect',
    rank: 2,
    name: 'Language version that redirects',
    why: 'A page names the URL as a version by hreflang, and the URL redirects.',
    fix: 'Name the target of the redirect.',
    source: hreflangSource,
    test: signs => isVersion(signs) && signs.response === 'redirect',
  },
  {
    id: 'hreflang-error',
    rank: 2,
    name: 'Language version that is an error',
    why: 'A page names the URL as a version by hreflang, and the URL cannot be read.',
    fix: 'Remove it from the hreflang sets, or repair the page.',
    source: hreflangSource,
    test: signs => isVersion(signs) && isError(signs),
  },
  {
    id: 'canonical-unknown',
    rank: 3,
    name: 'Canonical that the crawl has not read',
    why: 'The canonical is outside this crawl or was not requested, so nothing says that it can be listed.',
    fix: 'Crawl it too, or name a URL of this site.',
    source: canonicalSource,
    test: signs => signs.canonical === 'to-unknown',
  },
];
