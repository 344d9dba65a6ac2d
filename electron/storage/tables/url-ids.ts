import { urlKey } from '../file/codec.ts';
import type { WriteDb } from '../file/handle.ts';
import { hasColumn } from '../file/has-column.ts';
import { PrintTable } from './print-table.ts';
import { UrlKeys } from './url-keys.ts';

/** Number of look-ups done by query before the table is loaded, so that a resumed crawl sends its first requests without it. */
const queriesFirst = 500;
/** Ids are below this. A damaged file may have greater ones. */
const mostIds = 2 ** 32;

/**
 * Ids of all URLs of the file, in memory: a keyed print of 96 bits and the id, at most 20 bytes a URL. The print alone decides whether
 * a URL is known, since nobody can make two URLs with one print (`UrlPrint`). New URLs cost no query. The prints of a resumed crawl
 * are read from `url_key`.
 */
export class UrlIds {
  readonly #keys: UrlKeys;
  readonly #idOf: ReturnType<WriteDb['prepare']>;
  readonly #farUrls: { all(): unknown };
  /** An older file opened read-only has none. */
  readonly #hasKeys: boolean;
  readonly #table = new PrintTable();
  /** URLs with an id that the table cannot hold. */
  readonly #far = new Map<string, number>();
  #loaded = false;
  #queries = 0;
  /** The URL printed last, and its print: a new URL needs it twice. */
  #printed: string | null = null;
  #one = 0;
  #two = 0;
  #three = 0;
  #lastUrl = '';
  #lastKey = urlKey('');

  constructor(db: WriteDb) {
    this.#keys = new UrlKeys(db);
    this.#idOf = db.prepare('SELECT id FROM url WHERE hash = ? AND url = ?').pluck();
    this.#farUrls = db.prepare(`SELECT id, url FROM url WHERE id >= ${mostIds} ORDER BY id`).raw();
    this.#hasKeys = hasColumn(db, 'url_key', 'prints');
  }

  /** Key of a URL, cached because a new URL needs it twice in a row. */
  keyOf(url: string): number {
    if (url !== this.#lastUrl) {
      this.#lastKey = urlKey(url);
      this.#lastUrl = url;
    }
    return this.#lastKey;
  }

  /** Returns 0 if the URL is unknown. */
  find(url: string): number {
    if (!this.#loaded && !this.#load()) return (this.#idOf.get([this.keyOf(url), url]) as number | undefined) ?? 0;
    if (this.#far.size > 0) {
      const far = this.#far.get(url);
      if (far !== undefined) return far;
    }
    this.#printUrl(url);
    return this.#table.find(this.#one, this.#two, this.#three);
  }

  /** Call it after a URL was stored that was not in the file, in order of ids. */
  add(url: string, id: number): void {
    this.#printUrl(url);
    this.#keys.add(this.#one, this.#two, this.#three, id);
    if (!this.#loaded) return;
    if (id >= mostIds) this.#far.set(url, id);
    else this.#table.add(this.#one, this.#two, this.#three, id);
  }

  /** Clears the memory. The next call reads it from the file again. */
  clear(): void {
    this.#keys.reload();
    this.#table.clear();
    this.#far.clear();
    this.#printed = null;
    this.#loaded = false;
    this.#queries = 0;
  }

  #printUrl(url: string): void {
    if (url === this.#printed) return;
    const { print } = this.#keys;
    print.of(url);
    this.#one = print.one;
    this.#two = print.two;
    this.#three = print.three;
    this.#printed = url;
  }

  /** Reads the ids after the first queries. Returns whether they are in memory. */
  #load(): boolean {
    if (this.#queries++ < queriesFirst || !this.#hasKeys) return false;
    this.#table.reserve(this.#keys.count);
    this.#keys.read((one, two, three, id) => this.#table.add(one, two, three, id));
    for (const [id, url] of this.#farUrls.all() as [number, string][]) this.#far.set(url, id);
    this.#loaded = true;
    return true;
  }
}
