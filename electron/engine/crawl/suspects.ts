import type { Store } from '#storage/store.ts';
import type { UrlRecord } from '#storage/tables/urls.ts';

/** Kind of the event that names a URL which was under way when the engine died. */
export const crashEvent = 'engine-crash';
const mostRemembered = 1_000;
/** After this time the crawl is quick again although not all suspects were tried: their hosts may not respond. Milliseconds. */
const carefulMs = 120_000;

/**
 * URLs that were under way when the engine died. After a death, the crawl sends one request at a time until each of them was tried. If
 * the engine dies again, the only one under way is to blame.
 */
export class Suspects {
  readonly #ids = new Set<number>();
  #untilMono = 0;

  /** Whether one request at a time is sent. */
  isCareful(mono: number): boolean {
    return this.#ids.size > 0 && mono < this.#untilMono;
  }

  /** The request for a page ended. Once it is settled, the engine has survived it. */
  settled(store: Store, urlId: number): void {
    if (this.#ids.has(urlId) && store.urls.byId(urlId)?.state !== 'leased') this.#ids.delete(urlId);
  }

  /**
   * Takes the pages that were under way when the engine died. Returns the one to set aside: it was alone under way, for the second time.
   * Inside the caller's transaction.
   */
  blame(store: Store, pages: readonly UrlRecord[], at: { readonly now: number; readonly mono: number }): UrlRecord | null {
    const before = new Set(store.crawl.events(crashEvent, mostRemembered));
    const [only] = pages;
    if (pages.length === 1 && only && before.has(only.url)) return only;
    for (const { id, url } of pages) {
      if (!before.has(url) && before.size < mostRemembered) store.crawl.event(at.now, crashEvent, url);
      this.#ids.add(id);
    }
    this.#untilMono = at.mono + carefulMs;
    return null;
  }
}
