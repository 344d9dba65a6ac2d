import { firstOf } from '#shared/lists.ts';
import type { FindingItem, NotCheckableReason } from '#shared/model/audit.ts';
import { type AuditSite, type AuditUrl, type Check, type FactsPage, pageCheck, urlCheck, type Verdict } from '../check.ts';
import { alternatesOf, hasHreflang } from '../declared.ts';
import { isInternal, isUnlinked } from '../internal-urls.ts';
import { pageStanding, standing } from '../populations.ts';
import type { SetEntry } from '../relations.ts';
import { blockOf, isRedirect, noStatusOf, statusOf, verdictOf } from '../targets.ts';

const google = 'Google Search Central, Tell Google about localized versions of your page';

/** Judges the other URLs that a page lists, each once. */
function ofTargets(page: FactsPage, site: AuditSite, judge: (target: AuditUrl) => null | NotCheckableReason | string[]): Verdict {
  const seen = new Set<number>([page.url.id]);
  const entries = alternatesOf(page, url => site.byAddress(url)).filter(({ target }) => {
    if (target !== null && seen.has(target.id)) return false;
    if (target !== null) seen.add(target.id);
    return true;
  });
  return verdictOf(entries, ({ target, code, item }) => {
    // An address that is no URL of the crawl: of a header, or no web address.
    if (target === null) return 'not-asked';
    const found = judge(target);
    if (found === null || typeof found === 'string') return found;
    const { value: _, ...pointer } = item;
    return { ...pointer, value: [code, ...found].join(' '), url: target.url };
  });
}

/** Judges targets whose response is known. */
const ofResponses = (page: FactsPage, site: AuditSite, judge: (target: AuditUrl) => null | string[]): Verdict =>
  ofTargets(page, site, target => noStatusOf(target) ?? judge(target));

/** A URL of the population: a page with hreflang, or a URL whose page was not read. Counted as in checks of pages. */
function appliesTo(url: AuditUrl, site: AuditSite): boolean {
  const found = standing('hreflang', url);
  return found === 'in' ? site.relations.hreflangsOf(url.id).length > 0 : found !== 'out';
}

/** Judges the pages that a page lists together with what they list. */
function ofSets(
  url: AuditUrl,
  site: AuditSite,
  judge: (entry: SetEntry, theirs: readonly SetEntry[]) => FindingItem | null,
): Verdict {
  const own = standing('hreflang', url);
  if (own !== 'in' && own !== 'out') return own;
  const seen = new Set<number>([url.id]);
  const others = site.relations.hreflangsOf(url.id).filter(({ to }) => !seen.has(to) && seen.add(to));
  return verdictOf(others, entry => {
    const target = site.url(entry.to);
    if (target === null) return 'not-asked';
    const found = pageStanding(target);
    // Errors and redirects are the subject of hl.non200. A URL outside the scope was not read.
    if (found === 'other') return target.class === 'page' && target.status !== null ? null : 'not-asked';
    return found === 'page' ? judge(entry, site.relations.hreflangsOf(entry.to)) : found;
  });
}

const ofEntry = ({ code, to }: SetEntry, site: AuditSite): FindingItem => ({ value: code, url: site.url(to)?.url ?? '' });
const codesFor = (set: readonly SetEntry[], id: number): ReadonlySet<string> =>
  new Set(set.flatMap(({ code, to }) => (to === id && code !== 'x-default' ? [code] : [])));

/** hreflang by what the crawl knows of the pages that are listed. */
export const hreflangTargetChecks: readonly Check[] = [
  pageCheck({
    id: 'hl.non200',
    name: 'hreflang to an error or redirect',
    group: 'hl',
    type: 'issue',
    priority: 'H',
    population: 'hreflang',
    applies: hasHreflang,
    trigger: 'A URL that the page lists returns a 3xx, 4xx or 5xx status.',
    why: 'Search engines ignore the entry.',
    fix: 'List the URL that returns 200, or remove the entry.',
    sources: [google],
    test: (page, _, site) =>
      ofResponses(page, site, target => (target.isBroken || isRedirect(target) ? [statusOf(target)] : null)),
  }),
  pageCheck({
    id: 'hl.noindex',
    name: 'hreflang to a noindex page',
    group: 'hl',
    type: 'issue',
    priority: 'H',
    population: 'hreflang',
    applies: hasHreflang,
    trigger: 'A page that the page lists has noindex.',
    why: 'A page that is not listed cannot be shown instead of this one.',
    fix: 'Remove noindex there, or remove the entry.',
    sources: [google],
    test: (page, _, site) => ofResponses(page, site, target => (target.noindex ? ['noindex'] : null)),
  }),
  pageCheck({
    id: 'hl.blocked',
    name: 'hreflang to a blocked URL',
    group: 'hl',
    type: 'issue',
    priority: 'H',
    population: 'hreflang',
    applies: hasHreflang,
    trigger: 'robots.txt blocks a URL that the page lists for the crawl’s crawler.',
    why: 'Search engines cannot read the page, so they cannot see that it links back.',
    fix: 'Allow it in robots.txt, or remove the entry.',
    sources: [google, 'RFC 9309'],
    test: (page, _, site) =>
      ofTargets(page, site, target => {
        const found = blockOf(target, site);
        if (typeof found === 'string') return found;
        return found.isBlocked ? [found.line > 0 ? `robots.txt line ${found.line}` : 'robots.txt'] : null;
      }),
  }),
  pageCheck({
    id: 'hl.non_canonical',
    name: 'hreflang to a page that is not canonical',
    group: 'hl',
    type: 'issue',
    priority: 'H',
    population: 'hreflang',
    applies: hasHreflang,
    trigger: 'A page that the page lists has another URL as canonical.',
    why: 'The entry names a URL that has noindex.',
    fix: 'List the canonical URL.',
    sources: [google],
    test: (page, _, site) =>
      ofResponses(page, site, target =>
        target.isCanonicalised ? [`canonical ${site.url(target.canonicalId)?.url ?? ''}`] : null,
      ),
  }),
  urlCheck({
    id: 'hl.missing_return',
    name: 'No hreflang back',
    group: 'hl',
    type: 'issue',
    priority: 'H',
    population: 'hreflang',
    applies: appliesTo,
    trigger: 'A page that the page lists does not list it in return.',
    why: 'Search engines ignore hreflang between two pages unless both list each other.',
    fix: 'Write the same set on all pages of it.',
    sources: [google],
    test: (url, _, site) =>
      ofSets(url, site, (entry, theirs) => (theirs.some(({ to }) => to === url.id) ? null : ofEntry(entry, site))),
  }),
  urlCheck({
    id: 'hl.inconsistent_return',
    name: 'hreflang back under another code',
    group: 'hl',
    type: 'issue',
    priority: 'M',
    population: 'hreflang',
    applies: appliesTo,
    trigger: 'A page that the page lists lists it in return, but not under the code that the page uses for itself.',
    why: 'Two pages disagree about the language of this one.',
    fix: 'Use one code for the page everywhere.',
    sources: [google],
    test(url, _, site) {
      const own = codesFor(site.relations.hreflangsOf(url.id), url.id);
      return ofSets(url, site, (entry, theirs) => {
        const codes = codesFor(theirs, url.id);
        if (own.size === 0 || codes.size === 0 || [...codes].some(code => own.has(code))) return null;
        return { value: `${firstOf([...own])} here, ${firstOf([...codes])} there`, url: site.url(entry.to)?.url ?? '' };
      });
    },
  }),
  urlCheck({
    id: 'hl.unlinked',
    name: 'hreflang without links to it',
    group: 'hl',
    type: 'warning',
    priority: 'L',
    population: 'internal',
    applies: (url, site) => site.relations.isHreflangTarget(url.id) && isInternal(url, site),
    trigger: 'Another page lists the internal URL by hreflang; no page has a hyperlink to it, and no sitemap lists it.',
    why: 'hreflang is for choosing between known pages. It helps little to find one.',
    fix: 'Link the language versions to each other.',
    sources: [google],
    test: (url, _, site) => (isUnlinked(url, site) && url.inSitemaps === 0 ? [] : null),
  }),
  urlCheck({
    id: 'hl.incomplete_set',
    name: 'hreflang set shorter than that of its siblings',
    group: 'hl',
    type: 'warning',
    priority: 'M',
    population: 'hreflang',
    applies: appliesTo,
    trigger: 'The page and another one list each other, and the other one lists a third URL that the page does not.',
    why: 'The versions that are missing here are not connected with this page.',
    fix: 'Write the same set on all pages of it.',
    sources: [google],
    test(url, _, site) {
      const own = site.relations.hreflangsOf(url.id);
      const known = new Set(own.map(({ to }) => to)).add(url.id);
      return ofSets(url, site, (entry, theirs) => {
        if (theirs === own || !theirs.some(({ to }) => to === url.id)) return null;
        const missing = theirs.find(({ to }) => !known.has(to));
        return missing
          ? { value: `${missing.code} of ${site.url(entry.to)?.url ?? ''}`, url: site.url(missing.to)?.url ?? '' }
          : null;
      });
    },
  }),
];
