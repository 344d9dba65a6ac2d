import type { FindingItem, NotCheckableReason } from '#shared/model/audit.ts';
import {
  type AuditLink,
  type Check,
  countedHit,
  type FactsPage,
  groupCheck,
  type PageCheck,
  pageCheck,
  threshold,
} from '../check.ts';
import { ofLink } from '../items.ts';
import { mark } from '../link-marks.ts';
import { isFollowed, isInternalAnchor, templatePlace } from '../links.ts';
import { hitOf, unknownOf } from '../target-bits.ts';
import { isError, type Judge, judges, question } from '../target-judges.ts';
import { notLookedAt, statusOf, verdictOf } from '../targets.ts';

type Words = Pick<PageCheck, 'id' | 'name' | 'type' | 'priority' | 'trigger' | 'why' | 'fix' | 'sources'>;

/** A check of the targets of internal links, by what it asks of each. */
const ofTargets = (words: Words, which: 'every' | 'followed', asked: number): Check =>
  pageCheck({
    ...words,
    group: 'link',
    population: 'pages',
    cause: templatePlace,
    test(page, _, site) {
      const { marks, any, all, anyFollowed, allFollowed } = page.marks;
      const isEvery = which === 'every';
      if ((marks & (isEvery ? mark.toSite : mark.toSiteFollowed)) === 0) return null;
      const isHit = ((isEvery ? any : anyFollowed) & hitOf(asked)) !== 0;
      if (isHit && page.isCounted) return countedHit;
      if (!isHit && ((isEvery ? all : allFollowed) & unknownOf(asked)) === 0) return null;
      const judge = judges[asked] as Judge;
      const judged = (link: AuditLink): null | NotCheckableReason | FindingItem | typeof notLookedAt => {
        if (!isInternalAnchor(link, site) || (!isEvery && !isFollowed(link, page))) return notLookedAt;
        if (link.to.id === page.url.id) return null;
        const found = judge(link.to, site);
        return Array.isArray(found) ? ofLink(link, found[0]) : found;
      };
      return verdictOf(page.links, judged);
    },
  });

import { onlyViaBlockedCheck } from './reach.ts';

const placeKey = (page: FactsPage, link: AuditLink): string | null => {
  const path = page.facts.paths?.[link.path];
  return path === undefined ? null : `${link.to.id} ${path}`;
};

const noLinks: readonly AuditLink[] = [];

/** Links to errors whose place in the document is known, internal or not. */
const errorLinks = (page: FactsPage): readonly AuditLink[] =>
  (page.marks.marks & mark.toError) === 0
    ? noLinks
    : page.links.filter(link => (link.kind === 'a' || link.kind === 'area') && link.to.class !== 'external' && isError(link.to));

const google = 'Google Search Central, Link best practices';

/** Links by what the crawl knows of their targets. */
export const linkTargetChecks: readonly Check[] = [
  ofTargets(
    {
      id: 'link.to_redirect',
      name: 'Links to a redirect',
      type: 'warning',
      priority: 'L',
      trigger: 'A link of the page leads to an internal URL with a 3xx status.',
      why: 'Each redirect costs visitors and crawlers a request.',
      fix: 'Link to the target of the redirect.',
      sources: [google],
    },
    'every',
    question.redirect,
  ),
  ofTargets(
    {
      id: 'link.to_broken',
      name: 'Links to an error',
      type: 'issue',
      priority: 'H',
      trigger: 'A link of the page leads to an internal URL with a 4xx or 5xx status.',
      why: 'Visitors get an error page, and the link leads crawlers nowhere.',
      fix: 'Link to a page that exists, restore the target, or remove the link.',
      sources: [google, 'RFC 9110, 15.5 Client Error 4xx and 15.6 Server Error 5xx'],
    },
    'every',
    question.error,
  ),
  ofTargets(
    {
      id: 'link.to_blocked',
      name: 'Links to a blocked URL',
      type: 'warning',
      priority: 'M',
      trigger: 'A link without nofollow leads to an internal URL that robots.txt blocks.',
      why: 'Crawlers cannot follow the link. The URL may still appear in search results without its content.',
      fix: 'Allow the URL in robots.txt, or remove the link.',
      sources: ['RFC 9309', 'Google Search Central, Introduction to robots.txt'],
    },
    'followed',
    question.blocked,
  ),
  ofTargets(
    {
      id: 'link.to_noindex',
      name: 'Links to a noindex page',
      type: 'opportunity',
      priority: 'L',
      trigger: 'A link without nofollow leads to an internal page with noindex.',
      why: 'Links help pages that search engines show. This one helps a page that they do not show.',
      fix: 'Check whether the target should be indexed, or link to a page that is.',
      sources: ['Google Search Central, Block Search indexing with noindex'],
    },
    'followed',
    question.noindex,
  ),
  ofTargets(
    {
      id: 'link.to_canonicalised',
      name: 'Links to a canonicalised URL',
      type: 'opportunity',
      priority: 'L',
      trigger: 'A link of the page leads to an internal page whose canonical is another URL.',
      why: 'The link supports a URL that search engines replace by another.',
      fix: 'Link to the canonical URL.',
      sources: ['Google Search Central, How to specify a canonical URL'],
    },
    'every',
    question.canonicalised,
  ),
];

export const templateLinkChecks: readonly Check[] = [
  groupCheck({
    id: 'link.sitewide_broken',
    name: 'Broken link in a template',
    group: 'link',
    type: 'issue',
    priority: 'H',
    population: 'pages',
    thresholds: { pages: threshold(50, 'Pages with the same link', 'pages', 2) },
    trigger: 'At least 50 pages link to the same internal URL with a 4xx or 5xx status from the same place in the document.',
    why: 'One mistake in a template breaks the link on every page.',
    fix: 'Correct the link once, in the template.',
    sources: [google],
    key(page) {
      const keys = errorLinks(page).flatMap(link => placeKey(page, link) ?? []);
      return keys.length > 0 ? keys : null;
    },
    keeps: (members, _, { pages }) => members.length >= pages,
    items: (page, isShared) =>
      errorLinks(page)
        .filter(link => isShared(placeKey(page, link) ?? ''))
        .map(link => ofLink(link, statusOf(link.to))),
    cause: templatePlace,
  }),
  onlyViaBlockedCheck,
];
