import type { PlacedHref } from '#shared/model/page-facts.ts';
import { type AuditSite, type AuditUrl, type Check, type FactsPage, pageCheck, urlCheck } from '../check.ts';
import { targetAt } from '../declared.ts';
import { isInternal, isUnlinked } from '../internal-urls.ts';
import { ofUrl, placedHref } from '../items.ts';
import { pageStanding, unknownIn } from '../populations.ts';
import { isRedirect, noStatusOf, statusOf, verdictOf } from '../targets.ts';

const google = 'Google Search Central, Pagination, incremental page loading, and their impact on Google Search';
const html = 'HTML standard, 4.6.6.16 Sequential link types';

const inSeries = ({ facts: { next, prev } }: FactsPage): boolean => next !== undefined || prev !== undefined;
const declared = ({ facts: { next = [], prev = [] } }: FactsPage): readonly PlacedHref[] => [...next, ...prev];

/** It is not the first page of its series: a page names it as the next one, or it names a previous one. */
const isLater = (url: AuditUrl, { relations }: AuditSite): boolean =>
  relations.isNextTarget(url.id) || relations.prevOf(url.id).length > 0;

/** A page with a rel=next to a URL of the crawl, or one that may have it, because nobody read it. */
const hasNext = (url: AuditUrl, site: AuditSite): boolean =>
  site.relations.nextOf(url.id).length > 0 || unknownIn('paginated', url) !== null;

/** Why a page is not indexable, in a word. */
function whyNot(url: AuditUrl): string {
  if (url.isBlocked) return 'blocked by robots.txt';
  return url.noindex ? 'noindex' : 'canonical elsewhere';
}

export const paginationChecks: readonly Check[] = [
  pageCheck({
    id: 'page.not_in_anchor',
    name: 'rel=next or rel=prev not linked',
    group: 'page',
    type: 'issue',
    priority: 'M',
    population: 'paginated',
    applies: inSeries,
    trigger: 'The page names a URL as next or previous in link elements, and has no hyperlink to it.',
    why: 'Google does not use rel=next and rel=prev any more. It finds the pages of a series by links.',
    fix: 'Link to the next and the previous page with a elements.',
    sources: [google],
    test(page) {
      const linked = new Set(page.links.flatMap(({ isHyperlink, to }) => (isHyperlink ? [to.id] : [])));
      return verdictOf(declared(page), element => {
        const target = targetAt(page, element.at);
        return target !== null && !linked.has(target.id) ? { value: target.url, bytes: element.at } : null;
      });
    },
  }),
  pageCheck({
    id: 'page.non200',
    name: 'rel=next or rel=prev to an error or redirect',
    group: 'page',
    type: 'issue',
    priority: 'M',
    population: 'paginated',
    applies: inSeries,
    trigger: 'A URL that the page names as next or previous returns a 3xx, 4xx or 5xx status.',
    why: 'The series breaks there for crawlers and for browsers that load the next page in advance.',
    fix: 'Name the URL that returns 200, and name none on the last page.',
    sources: [google, html],
    test: page =>
      verdictOf(declared(page), ({ at }) => {
        const target = targetAt(page, at);
        if (target === null) return null;
        return noStatusOf(target) ?? (target.isBroken || isRedirect(target) ? ofUrl(target, statusOf(target)) : null);
      }),
  }),
  urlCheck({
    id: 'page.unlinked',
    name: 'Page of a series without links to it',
    group: 'page',
    type: 'warning',
    priority: 'L',
    population: 'paginated',
    applies: (url, site) => site.relations.isSeriesTarget(url.id) && isInternal(url, site),
    trigger: 'Another page names the internal URL by rel=next or rel=prev, and no page has a hyperlink to it.',
    why: 'Search engines that do not read rel=next never find it.',
    fix: 'Link to every page of the series from its neighbours.',
    sources: [google],
    test: (url, _, site) => (isUnlinked(url, site) ? [] : null),
  }),
  urlCheck({
    id: 'page.noindex',
    name: 'Later page of a series not indexable',
    group: 'page',
    type: 'warning',
    priority: 'M',
    population: 'paginated',
    applies: (url, site) =>
      isLater(url, site) && isInternal(url, site) && (url.class === 'other' || pageStanding(url) !== 'other'),
    trigger:
      'A page after the first of its series is blocked by robots.txt, has noindex or a passed unavailable_after, or has a canonical elsewhere.',
    why: 'URLs that only later pages link to can drop out of the index.',
    fix: 'Let later pages be indexed, each with itself as canonical.',
    sources: [google],
    test(url) {
      if (url.isBlocked) return [{ value: whyNot(url) }];
      const standing = pageStanding(url);
      if (standing === 'other') return 'not-asked';
      if (standing !== 'page') return standing;
      return url.isIndexable || url.mayFetch !== 'yes' ? null : [{ value: whyNot(url) }];
    },
  }),
  pageCheck({
    id: 'page.multiple',
    name: 'Several rel=next or rel=prev',
    group: 'page',
    type: 'issue',
    priority: 'L',
    population: 'paginated',
    applies: inSeries,
    trigger: 'The page has more than one link element with rel=next, or more than one with rel=prev.',
    why: 'A page has one next and one previous page. With several, readers take any of them.',
    fix: 'Keep one of each kind.',
    sources: [html],
    test({ facts: { next = [], prev = [] } }) {
      const several = [next, prev].filter(list => list.length > 1);
      return several.length > 0 ? several.flat().map(placedHref) : null;
    },
  }),
  urlCheck({
    id: 'page.loop',
    name: 'Pagination loop',
    group: 'page',
    type: 'issue',
    priority: 'M',
    population: 'paginated',
    applies: hasNext,
    trigger: 'Following rel=next from the page leads back to it.',
    why: 'A crawler that follows the series never comes to its end.',
    fix: 'Name no next page on the last one.',
    sources: [html],
    test(url, _, site) {
      const unknown = unknownIn('paginated', url);
      if (unknown !== null) return unknown;
      if (!site.relations.isInLoop(url.id)) return null;
      const next = site.url(site.relations.nextOf(url.id)[0] ?? 0);
      return next ? [ofUrl(next, 'next')] : [];
    },
  }),
  urlCheck({
    id: 'page.sequence',
    name: 'rel=next without rel=prev back',
    group: 'page',
    type: 'issue',
    priority: 'L',
    population: 'paginated',
    applies: hasNext,
    trigger: 'The page names another one as next, and that one does not name it as previous.',
    why: 'The two pages disagree about the order of the series.',
    fix: 'Write rel=prev on every page that another one names as next.',
    sources: [html],
    test: (url, _, site) =>
      unknownIn('paginated', url) ??
      verdictOf(site.relations.nextOf(url.id), id => {
        const next = site.url(id);
        const standing = next === null ? 'not-asked' : pageStanding(next);
        if (next === null || standing === 'other') return next?.status === null ? 'not-asked' : null;
        if (standing !== 'page') return standing;
        return site.relations.prevOf(id).includes(url.id) ? null : ofUrl(next, 'next');
      }),
  }),
];
