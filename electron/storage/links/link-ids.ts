const slots = 1 << 15;
/** Longer URLs are rare and not worth the memory. */
const longest = 256;
/** Origins and folders that have a number. */
const mostPlaces = 10_000;

/**
 * Caches the target ids of frequently repeated links, by the link text. A site's menu is then neither resolved nor looked up
 * again on each page. The size is fixed: at most 10 MiB, or 18 MiB if every link has letters beyond Latin-1. Two slots side by side store
 * links that occurred twice while no two others were added there.
 */
export class LinkIds {
  readonly #hrefs: string[] = new Array(slots).fill('');
  /** Four adjacent numbers per slot: hash, place and id of its link, and the hash of one of the last two links that were added to the pair of slots. */
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

  /**
   * The cached ids of links[first, end), 0 for one that is not cached. `places`: what each is relative to (0: not cached); `skipped`: characters
   * at its beginning that say so. Each loop reads one place of memory a link, so the processor waits for many of them at once.
   */
  find(links: Hrefs, first: number, end: number): Float64Array {
    const { places, skipped, hashes, slots: found, ids } = wanted;
    const table = this.#table;
    const hrefs = this.#hrefs;
    const count = end - first;
    for (let at = 0; at < count; at++)
      hashes[at] = hashOf(places[at] as number, (links[first + at] as Href).href, skipped[at] as number);
    for (let at = 0; at < count; at++) found[at] = slotOf(table, hashes[at] as number);
    let read = 0;
    for (let at = 0; at < count; at++) read += (hrefs[found[at] as number] as string).length;
    this.read = read;
    for (let at = 0; at < count; at++) {
      const slot = found[at] as number;
      const isSame =
        table[slot * 4] === hashes[at] &&
        table[slot * 4 + 1] === places[at] &&
        places[at] !== 0 &&
        hrefs[slot] === textOf((links[first + at] as Href).href, skipped[at] as number);
      ids[at] = isSame ? (table[slot * 4 + 2] as number) >>> 0 : 0;
    }
    return ids;
  }

  /** Nobody needs it, but without it V8 may leave out the third loop of `find`. */
  read = 0;

  /** Caches a link that depends on nothing but this place. */
  add(place: number, href: string, id: number): void {
    if (href.length > longest) return;
    const hash = hashOf(place, href, 0);
    const table = this.#table;
    const first = hash & (slots - 2);
    // Copy the text only if the link occurs again.
    if (table[first * 4 + 3] !== hash && table[first * 4 + 7] !== hash) {
      table[first * 4 + 7] = table[first * 4 + 3] as number;
      table[first * 4 + 3] = hash;
      return;
    }
    let slot = slotOf(table, hash);
    const isFull = table[slot * 4] !== hash && table[slot * 4 + 1] !== 0;
    if (isFull && table[(slot ^ 1) * 4 + 1] === 0) slot ^= 1;
    this.#hrefs[slot] = copyOf(href);
    table[slot * 4] = hash;
    table[slot * 4 + 1] = place;
    table[slot * 4 + 2] = id;
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

  constructor(ids: LinkIds, base: string) {
    this.#ids = ids;
    this.#base = base;
    this.#round = ids.round;
    const end = base.indexOf('/', 8);
    this.#originEnd = isWeb(base) ? (end < 0 ? base.length : end) : 0;
  }

  /** The ids of the URLs that links[first, end) lead to, at most 32; 0 for one that is not cached. Valid until the next call. */
  find(links: Hrefs, first: number, end: number): Float64Array {
    for (let i = first; i < end; i++) {
      const { href } = links[i] as Href;
      const skipped = skippedOf(href);
      wanted.skipped[i - first] = skipped;
      wanted.places[i - first] = this.#placeFor(href, skipped);
    }
    return this.#ids.find(links, first, end);
  }

  /** Caches a link, if others may share it. */
  add(href: string, id: number): void {
    const skipped = skippedOf(href);
    const place = this.#placeFor(href, skipped);
    if (place !== 0) this.#ids.add(place, textOf(href, skipped), id);
  }

  /** What a link is relative to, 0 if others do not share it. */
  #placeFor(href: string, skipped: number): number {
    if (this.#originEnd === 0) return 0;
    if (skipped > 0) return this.#placeOf(skipped / 3 + 1);
    const first = href.charCodeAt(0);
    if (first === slash || (first === letterH && isWeb(href))) return this.#placeOf(0);
    return isPlain(first) ? this.#placeOf(1) : 0;
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

interface Href {
  readonly href: string;
}
type Hrefs = readonly Href[];

/** Links whose ids are looked up together. */
export const mostWanted = 32;
/** About each of them: see `LinkIds.find`. No strings: to keep new ones in old objects takes longer than to read them again. */
const wanted = {
  places: new Int32Array(mostWanted),
  skipped: new Int32Array(mostWanted),
  hashes: new Int32Array(mostWanted),
  slots: new Int32Array(mostWanted),
  ids: new Float64Array(mostWanted),
};

/** Characters of a link that lead to a folder above. */
function skippedOf(href: string): number {
  let skipped = 0;
  if (href.charCodeAt(0) !== dot) return skipped;
  while (href.startsWith('../', skipped)) skipped += 3;
  return skipped;
}

const textOf = (href: string, skipped: number): string => (skipped === 0 ? href : href.slice(skipped));

const slash = 0x2f;
const dot = 0x2e;
const letterH = 0x68;

/** An ASCII letter or digit. Before any other character the page's own address may count, or a parser skips it. */
const isPlain = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39);

const isWeb = (url: string): boolean => url.startsWith('http://') || url.startsWith('https://');

/** Copies the text. A slice would keep the whole page in memory. */
const copyOf = (text: string): string => Buffer.from(text).toString();

/** The slot of a link with this hash: its own, or the one beside it. */
const slotOf = (table: Int32Array, hash: number): number => {
  const own = hash & (slots - 1);
  return table[(own ^ 1) * 4] === hash ? own ^ 1 : own;
};

/** Hashes the last characters, where the links of a site differ. Deliberate collisions only cause cache misses. */
function hashOf(place: number, href: string, skipped: number): number {
  const { length } = href;
  let hash = Math.imul(place, 0x9e3779b1) ^ (length - skipped);
  for (let i = Math.max(skipped, length - 14); i < length; i++) hash = Math.imul(hash, 31) + href.charCodeAt(i);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) | 0;
}
