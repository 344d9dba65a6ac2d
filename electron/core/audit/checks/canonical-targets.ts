import type { FindingItem, NotCheckableReason } from '#shared/model/audit.ts';
import { type AuditSite, type AuditUrl, type Check, type FactsPage, pageCheck, urlCheck, type Verdict } from '../check.ts';
import { isInternal, isUnlinked } from '../internal-urls.ts';
import { ofUrl } from '../items.ts';
import { blockOf, isRedirect, noResponseOf, statusOf } from '../targets.ts';

const google = 'Google Search Central, How to specify a canonical URL';
/** Canonicals from one page to the next that are followed. */
const mostHops = 50;

/** The page has one usable canonical. Pages with several different ones are the subject of canon.conflict. */
const hasTarget = ({ url }: FactsPage): boolean => url.canonicalId !== 0;

/** Judges the canonical of a page by its target. A page that names itself passes. */
function ofTarget(
  { url }: FactsPage,
  site: AuditSite,
  judge: (target: AuditUrl) => null | NotCheckableReason | FindingItem,
): Verdict {
  if (!url.isCanonicalised) return null;
  const target = site.url(url.canonicalId);
  const found = target === null ? 'not-asked' : judge(target);
  return found === null || typeof found === 'string' ? found : [found];
}

/** Judges a target whose response is known. */
const ofResponse = (page: FactsPage, site: AuditSite, judge: (target: AuditUrl) => null | FindingItem): Verdict =>
  ofTarget(page, site, target => noResponseOf(target) ?? judge(target));

const targets = new WeakMap<AuditSite, ReadonlySet<number>>();

/** URLs that another page names as its canonical. */
function canonicalTargets(site: AuditSite): ReadonlySet<number> {
  let found = targets.get(site);
  if (found === undefined) {
    const ids = new Set<number>();
    for (const url of site.urls()) if (url.isCanonicalised) ids.add(url.canonicalId);
    found = ids;
    targets.set(site, found);
  }
  return found;
}

/** The URLs from a page along the canonicals, back to the page; null where they lead elsewhere. */
function loopFrom(url: AuditUrl, site: AuditSite): readonly AuditUrl[] | null {
  const passed: AuditUrl[] = [];
  for (let at = site.url(url.canonicalId); at !== null && passed.length < mostHops; at = site.url(at.canonicalId)) {
    passed.push(at);
    if (at.id === url.id) return passed.length > 1 ? passed : null;
    if (!at.isCanonicalised) return null;
  }
  return null;
}

/** Canonicals by what the crawl knows of their targets. */
export const canonicalTargetChecks: readonly Check[] = [
  pageCheck({
    id: 'canon.to_4xx',
    name: 'Canonical to an error',
    group: 'canon',
    type: 'issue',
    priority: 'H',
    population: 'canonicals',
    applies: hasTarget,
    trigger: 'The canonical of the page returns a 4xx or 5xx status, or no response.',
    why: 'Search engines ignore such a canonical, or drop the page together with its target.',
    fix: 'Name a URL that returns 200, mostly the page itself.',
    sources: [google],
    test: (page, _, site) => ofResponse(page, site, target => (target.isBroken ? ofUrl(target, statusOf(target)) : null)),
  }),
  pageCheck({
    id: 'canon.to_redirect',
    name: 'Canonical to a redirect',
    group: 'canon',
    type: 'issue',
    priority: 'M',
    population: 'canonicals',
    applies: hasTarget,
    trigger: 'The canonical of the page returns a 3xx status.',
    why: 'Canonical and redirect name two different preferred URLs.',
    fix: 'Name the URL at the end of the redirect.',
    sources: [google],
    test: (page, _, site) => ofResponse(page, site, target => (isRedirect(target) ? ofUrl(target, statusOf(target)) : null)),
  }),
  pageCheck({
    id: 'canon.to_noindex',
    name: 'Canonical to a noindex page',
    group: 'canon',
    type: 'issue',
    priority: 'H',
    population: 'canonicals',
    applies: hasTarget,
    trigger: 'The canonical of the page is a page with noindex, or with an unavailable_after that has passed.',
    why: 'The page names a noindex page as its canonical. Both can disappear from results.',
    fix: 'Remove noindex from the target, or make the page name itself.',
    sources: [google, 'Google Search Central, Robots meta tag specifications'],
    test: (page, _, site) => ofResponse(page, site, target => (target.noindex ? ofUrl(target, 'noindex') : null)),
  }),
  pageCheck({
    id: 'canon.to_blocked',
    name: 'Canonical to a blocked URL',
    group: 'canon',
    type: 'issue',
    priority: 'H',
    population: 'canonicals',
    applies: hasTarget,
    trigger: 'robots.txt blocks the canonical of the page for the crawl’s crawler.',
    why: 'Search engines cannot read the page that should replace this one.',
    fix: 'Allow the target in robots.txt, or name another URL.',
    sources: ['RFC 9309', google],
    test: (page, _, site) =>
      ofTarget(page, site, target => {
        const found = blockOf(target, site);
        if (typeof found === 'string') return found;
        return found.isBlocked ? ofUrl(target, found.line > 0 ? `robots.txt line ${found.line}` : 'robots.txt') : null;
      }),
  }),
  pageCheck({
    id: 'canon.chain',
    name: 'Canonical chain',
    group: 'canon',
    type: 'issue',
    priority: 'M',
    population: 'canonicals',
    applies: hasTarget,
    trigger: 'The canonical of the page has a canonical that points elsewhere.',
    why: 'Search engines need several steps to find the page to list, and may choose any on the way.',
    fix: 'Name the last URL of the chain on all pages of it.',
    sources: [google],
    test: (page, _, site) =>
      ofResponse(page, site, target =>
        target.isCanonicalised ? { value: site.url(target.canonicalId)?.url ?? '', url: target.url } : null,
      ),
  }),
  pageCheck({
    id: 'canon.loop',
    name: 'Canonical loop',
    group: 'canon',
    type: 'issue',
    priority: 'H',
    population: 'canonicals',
    applies: hasTarget,
    trigger: 'Following the canonicals from the page leads back to it through at least one other page.',
    why: 'No page of the loop says that it is the one to list.',
    fix: 'Decide on one page, make it name itself, and let the others name it.',
    sources: [google],
    test(page, _, site) {
      const { url } = page;
      if (!url.isCanonicalised) return null;
      const loop = loopFrom(url, site);
      if (loop !== null) return loop.map(each => ofUrl(each));
      return ofResponse(page, site, () => null);
    },
  }),
  urlCheck({
    id: 'canon.unlinked',
    name: 'Canonical without links to it',
    group: 'canon',
    type: 'warning',
    priority: 'L',
    population: 'internal',
    applies: (url, site) => canonicalTargets(site).has(url.id) && isInternal(url, site),
    trigger: 'Another page names the internal URL as its canonical, and no page has a hyperlink to it.',
    why: 'The site asks search engines to list a URL that its own visitors cannot reach.',
    fix: 'Link to the canonical URL instead of its duplicates, or correct the canonical.',
    sources: [google],
    test: (url, _, site) => (isUnlinked(url, site) ? [] : null),
  }),
];
