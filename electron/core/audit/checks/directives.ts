import { append } from '#shared/lists.ts';
import type { Directive } from '#shared/model/page.ts';
import { effectiveDirectives } from '../../directives/effective.ts';
import { engineById } from '../../directives/engines.ts';
import { extractHtml } from '../../html/extract.ts';
import {
  type AuditPage,
  type AuditSite,
  type Check,
  type FactsPage,
  pageCheck,
  responseCheck,
  threshold,
  urlCheck,
  type Verdict,
} from '../check.ts';
import { directivesOf, ofDirective, ofDirectives, PageDirectives } from '../directives.ts';
import { atBytes } from '../items.ts';
import { standing } from '../populations.ts';
import { robotsOfSite } from '../robots/site-robots.ts';
import { isInternalRow } from '../url-row.ts';

const google = 'Google Search Central, Robots meta tag, data-nosnippet, and X-Robots-Tag specifications';

/** Directives of one robots element or header for one crawler. */
function sourcesByAgent(all: readonly Directive[]): Map<string, Set<Directive['source']>> {
  const found = new Map<string, Set<Directive['source']>>();
  for (const { agent, source } of all) found.set(agent, (found.get(agent) ?? new Set()).add(source));
  return found;
}

/** The first directives of crawlers that are named, and for which listing differs from all other crawlers. */
function differing(page: FactsPage, site: AuditSite): readonly Directive[] {
  const directives = directivesOf(page, site);
  const named = new Set(directives?.all.flatMap(({ agent }) => (agent === '' ? [] : [agent])));
  if (directives === null || named.size === 0) return [];
  const found: Directive[] = [];
  for (const agent of named) {
    const profiles = robotsOfSite(site).profiles.all.filter(({ directiveAgents }) => directiveAgents.includes(agent));
    const engines = new Set(profiles.length > 0 ? profiles.map(({ directives: id }) => id) : ['unknown']);
    for (const id of engines) {
      const engine = engineById(id);
      if (directives.as(engine, [agent]).index.value === directives.as(engine, []).index.value) continue;
      append(
        found,
        directives.all.filter(each => each.agent === agent),
      );
      break;
    }
  }
  return found;
}

const percentiles = new WeakMap<AuditSite, { readonly percent: number; readonly inlinks: number }>();

/** How many linking pages a page has at least that is among the most linked ones. */
function inlinksAt(percent: number, site: AuditSite): number {
  const known = percentiles.get(site);
  if (known?.percent === percent) return known.inlinks;
  const counts: number[] = [];
  for (const url of site.urls()) if (url.isPage) counts.push(linkingPages(site, url.id));
  const sorted = Int32Array.from(counts).sort();
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  // Where most pages have one linking page each, one is not many.
  const inlinks = Math.max(at(percent / 100), at(0.5) + 1);
  percentiles.set(site, { percent, inlinks });
  return inlinks;
}

function linkingPages(site: AuditSite, id: number): number {
  const { followed, nofollow } = site.inlinks(id);
  return followed + nofollow;
}

const noindexText = /noindex|none/i;

/** Directives of a response that is no page: of headers, and of the body of an error page where it was stored. */
function ofErrorPage(page: AuditPage, site: AuditSite): readonly Directive[] {
  const profile = robotsOfSite(site).profile;
  const headers = new PageDirectives(page, [], profile);
  const body = /html/.test(page.url.mime) ? site.source.body(page.url.id) : null;
  if (body === null || !noindexText.test(new TextDecoder('latin1').decode(body.subarray(0, 65_536)))) return headers.all;
  const { metaRobots } = extractHtml(body.subarray(0, 262_144), {
    contentType: page.header('content-type')?.value ?? null,
    maxLinks: 0,
    robotNames: profile?.directiveAgents ?? [],
  });
  return new PageDirectives(page, metaRobots, profile).all;
}

/** What directives amount to, for the crawl’s own crawler and for others. */
/** The directives that forbid indexing or following to the crawl's crawler, null where none does. */
function forbids(
  page: FactsPage,
  site: AuditSite,
  { word, verdict }: { readonly word: 'noindex' | 'nofollow'; readonly verdict: 'index' | 'follow' },
): Verdict {
  const directives = directivesOf(page, site);
  const inForce = directives && effectiveDirectives(directives.reading)[word];
  if (!directives || !inForce) return null;
  const { by } = directives.reading[verdict];
  return ofDirectives(by.length > 0 ? by : [inForce]);
}

export const directiveEffectChecks: readonly Check[] = [
  pageCheck({
    id: 'dir.noindex',
    name: 'noindex',
    group: 'dir',
    type: 'warning',
    priority: 'H',
    population: 'pages',
    trigger: 'The directives of page and headers forbid the crawl’s crawler to index the page (noindex or none).',
    why: 'Search engines do not list the page.',
    fix: 'Remove noindex if the page should be found.',
    sources: [google],
    test: (page, _, site) => forbids(page, site, { word: 'noindex', verdict: 'index' }),
  }),
  pageCheck({
    id: 'dir.nofollow',
    name: 'nofollow for the whole page',
    group: 'dir',
    type: 'warning',
    priority: 'H',
    population: 'pages',
    trigger: 'The directives of page and headers forbid the crawl’s crawler to follow the links (nofollow or none).',
    why: 'Search engines follow no link of the page. URLs that only it links to are not found.',
    fix: 'Remove nofollow. Use rel=nofollow for single links.',
    sources: [google],
    test: (page, _, site) => forbids(page, site, { word: 'nofollow', verdict: 'follow' }),
  }),
];

/** Directives that contradict each other, differ between sources or crawlers, or have no effect. */
export const directiveConflictChecks: readonly Check[] = [
  pageCheck({
    id: 'dir.multiple',
    name: 'Robots directives given more than once',
    group: 'dir',
    type: 'warning',
    priority: 'L',
    population: 'pages',
    trigger: 'More than one robots meta element is for the same crawlers, or an element and an X-Robots-Tag header are.',
    why: 'Several places to maintain drift apart. Most crawlers then take the strictest words of all.',
    fix: 'Keep one element or one header.',
    sources: [google],
    test(page, _, site) {
      const directives = directivesOf(page, site);
      if (directives === null) return null;
      for (const sources of sourcesByAgent(directives.all).values()) {
        if (sources.size < 2 || ![...sources].some(({ kind }) => kind === 'meta')) continue;
        return ofDirectives(directives.all.filter(({ source }) => sources.has(source)));
      }
      return null;
    },
  }),
  pageCheck({
    id: 'dir.conflict',
    name: 'Contradicting directives',
    group: 'dir',
    type: 'issue',
    priority: 'M',
    population: 'pages',
    trigger: 'Directives for the crawl’s crawler say index and noindex, or follow and nofollow, in any element or header.',
    why: 'Google takes the stricter word, Yandex the milder one. Hardly anybody means that.',
    fix: 'Decide on one and remove the other.',
    sources: [google, 'Yandex Webmaster, Robots meta tag and X-Robots-Tag HTTP header'],
    test(page, _, site) {
      const directives = directivesOf(page, site);
      if (directives === null) return null;
      const { index, follow } = directives.reading;
      const split = [index, follow].filter(({ lost }) => lost.length > 0);
      return split.length > 0
        ? ofDirectives(split.flatMap(({ by, lost }) => [...by, ...lost.map(({ directive }) => directive)]))
        : null;
    },
  }),
  pageCheck({
    id: 'dir.outside_head',
    name: 'Robots directives outside the head',
    group: 'dir',
    type: 'issue',
    priority: 'M',
    population: 'pages',
    trigger: 'A robots meta element is after the end of the head as an HTML parser builds it.',
    why: 'Google reads it there too, but nothing documents that others do.',
    fix: 'Move it into the head. If it is there in the source, an element before it ends the head early.',
    sources: [google, 'HTML standard, 4.2.5 The meta element'],
    test({ facts: { robots = [] } }) {
      const outside = robots.filter(({ inBody }) => inBody);
      return outside.length > 0 ? outside.map(({ name, content, at }) => atBytes(`${name}: ${content}`, at)) : null;
    },
  }),
  pageCheck({
    id: 'dir.header_and_meta_differ',
    name: 'Directives of header and page differ',
    group: 'dir',
    type: 'warning',
    priority: 'M',
    population: 'pages',
    trigger:
      'Robots meta elements and X-Robots-Tag headers both apply to the crawl’s crawler, and contradict each other about indexing or links.',
    why: 'Server and template disagree. Who reads only one of them does something else than you meant.',
    fix: 'Give the directives in one place.',
    sources: [google],
    test(page, _, site) {
      const directives = directivesOf(page, site);
      const heard = directives?.all.filter(each => directives.isHeard(each)) ?? [];
      const kinds = new Set(heard.map(({ source }) => source.kind));
      if (directives === null || kinds.size < 2) return null;
      const [html, header] = [directives.own('elements'), directives.own('headers')];
      const isSame = html.index.value === header.index.value && html.follow.value === header.follow.value;
      return isSame ? null : ofDirectives(heard);
    },
  }),
  pageCheck({
    id: 'dir.bot_specific',
    name: 'Different for some crawlers',
    group: 'dir',
    type: 'warning',
    priority: 'M',
    population: 'pages',
    trigger: 'Directives that name a crawler make the page listed for it and not for others, or the other way round.',
    why: 'The page is missing in one search engine only, which is easily overlooked.',
    fix: 'Check that you mean it. Write the same for all crawlers otherwise.',
    sources: [google],
    test(page, _, site) {
      const found = differing(page, site);
      return found.length > 0 ? ofDirectives(found) : null;
    },
  }),
  urlCheck({
    id: 'dir.noindex_linked',
    name: 'Much linked noindex page',
    group: 'dir',
    type: 'warning',
    priority: 'M',
    population: 'pages',
    applies: url => standing('pages', url) !== 'out',
    thresholds: { percentile: threshold(90, 'From percentile', 'of linking pages', 1, 100) },
    trigger:
      'A page has noindex, or an unavailable_after that has passed. It has at least as many linking pages as this percentile of internal pages, and more than half of them.',
    why: 'Much of the weight of internal links ends on a page that is not listed.',
    fix: 'Remove noindex, or link less to the page.',
    sources: ['Google Search Central, Block Search indexing with noindex'],
    test(url, { percentile }, site) {
      const found = standing('pages', url);
      if (found !== 'in' && found !== 'out') return found;
      if (!url.noindex) return null;
      const count = linkingPages(site, url.id);
      return count >= inlinksAt(percentile, site) ? [{ value: 'linking pages', count }] : null;
    },
  }),
  urlCheck({
    id: 'dir.nofollow_only_inlinks',
    name: 'Only nofollow links lead to it',
    group: 'dir',
    type: 'warning',
    priority: 'M',
    population: 'linked',
    applies: (url, site) => isInternalRow(url) && linkingPages(site, url.id) > 0,
    trigger: 'Pages link to the internal URL, and all their links say nofollow, alone or for the whole page.',
    why: 'Search engines may not find the URL, and it gets no weight from the links.',
    fix: 'Remove nofollow from a link to it.',
    sources: ['Google Search Central, Qualify your outbound links to Google'],
    test(url, _, site) {
      const { followed, nofollow } = site.inlinks(url.id);
      return followed === 0 ? [{ value: 'linking pages', count: nofollow }] : null;
    },
  }),
  responseCheck({
    id: 'dir.noindex_http_error',
    name: 'noindex on an error or redirect',
    group: 'dir',
    type: 'opportunity',
    priority: 'L',
    population: 'internal',
    applies: ({ url: { status } }) => status !== null && (status < 200 || status > 299),
    trigger: 'A response without status 2xx has noindex, in an X-Robots-Tag header or in its HTML.',
    why: 'It has no effect: search engines do not list errors and redirects.',
    fix: 'Nothing is wrong. Remove it if you want to see noindex only where it counts.',
    sources: ['RFC 9110, section 15', google],
    test(page, _, site) {
      const found = ofErrorPage(page, site).find(({ word }) => word === 'noindex' || word === 'none');
      return found ? [ofDirective(found)] : null;
    },
  }),
];
