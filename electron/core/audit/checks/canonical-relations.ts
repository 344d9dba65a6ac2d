import { seriesOf } from '../../canonical/series.ts';
import { registrableDomain } from '../../url/authority.ts';
import { type AuditSite, type Check, type FactsPage, pageCheck, threshold, urlCheck } from '../check.ts';
import { canonicalsOf, ofDeclaration, resolved } from '../declared.ts';
import { atBytes, ofUrl } from '../items.ts';
import { standing } from '../populations.ts';

const google = 'Google Search Central, How to specify a canonical URL';
const hasCanonical = (page: FactsPage): boolean => canonicalsOf(page).list.length > 0;

/** The page and the URL that it names instead, as URLs; null where it names itself, several, or none. */
function pairOf(page: FactsPage): { readonly from: URL; readonly to: URL } | null {
  const { choice } = canonicalsOf(page);
  return choice.kind === 'elsewhere' ? { from: new URL(page.url.url), to: new URL(choice.url) } : null;
}

/** The declaration that decides, if `test` is true. */
function elsewhere(page: FactsPage, test: (from: URL, to: URL) => boolean) {
  const { choice } = canonicalsOf(page);
  const pair = pairOf(page);
  return choice.kind === 'elsewhere' && pair && test(pair.from, pair.to) ? [ofDeclaration(choice.declaration)] : null;
}

const inlinkCount = (site: AuditSite, id: number): number => {
  const { followed, nofollow } = site.inlinks(id);
  return followed + nofollow;
};

/** Canonicals compared with the page’s own address and its other signals. */
export const canonicalRelationChecks: readonly Check[] = [
  pageCheck({
    id: 'canon.https_to_http',
    name: 'Canonical from HTTPS to HTTP',
    group: 'canon',
    type: 'issue',
    priority: 'H',
    population: 'canonicals',
    applies: hasCanonical,
    trigger: 'The page is served over HTTPS and its canonical is an HTTP URL.',
    why: 'The page asks search engines to list the insecure address.',
    fix: 'Write the canonical with https.',
    sources: [google],
    test: page => elsewhere(page, (from, to) => from.protocol === 'https:' && to.protocol === 'http:'),
  }),
  pageCheck({
    id: 'canon.http_to_https',
    name: 'Canonical from HTTP to HTTPS',
    group: 'canon',
    type: 'opportunity',
    priority: 'L',
    population: 'canonicals',
    applies: hasCanonical,
    trigger: 'The page is served over HTTP and its canonical is an HTTPS URL.',
    why: 'A canonical is a hint, and visitors stay on the insecure address. A redirect moves both.',
    fix: 'Redirect the HTTP address to HTTPS with status 301.',
    sources: [google, 'Google Search Central, Redirects and Google Search'],
    test: page => elsewhere(page, (from, to) => from.protocol === 'http:' && to.protocol === 'https:'),
  }),
  pageCheck({
    id: 'canon.cross_domain',
    name: 'Canonical to another domain',
    group: 'canon',
    type: 'warning',
    priority: 'M',
    population: 'canonicals',
    applies: hasCanonical,
    trigger: 'The registrable domain of the canonical differs from that of the page.',
    why: 'The page gives its place in results to another site. That is right for syndicated content only.',
    fix: 'Check that the other domain should be listed. Look for canonicals left over from a staging site.',
    sources: [google],
    test: page => elsewhere(page, (from, to) => registrableDomain(from.hostname) !== registrableDomain(to.hostname)),
  }),
  pageCheck({
    id: 'canon.to_first_page',
    name: 'Paginated page with a canonical to page 1',
    group: 'canon',
    type: 'warning',
    priority: 'M',
    population: 'canonicals',
    applies: hasCanonical,
    trigger: 'A page with a page number above 1, or with rel=prev, has the first page of its series as canonical.',
    why: 'Page 2 is no duplicate of page 1: what it links to can drop out of the index.',
    fix: 'Let each page of a series name itself.',
    sources: ['Google Search Central, Pagination, incremental page loading, and their impact on Google Search'],
    test: page =>
      elsewhere(page, (from, to) => {
        const [here, there] = [seriesOf(from.href), seriesOf(to.href)];
        const isLater = here.number > 1 || (page.facts.prev !== undefined && here.series === there.series);
        return isLater && there.number <= 1 && here.series === there.series;
      }),
  }),
  pageCheck({
    id: 'canon.noindex_and_canonical',
    name: 'noindex together with a canonical elsewhere',
    group: 'canon',
    type: 'warning',
    priority: 'M',
    population: 'canonicals',
    applies: hasCanonical,
    trigger: 'The page has noindex, or an unavailable_after that has passed, and its canonical is another URL.',
    why: 'One signal says that both pages are the same, the other that only one may be listed. noindex can reach the canonical page.',
    fix: 'Use the canonical for duplicates, and noindex for pages that should not be found.',
    sources: ['Google Search Central office hours, noindex and rel=canonical', google],
    test: page => (page.url.noindex ? elsewhere(page, () => true) : null),
  }),
  pageCheck({
    id: 'canon.protocol_relative',
    name: 'Protocol-relative canonical',
    group: 'canon',
    type: 'warning',
    priority: 'L',
    population: 'canonicals',
    applies: hasCanonical,
    trigger: 'The address of a canonical starts with “//”.',
    why: 'The same page then has two canonicals, one over HTTP and one over HTTPS.',
    fix: 'Write the whole URL with https.',
    sources: [google, 'RFC 3986, section 4.2'],
    test(page) {
      const found = canonicalsOf(page).list.filter(({ href }) => href.startsWith('//'));
      return found.length > 0 ? found.map(ofDeclaration) : null;
    },
  }),
  pageCheck({
    id: 'canon.og_url_differs',
    name: 'og:url differs from the canonical',
    group: 'canon',
    type: 'opportunity',
    priority: 'L',
    population: 'canonicals',
    applies: hasCanonical,
    trigger: 'The page has og:url and one canonical, and they are different URLs after normalisation.',
    why: 'Shares and likes are counted for og:url. They then belong to another URL than the one in search results.',
    fix: 'Give og:url the value of the canonical.',
    sources: ['The Open Graph protocol, Basic metadata', google],
    test(page) {
      const { choice } = canonicalsOf(page);
      const og = page.facts.social?.find(({ name, content }) => name === 'og:url' && content !== '');
      if (og === undefined || (choice.kind !== 'self' && choice.kind !== 'elsewhere')) return null;
      return resolved(page, og.content) === choice.url ? null : [atBytes(og.content, og.at), ofDeclaration(choice.declaration)];
    },
  }),
  urlCheck({
    id: 'canon.inlinks_to_non_canonical',
    name: 'Internal links to a non-canonical URL',
    group: 'canon',
    type: 'opportunity',
    priority: 'M',
    population: 'canonicals',
    applies(url) {
      const found = standing('canonicals', url);
      return found === 'in' ? url.isCanonicalised : found !== 'out';
    },
    thresholds: { pages: threshold(5, 'At least', 'linking pages', 1) },
    trigger: 'At least so many pages link to a page whose canonical is another URL.',
    why: 'Links are a sign of which URL you prefer. These point at the one that you say should not be listed.',
    fix: 'Link to the canonical URL.',
    sources: ['Google Search Central, How to specify a canonical URL: Link consistently to the URL you consider canonical'],
    test(url, { pages }, site) {
      const found = standing('canonicals', url);
      if (found !== 'in' && found !== 'out') return found;
      const count = inlinkCount(site, url.id);
      const target = site.url(url.canonicalId);
      if (count < pages) return null;
      return [{ value: 'linking pages', count }, ...(target ? [ofUrl(target, 'canonical')] : [])];
    },
  }),
];
