import {
  addsParameters,
  farDate,
  feedsItself,
  longRow,
  makesHosts,
  repeats,
  type TrapSign,
  tooManyFilters,
} from '#core/traps/judge.ts';
import { folderOf, numbersAside, pathOf, withoutSession } from '#core/traps/shape.ts';
import { Watch } from '#core/traps/watch.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';

/**
 * Pages, as a share of the page limit, that a suspected pattern may have before a guard looks at it. With the requests that are on their way
 * by then, a trap gets one hundredth of the limit.
 */
const share = 0.006;
const least = 40;
const most = 600;
/** Pages that a watch needs. */
const watched = 40;
/** Links of a page that a watch looks at. */
const linksWatched = 100;
/** Characters of a pattern that is counted: longer addresses are stopped by other limits. */
const longestPattern = 500;
/** Targets of links that are kept in memory: pages of one folder lead to the same ones. */
const placesKept = 16_384;
/** Entries of each table. A crawl with more patterns has no trap, but many folders. */
const mostEntries = 50_000;

/** How many pages a pattern may have before guards look at it. */
export const trapAllowance = ({ maxPages }: Pick<CrawlSettings, 'maxPages'>): number =>
  Math.min(most, Math.max(least, Math.floor(maxPages * share)));

/** An address that the crawl is about to admit. */
export interface TrapCandidate {
  readonly url: string;
  /** The page that links or redirects to it. */
  readonly finderId: number;
}

/** A page that was read. */
export interface TrapPage {
  readonly id: number;
  readonly url: string;
  /** The page that led to it first; 0 for none. */
  readonly finderId: number;
  readonly textHash: string;
  readonly signature: () => Uint8Array | null;
  /** Ids of the URLs that its links lead to. */
  readonly targets: readonly { readonly to: number }[];
}

/** A URL of the file, and the page that led to it first. */
export interface KnownUrl {
  readonly url: string;
  readonly via: string;
  readonly viaId: number | null;
}

export interface TrapParts {
  readonly settings: Pick<CrawlSettings, 'maxPages' | 'trapGuards' | 'releasedTraps' | 'scope'>;
  readonly urlOf: (id: number) => KnownUrl | undefined;
  /** The registrable domain of a host; '' for none. */
  readonly domainOf: (host: string) => string;
  /** Whether the host of a start URL. */
  readonly isSeedHost: (host: string) => boolean;
  /** Whether the crawl knows an origin. */
  readonly knowsHost: (href: string) => boolean;
  /** A guard closed a pattern, so it stops all later addresses of it. */
  readonly closed: (sign: TrapSign) => void;
}

interface Folder {
  pages: number;
  inside: number;
  outside: number;
  /** So many pages make the next look due. */
  nextLook: number;
  watch: Watch | null;
}

/** A URL of the file with its folder. */
interface Placed {
  readonly id: number;
  readonly url: string;
  readonly folder: string;
  /** The page whose link led to it first; 0 for none. */
  readonly linkedFrom: number;
  /** Number of the last look at a page that links to it; 0 for none. */
  lastLook: number;
}

interface Row {
  admitted: number;
  watch: Watch | null;
}

const hostOf = (href: string): string => {
  const from = href.indexOf('://') + 3;
  const end = href.indexOf('/', from);
  return end < 0 ? href.slice(from) : href.slice(from, end);
};

/**
 * Finds spaces of addresses without an end while a crawl runs, and stops them. It knows what this process has seen; patterns that were
 * closed before come from the file. Memory: some 100 bytes a folder, a row of numbers or an address with a session.
 */
export class TrapGuard {
  readonly #parts: TrapParts;
  readonly #most: number;
  readonly #released: ReadonlySet<string>;
  readonly #folders = new Map<string, Folder>();
  readonly #rows = new Map<string, Row>();
  /** Steps in a row by which a numbered address was found, by id. */
  readonly #steps = new Map<number, number>();
  readonly #filters = new Map<string, { admitted: number }>();
  readonly #visits = new Map<string, number>();
  /** Hosts that respond, of each domain, which another host of it led to. */
  readonly #domains = new Map<string, Row>();
  /** Hosts that were found so and have not responded yet, with their domains. */
  readonly #newHosts = new Map<string, string>();
  /** Patterns that are closed, with why. */
  readonly #closed = new Map<string, TrapSign>();
  #finder = { id: 0, url: '', folder: '', row: '' };
  #candidate = { url: '', folder: '', row: '' };
  /** The newest URL of each remainder of the ids. */
  readonly #places: (Placed | undefined)[] = [];
  /** Looks at the links of a page so far. */
  #looks = 0;
  /** The domain under which the last candidate opens a new host; '' for none. */
  #domain = '';

  constructor(parts: TrapParts, closed: Iterable<TrapSign>) {
    this.#parts = parts;
    this.#most = trapAllowance(parts.settings);
    this.#released = new Set(parts.settings.releasedTraps);
    for (const sign of closed) if (!this.#released.has(sign.pattern)) this.#closed.set(sign.pattern, sign);
  }

  get isOn(): boolean {
    return this.#parts.settings.trapGuards;
  }

  /** Whether a guard stops an address that nothing else keeps out. Null: it may be crawled. `at`: now, epoch milliseconds. */
  judge(candidate: TrapCandidate, at: number): TrapSign | null {
    const found = this.#judge(candidate, new Date(at).getUTCFullYear());
    if (found === null || this.#released.has(found.pattern)) return null;
    this.#close(found);
    return found;
  }

  /** The address was admitted because of a link or a redirect, and has this id. Call it right after `judge`. */
  admitted({ url, finderId, isLink }: TrapCandidate & { readonly isLink: boolean }, id: number): void {
    const from = this.#of(finderId);
    const { folder: itsFolder, row } = this.#shapeOf(url);
    const folder = this.#folder(itsFolder);
    if (folder !== null) {
      if (itsFolder === from.folder) folder.inside += 1;
      else folder.outside += 1;
    }
    // Its row in the file has another finder than before, if it had been kept out.
    this.#places[id % placesKept] = { id, url, folder: itsFolder, linkedFrom: isLink ? finderId : 0, lastLook: 0 };
    if (row === from.row && row !== url) {
      const known = entryOf(this.#rows, row, () => ({ admitted: 0, watch: null }));
      if (known) known.admitted += 1;
      if (this.#steps.size < mostEntries) this.#steps.set(id, (this.#steps.get(finderId) ?? 0) + 1);
    }
    if (addsParameters(url, from.url)) {
      const path = entryOf(this.#filters, pathOf(url), () => ({ admitted: 0 }));
      if (path) path.admitted += 1;
    }
    const plain = withoutSession(url);
    if (plain !== '') entryOf(this.#visits, plain, () => id);
    if (this.#domain !== '') entryOf(this.#newHosts, hostOf(url), () => this.#domain);
  }

  /** A sitemap introduced the address, which has this id now: its row need not be read when a page links to it. */
  listed(url: string, id: number): void {
    this.#places[id % placesKept] = { id, url, folder: folderOf(url), linkedFrom: 0, lastLook: 0 };
  }

  /** A page was read, and its links were stored. */
  read(page: TrapPage): void {
    this.#steps.delete(page.id);
    const kept = this.#places[page.id % placesKept];
    const key = kept?.id === page.id ? kept.folder : folderOf(page.url);
    const folder = this.#folder(key);
    if (folder !== null) this.#look(key, folder, page);
    const row = this.#rows.size === 0 ? undefined : this.#rows.get(numbersAside(page.url));
    if (row !== undefined) this.#watchRow(row, page);
    if (this.#newHosts.size === 0) return;
    const host = hostOf(page.url);
    const found = this.#newHosts.get(host);
    if (found === undefined) return;
    const hosts = entryOf(this.#domains, found, () => ({ admitted: 0, watch: null }));
    this.#newHosts.delete(host);
    if (hosts === undefined) return;
    hosts.admitted += 1;
    this.#watchRow(hosts, page);
  }

  /**
   * Whether a pattern was closed after a URL was queued. The page that led to it first counts: a later link from elsewhere, which came while it was
   * queued, is not known here. `finderId`: that page; 0 for none.
   */
  stops(url: string, finderId: number): TrapSign | null {
    if (finderId === 0) return null;
    const domain = this.#newHosts.get(hostOf(url));
    if (domain === undefined && this.#closed.size === 0) return null;
    const finder = this.#parts.urlOf(finderId)?.url ?? '';
    const made = domain === undefined || this.#parts.isSeedHost(hostOf(finder)) ? null : this.#hostSign(domain);
    if (made !== null && !this.#released.has(made.pattern)) return made;
    const folder = folderOf(url);
    if (folder === folderOf(finder)) {
      const closed = this.#closed.get(folder);
      if (closed !== undefined) return closed;
    }
    const row = numbersAside(url);
    return row === numbersAside(finder) ? (this.#closed.get(row) ?? null) : null;
  }

  #judge({ url, finderId }: TrapCandidate, year: number): TrapSign | null {
    const from = this.#of(finderId);
    this.#domain = this.#newHost(url, from.url);
    const { folder, row } = this.#shapeOf(url);
    const stopped = folder === from.folder ? this.#closed.get(folder) : undefined;
    if (stopped) return stopped;
    if (row === from.row && row !== url) {
      const known = this.#rows.get(row);
      const length = (this.#steps.get(finderId) ?? 0) + 1;
      const long =
        this.#closed.get(row) ??
        (known && longRow(row, { length, admitted: known.admitted, most: this.#most, watch: known.watch }));
      if (long) return long;
    }
    const plain = withoutSession(url);
    const same = plain === '' ? undefined : this.#visits.get(plain);
    if (same !== undefined) return { reason: 'trap-session', pattern: plain, count: 1, same };
    return (
      repeats(url) ??
      farDate(url, from.url, year) ??
      (addsParameters(url, from.url) ? tooManyFilters(url, this.#filters.get(pathOf(url))?.admitted ?? 0, this.#most) : null) ??
      this.#hostSign(this.#domain)
    );
  }

  /** Whether the hosts of a domain lead to ever more hosts. */
  #hostSign(domain: string): TrapSign | null {
    const hosts = domain === '' ? undefined : this.#domains.get(domain);
    return hosts ? makesHosts(domain, hosts.admitted, this.#most, hosts.watch) : null;
  }

  /** Folder and row of the page whose links are looked at: they come one page at a time. */
  #of(id: number): { readonly url: string; readonly folder: string; readonly row: string } {
    if (this.#finder.id !== id) {
      const { url = '', folder = '' } = this.#placeOf(id) ?? {};
      this.#finder = { id, url, folder, row: numbersAside(url) };
    }
    return this.#finder;
  }

  /** Folder and row of a candidate: `judge` and `admitted` need them in turn. */
  #shapeOf(url: string): { readonly folder: string; readonly row: string } {
    if (this.#candidate.url !== url) this.#candidate = { url, folder: folderOf(url), row: numbersAside(url) };
    return this.#candidate;
  }

  #placeOf(id: number): Placed | undefined {
    const kept = this.#places[id % placesKept];
    if (kept?.id === id) return kept;
    const known = this.#parts.urlOf(id);
    if (known === undefined) return undefined;
    const { url, via, viaId } = known;
    const place = { id, url, folder: folderOf(url), linkedFrom: via === 'link' && viaId !== null ? viaId : 0, lastLook: 0 };
    this.#places[id % placesKept] = place;
    return place;
  }

  /** Closes a pattern that all later addresses of the same kind are stopped for. */
  #close(sign: TrapSign): void {
    const { reason, pattern } = sign;
    if (reason !== 'trap-folder' && reason !== 'trap-numbers') return;
    if (this.#closed.has(pattern)) return;
    this.#closed.set(pattern, sign);
    this.#parts.closed(sign);
  }

  #folder(key: string): Folder | null {
    return entryOf(this.#folders, key, () => ({ pages: 0, inside: 0, outside: 0, nextLook: this.#most, watch: null })) ?? null;
  }

  #look(key: string, folder: Folder, page: TrapPage): void {
    folder.pages += 1;
    if (folder.pages < folder.nextLook - watched || this.#closed.has(key)) return;
    folder.watch ??= new Watch(watched);
    folder.watch.add({ ...textOf(page), ...this.#linksOf(page, key) });
    if (folder.pages < folder.nextLook) return;
    const sign = this.#released.has(key) ? null : feedsItself(key, folder, folder.watch);
    if (sign !== null) this.#close(sign);
    folder.watch = null;
    folder.nextLook = folder.pages * 2;
  }

  #watchRow(row: Row, page: TrapPage): void {
    if (row.admitted < least / 2 || row.watch?.isFull) return;
    row.watch ??= new Watch(least / 2);
    row.watch.add({ ...textOf(page), newLinks: 0, knownLinks: 0 });
  }

  /** Links within the folder: to new addresses, and to known ones. Ancestors and the page that led here are left out. */
  #linksOf({ id, url, finderId, targets }: TrapPage, folder: string): { newLinks: number; knownLinks: number } {
    const found = { newLinks: 0, knownLinks: 0 };
    const look = ++this.#looks;
    let looked = 0;
    for (const { to } of targets) {
      if (to === id || to === finderId) continue;
      const known = this.#placeOf(to);
      // Each one counts once. It counts again if another one took its place meanwhile.
      if (known?.lastLook === look) continue;
      looked += 1;
      if (looked > linksWatched) break;
      if (known === undefined) continue;
      known.lastLook = look;
      if (known.folder !== folder || url.startsWith(known.url)) continue;
      if (known.linkedFrom === id) found.newLinks += 1;
      else found.knownLinks += 1;
    }
    return found;
  }

  /** The domain under which a link opens a host that the crawl did not know, from a host that is no start either; '' for none. */
  #newHost(url: string, finder: string): string {
    if (this.#parts.settings.scope !== 'domain') return '';
    const host = hostOf(url);
    const from = hostOf(finder);
    if (host === from || this.#parts.isSeedHost(host) || this.#parts.isSeedHost(from) || this.#parts.knowsHost(url)) return '';
    const domain = this.#parts.domainOf(host);
    // Another domain cannot use up what this one may have.
    return domain === this.#parts.domainOf(from) ? domain : '';
  }
}

const textOf = ({ url, textHash, signature }: TrapPage) => ({ url, textHash, signature: signature() });

function entryOf<V>(map: Map<string, V>, key: string, make: () => V): V | undefined {
  const known = map.get(key);
  if (known !== undefined || map.size >= mostEntries || key.length > longestPattern) return known;
  const made = make();
  map.set(key, made);
  return made;
}
