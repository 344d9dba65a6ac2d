import { engineCrash, recovered } from '#core/decision/waiting.ts';
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
   * Queues what was under way when a process ended. `isCrash`: the engine died by itself; a URL that was alone under way for the second
   * time is set aside. Inside the caller's transaction.
   */
  recover(store: Store, at: { readonly now: number; readonly mono: number; readonly settingsId: number }, isCrash: boolean): void {
    const under: { readonly url: UrlRecord; readonly fetch: number }[] = [];
    for (const fetch of store.fetches.interrupted(at.now)) {
      const url = fetch.urlId === null ? undefined : store.urls.byId(fetch.urlId);
      if (url?.state === 'leased') under.push({ url, fetch: fetch.id });
    }
    const before = new Set(isCrash ? store.crawl.events(crashEvent, mostRemembered) : []);
    const [only] = under;
    const guilty = isCrash && under.length === 1 && only && before.has(only.url.url) ? only : null;
    for (const { url, fetch } of under) {
      const draft = guilty ? engineCrash(fetch) : recovered(fetch);
      const decisionId = store.urls.decide(url.id, draft, at.now, at.settingsId);
      store.urls.change(url, { state: guilty ? 'failed' : 'queued', reason: draft.reason, decisionId });
      if (!isCrash || guilty) continue;
      if (!before.has(url.url) && before.size < mostRemembered) store.crawl.event(at.now, crashEvent, url.url);
      this.#ids.add(url.id);
    }
    this.#untilMono = at.mono + carefulMs;
  }
}
