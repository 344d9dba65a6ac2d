import type { Members } from './members.ts';
import { hasHeader, isStatus } from './members.ts';
import type { CensusSitemap, CensusUrl, StructuredItem } from './urls.ts';

/** How many a check looks at: a number made of the tables of a crawl file. */
type Count = (members: Members) => number;

const https = ({ url }: CensusUrl): boolean => url.startsWith('https:');
const linkHeader = (members: Members, url: CensusUrl, pattern: RegExp): boolean =>
  members.header(url, 'link').some(value => pattern.test(value));
const hasCanonical = (members: Members, url: CensusUrl): boolean =>
  url.facts?.canonicals !== undefined || linkHeader(members, url, /;\s*rel="?[^";]*\bcanonical\b/i);
const hasHreflang = (members: Members, url: CensusUrl): boolean =>
  url.facts?.hreflangs !== undefined || url.hasSitemapAlternates || linkHeader(members, url, /;\s*hreflang=/i);
const items = ({ facts }: CensusUrl): readonly StructuredItem[] =>
  (facts?.structured?.items ?? []).filter(item => item.unknownVocabulary !== true);
const articles = /Article$|^BlogPosting$|^Report$|^LiveBlogPosting$|^SocialMediaPosting$|^DiscussionForumPosting$/;

const canonicals: Count = members => members.ofPages(url => hasCanonical(members, url));
const hreflang: Count = members => members.ofPages(url => hasHreflang(members, url));
const indexable: Count = members => members.ofPages(members.isIndexable);
const structured: Count = members => members.ofPages(url => items(url).length > 0);
const internal: Count = members => members.count(members.isInternal);
const series: Count = members => members.ofPages(({ facts }) => facts?.next !== undefined || facts?.prev !== undefined);
const images: Count = members => members.count(url => members.isLinkedAs(url, 'image'));
const entries: Count = members => members.count(({ inSitemaps }) => inSitemaps > 0);
const linked: Count = members => members.count(url => members.isInternal(url) && members.isLinked(url));
const external: Count = members => members.count(url => url.class === 'external');
const httpsPages: Count = members => members.count(url => https(url) && (members.isUnknown(url) || members.isRead(url)));

/** A sitemap file that somebody announced, or that is one: what an unannounced /sitemap.xml returns else is none; a redirect is none. */
const isSitemapFile = ({ source, state, status, problems }: CensusSitemap): boolean => {
  if (state === 'queued' || state === 'leased' || state === 'refused' || status === null) return true;
  if (status >= 300 && status <= 399) return false;
  const isMissing = source === 'well-known' && state !== 'done' && (status >= 400 || problems.includes('"is-html"'));
  return !isMissing;
};
const isList = ({ kind }: CensusSitemap): boolean => kind !== 'feed' && kind !== 'index';
const sitemapFiles: Count = ({ file }) => file.sitemaps.filter(isSitemapFile).length;
const sitemapLists: Count = ({ file }) => file.sitemaps.filter(each => isSitemapFile(each) && isList(each)).length;
const hosts: Count = members => members.hosts.length;

/** Every population by its name, as `populations` of shared/model/audit.ts words it. */
export const byPopulation: Readonly<Record<string, Count>> = {
  internal,
  pages: members => members.ofPages(() => true),
  fetched: members => members.ofResponses(page => isStatus(200, 299, page)),
  indexable,
  redirects: members => members.ofRedirects((_, url) => url.redirect !== 0),
  external,
  resources: members => members.ofResources(() => true),
  images,
  linked,
  canonicals,
  hreflang,
  amp: members => members.ofPages(({ facts }) => facts?.isAmp === true),
  paginated: series,
  structured,
  hosts,
  // A host without the file has none; one that failed may have one.
  robots: ({ hostIds, file }) => hostIds.filter(id => file.access.get(id) !== 'allow-all').length,
  sitemaps: sitemapFiles,
  entries,
  crawl: () => 1,
};

const withTarget: Count = members => members.ofPages(({ canonical }) => canonical !== 0);
const own = (members: Members) => (url: CensusUrl) => members.isLinkedAs(url, 'image') && members.isOwn(url);
const variantHosts: Count = members =>
  members.hosts.filter(origin => /^https?:\/\/[^/:[\]]*[a-z][^/:[\]]*$/i.test(origin) && /\./.test(origin)).length;
const secureHosts: Count = members => members.hosts.filter(origin => origin.startsWith('https:')).length;
/** Robots.txt blocks them; those that nobody asked of are not known to be blocked. */
const blocked: Count = members => members.count(url => members.isInternal(url) && url.mayFetch === 'no');
const namedAmp = (members: Members): Count => {
  const targets = members.named('amp');
  return () =>
    members.count(
      url =>
        targets.has(url.id) &&
        members.isInternalOrNamed(url) &&
        (url.class === 'other' || members.isUnknown(url) || members.isRead(url)),
    );
};
const codeType = /^(text\/css|(text|application)\/(x-)?(java|ecma)script)$/;
const fileType = /^(text\/css|(text|application)\/(x-)?(java|ecma)script|image\/|font\/|application\/(x-)?font)/;
const withNext: Count = members => members.ofPages(url => members.namedBy(url, 'next').length > 0);

/** The checks whose trigger narrows their population, by id. */
export const narrowed: Readonly<Record<string, Count>> = {
  'resp.302_permanent_use': members =>
    members.ofRedirects((page, url) => url.redirect !== 0 && [302, 303, 307].includes(page.status ?? 0)),
  'resp.redirect_downgrade': members =>
    members.count(
      url => https(url) && url.class === 'page' && (members.isInternalUnread(url) || (url.redirect !== 0 && url.page !== null)),
    ),
  'resp.redirect_relative': members => members.ofRedirects(page => hasHeader(page, 'location')),
  'resp.redirect_no_location': members => members.ofRedirects(page => [301, 302, 303, 307, 308].includes(page.status ?? 0)),
  'resp.www_variants': variantHosts,
  'sec.http_home_noredirect': variantHosts,
  'robots.variant_differs': variantHosts,
  'sec.cert_expiring': secureHosts,
  'sec.cert_name': secureHosts,
  'sec.tls_old': secureHosts,
  'perf.http1': secureHosts,
  'sec.mixed_active': httpsPages,
  'sec.mixed_passive': httpsPages,
  'sec.link_http': httpsPages,
  'sec.hsts_missing': httpsPages,
  'sec.hsts_short': members =>
    members.ofPages(url => https(url) && members.header(url, 'strict-transport-security').length > 0) -
    members.count(url => members.isUnknown(url) && !https(url)),
  'sec.csp_weak': members =>
    members.ofPages(url => url.facts?.metaCsp !== undefined || members.header(url, 'content-security-policy').length > 0),
  'sec.cookie_flags': members => members.count(url => members.isInternal(url) && https(url)),
  'content.lang_mismatch': members => members.ofPages(url => members.isIndexable(url) && (url.facts?.lang ?? '').trim() !== ''),
  'img.broken': members => members.count(own(members)),
  'img.ext_broken': members => images(members) - members.count(own(members)),
  'canon.to_4xx': withTarget,
  'canon.to_redirect': withTarget,
  'canon.to_noindex': withTarget,
  'canon.to_blocked': withTarget,
  'canon.chain': withTarget,
  'canon.loop': withTarget,
  'canon.inlinks_to_non_canonical': members => members.ofPages(({ canonical, id }) => canonical !== 0 && canonical !== id),
  'canon.unlinked': members => {
    const targets = new Set(
      members.file.urls.flatMap(({ canonical, id }) => (canonical !== 0 && canonical !== id ? [canonical] : [])),
    );
    return members.count(url => targets.has(url.id) && members.isInternalOrNamed(url));
  },
  'page.unlinked': members => {
    const targets = new Set([...members.named('next'), ...members.named('prev')]);
    return members.count(url => targets.has(url.id) && members.isInternalOrNamed(url));
  },
  'page.noindex': members => {
    const later = members.named('next');
    return members.count(
      url =>
        (later.has(url.id) || members.namedBy(url, 'prev').length > 0) &&
        members.isInternalOrNamed(url) &&
        (url.class === 'other' || members.isUnknown(url) || members.isRead(url)),
    );
  },
  'page.loop': withNext,
  'page.sequence': withNext,
  'dir.noindex_http_error': members => members.ofResponses(page => !isStatus(200, 299, page)),
  'robots.blocks_resources': members =>
    members.count(url => members.isLinkedAs(url, 'script', 'stylesheet') && members.isOwn(url)),
  'robots.blocked_important': members =>
    members.count(url => members.isInternal(url) || (url.class === 'other' && members.isOwn(url))),
  'hl.lang_mismatch': members => members.ofPages(url => url.facts?.lang !== undefined && hasHreflang(members, url)),
  'hl.unlinked': members => {
    const places = members.file.urls.flatMap(({ id, facts, links }) => {
      const starts = new Set(((facts?.hreflangs ?? []) as { at: [number, number] }[]).map(({ at }) => at[0]));
      return links.flatMap(({ to, start }) => (starts.has(start) && to !== id ? [to] : []));
    });
    const targets = new Set(places);
    return members.count(url => targets.has(url.id) && members.isInternalOrNamed(url));
  },
  'link.depth': members => members.ofPages(url => members.isIndexable(url) && url.depth !== null),
  'link.nonindexable_only': members => members.ofPages(url => members.isIndexable(url) && members.isLinked(url)),
  'amp.non200': members => members.ofPages(({ facts }) => facts?.amp !== undefined),
  'amp.no_return': members => namedAmp(members)(members),
  'amp.html_tag': members => namedAmp(members)(members),
  'amp.noindex': members => {
    const targets = members.named('amp');
    return members.count(
      url => (members.isRead(url) && url.facts?.isAmp === true) || (targets.has(url.id) && members.isInternalOrNamed(url)),
    );
  },
  'sd.parse_error': members =>
    members.ofPages(({ facts }) => facts?.structured?.blocks.some(({ format }) => format === 'json-ld') ?? false),
  'sd.breadcrumb_missing': members => members.ofPages(url => members.isIndexable(url) && url.depth !== null),
  'sm.not_in_sitemap': members =>
    members.file.sitemaps.some(({ state, kind }) => state === 'done' && kind !== 'index') ? indexable(members) : 0,
  'sm.lastmod_bad': sitemapLists,
  'sm.lastmod_uniform': sitemapLists,
  'sm.lastmod_dishonest': sitemapLists,
  'val.resource_large': members =>
    members.count(url => {
      const mime = (url.page ?? url.check)?.mime ?? '';
      return (url.class === 'resource' && codeType.test(mime)) || members.isLinkedAs(url, 'script', 'stylesheet');
    }),
  'val.http_content_length': members =>
    members.ofResponses(page => hasHeader(page, 'content-length') && !hasHeader(page, 'content-encoding')),
  'mob.viewport_width': members => members.ofPages(({ facts }) => facts?.viewports?.some(({ text }) => text !== '') ?? false),
  'mob.alternate_broken': members => members.ofPages(({ facts }) => (facts?.mobile?.length ?? 0) > 0),
  'a11y.lang_invalid': members => members.ofPages(({ facts }) => (facts?.lang ?? '').trim() !== ''),
  'perf.uncompressed': members =>
    members.ofResponses(page => isStatus(200, 299, page) && /^text\/|json|javascript|xml/.test(page.mime)),
  'perf.css_js_total': members =>
    members.ofPages(({ links }) => links.some(({ kind }) => kind === 'script' || kind === 'stylesheet')),
  'perf.no_cache': members => members.ofResources(({ mime, status }) => fileType.test(mime) && status === 200),
  'perf.unminified': members => members.ofResources(({ mime }) => codeType.test(mime)),
  'soc.og_image_broken': members =>
    members.ofPages(({ facts }) => facts?.social?.some(({ name }) => name === 'og:image') ?? false),
  'soc.feed_broken': members => members.ofPages(({ facts }) => facts?.feeds !== undefined),
  'soc.author_date': members =>
    members.ofPages(url =>
      items(url).some(
        ({ types, parent, via }) => (parent === undefined || via === 'mainEntity') && types.some(type => articles.test(type)),
      ),
    ),
  'x.noindex_unseen': blocked,
  'x.canonical_unseen': blocked,
  'x.blocked_may_list': blocked,
  'x.sitemap_vs_directive': members => members.count(url => members.isInternal(url) && url.inSitemaps > 0),
  'x.allowed_only_some': internal,
};
