import type { FindingItem, NotCheckableReason } from '#shared/model/audit.ts';
import { type AuditSite, type AuditUrl, type Check, groupCheck, pageCheck, urlCheck, type Verdict } from '../check.ts';
import { alternatesOf, canonicalsOf, hasHreflang, ofDeclaration } from '../declared.ts';
import { ofUrl } from '../items.ts';
import { ofOlderHash } from '../older-hashes.ts';
import { pageStanding, unknownIn } from '../populations.ts';
import { judgeRendered } from '../rendered.ts';
import type { CrawlerSaying } from '../robots/judges.ts';
import { robotsOfSite } from '../robots/site-robots.ts';
import { blockOf, isRedirect, statusOf } from '../targets.ts';
import { isInternalRow } from '../url-row.ts';
import { flipChecks } from './flips.ts';
import { closedHubCheck } from './reach.ts';

const google = 'Google Search Central, Block Search indexing with noindex';
const rfc = 'RFC 9309, section 2.2.2';
/** Redirects in a row that are followed. */
const mostHops = 20;

/** Whether robots.txt blocks an internal URL, also one that the crawl had no reason to request. */
function isBlockedPage(url: AuditUrl, site: AuditSite): boolean {
  const found = isInternalRow(url) ? blockOf(url, site) : 'needs-robots';
  return typeof found !== 'string' && found.isBlocked;
}

/** The line of robots.txt that blocks a URL. */
function blockItem(url: AuditUrl, site: AuditSite): FindingItem {
  const found = blockOf(url, site);
  return typeof found === 'string' || found.line === 0 ? { value: 'robots.txt' } : { value: 'robots.txt', line: found.line };
}

/** What is known about the page of a blocked URL. `when` is added to the evidence. */
interface Behind {
  readonly noindex: boolean;
  /** The canonical, where it is another URL. */
  readonly canonical: string | null;
  readonly when: '' | ' (earlier crawl)';
}

/** Judges the page of a blocked URL, if this crawl read it despite robots.txt or an earlier crawl read it. */
function behindBlock(url: AuditUrl, site: AuditSite, judge: (behind: Behind) => readonly FindingItem[] | null): Verdict {
  const found = pageStanding(url);
  if (found === 'other') return null;
  if (found === 'page') {
    const canonical = url.isCanonicalised ? (site.url(url.canonicalId)?.url ?? null) : null;
    return judge({ noindex: url.noindex, canonical, when: '' });
  }
  const before = site.baseline?.url(url);
  if (!site.baseline || !before?.isPage) return found;
  const isElsewhere = before.canonicalId !== 0 && before.canonicalId !== before.id;
  const canonical = isElsewhere ? site.baseline.source.addressOf(before.canonicalId) : null;
  return judge({ noindex: before.noindex, canonical, when: ' (earlier crawl)' });
}

/**
 * Why a URL of a sitemap is not indexable. Null where it is indexable, or is not an HTML page. A reason code where
 * the crawl does not know.
 */
function notIndexable(url: AuditUrl): { readonly why: string } | NotCheckableReason | null {
  if (url.isBlocked) return { why: 'blocked by robots.txt' };
  const found = pageStanding(url);
  if (found === 'other') return url.isBroken || isRedirect(url) ? { why: `status ${statusOf(url)}` } : null;
  if (found !== 'page') return found;
  if (url.noindex) return { why: 'noindex' };
  return url.isCanonicalised ? { why: 'canonical elsewhere' } : null;
}

const saying = ({ name, allowed, line }: CrawlerSaying): FindingItem => ({
  value: `${name}: ${allowed === null ? 'may choose' : allowed ? 'allowed' : 'blocked'}`,
  ...(line > 0 ? { line } : {}),
});

/** Signals that contradict each other. */
export const conflictChecks: readonly Check[] = [
  urlCheck({
    id: 'x.noindex_unseen',
    name: 'noindex that crawlers cannot see',
    group: 'x',
    type: 'issue',
    priority: 'H',
    population: 'internal',
    applies: isBlockedPage,
    trigger:
      'robots.txt blocks the URL for the crawl’s crawler. The page, as this crawl read it anyway or as the earlier crawl read it, has noindex.',
    why: 'A crawler that may not read the page does not see noindex. The URL can stay in results.',
    fix: 'Allow the URL in robots.txt until it has left the results.',
    sources: [google],
    test: (url, _, site) =>
      behindBlock(url, site, ({ noindex, when }) => (noindex ? [{ value: `noindex${when}` }, blockItem(url, site)] : null)),
  }),
  urlCheck({
    id: 'x.canonical_unseen',
    name: 'Canonical that crawlers cannot see',
    group: 'x',
    type: 'warning',
    priority: 'M',
    population: 'internal',
    applies: isBlockedPage,
    trigger:
      'robots.txt blocks the URL for the crawl’s crawler. The page, as this crawl read it anyway or as the earlier crawl read it, has another URL as its canonical.',
    why: 'A crawler that may not read the page does not see its canonical.',
    fix: 'Allow the URL in robots.txt, so that its canonical counts.',
    sources: ['Google Search Central, How to specify a canonical URL'],
    test: (url, _, site) =>
      behindBlock(url, site, ({ canonical, when }) =>
        canonical === null ? null : [{ value: `canonical${when}`, url: canonical }, blockItem(url, site)],
      ),
  }),
  urlCheck({
    id: 'x.blocked_may_list',
    name: 'Blocked, yet may be listed',
    group: 'x',
    type: 'warning',
    priority: 'M',
    population: 'internal',
    applies: isBlockedPage,
    trigger: 'robots.txt blocks the URL for the crawl’s crawler, and a page links to it without nofollow or a sitemap lists it.',
    why: 'Search engines can list a URL that they may not read, without title and text.',
    fix: 'Allow it and use noindex, or remove the links and the sitemap entry.',
    sources: ['Google Search Central, Introduction to robots.txt', rfc],
    test(url, _, site) {
      const { followed } = site.inlinks(url.id);
      if (followed === 0 && url.inSitemaps === 0) return null;
      return [
        blockItem(url, site),
        ...(followed > 0 ? [{ value: 'linking pages', count: followed }] : []),
        ...(url.inSitemaps > 0 ? [{ value: 'sitemaps', count: url.inSitemaps }] : []),
      ];
    },
  }),
  urlCheck({
    id: 'x.sitemap_vs_directive',
    name: 'In a sitemap, but not indexable',
    group: 'x',
    type: 'issue',
    priority: 'M',
    population: 'entries',
    applies: url => isInternalRow(url) && url.inSitemaps > 0,
    trigger: 'A sitemap lists the URL, and it is blocked, an error, a redirect, noindex, or has its canonical elsewhere.',
    why: 'The sitemap lists a URL that the site excludes from the index. Search engines then trust the sitemap less.',
    fix: 'Remove the URL from the sitemap, or make it indexable.',
    sources: ['sitemaps.org, Sitemaps XML format', 'Google Search Central, Build and submit a sitemap'],
    test(url) {
      const found = notIndexable(url);
      return found === null || typeof found === 'string' ? found : [{ value: found.why }];
    },
  }),
  pageCheck({
    id: 'x.hreflang_vs_robots',
    name: 'Language versions partly blocked',
    group: 'x',
    type: 'issue',
    priority: 'H',
    population: 'hreflang',
    applies: hasHreflang,
    trigger:
      'Of the page and the URLs that it lists by hreflang, robots.txt blocks at least one and allows at least one for the crawl’s crawler.',
    why: 'hreflang counts only between pages that search engines can read.',
    fix: 'Allow all language versions, or list only those that are allowed.',
    sources: ['Google Search Central, Tell Google about localized versions of your page', rfc],
    test(page, _, site) {
      const targets = new Map(
        alternatesOf(page, url => site.byAddress(url)).flatMap(({ target }) => (target ? [[target.id, target]] : [])),
      );
      targets.set(page.url.id, page.url);
      const known = [...targets.values()].flatMap(url => {
        const found = blockOf(url, site);
        return typeof found === 'string' ? [] : [{ url, ...found }];
      });
      const blocked = known.filter(({ isBlocked }) => isBlocked);
      if (blocked.length > 0 && blocked.length < known.length)
        return blocked.map(({ url, line }) => ofUrl(url, line > 0 ? `robots.txt line ${line}` : 'robots.txt'));
      return known.length > 1 || targets.size === 1 ? null : 'needs-robots';
    },
  }),
  urlCheck({
    id: 'x.allowed_only_some',
    name: 'Allowed for some crawlers only',
    group: 'x',
    type: 'warning',
    priority: 'M',
    population: 'internal',
    applies: isInternalRow,
    trigger:
      'robots.txt allows the URL for one and blocks it for another of these: the crawl’s crawler, your own profiles, the large search engines and AI crawlers.',
    why: 'The page is missing for some crawlers. Often the cause is a forgotten group, or a rule that crawlers interpret differently.',
    fix: 'Check that each group says what you mean.',
    sources: ['RFC 9309, section 2.2.1'],
    test(url, _, site) {
      const says = robotsOfSite(site).verdicts(url);
      if (typeof says === 'string') return says;
      return says.some(({ allowed }) => allowed !== says[0]?.allowed) ? says.map(saying) : null;
    },
  }),
  urlCheck({
    id: 'x.redirect_then_block',
    name: 'Redirect from an allowed to a blocked URL',
    group: 'x',
    type: 'issue',
    priority: 'H',
    population: 'redirects',
    applies: url => (url.class === 'page' && url.redirectId !== 0) || unknownIn('redirects', url) !== null,
    trigger: 'The URL is allowed, and a URL to which it redirects, over any number of redirects, is blocked by robots.txt.',
    why: 'Crawlers follow the redirect and stop. The old URL loses its place, and the new one cannot be read.',
    fix: 'Allow the target in robots.txt, or redirect elsewhere.',
    sources: [rfc, 'Google Search Central, Redirects and Google Search'],
    test(url, _, site) {
      const unknown = unknownIn('redirects', url);
      if (unknown !== null) return unknown;
      if (url.isBlocked) return null;
      let target = site.url(url.redirectId);
      for (let hops = 0; target !== null && hops < mostHops; hops++) {
        const found = blockOf(target, site);
        if (typeof found === 'string') return found;
        if (found.isBlocked) return [{ ...blockItem(target, site), url: target.url }];
        target = target.redirectId === 0 ? null : site.url(target.redirectId);
      }
      return null;
    },
  }),
  closedHubCheck,
  groupCheck({
    id: 'x.canonical_dup_disagree',
    name: 'Duplicates with several canonicals',
    group: 'x',
    type: 'issue',
    priority: 'M',
    population: 'pages',
    trigger: 'Pages with the same readable text name two or more different URLs as canonical, themselves included.',
    why: 'The duplicates do not agree which of them should be listed.',
    fix: 'Choose one page and let all duplicates name it.',
    sources: ['Google Search Central, How to specify a canonical URL'],
    cannot: ofOlderHash,
    key: ({ facts: { text, textHash } }) => (text.words > 0 && textHash !== undefined ? textHash : null),
    items: page => canonicalsOf(page).list.map(ofDeclaration),
    keeps: members => new Set(members.flatMap(({ canonicalId }) => (canonicalId === 0 ? [] : [canonicalId]))).size > 1,
  }),
  ...flipChecks,
  pageCheck({
    id: 'x.render_vs_raw_index',
    name: 'Indexability differs after rendering',
    group: 'x',
    type: 'issue',
    priority: 'H',
    population: 'pages',
    trigger: 'The page as delivered and the page after its scripts ran differ in whether it may be indexed.',
    why: 'Crawlers that run no scripts decide otherwise than those that do.',
    fix: 'Write the directives into the delivered HTML.',
    sources: ['Google Search Central, Understand the JavaScript SEO basics'],
    test: page =>
      judgeRendered(page, ({ noindex, canonical }) => {
        const before = noindex.raw || canonical.state.raw === 'elsewhere';
        const after = noindex.rendered || canonical.state.rendered === 'elsewhere';
        if (before === after) return null;
        const words = (isOut: boolean): string => (isOut ? 'not indexable' : 'indexable');
        return [
          { value: words(before), role: 'raw' },
          { value: words(after), role: 'rendered' },
        ];
      }),
  }),
];
