import type { NotCheckableReason } from '#shared/model/audit.ts';
import { type AuditSite, type AuditUrl, type Check, pageCheck, threshold, urlCheck, type Verdict } from '../check.ts';
import { ofNumber } from '../items.ts';
import { mark } from '../link-marks.ts';
import { isAnchor, isFollowed, isInternalAnchor } from '../links.ts';
import { standing } from '../populations.ts';
import { isInternalRow } from '../url-row.ts';

const google = 'Google Search Central, Link best practices';

/** The result of an indexable page; the reason where the page was not read. */
const ofIndexable = (url: AuditUrl, judge: () => Verdict): Verdict => {
  const found = standing('indexable', url);
  return found === 'in' ? judge() : found === 'out' ? null : found;
};
const isIndexableOrUnknown = (url: AuditUrl): boolean => standing('indexable', url) !== 'out';

/** Until the crawl has finished, pages that are still to be read may contain the missing links. */
const unfinished = (site: AuditSite): NotCheckableReason | null =>
  site.source.crawl.state === 'finished' ? null : 'not-requested';

const isRoot = ({ url }: AuditUrl): boolean => url.indexOf('/', url.indexOf('://') + 3) === url.length - 1;

/** No link leads to the URL, and the crawl did not start there. Start URLs of a list count like sitemap entries. */
function isOrphan(url: AuditUrl, site: AuditSite): boolean {
  const { followed, nofollow } = site.inlinks(url.id);
  if (followed + nofollow > 0) return false;
  if (url.depth === null) return true;
  return url.depth === 0 && site.source.settings.seeds.length > 1 && !isRoot(url);
}

/** Links to and from pages, by their number. */
export const linkCountChecks: readonly Check[] = [
  urlCheck({
    id: 'link.orphan',
    name: 'Orphan page',
    group: 'link',
    type: 'issue',
    priority: 'M',
    population: 'indexable',
    trigger: 'The crawl found the indexable page in a sitemap or a list only: no internal link leads to it.',
    why: 'Visitors cannot reach the page, and search engines give it little weight.',
    fix: 'Link to the page from pages about the same topic, or remove it from the sitemap.',
    sources: [google],
    applies: isIndexableOrUnknown,
    test: (url, _, site) => ofIndexable(url, () => (isOrphan(url, site) ? (unfinished(site) ?? []) : null)),
  }),
  urlCheck({
    id: 'link.one_inlink',
    name: 'Only one page links to it',
    group: 'link',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'Exactly one other page links to the indexable page without nofollow.',
    why: 'The page depends on a single link. Few links tell search engines that it matters little.',
    fix: 'Link to the page from further pages about the same topic.',
    sources: [google],
    applies: isIndexableOrUnknown,
    test: (url, _, site) =>
      ofIndexable(url, () => (site.inlinks(url.id).followed === 1 ? (unfinished(site) ?? [ofNumber(1)]) : null)),
  }),
  urlCheck({
    id: 'link.depth',
    name: 'Deep page',
    group: 'link',
    type: 'warning',
    priority: 'L',
    population: 'indexable',
    thresholds: { clicks: threshold(4, 'Clicks from the start', 'clicks', 1, 1_000) },
    trigger: 'The indexable page is four clicks or more from the start.',
    why: 'Visitors rarely go that far, and crawlers come less often.',
    fix: 'Link to the page from a page nearer to the start.',
    sources: [google],
    applies: url => isIndexableOrUnknown(url) && !(standing('indexable', url) === 'in' && url.depth === null),
    test: (url, { clicks }) => ofIndexable(url, () => (url.depth !== null && url.depth >= clicks ? [ofNumber(url.depth)] : null)),
  }),
  pageCheck({
    id: 'link.no_outlinks',
    name: 'No internal links',
    group: 'link',
    type: 'warning',
    priority: 'M',
    population: 'pages',
    trigger: 'No link of the page leads to another internal URL.',
    why: 'The page is a dead end for visitors and crawlers.',
    fix: 'Add the navigation of the site, or links to related pages.',
    sources: [google],
    test(page) {
      if ((page.marks.marks & mark.toInternal) !== 0) return null;
      const { bodyEnd } = page.response;
      return bodyEnd === 'too-large' || bodyEnd === 'truncated' ? 'cut' : [];
    },
  }),
  pageCheck({
    id: 'link.many_internal',
    name: 'Very many internal links',
    group: 'link',
    type: 'warning',
    priority: 'L',
    population: 'pages',
    thresholds: { links: threshold(1_000, 'Most internal links', 'links') },
    trigger: 'The page has more than 1,000 internal links without nofollow.',
    why: 'Among that many links, none stands out for visitors or search engines.',
    fix: 'Divide the page, or link only to what matters here.',
    sources: [google],
    test(page, { links: most }, site) {
      if (page.marks.count <= most) return null;
      const count = page.links.filter(link => isInternalAnchor(link, site) && isFollowed(link, page)).length;
      return count > most ? [ofNumber(count)] : null;
    },
  }),
  pageCheck({
    id: 'link.many_external',
    name: 'Very many external links',
    group: 'link',
    type: 'warning',
    priority: 'L',
    population: 'pages',
    thresholds: { links: threshold(100, 'Most external links', 'links') },
    trigger: 'The page has more than 100 links to other sites.',
    why: 'A page of links only may be taken for a link farm. Visitors leave.',
    fix: 'Keep the links that help the reader of this page.',
    sources: ['Google Search Central, Spam policies: link spam'],
    test(page, { links: most }) {
      if (page.marks.count <= most) return null;
      const count = page.links.filter(link => isAnchor(link) && link.to.class === 'external').length;
      return count > most ? [ofNumber(count)] : null;
    },
  }),
];

export const inlinkChecks: readonly Check[] = [
  urlCheck({
    id: 'link.mixed_follow',
    name: 'Links with and without nofollow',
    group: 'link',
    type: 'opportunity',
    priority: 'L',
    population: 'linked',
    trigger: 'Some pages link to the internal URL without nofollow, others only with it.',
    why: 'Mixed signals: nofollow tells crawlers to ignore what other links recommend.',
    fix: 'Remove nofollow from internal links.',
    sources: ['Google Search Central, Qualify your outbound links to Google'],
    applies(url, site) {
      const { followed, nofollow } = site.inlinks(url.id);
      return isInternalRow(url) && followed + nofollow > 0;
    },
    test(url, _, site) {
      const { followed, nofollow } = site.inlinks(url.id);
      return followed > 0 && nofollow > 0 ? [{ value: `${followed} without, ${nofollow} with nofollow` }] : null;
    },
  }),
  urlCheck({
    id: 'link.nonindexable_only',
    name: 'Only pages that are not indexable link to it',
    group: 'link',
    type: 'warning',
    priority: 'M',
    population: 'indexable',
    trigger: 'Pages link to the indexable page, and none of them is indexable.',
    why: 'Search engines follow links of pages outside their index less often, and in time not at all.',
    fix: 'Link to the page from an indexable page.',
    sources: [google],
    applies(url, site) {
      const found = standing('indexable', url);
      const { followed, nofollow } = site.inlinks(url.id);
      return found !== 'out' && (found !== 'in' || followed + nofollow > 0);
    },
    test: (url, _, site) =>
      ofIndexable(url, () => {
        const { followed, nofollow, indexable } = site.inlinks(url.id);
        return indexable === 0 && followed + nofollow > 0 ? (unfinished(site) ?? [ofNumber(followed + nofollow)]) : null;
      }),
  }),
];
