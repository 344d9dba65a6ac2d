import { hreflangFault } from '../../text/language-tag.ts';
import { type AuditSite, type Check, type FactsPage, pageCheck } from '../check.ts';
import { type Alternate, alternatesOf, hasHreflang } from '../declared.ts';

const google = 'Google Search Central, Tell Google about localized versions of your page';

/** The entries of a page: of elements, Link headers and its sitemap entry. */
const entriesOf = (page: FactsPage, site: AuditSite): readonly Alternate[] => alternatesOf(page, url => site.byAddress(url));
const isDefault = ({ code }: Alternate): boolean => code === 'x-default';
const baseOf = (code: string): string => code.split('-')[0] ?? '';

const items = (list: readonly Alternate[]) => (list.length > 0 ? list.map(({ item }) => item) : null);

/** Whether entries lead to different URLs. Addresses outside the crawl are compared as written. */
const targetOf = ({ target, href }: Alternate): number | string => target?.id ?? href;
const areSeveral = (list: readonly Alternate[]): boolean => new Set(list.map(targetOf)).size > 1;

function groupedBy(list: readonly Alternate[], key: (each: Alternate) => number | string): Alternate[][] {
  const groups = new Map<number | string, Alternate[]>();
  for (const each of list) {
    const name = key(each);
    const known = groups.get(name);
    if (known) known.push(each);
    else groups.set(name, [each]);
  }
  return [...groups.values()];
}

/** The codes under which a page lists itself, x-default apart. */
const selfEntries = (page: FactsPage, site: AuditSite): readonly Alternate[] =>
  entriesOf(page, site).filter(each => each.target?.id === page.url.id && !isDefault(each));

/** hreflang as declared for one page: in elements, Link headers and its sitemap entry. */
export const hreflangSetChecks: readonly Check[] = [
  pageCheck({
    id: 'hl.not_using_canonical',
    name: 'hreflang on a page that is not canonical',
    group: 'hl',
    type: 'warning',
    priority: 'M',
    population: 'hreflang',
    applies: hasHreflang,
    trigger: 'The page has hreflang, and its canonical is another URL.',
    why: 'Search engines use the alternates of canonical pages only.',
    fix: 'Let the page name itself as canonical, or write hreflang on the canonical page.',
    sources: [google],
    test({ url }, _, site) {
      const target = url.isCanonicalised ? site.url(url.canonicalId) : null;
      return url.isCanonicalised ? [{ value: 'canonical', ...(target ? { url: target.url } : {}) }] : null;
    },
  }),
  pageCheck({
    id: 'hl.bad_code',
    name: 'Invalid language or region code',
    group: 'hl',
    type: 'issue',
    priority: 'H',
    population: 'hreflang',
    applies: hasHreflang,
    trigger: 'A code is neither x-default nor ISO 639-1 with an optional ISO 15924 script and ISO 3166-1 region, such as en-UK.',
    why: 'Search engines ignore the entry.',
    fix: 'Correct the code: en-GB for the United Kingdom, uk for Ukrainian.',
    sources: [google, 'ISO 639-1', 'ISO 3166-1'],
    test: (page, _, site) => items(entriesOf(page, site).filter(({ lang }) => hreflangFault(lang) !== null)),
  }),
  pageCheck({
    id: 'hl.missing_self',
    name: 'No entry for the page itself',
    group: 'hl',
    type: 'warning',
    priority: 'L',
    population: 'hreflang',
    applies: hasHreflang,
    trigger: 'No hreflang entry of the page leads to the page itself.',
    why: 'Each page should list itself and all others. Without it the page is missing in its own set.',
    fix: 'Add an entry with the page’s own language and URL.',
    sources: [google],
    test: (page, _, site) => (entriesOf(page, site).some(({ target }) => target?.id === page.url.id) ? null : []),
  }),
  pageCheck({
    id: 'hl.missing_xdefault',
    name: 'No x-default',
    group: 'hl',
    type: 'opportunity',
    priority: 'L',
    population: 'hreflang',
    applies: hasHreflang,
    trigger: 'The page has hreflang, and no entry is x-default.',
    why: 'Readers of other languages get whichever page the search engine chooses.',
    fix: 'Add x-default with the page for everybody else, such as a language selector.',
    sources: [google],
    test: (page, _, site) => (entriesOf(page, site).some(isDefault) ? null : []),
  }),
  pageCheck({
    id: 'hl.multiple_same_code',
    name: 'One code with several URLs',
    group: 'hl',
    type: 'issue',
    priority: 'M',
    population: 'hreflang',
    applies: hasHreflang,
    trigger: 'The page lists two or more different URLs for one code.',
    why: 'A reader of that language can get only one of them. Search engines may ignore all.',
    fix: 'Keep one URL for each code, or tell them apart by region.',
    sources: [google],
    test: (page, _, site) =>
      items(
        groupedBy(entriesOf(page, site), ({ code }) => code)
          .filter(areSeveral)
          .flat(),
      ),
  }),
  pageCheck({
    id: 'hl.multiple_codes',
    name: 'One URL for several languages',
    group: 'hl',
    type: 'warning',
    priority: 'M',
    population: 'hreflang',
    applies: hasHreflang,
    trigger: 'The page lists one URL for two or more languages. Regions of one language and x-default do not count.',
    why: 'A page is mostly in one language. Readers of the other one get the wrong page.',
    fix: 'List each page for its own language only.',
    sources: [google],
    test: (page, _, site) =>
      items(
        groupedBy(
          entriesOf(page, site).filter(each => !isDefault(each)),
          targetOf,
        )
          .filter(group => new Set(group.map(({ code }) => baseOf(code))).size > 1)
          .flat(),
      ),
  }),
  pageCheck({
    id: 'hl.relative',
    name: 'hreflang with a relative URL',
    group: 'hl',
    type: 'warning',
    priority: 'L',
    population: 'hreflang',
    applies: hasHreflang,
    trigger: 'The address of an entry has no scheme.',
    why: 'Google requires absolute URLs. On a copy of the site, a relative one means another page.',
    fix: 'Write the whole URL with https and host.',
    sources: [google],
    test: (page, _, site) => items(entriesOf(page, site).filter(({ href }) => !/^[a-z][a-z0-9+.-]*:/i.test(href))),
  }),
  pageCheck({
    id: 'hl.outside_head',
    name: 'hreflang outside the head',
    group: 'hl',
    type: 'issue',
    priority: 'H',
    population: 'hreflang',
    applies: hasHreflang,
    trigger: 'An alternate element with hreflang is after the end of the head as an HTML parser builds it.',
    why: 'Search engines ignore it there.',
    fix: 'Move it into the head. If it is there in the source, an element before it ends the head early.',
    sources: [google, 'HTML standard, 13.2.6.4.4 The "in head" insertion mode'],
    test: (page, _, site) => items(entriesOf(page, site).filter(({ inBody }) => inBody)),
  }),
  pageCheck({
    id: 'hl.lang_mismatch',
    name: 'hreflang differs from the language of the page',
    group: 'hl',
    type: 'warning',
    priority: 'L',
    population: 'hreflang',
    applies: page => page.facts.lang !== undefined && hasHreflang(page),
    trigger: 'The page lists itself for one language, and the lang attribute of its html element names another.',
    why: 'One of the two is wrong. Readers may be sent to a page in another language.',
    fix: 'Correct the one that is wrong.',
    sources: [google, 'HTML standard, 3.2.6.1 The lang and xml:lang attributes'],
    test(page, _, site) {
      const own = selfEntries(page, site);
      const lang = baseOf((page.facts.lang ?? '').toLowerCase().replace('_', '-'));
      if (own.length === 0 || own.some(({ code }) => baseOf(code) === lang)) return null;
      return [...own.map(({ item }) => item), { value: `lang=${page.facts.lang ?? ''}` }];
    },
  }),
  pageCheck({
    id: 'hl.source_conflict',
    name: 'HTML, header and sitemap disagree on hreflang',
    group: 'hl',
    type: 'issue',
    priority: 'M',
    population: 'hreflang',
    applies: hasHreflang,
    trigger: 'Elements, Link headers and the sitemap entry of the page list different URLs for one code.',
    why: 'Search engines may use either, or none.',
    fix: 'Declare hreflang in one place.',
    sources: [google],
    test(page, _, site) {
      const groups = groupedBy(entriesOf(page, site), ({ code }) => code);
      return items(groups.filter(group => new Set(group.map(({ source }) => source)).size > 1 && areSeveral(group)).flat());
    },
  }),
];
