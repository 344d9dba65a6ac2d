import type { FindingItem, NotCheckableReason } from '#shared/model/audit.ts';
import { bytesOfBase64, fnv } from '../../html/facts/lists.ts';
import { type AuditLink, type AuditSite, type Check, type FactsPage, pageCheck } from '../check.ts';
import { atBytes, ofLink } from '../items.ts';
import { mark } from '../link-marks.ts';
import { firstFrom } from '../links.ts';
import { pageStanding } from '../populations.ts';
import { parametersOf, partsOf } from '../url-parts.ts';

const tracking = /^(utm_[a-z0-9_]{1,40}|gclid|fbclid|_ga|_gl)$/i;

/** Hashes of the ids and anchor names of a page, as its facts keep them. */
function idsOf({ facts: { ids = '' } }: { readonly facts: { readonly ids?: string } }): ReadonlySet<number> {
  const bytes = bytesOfBase64(ids);
  const view = new DataView(bytes.buffer);
  const found = new Set<number>();
  for (let at = 0; at + 3 < bytes.length; at += 4) found.add(view.getUint32(at, true));
  return found;
}

/** Pages whose ids are kept, and ids of them all. */
const mostPages = 5_000;
const mostIds = 500_000;

/** The ids of the pages that were linked to lately. */
class TargetIds {
  readonly #site: AuditSite;
  readonly #kept = new Map<number, ReadonlySet<number> | NotCheckableReason>();
  #ids = 0;

  constructor(site: AuditSite) {
    this.#site = site;
  }

  of(id: number): ReadonlySet<number> | NotCheckableReason {
    const known = this.#kept.get(id);
    if (known !== undefined) return known;
    if (this.#kept.size > mostPages || this.#ids > mostIds) {
      this.#kept.clear();
      this.#ids = 0;
    }
    const facts = this.#site.source.facts(id);
    const found = facts ? (facts.dropped?.['ids'] ? ('cut' as const) : idsOf({ facts })) : ('no-facts' as const);
    if (typeof found !== 'string') this.#ids += found.size;
    this.#kept.set(id, found);
    return found;
  }
}

const targets = new WeakMap<AuditSite, TargetIds>();

/** A fragment as a browser looks for it: as it is, then decoded (HTML standard, 7.4.6.3 Scrolling to a fragment). */
function hasId(ids: ReadonlySet<number>, fragment: string): boolean {
  if (ids.has(fnv(fragment))) return true;
  try {
    return ids.has(fnv(decodeURIComponent(fragment)));
  } catch {
    // A fragment that is no escaped UTF-8 names no id.
    return false;
  }
}

/** The top of the page, text fragments, routes of scripts: no id is looked for. */
const meansNoId = (fragment: string): boolean =>
  fragment.toLowerCase() === 'top' || fragment.includes(':~:') || fragment.startsWith('!') || fragment.startsWith('/');

/** The link at a position of the page. Those that lead to URLs that are not stored are missing. */
function linkOf({ links }: FactsPage, seq: number): AuditLink | null {
  const at = firstFrom(links, link => link.seq >= seq);
  const link = links[at];
  return link?.seq === seq ? link : null;
}

function brokenFragments(page: FactsPage, site: AuditSite): readonly FindingItem[] | NotCheckableReason | null {
  const { fragments = [] } = page.facts;
  let cache = targets.get(site);
  if (cache === undefined) {
    cache = new TargetIds(site);
    targets.set(site, cache);
  }
  const items: FindingItem[] = [];
  let missed: NotCheckableReason | null = null;
  let isKnown = false;
  let own: ReadonlySet<number> | null = null;
  for (const [seq, fragment] of fragments) {
    const link = linkOf(page, seq);
    if (link === null || !link.isHyperlink || fragment === '' || meansNoId(fragment)) continue;
    const isOwn = link.to.id === page.url.id;
    const standing = isOwn ? 'page' : pageStanding(link.to);
    if (standing === 'other') continue;
    if (isOwn) own ??= idsOf(page);
    const ids = own !== null && isOwn ? own : standing === 'page' ? cache.of(link.to.id) : standing;
    if (typeof ids === 'string') missed ??= ids;
    else {
      isKnown = true;
      if (!hasId(ids, fragment)) items.push(ofLink(link, `#${fragment}`));
    }
  }
  if (items.length > 0) return items;
  return isKnown ? null : missed;
}

export const urlTrackingChecks: readonly Check[] = [
  pageCheck({
    id: 'url.tracking',
    name: 'Tracking parameters in internal links',
    group: 'url',
    type: 'warning',
    priority: 'L',
    population: 'pages',
    trigger: 'A link of the page to an internal URL has a parameter utm_…, gclid, fbclid, _ga or _gl.',
    why: 'It makes duplicates of pages, and visits from within the site count as new campaigns.',
    fix: 'Remove the parameters from internal links. Use events to measure clicks.',
    sources: [
      'Google Analytics Help, URL builders: collect campaign data',
      'Google Search Central, URL structure best practices',
    ],
    test(page) {
      if ((page.marks.marks & mark.toQuery) === 0) return null;
      let items: FindingItem[] | null = null;
      for (const link of page.links) {
        if (!link.isHyperlink || link.to.class !== 'page' || !link.to.url.includes('?')) continue;
        const found = parametersOf(partsOf(link.to.url).query).find(([name]) => tracking.test(name));
        if (found === undefined) continue;
        items ??= [];
        items.push(ofLink(link, found[0]));
      }
      return items;
    },
  }),
];

export const urlFragmentChecks: readonly Check[] = [
  pageCheck({
    id: 'url.broken_fragment',
    name: 'Broken bookmark',
    group: 'url',
    type: 'issue',
    priority: 'L',
    population: 'pages',
    trigger:
      'A link of the page to this or another internal page has a fragment, and no element there has it as id or anchor name.',
    why: 'The browser opens the page at its top instead of the part that was meant.',
    fix: 'Correct the fragment, or give the element that id. Ids that scripts add later are not seen.',
    sources: ['HTML standard, 7.4.6.3 Scrolling to a fragment'],
    test: (page, _limits, site) => (page.facts.fragments === undefined ? null : brokenFragments(page, site)),
  }),
];

export const urlOddLinkChecks: readonly Check[] = [
  pageCheck({
    id: 'url.malformed_href',
    name: 'Malformed link address',
    group: 'url',
    type: 'issue',
    priority: 'M',
    population: 'pages',
    trigger: 'The address of a link cannot be parsed, or its scheme is a misspelt http or https.',
    why: 'Visitors cannot reach the target.',
    fix: 'Correct the address.',
    sources: ['URL standard, 4.4 URL parsing'],
    test({ facts: { oddLinks = [] } }) {
      const items = oddLinks.filter(({ why }) => why === 'malformed' || why === 'scheme-typo');
      return items.length > 0 ? items.map(({ href, at }) => atBytes(href, at)) : null;
    },
  }),
  pageCheck({
    id: 'url.fragment_only_content',
    name: 'Old AJAX scheme',
    group: 'url',
    type: 'warning',
    priority: 'L',
    population: 'pages',
    trigger: 'A link of the page has a fragment that starts with !.',
    why: 'Search engines do not read the content of #! addresses any more.',
    fix: 'Give each content a separate address, with the History API.',
    sources: ['Google Search Central, Deprecating our AJAX crawling scheme'],
    test(page) {
      const { oddLinks = [], fragments = [] } = page.facts;
      const ofOther = fragments.filter(([, fragment]) => fragment.startsWith('!')).map(([seq]) => seq);
      const odd = oddLinks.filter(({ why }) => why === 'hash-bang');
      if (ofOther.length === 0) return odd.length > 0 ? odd.map(({ href, at }) => atBytes(href, at)) : null;
      return page.links.filter(({ seq }) => ofOther.includes(seq)).map(link => ofLink(link, '#!'));
    },
  }),
];
