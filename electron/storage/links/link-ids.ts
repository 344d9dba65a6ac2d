const slots = 1 << 15;
/** Longer URLs are rare and not worth the memory. */
const longest = 256;
/** Origins and folders that have a number. */
const mostPlaces = 10_000;

/**
 * Caches the target ids of frequently repeated links, by the link text. A site's menu is then neither resolved nor looked up
 * again on each page. The size is fixed: at most 10 MiB, or 18 MiB if every link has letters beyond Latin-1. Each slot stores the
 * last link that occurred twice in a row there.
 */
export class LinkIds {
  readonly #hrefs: string[] = new Array(slots).fill('');
  /** Four adjacent numbers per slot: hash, place and id of its link, and the hash of the last link added there. */
  readonly #table = new Int32Array(slots * 4);
  readonly #numbers = new Map<string, number>();
  #round = 0;

  /** The links of pages with this base URL. */
  of(baseUrl: string): PageLinkIds {
    return new PageLinkIds(this, baseUrl);
  }

  /** Changes when all numbers of places end. */
  get round(): number {
    return this.#round;
  }

  /** A number for a place that links are relative to. */
  place(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    if (this.#numbers.size >= mostPlaces) this.clear();
    this.#numbers.set(copyOf(name), this.#numbers.size + 1);
    return this.#numbers.size;
  }

  /** The cached id of this link relative to a place, 0 if it is not cached. */
  find(place: number, href: string): number {
    const hash = hashOf(place, href);
    const slot = hash & (slots - 1);
    const table = this.#table;
    const at = slot * 4;
    const same = table[at] === hash && table[at + 1] === place && this.#hrefs[slot] === href;
    return same ? (table[at + 2] as number) >>> 0 : 0;
  }

  /** The place of a link in memory, for `fetch`. */
  slotOf(place: number, href: string): number {
    return hashOf(place, href) & (slots - 1);
  }

  /**
   * Reads the first `count` of these slots, so that `find` finds them in the processor's cache. The loops do nothing else: the processor waits for
   * many places of memory at once.
   */
  fetch(wanted: Int32Array, count: number): void {
    const table = this.#table;
    const hrefs = this.#hrefs;
    let read = 0;
    for (let i = 0; i < count; i++) read ^= table[(wanted[i] as number) * 4] as number;
    for (let i = 0; i < count; i++) read ^= (hrefs[wanted[i] as number] as string).length;
    this.read = read;
  }

  /** Nobody needs it, but without it V8 may leave out the loops of `fetch`. */
  read = 0;

  /** Caches a link that depends on nothing but this place. */
  add(place: number, href: string, id: number): void {
    if (href.length > longest) return;
    const hash = hashOf(place, href);
    const slot = hash & (slots - 1);
    const table = this.#table;
    const at = slot * 4;
    // Copy the text only if the link occurs again.
    if (table[at + 3] !== hash) {
      table[at + 3] = hash;
      return;
    }
    this.#hrefs[slot] = copyOf(href);
    table[at] = hash;
    table[at + 1] = place;
    table[at + 2] = id;
  }

  clear(): void {
    this.#round += 1;
    this.#hrefs.fill('');
    this.#table.fill(0);
    this.#numbers.clear();
  }
}

/**
 * The cached links of pages with one base URL. A link that starts with `/` or `http` is relative to the origin, `../x` to a folder above,
 * and `x` to the page's folder. Any other link depends on the page.
 */
class PageLinkIds {
  readonly #ids: LinkIds;
  readonly #base: string;
  /** End of the origin in the base URL; 0 if that is no web address, and nothing is cached. */
  readonly #originEnd: number;
  /** Places by what they are: 0 the origin, 1 the page's folder, 2 the folder above, and so on. 0: not asked for yet. */
  readonly #places: number[] = [];
  #round: number;
  /** The link asked for last: its place, and its text from there. */
  #place = 0;
  #text = '';

  constructor(ids: LinkIds, base: string) {
    this.#ids = ids;
    this.#base = base;
    this.#round = ids.round;
    const end = base.indexOf('/', 8);
    this.#originEnd = isWeb(base) ? (end < 0 ? base.length : end) : 0;
  }

  /** The id of the URL that a link leads to, 0 if it is not cached. */
  find(href: string): number {
    this.#split(href);
    return this.#place === 0 ? 0 : this.#ids.find(this.#place, this.#text);
  }

  /** Makes `find` fast for links[first, end), at most 32. What it finds is the same without. */
  fetch(links: readonly { readonly href: string }[], first: number, end: number): void {
    for (let i = first; i < end; i++) {
      this.#split((links[i] as { readonly href: string }).href);
      wantedSlots[i - first] = this.#ids.slotOf(this.#place, this.#text);
    }
    this.#ids.fetch(wantedSlots, end - first);
  }

  /** Caches a link, if others may share it. */
  add(href: string, id: number): void {
    this.#split(href);
    if (this.#place !== 0) this.#ids.add(this.#place, this.#text, id);
  }

  #split(href: string): void {
    const first = href.charCodeAt(0);
    this.#text = href;
    if (this.#originEnd === 0) this.#place = 0;
    else if (first === slash || (first === letterH && isWeb(href))) this.#place = this.#placeOf(0);
    else if (first === dot) {
      let up = 0;
      while (href.startsWith('../', 3 * up)) up += 1;
      this.#place = up === 0 ? 0 : this.#placeOf(up + 1);
      this.#text = href.slice(3 * up);
    } else this.#place = isPlain(first) ? this.#placeOf(1) : 0;
  }

  #placeOf(kind: number): number {
    if (this.#round !== this.#ids.round) {
      this.#places.length = 0;
      this.#round = this.#ids.round;
    }
    const known = this.#places[kind];
    if (known !== undefined) return known;
    const place = this.#ids.place(this.#nameOf(kind));
    if (this.#round !== this.#ids.round) return this.#placeOf(kind);
    this.#places[kind] = place;
    return place;
  }

  /** The name of an origin has no slash at its end, that of a folder has one. In its own folder, a link may begin like a URL: `x:y`. */
  #nameOf(kind: number): string {
    const base = this.#base;
    if (kind === 0) return base.slice(0, this.#originEnd);
    const query = base.slice(this.#originEnd).search(/[?#]/);
    let end = query < 0 ? base.length : this.#originEnd + query;
    for (let up = 0; up < kind && end > this.#originEnd; up++) end = base.lastIndexOf('/', end - 1);
    const folder = base.slice(0, Math.max(end, this.#originEnd));
    return kind === 1 ? `${folder}/.` : `${folder}/`;
  }
}

/** Links that are fetched at once. */
const mostFetched = 32;
const wantedSlots = new Int32Array(mostFetched);

const slash = 0x2f;
const dot = 0x2e;
const letterH = 0x68;

/** An ASCII letter or digit. Before any other character the page's own address may count, or a parser skips it. */
const isPlain = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39);

const isWeb = (url: string): boolean => url.startsWith('http://') || url.startsWith('https://');

/** Copies the text. A slice would keep the whole page in memory. */
const copyOf = (text: string): string => Buffer.from(text).toString();

/** Hashes the last characters, where the links of a site differ. Deliberate collisions only cause cache misses. */
function hashOf(place: number, href: string): number {
  let hash = Math.imul(place, 0x9e3779b1) ^ href.length;
  for (let i = Math.max(0, href.length - 14); i < href.length; i++) hash = Math.imul(hash, 31) + href.charCodeAt(i);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) | 0;
}
