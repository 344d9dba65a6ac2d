import { isFollowedKind } from '#core/decision/admission.ts';
import { asRendered } from '#core/html/facts/link-facts.ts';
import type { Steps } from '#core/steps.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import type { LinkKind, PageLink } from '#shared/model/page.ts';
import { mostWanted } from '#storage/links/link-ids.ts';
import type { NewLink } from '#storage/links/page-links.ts';
import type { Store } from '#storage/store.ts';
import type { UrlRecord } from '#storage/tables/urls.ts';
import { linkCandidate, renderedLinkCandidate } from './candidates.ts';
import type { Discovery } from './discover.ts';
import type { PageReading } from './read-page.ts';

export interface LinkingPage {
  readonly url: Pick<UrlRecord, 'id' | 'distance'>;
  readonly reading: PageReading;
  /** When the response ended, epoch milliseconds. */
  readonly at: number;
  /** It is a rendered page: only links that the response does not have count. */
  readonly rendered?: RenderedLinks;
}

/** How the links of a rendered page are told from those of the response. */
export interface RenderedLinks {
  /** Id of the rendering. */
  readonly id: number;
  /** Links of the response: those of the rendered page follow them. */
  readonly first: number;
  /** The response says nofollow. */
  readonly isUnfollowed: boolean;
  /** Whether the response has such a link. */
  has(link: { readonly kind: LinkKind; readonly to: number; readonly rel: string }): boolean;
}

/** Links between two looks at the clock. */
const linksOfStep = mostWanted;

/**
 * Finds or writes the URL of every link of a page. Runs inside the caller's transaction; a caller that uses several must keep the page
 * leased until its links are written. This is a class because a closure per page made each call twice as slow.
 */
export class LinkFinder {
  readonly #discovery: Discovery;
  readonly #linkIds: ReturnType<Store['urls']['linkIds']['of']>;
  readonly #targetClasses: Store['urls']['targetClasses'];
  readonly #baseUrl: string;
  readonly #pageNofollow: boolean;
  readonly #from: { readonly id: number; readonly distance: number; readonly depth: number | null };
  readonly #at: number;
  readonly #links: readonly PageLink[];
  readonly #edges: NewLink[] = [];
  readonly #rendered: RenderedLinks | null;

  constructor(
    { store, discovery }: { readonly store: Store; readonly discovery: Discovery },
    { url, reading, at, rendered }: LinkingPage,
  ) {
    this.#rendered = rendered ?? null;
    this.#discovery = discovery;
    this.#targetClasses = store.urls.targetClasses;
    this.#linkIds = store.urls.linkIds.of(reading.baseUrl);
    this.#baseUrl = reading.baseUrl;
    this.#pageNofollow = reading.directives.nofollow !== null || rendered?.isUnfollowed === true;
    this.#from = { id: url.id, distance: url.distance, depth: store.urls.depths.of(url.id) };
    this.#at = at;
    this.#links = reading.html?.links ?? [];
  }

  /** The links by the ids of their URLs, in one go. */
  all(): readonly NewLink[] {
    const { length } = this.#links;
    for (let first = 0; first < length; first += linksOfStep) this.#find(first, Math.min(first + linksOfStep, length));
    return this.#edges;
  }

  /** The same in steps of some links. Yields how many are done. */
  *inSteps(): Steps<readonly NewLink[]> {
    const { length } = this.#links;
    for (let first = 0; first < length; first += linksOfStep) {
      const end = Math.min(first + linksOfStep, length);
      const found = this.#edges.length;
      this.#find(first, end);
      // Reads the classes of the targets now: the page is stored in one go, and 50,000 classes take long.
      this.#targetClasses.count(this.#edges.slice(found));
      yield end;
    }
    return this.#edges;
  }

  #find(first: number, end: number): void {
    const links = this.#links;
    const edges = this.#edges;
    const ids = this.#linkIds.find(links, first, end);
    for (let i = first; i < end; i++) {
      const { kind, href, rel, text, at, facts } = links[i] as PageLink;
      const isPageLink = isFollowedKind(kind) || this.#discovery.crawlsReference(links[i] as PageLink);
      const mayAdmit = isPageLink && !this.#pageNofollow && (rel === '' || !this.#discovery.unfollowed(rel));
      const mayRespell = this.#discovery.mayRespell(kind);
      const again = mayRespell ? 0 : (ids[i - first] as number);
      const isKnown = again !== 0 && !this.#discovery.mayChange(again, kind, mayAdmit);
      const rendered = this.#rendered;
      const seq = rendered === null ? edges.length : rendered.first + edges.length;
      const to = isKnown ? again : this.#resolve(links[i] as PageLink, seq, mayAdmit);
      if (rendered !== null && (to === 0 || rendered.has({ kind, to, rel }))) continue;
      if (rendered !== null) edges.push({ to, kind, rel, text, start: at.start, end: at.end, facts: asRendered(facts ?? 0) });
      else if (to !== 0) edges.push({ to, kind, rel, text, start: at.start, end: at.end, facts, fragment: fragmentOf(href) });
    }
  }

  /** Id of the link's target URL, 0 if the target is not a URL to crawl. `seq`: the link's position on the page. */
  #resolve({ kind, href, rel, hreflang }: PageLink, seq: number, mayAdmit: boolean): number {
    const target = normalizeUrl(href, this.#baseUrl);
    if (!isPlace(target.kind === 'url' ? target.url : null, href)) return 0;
    const isOwn = !this.#discovery.mayRespell(kind);
    const known = !isOwn ? 0 : this.#discovery.known(target.kind === 'url' ? target.url : href);
    if (known !== 0) this.#linkIds.add(href, known);
    if (known !== 0 && !this.#discovery.mayChange(known, kind, mayAdmit)) return known;
    const says = { unfollowed: this.#discovery.unfollowed(rel), pageNofollow: this.#pageNofollow, hreflang: hreflang !== '' };
    const found = linkCandidate({ from: this.#from, seq, kind, target, ...says });
    const candidate = this.#rendered === null ? found : renderedLinkCandidate(found, seq, this.#rendered.id);
    return this.#discovery.discover(candidate, this.#at);
  }
}

const fragmentOf = (href: string): string => {
  const at = href.indexOf('#');
  return at < 0 ? '' : href.slice(at + 1);
};

/** `javascript:` links are actions, not pages. `url`: null if `href` is not a URL. */
const isPlace = (url: string | null, href: string): boolean =>
  url === null ? href !== '' : url.startsWith('http') || !/^(javascript|data|blob):/i.test(url);
