import { followedKinds } from '#core/decision/admission.ts';
import type { Steps } from '#core/steps.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import type { PageLink } from '#shared/model/page.ts';
import type { NewLink } from '#storage/links/page-links.ts';
import type { Store } from '#storage/store.ts';
import type { UrlRecord } from '#storage/tables/urls.ts';
import { linkCandidate } from './candidates.ts';
import type { Discovery } from './discover.ts';
import type { PageReading } from './read-page.ts';

export interface LinkingPage {
  readonly url: Pick<UrlRecord, 'id' | 'distance'>;
  readonly reading: PageReading;
  /** Epoch milliseconds at which the response had ended. */
  readonly at: number;
}

const nofollowRel = /(^| )nofollow( |$)/;
/** Links between two looks at the clock. */
const linksOfStep = 32;

/** Whether a link says nofollow. */
export const saysNofollow = (rel: string): boolean => rel !== '' && nofollowRel.test(rel);

/**
 * Finds or writes the URL of every link of a page and returns the links by those ids; yields how many are done. Runs inside the
 * caller's transaction; a caller that uses several must keep the page leased until its links are written.
 */
export function* findLinks(
  { store, discovery }: { readonly store: Store; readonly discovery: Discovery },
  { url, reading, at }: LinkingPage,
): Steps<readonly NewLink[]> {
  const { html, baseUrl, directives } = reading;
  const edges: NewLink[] = [];
  if (!html) return edges;
  const pageNofollow = directives.nofollow !== null;
  const { linkIds } = store.urls;
  const origin = linkIds.origin(baseUrl);
  const from = { id: url.id, distance: url.distance, depth: store.urls.depths.of(url.id) };
  const idOf = (link: PageLink, seq: number): number => {
    const { kind, href } = link;
    const nofollow = saysNofollow(link.rel);
    const mayAdmit = !nofollow && !pageNofollow && followedKinds.has(kind);
    const again = linkIds.find(origin, href);
    if (again !== 0 && !(mayAdmit && discovery.mayReopen(again))) return again;
    const target = normalizeUrl(href, baseUrl);
    if (!isPlace(target.kind === 'url' ? target.url : null, href)) return 0;
    const known = discovery.known(target.kind === 'url' ? target.url : href);
    if (known !== 0) linkIds.add(origin, href, known);
    if (known !== 0 && !(mayAdmit && discovery.mayReopen(known))) return known;
    return discovery.discover(linkCandidate({ from, seq, kind, target, nofollow, pageNofollow }), at);
  };
  for (const [i, link] of html.links.entries()) {
    const to = idOf(link, edges.length);
    const { kind, rel, text, at: place } = link;
    if (to !== 0) edges.push({ to, kind, rel, text, start: place.start, end: place.end });
    if ((i + 1) % linksOfStep === 0) yield i + 1;
  }
  return edges;
}

/** Script addresses are actions, not places. `url`: null where `href` is no URL. */
const isPlace = (url: string | null, href: string): boolean =>
  url === null ? href !== '' : url.startsWith('http') || !/^(javascript|data|blob):/i.test(url);
