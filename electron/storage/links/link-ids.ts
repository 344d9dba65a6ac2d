const slots = 1 << 15;
/** Longer URLs are rare and not worth the memory. */
const longest = 256;
const mostOrigins = 10_000;

/**
 * Caches the target ids of frequently repeated links, by the link text. A site's menu is then neither resolved nor looked up
 * again on each page. The size is fixed: at most 10 MiB, or 18 MiB if every link has letters beyond Latin-1. Each slot stores the
 * last link that occurred twice in a row there.
 */
export class LinkIds {
  readonly #hrefs: string[] = new Array(slots).fill('');
  /** Four adjacent numbers per slot: hash, origin and id of its link, and the hash of the last link added there. */
  readonly #table = new Int32Array(slots * 4);
  readonly #numbers = new Map<string, number>();

  /** A number for the origin of an http or https URL, 0 for any other URL. */
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

  /** The cached id of this link on pages of this origin, 0 if it is not cached. */
  find(origin: number, href: string): number {
    const hash = hashOf(origin, href);
    const slot = hash & (slots - 1);
    const table = this.#table;
    const at = slot * 4;
    const same = table[at] === hash && table[at + 1] === origin && this.#hrefs[slot] === href;
    return same ? (table[at + 2] as number) >>> 0 : 0;
  }

  /** Caches a link. Skips links that depend on more than the origin of the page. */
  add(origin: number, href: string, id: number): void {
    if (origin === 0 || href.length > longest || !(href.charCodeAt(0) === 0x2f || isWeb(href))) return;
    const hash = hashOf(origin, href);
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

/** Copies the text. A slice would keep the whole page in memory. */
const copyOf = (text: string): string => Buffer.from(text).toString();

/** Hashes the last characters, where the links of a site differ. Deliberate collisions only cause cache misses. */
function hashOf(origin: number, href: string): number {
  let hash = Math.imul(origin, 0x9e3779b1) ^ href.length;
  for (let i = Math.max(0, href.length - 24); i < href.length; i++) hash = Math.imul(hash, 31) + href.charCodeAt(i);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) | 0;
}
