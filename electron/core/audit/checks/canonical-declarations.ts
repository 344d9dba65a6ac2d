import { type Check, type FactsPage, pageCheck } from '../check.ts';
import { canonicalsOf, inHeader, ofDeclaration, resolved } from '../declared.ts';
import { atBytes } from '../items.ts';

const google = 'Google Search Central, How to specify a canonical URL';
const hasCanonical = (page: FactsPage): boolean => canonicalsOf(page).list.length > 0;
const isAbsolute = (href: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(href);

/** Declarations that `test` picks; null for none. */
function picked(page: FactsPage, test: (href: string) => boolean) {
  const found = canonicalsOf(page).list.filter(({ href }) => test(href));
  return found.length > 0 ? found.map(ofDeclaration) : null;
}

/** Canonicals as pages declare them, in elements and Link headers. */
export const canonicalDeclarationChecks: readonly Check[] = [
  pageCheck({
    id: 'canon.missing',
    name: 'Canonical missing',
    group: 'canon',
    type: 'warning',
    priority: 'M',
    population: 'indexable',
    trigger: 'The page has no canonical with an address, neither in the HTML nor in a Link header.',
    why: 'Parameters and other spellings of the address are then different pages until a search engine groups them itself.',
    fix: 'Add a canonical element with the page’s own absolute URL to the head.',
    sources: [google, 'RFC 6596'],
    test: page => (canonicalsOf(page).list.some(({ href }) => href !== '') ? null : canonicalsOf(page).list.map(ofDeclaration)),
  }),
  pageCheck({
    id: 'canon.canonicalised',
    name: 'Canonical points elsewhere',
    group: 'canon',
    type: 'warning',
    priority: 'H',
    population: 'canonicals',
    applies: hasCanonical,
    trigger: 'The page has usable canonicals, and none of them is the page itself after normalisation.',
    why: 'The page asks search engines to list another URL instead of it. That is right for duplicates and loses pages otherwise.',
    fix: 'Check that the canonical is what you want. If the page should be listed, make it name itself.',
    sources: [google, 'RFC 6596, section 3'],
    test(page) {
      const { choice } = canonicalsOf(page);
      if (choice.kind === 'elsewhere') return [ofDeclaration(choice.declaration)];
      return choice.kind === 'conflict' && !choice.urls.includes(page.url.url) ? choice.declarations.map(ofDeclaration) : null;
    },
  }),
  pageCheck({
    id: 'canon.multiple',
    name: 'Several canonicals',
    group: 'canon',
    type: 'warning',
    priority: 'M',
    population: 'canonicals',
    applies: hasCanonical,
    trigger: 'HTML and Link headers together declare more than one canonical, equal or not.',
    why: 'Two places to maintain drift apart. Different values make search engines ignore all of them.',
    fix: 'Keep one declaration. Often a template and a plug-in each write one.',
    sources: [google],
    test(page) {
      const { list } = canonicalsOf(page);
      return list.length > 1 ? list.map(ofDeclaration) : null;
    },
  }),
  pageCheck({
    id: 'canon.conflict',
    name: 'Several canonicals with different targets',
    group: 'canon',
    type: 'issue',
    priority: 'H',
    population: 'canonicals',
    applies: hasCanonical,
    trigger: 'The usable canonicals of the page name more than one URL.',
    why: 'Google ignores all canonicals of a page that contradict each other.',
    fix: 'Decide on one URL and remove the other declarations.',
    sources: [google, 'Google Search Central Blog, 5 common mistakes with rel=canonical'],
    test(page) {
      const { choice } = canonicalsOf(page);
      return choice.kind === 'conflict' ? choice.declarations.map(ofDeclaration) : null;
    },
  }),
  pageCheck({
    id: 'canon.header_html_differ',
    name: 'Canonicals of header and HTML differ',
    group: 'canon',
    type: 'issue',
    priority: 'H',
    population: 'canonicals',
    applies: hasCanonical,
    trigger: 'A Link header and an element in the head both declare a canonical, and they name different URLs.',
    why: 'The server and the template disagree. Search engines may ignore both.',
    fix: 'Remove one of the two, or make them equal.',
    sources: [google, 'RFC 8288'],
    test(page) {
      const { list } = canonicalsOf(page);
      const usable = list.filter(({ href, source }) => href !== '' && (source.kind !== 'link-element' || source.inHead));
      const [header, html] = [usable.filter(inHeader), usable.filter(each => !inHeader(each))];
      if (header.length === 0 || html.length === 0) return null;
      const named = new Set(html.map(({ href }) => resolved(page, href)));
      return header.every(({ href }) => named.has(resolved(page, href))) && named.size === 1 ? null : usable.map(ofDeclaration);
    },
  }),
  pageCheck({
    id: 'canon.relative',
    name: 'Canonical is a relative URL',
    group: 'canon',
    type: 'warning',
    priority: 'L',
    population: 'canonicals',
    applies: hasCanonical,
    trigger: 'A canonical has neither scheme nor host.',
    why: 'A copy of the page on another host, or a wrong base element, then names another URL than you meant.',
    fix: 'Write the whole URL with https and host.',
    sources: [google],
    test: page => picked(page, href => href !== '' && !isAbsolute(href) && !href.startsWith('//')),
  }),
  pageCheck({
    id: 'canon.fragment',
    name: 'Canonical has a fragment',
    group: 'canon',
    type: 'warning',
    priority: 'L',
    population: 'canonicals',
    applies: hasCanonical,
    trigger: 'The address of a canonical contains “#”.',
    why: 'Search engines list URLs without fragments. They ignore the fragment or the whole canonical.',
    fix: 'Remove the fragment from the canonical.',
    sources: ['Google Search Central Help, Canonicalization'],
    test: page => picked(page, href => href.includes('#')),
  }),
  pageCheck({
    id: 'canon.bad_attribute',
    name: 'Canonical with an invalid attribute',
    group: 'canon',
    type: 'warning',
    priority: 'M',
    population: 'canonicals',
    applies: hasCanonical,
    trigger: 'A canonical element also has hreflang, media, lang or type.',
    why: 'Google ignores canonical elements with these attributes: they describe an alternate, not the canonical.',
    fix: 'Remove the attribute, or use rel=alternate for it.',
    sources: ['Google Search Central Blog, Fixing common rel=canonical mistakes', google],
    test({ facts: { canonicals = [] } }) {
      const bad = canonicals.filter(({ extra }) => extra !== undefined);
      return bad.length > 0 ? bad.map(({ extra = '', at }) => atBytes(extra, at)) : null;
    },
  }),
  pageCheck({
    id: 'canon.outside_head',
    name: 'Canonical outside the head',
    group: 'canon',
    type: 'issue',
    priority: 'H',
    population: 'canonicals',
    applies: hasCanonical,
    trigger: 'A canonical element is after the end of the head as an HTML parser builds it.',
    why: 'Search engines ignore a canonical in the body, because users could write it there.',
    fix: 'Move it into the head. If it is there in the source, an element before it ends the head early.',
    sources: [google, 'HTML standard, 13.2.6.4.4 The "in head" insertion mode'],
    test({ facts: { canonicals = [] } }) {
      const outside = canonicals.filter(({ inBody }) => inBody);
      return outside.length > 0 ? outside.map(({ href, at }) => atBytes(href, at)) : null;
    },
  }),
];
