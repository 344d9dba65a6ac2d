import type { Asked, CensusFile, CensusUrl } from './urls.ts';

const htmlTypes = new Set(['text/html', 'application/xhtml+xml']);
/** What a click follows. */
const clicks = new Set(['a', 'area', 'frame', 'iframe']);

const isIn = (low: number, high: number, { status }: Asked): boolean => status !== null && status >= low && status <= high;
const values = ({ headers }: Asked, name: string): string[] =>
  headers.flatMap(([each, value]) => (each.toLowerCase() === name ? [value] : []));

/** What the crawl asked as a page, with a last response; a bot challenge is none. */
const responded = (url: CensusUrl): url is CensusUrl & { readonly page: Asked } =>
  url.page !== null &&
  url.page.status !== null &&
  (url.state === 'done' || url.state === 'failed') &&
  !url.reason.startsWith('challenge');

/** The sets of URLs that the populations of checks are made of, each counted from the tables of a crawl file. */
export class Members {
  readonly file: CensusFile;
  /** By id of the target: the pages with a hyperlink to it, itself left out. */
  readonly #linked = new Map<number, Set<number>>();
  /** By kind of link: ids of the targets. */
  readonly #targets = new Map<string, Set<number>>();
  readonly #own: ReadonlySet<number>;

  constructor(file: CensusFile) {
    this.file = file;
    this.#own = new Set(file.urls.flatMap(({ class: kind, origin }) => (kind === 'page' && origin !== 0 ? [origin] : [])));
    for (const { id, links } of file.urls)
      for (const { to, kind } of links) {
        const targets = this.#targets.get(kind);
        if (targets) targets.add(to);
        else this.#targets.set(kind, new Set([to]));
        if (!clicks.has(kind) || to === id) continue;
        const from = this.#linked.get(to);
        if (from) from.add(id);
        else this.#linked.set(to, new Set([id]));
      }
  }

  count(belongs: (url: CensusUrl) => boolean): number {
    return this.file.urls.reduce((sum, url) => sum + (belongs(url) ? 1 : 0), 0);
  }

  /** A page for all that is known, which the crawl did not read. */
  isUnread = (url: CensusUrl): boolean => url.class === 'page' && !responded(url);

  /** Internal, status 200 to 299, HTML. */
  isHtml200 = (url: CensusUrl): boolean =>
    url.class === 'page' && responded(url) && isIn(200, 299, url.page) && htmlTypes.has(url.page.mime);

  /** Such a page whose body arrived and could be read. */
  isRead = (url: CensusUrl): boolean => this.isHtml200(url) && url.state === 'done';

  isIndexable = (url: CensusUrl): boolean =>
    this.isRead(url) && url.mayFetch === 'yes' && !url.noindex && (url.canonical === 0 || url.canonical === url.id);

  /** Those that may belong to a set of pages, because nobody knows what they are. */
  isUnknown = (url: CensusUrl): boolean => this.isUnread(url) || (this.isHtml200(url) && !this.isRead(url));

  /** Of pages, what `holds` says of those that were read; the others may all belong. */
  ofPages = (holds: (url: CensusUrl) => boolean): number =>
    this.count(url => this.isUnknown(url) || (this.isRead(url) && holds(url)));

  isInternal = (url: CensusUrl): boolean =>
    url.class === 'page' || (url.class === 'resource' && url.page !== null && url.page.status !== null);

  isInternalUnread = (url: CensusUrl): boolean => this.isInternal(url) && !responded(url);

  /** Of internal URLs, what `holds` says of the response; those without one may all belong. */
  ofResponses = (holds: (page: Asked, url: CensusUrl) => boolean): number =>
    this.count(url => this.isInternal(url) && (!responded(url) || holds(url.page, url)));

  /** Of internal redirects, what `holds` says; pages without a response may be some. */
  ofRedirects = (holds: (page: Asked, url: CensusUrl) => boolean): number =>
    this.count(url => url.class === 'page' && (!responded(url) || (isIn(300, 399, url.page) && holds(url.page, url))));

  /** Of resources, what `holds` says of the response, of the crawl or of a check; those without one may all belong. */
  ofResources = (holds: (asked: Asked) => boolean): number =>
    this.count(url => {
      if (url.class !== 'resource') return false;
      const asked = responded(url) ? url.page : url.check;
      return asked === null || asked.status === null || holds(asked);
    });

  isLinkedAs = ({ id }: CensusUrl, ...kinds: readonly string[]): boolean =>
    kinds.some(kind => this.#targets.get(kind)?.has(id) ?? false);

  isLinked = ({ id }: CensusUrl): boolean => (this.#linked.get(id)?.size ?? 0) > 0;

  /** On a host with internal URLs. */
  isOwn = ({ origin }: CensusUrl): boolean => this.#own.has(origin);

  /** Internal, or only referred to and on such a host. */
  isInternalOrNamed = (url: CensusUrl): boolean => url.class === 'page' || (url.class === 'other' && this.isOwn(url));

  get hostIds(): readonly number[] {
    return [...this.#own];
  }

  get hosts(): readonly string[] {
    return this.hostIds.map(id => this.file.origins.get(id) ?? '');
  }

  /** The URLs that link elements of read pages name, by the places of these elements; a page's own URL left out. */
  named(elements: 'amp' | 'next' | 'prev'): ReadonlySet<number> {
    const found = new Set<number>();
    for (const url of this.file.urls) for (const to of this.namedBy(url, elements)) if (to !== url.id) found.add(to);
    return found;
  }

  namedBy = (url: CensusUrl, elements: 'amp' | 'next' | 'prev'): readonly number[] =>
    (url.facts?.[elements] ?? []).flatMap(({ at }) => url.links.find(({ start }) => start === at[0])?.to ?? []);

  header = (url: CensusUrl, name: string): string[] => (url.page === null ? [] : values(url.page, name));
}

export const hasHeader = (asked: Asked, name: string): boolean => values(asked, name).length > 0;
export const isStatus = isIn;
