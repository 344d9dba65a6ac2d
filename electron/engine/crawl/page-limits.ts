import { limitHasRoom, type PartLimit } from '#core/decision/waiting.ts';
import { hasPrefix, hostLimitOf } from '#core/frontier/host-limits.ts';
import type { Steps } from '#core/steps.ts';
import { pageLimitsOfParts } from '#shared/explain/reasons.ts';
import { hostLimitText, prefixLimitText } from '#shared/limit-words.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { Store } from '#storage/store.ts';
import type { CrawlContext } from './context.ts';

/** URLs between two looks at the clock. */
const urlsOfStep = 256;

/** A limit that counts a URL. `key`: what it counts. */
interface Counting extends Omit<PartLimit, 'actual'> {
  readonly key: string;
}

/** The page limits of hosts and paths, with the pages that each has: fetched, or on their way. Without such limits it does nothing. */
export class PageLimits {
  readonly isOn: boolean;
  readonly #settings: Pick<CrawlSettings, 'hostLimits' | 'prefixLimits'>;
  readonly #pages = new Map<string, number>();

  constructor(settings: Pick<CrawlSettings, 'hostLimits' | 'prefixLimits'>) {
    this.#settings = settings;
    this.isOn = settings.prefixLimits.length > 0 || settings.hostLimits.some(({ pages }) => pages !== undefined);
  }

  /** Counts the pages of the file. Call it once, before the first page is claimed. */
  *count(store: Pick<Store, 'urls'>): Steps<void> {
    if (!this.isOn) return;
    let seen = 0;
    for (const { url } of store.urls.inState({ state: 'done' })) {
      this.began(url);
      if (++seen % urlsOfStep === 0) yield seen;
    }
  }

  /** The limit that has no room for a URL; null if there is none. */
  reached(url: string): PartLimit | null {
    if (!this.isOn) return null;
    for (const { key, ...counting } of this.#of(url)) {
      const actual = this.#pages.get(key) ?? 0;
      if (actual >= counting.limit) return { ...counting, actual };
    }
    return null;
  }

  /** A page is requested, or was fetched. */
  began(url: string): void {
    if (!this.isOn) return;
    for (const { key } of this.#of(url)) this.#pages.set(key, (this.#pages.get(key) ?? 0) + 1);
  }

  /** A request gave no page. */
  failed(url: string): void {
    if (!this.isOn) return;
    for (const { key } of this.#of(url)) this.#pages.set(key, (this.#pages.get(key) ?? 0) - 1);
  }

  /** Whether the limits have room for one more URL besides those in `taken`, which it joins then. */
  takeRoom(url: string, taken: Map<string, number>): boolean {
    const counting = this.#of(url);
    const isFull = counting.some(({ key, limit }) => (this.#pages.get(key) ?? 0) + (taken.get(key) ?? 0) >= limit);
    if (isFull) return false;
    for (const { key } of counting) taken.set(key, (taken.get(key) ?? 0) + 1);
    return true;
  }

  /** The limit of a URL's host, or of its path, in words; '' for none. */
  wordsFor(url: string, name: PartLimit['name']): string {
    return this.#of(url).find(each => each.name === name)?.words ?? '';
  }

  #of(href: string): Counting[] {
    const url = new URL(href);
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    const { hostLimits, prefixLimits } = this.#settings;
    const found: Counting[] = [];
    const host = hostLimitOf(hostLimits, { host: url.hostname, port });
    if (host?.pages !== undefined) {
      const words = hostLimitText({ host: host.host, pages: host.pages });
      found.push({ key: `host ${url.host}`, reason: 'host-page-limit', name: 'hostLimits', words, limit: host.pages });
    }
    for (const limit of prefixLimits)
      if (hasPrefix(limit, url)) {
        const words = prefixLimitText(limit);
        found.push({ key: `path ${words}`, reason: 'prefix-limit', name: 'prefixLimits', words, limit: limit.pages });
      }
    return found;
  }
}

/** Queues URLs that a page limit kept out, the first ones first, as far as the limits have room now. `queued`: told how many. */
export function* releaseLimited(context: CrawlContext, at: number, queued: (urls: number) => void): Steps<void> {
  const { store, settingsId } = context.parts;
  const room = new Map<string, number>();
  let seen = 0;
  let released = 0;
  for (const { id } of store.urls.inState({ state: 'disregarded', reasons: pageLimitsOfParts })) {
    if (++seen % urlsOfStep === 0) yield seen;
    const url = store.urls.byId(id);
    if (url?.state !== 'disregarded' || !pageLimitsOfParts.some(code => code === url.reason)) continue;
    const was = store.urls.evidenceOf(id).find(evidence => evidence.kind === 'setting');
    if (!context.pageLimits.takeRoom(url.url, room)) continue;
    const name = url.reason === 'host-page-limit' ? 'hostLimits' : 'prefixLimits';
    const words = context.pageLimits.wordsFor(url.url, name) || `no longer ${was?.kind === 'setting' ? was.value : 'limited'}`;
    const decisionId = store.urls.decide(id, limitHasRoom(name, words, settingsId), at, settingsId);
    store.urls.change(url, { state: 'queued', reason: 'limit-has-room', decisionId, dueAt: 0 });
    released += 1;
    if (url.originId !== null) context.wake(url.originId);
  }
  queued(released);
}
