import type { NamedMeta } from '#shared/model/page-facts.ts';
import type { StructuredItem } from '#shared/model/structured-data.ts';
import { parseSitemap } from '../../sitemap/parse.ts';
import { saysSomething } from '../../structured/entities.ts';
import { type AuditSite, type AuditUrl, type Check, type FactsPage, pageCheck, type Verdict } from '../check.ts';
import { resolved, targetAt } from '../declared.ts';
import { atBytes, ofUrl } from '../items.ts';
import { probesOfSite } from '../probes.ts';
import { noResponseOf, statusOf, verdictOf } from '../targets.ts';

const ogp = 'The Open Graph protocol, Basic metadata';

const metasOf = ({ facts: { social = [] } }: FactsPage, name: string): readonly NamedMeta[] =>
  social.filter(each => each.name === name && each.content !== '');
const lacks = (page: FactsPage, names: readonly string[]): readonly string[] =>
  names.filter(name => metasOf(page, name).length === 0);

/** schema.org's types of articles: Article and what is one. */
const articles: ReadonlySet<string> = new Set([
  'Article',
  'AdvertiserContentArticle',
  'AnalysisNewsArticle',
  'AskPublicNewsArticle',
  'BackgroundNewsArticle',
  'BlogPosting',
  'LiveBlogPosting',
  'NewsArticle',
  'OpinionNewsArticle',
  'Report',
  'ReportageNewsArticle',
  'ReviewNewsArticle',
  'SatiricalArticle',
  'ScholarlyArticle',
  'SocialMediaPosting',
  'TechArticle',
]);

/** An independent article, not one that another item refers to, such as by isPartOf. */
const isArticle = ({ types, parent, via, unknownVocabulary }: StructuredItem): boolean =>
  unknownVocabulary !== true && (parent === undefined || via === 'mainEntity') && types.some(type => articles.has(type));
const says = ({ properties }: StructuredItem, name: string): boolean =>
  properties.some(each => each.name === name && each.values.some(saysSomething));

const shown = ['og:title', 'og:description', 'og:image'];
const basic = ['og:title', 'og:type', 'og:image', 'og:url'];

/** The part of a feed that is read. */
const mostFeedBytes = 4 * 1024 * 1024;
const feedsOf = new WeakMap<AuditSite, Map<number, string | null>>();

/** What is wrong with a feed that returns 200, by its media type and its stored body; null for nothing. A feed is read once. */
function feedFault(target: AuditUrl, site: AuditSite): string | null {
  const known = feedsOf.get(site) ?? new Map<number, string | null>();
  feedsOf.set(site, known);
  const before = known.get(target.id);
  if (before !== undefined) return before;
  const found = readFeed(target, site);
  known.set(target.id, found);
  return found;
}

function readFeed({ id, mime, url }: AuditUrl, site: AuditSite): string | null {
  if (mime === 'text/html') return mime;
  const body = /json/.test(mime) ? null : site.source.body(id);
  if (body === null) return null;
  const { kind, problems } = parseSitemap(body, { url, maxBytes: mostFeedBytes, maxEntries: 1 });
  const problem = problems.find(({ code }) => code === 'not-xml' || code === 'truncated');
  if (problem && body.length <= mostFeedBytes) return `not well-formed, line ${problem.line}`;
  return kind === 'feed' ? null : 'no feed';
}

/** What is known of /favicon.ico of a host: the same for all its pages. */
function findIcon({ url }: AuditUrl, site: AuditSite): Verdict {
  const address = `${url.slice(0, url.indexOf('/', url.indexOf('://') + 3))}/favicon.ico`;
  const icon = site.byAddress(address);
  if (icon !== null && icon.reason !== 'probe' && noResponseOf(icon) === null)
    return icon.status === 200 ? null : [ofUrl(icon, statusOf(icon))];
  const ended = probesOfSite(site).end('icon', address);
  if (ended === 'nobody') return [{ value: 'no response', url: address }];
  if (typeof ended === 'string') return ended;
  return ended.status === 200 && !ended.isHtml ? null : [{ value: String(ended.status), url: ended.url }];
}

const icons = new WeakMap<AuditSite, Map<number, Verdict>>();

function iconOfHost(url: AuditUrl, site: AuditSite): Verdict {
  const known = icons.get(site) ?? new Map<number, Verdict>();
  icons.set(site, known);
  let found = known.get(url.originId);
  if (found === undefined) {
    found = findIcon(url, site);
    // 0: the origin is not known.
    if (url.originId !== 0) known.set(url.originId, found);
  }
  return found;
}

export const socialChecks: readonly Check[] = [
  pageCheck({
    id: 'soc.og_missing',
    name: 'No Open Graph',
    group: 'soc',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'The page has none of og:title, og:description and og:image with content.',
    why: 'Networks and messengers make up the preview of a shared link.',
    fix: 'Add og:title, og:description, og:image and og:url.',
    sources: [ogp],
    test: page => (lacks(page, shown).length === shown.length ? [] : null),
  }),
  pageCheck({
    id: 'soc.og_incomplete',
    name: 'Incomplete Open Graph',
    group: 'soc',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'The page has some of og:title, og:type, og:image and og:url with content, and lacks others.',
    why: 'The protocol requires all four. Previews lack a part otherwise.',
    fix: 'Add the properties that are missing.',
    sources: [ogp],
    test(page) {
      const missing = lacks(page, basic);
      return missing.length > 0 && missing.length < basic.length ? missing.map(value => ({ value })) : null;
    },
  }),
  pageCheck({
    id: 'soc.og_image_broken',
    name: 'og:image broken',
    group: 'soc',
    type: 'warning',
    priority: 'L',
    population: 'pages',
    applies: page => metasOf(page, 'og:image').length > 0,
    trigger: 'The URL of an og:image does not return status 200.',
    why: 'Shared links have no picture.',
    fix: 'Name an image that returns 200 without a redirect.',
    sources: [ogp],
    test: (page, _, site) =>
      verdictOf(metasOf(page, 'og:image'), ({ content, at }) => {
        const address = resolved(page, content);
        if (address === null) return atBytes(content, at);
        const target = site.byAddress(address);
        if (target === null) return 'not-asked';
        return noResponseOf(target) ?? (target.status === 200 ? null : { value: statusOf(target), bytes: at, url: target.url });
      }),
  }),
  pageCheck({
    id: 'soc.twitter_missing',
    name: 'No Twitter card',
    group: 'soc',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'The page has no twitter:card.',
    why: 'X then shows a shared link without the large picture.',
    fix: 'Add <meta name="twitter:card" content="summary_large_image">.',
    sources: ['X Developer Platform, About Cards'],
    test: page => (metasOf(page, 'twitter:card').length > 0 ? null : []),
  }),
  pageCheck({
    id: 'soc.favicon',
    name: 'No favicon',
    group: 'soc',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger:
      'The page has no icon element, and /favicon.ico of its host does not return 200. Crawlscope requests /favicon.ico where a page uses it, or as a probe.',
    why: 'Results, tabs and bookmarks show a plain symbol instead of yours.',
    fix: 'Add an icon element, or put an icon at /favicon.ico.',
    sources: ['Google Search Central, Define a favicon to show in search results', 'HTML standard, 4.6.6.8 Link type "icon"'],
    test({ facts, url }, _, site) {
      if (facts.icons !== undefined) return null;
      return iconOfHost(url, site);
    },
  }),
  pageCheck({
    id: 'soc.feed_broken',
    name: 'Declared feed broken',
    group: 'soc',
    type: 'warning',
    priority: 'L',
    population: 'pages',
    applies: ({ facts }) => facts.feeds !== undefined,
    trigger: 'A feed that the page declares does not return status 200, is HTML, or is not well-formed.',
    why: 'Feed readers and news services cannot follow the site.',
    fix: 'Correct the address of the feed or the feed itself.',
    sources: ['RFC 4287', 'RSS 2.0 Specification', 'HTML standard, 4.6.6.1 Link type "alternate"'],
    test: (page, _, site) =>
      verdictOf(page.facts.feeds ?? [], ({ at }) => {
        const target = targetAt(page, at);
        if (target === null) return 'not-asked';
        const reason = noResponseOf(target);
        if (reason !== null) return reason;
        const fault = target.status === 200 ? feedFault(target, site) : statusOf(target);
        return fault === null ? null : ofUrl(target, fault);
      }),
  }),
  pageCheck({
    id: 'soc.author_date',
    name: 'Article without date or author',
    group: 'soc',
    type: 'opportunity',
    priority: 'L',
    population: 'structured',
    applies: ({ facts: { structured } }) => structured?.items.some(isArticle) ?? false,
    trigger: 'Structured data of the page has an Article, NewsArticle, BlogPosting or the like without datePublished or author.',
    why: 'Search and answer engines show and weigh who wrote an article, and when.',
    fix: 'Add datePublished and author to the structured data.',
    sources: ['Google Search Central, Article structured data'],
    test({ facts: { structured } }) {
      const items = structured?.items.filter(isArticle) ?? [];
      const found = items.flatMap(item => {
        const missing = ['datePublished', 'author'].filter(name => !says(item, name));
        return missing.length > 0
          ? [atBytes(`${item.types[0]} without ${missing.join(' and ')}`, [item.at.start, item.at.end])]
          : [];
      });
      return found.length > 0 ? found : null;
    },
  }),
];
