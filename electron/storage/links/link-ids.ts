const slots = 1 << 15;
/** Longer addresses are rare and not worth their memory. */
const longest = 256;
const mostOrigins = 10_000;

/**
 * Ids of the URLs that the links of many pages lead to, by the link as it is written: a site's menu is neither resolved nor looked
 * up again on each page. A cache of fixed size, 10 MiB at most, 18 where every link has letters beyond Latin-1: each slot holds the last link that was met twice in a row there.
 */
export class LinkIds {
  readonly #hrefs: string[] = new Array(slots).fill('');
  /** Four numbers a slot, beside each other in memory: hash, origin and id of its link, and the hash of the last link added there. */
  readonly #table = new Int32Array(slots * 4);
  readonly #numbers = new Map<string, number>();

  /** A number for the origin of an http or https URL, 0 for any other. */
  origin(url: string): number {
    if (!isWeb(url)) return 0;
    const end = url.indexOf('/', 8);
    const origin = end < 0 ? url : url.slice(0, end);
    const known = this.#numbers.get(origin);
    if (known !== undefined) return known;
    if (this.#numbers.size >= mostOrigins) this.clear();
    this.#numbers.set(copyOf(origin), this.#numbers.size + 1);
    return this.#numbers.size;
  }

  /** The id that was added for this link on a page whose links resolve against this origin; 0 when it is not known. */
  find(origin: number, href: string): number {
    const hash = hashOf(origin, href);
    const slot = hash & (slots - 1);
    const table = this.#table;
    const at = slot * 4;
    const same = table[at] === hash && table[at + 1] === origin && this.#hrefs[slot] === href;
    return same ? (table[at + 2] as number) >>> 0 : 0;
  }

  /** Links that depend on more than the origin of the page are not kept. */
  add(origin: number, href: string, id: number): void {
    if (origin === 0 || href.length > longest || !(href.charCodeAt(0) === 0x2f || isWeb(href))) return;
    const hash = hashOf(origin, href);
    const slot = hash & (slots - 1);
    const table = this.#table;
    const at = slot * 4;
    // Only when it comes back is its text worth a copy.
    if (table[at + 3] !== hash) {
      table[at + 3] = hash;
      return;
    }
    this.#hrefs[slot] = copyOf(href);
    table[at] = hash;
    table[at + 1] = origin;
    table[at + 2] = id;
  }

  clear(): void {
    this.#hrefs.fill('');
    this.#table.fill(0);
    this.#numbers.clear();
  }
}

const isWeb = (url: string): boolean => url.startsWith('http://') || url.startsWith('https://');

/** A string of its own; a slice of a page would keep the page. */
const copyOf = (text: string): string => Buffer.from(text).toString();

/** By the last characters, in which the links of a site differ. Who builds links that collide gains nothing but misses. */
function hashOf(origin: number, href: string): number {
  let hash = Math.imul(origin, 0x9e3779b1) ^ href.length;
  for (let i = Math.max(0, href.length - 24); i < href.length; i++) hash = Math.imul(hash, 31) + href.charCodeAt(i);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) | 0;
}
