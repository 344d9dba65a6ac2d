import { originOf } from '#core/url/authority.ts';
import type { Store } from '#storage/store.ts';

/** What the URLs of a site have in common. */
interface Site {
  /** Their beginning up to the path; '': none. */
  readonly start: string;
  readonly scheme: string;
  /** As `URL.host` has it. */
  readonly host: string;
  /** Why no request may be sent to it, '' if it may. */
  readonly refusedAddress: string;
}

/** Origin ids kept in memory. */
const mostOrigins = 50_000;
const slash = 0x2f;
const noSite: Site = { start: '', scheme: '', host: '', refusedAddress: '' };

/** The part of a web address before its path; '' for other addresses. */
const startOf = (url: string): string => (/^https?:/.test(url) ? url.slice(0, Math.max(0, url.indexOf('/', 8))) : '');

/** Scheme, host and origin of URLs. Most new URLs have those of the one before, and then nothing is parsed again. */
export class Sites {
  readonly #origins: Store['origins'];
  readonly #refusedAddress: (hostname: string) => string;
  readonly #ids = new Map<string, number>();
  #last = noSite;
  /** The origin of the last site; 0: not asked for yet. */
  #lastId = 0;

  constructor(origins: Store['origins'], refusedAddress: (hostname: string) => string) {
    this.#origins = origins;
    this.#refusedAddress = refusedAddress;
  }

  /** The site of a normalized URL. */
  of(url: string): Site {
    if (this.#isOfLast(url)) return this.#last;
    const { protocol, host, hostname } = new URL(url);
    const scheme = protocol.slice(0, -1);
    this.#last = { start: startOf(url), scheme, host, refusedAddress: this.#refusedAddress(hostname) };
    this.#lastId = 0;
    return this.#last;
  }

  /** The id of the origin of a normalized URL, null if it has none. A new origin is stored. */
  originId(url: string): number | null {
    if (!this.#isOfLast(url)) return this.#idOf(url);
    this.#lastId ||= this.#idOf(url) ?? 0;
    return this.#lastId || null;
  }

  #isOfLast(url: string): boolean {
    const { start } = this.#last;
    return start !== '' && url.startsWith(start) && url.charCodeAt(start.length) === slash;
  }

  #idOf(url: string): number | null {
    const origin = originOf(url);
    if (!origin) return null;
    const known = this.#ids.get(origin.key);
    if (known !== undefined) return known;
    const id = (this.#origins.byKey(origin.key) ?? this.#origins.insert(origin)).id;
    if (this.#ids.size > mostOrigins) this.#ids.clear();
    this.#ids.set(origin.key, id);
    return id;
  }
}
