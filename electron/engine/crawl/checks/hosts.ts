import { type HostAndPort, hostSpeedOf } from '#core/frontier/host-limits.ts';
import { registrableDomain } from '#core/url/authority.ts';
import { internalHostsOf } from '#core/url/internal-hosts.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { Slot } from '../slot.ts';

/** When a host outside the crawl may be requested again, over all its ports and schemes. */
interface Pace {
  inFlight: number;
  /** Monotonic milliseconds. */
  nextMono: number;
}

/** Hosts remembered at least until their delay is over. */
const mostPaces = 10_000;

/**
 * Hosts outside the crawl, which only checks request. One request at a time over all ports and schemes of a host,
 * with a separate delay. Without checks, no host is outside.
 */
export class CheckHosts {
  readonly #settings: CrawlSettings;
  readonly #hosts: ReadonlySet<string>;
  readonly #domains: ReadonlySet<string>;
  readonly #isInternal: (host: string) => boolean;
  readonly #paces = new Map<string, Pace>();
  /** The last responses of two different origins: epoch milliseconds. */
  #heard: readonly { readonly origin: string; readonly at: number }[] = [];
  /** A request to the first start host would tell whether the network works. */
  probeWanted = false;

  constructor(settings: CrawlSettings) {
    this.#settings = settings;
    const names = settings.seeds.map(seed => new URL(seed).hostname);
    this.#hosts = new Set(names);
    this.#domains = new Set(names.map(registrableDomain));
    // Hosts are named without ports here.
    this.#isInternal = internalHostsOf({
      ...settings,
      internalHosts: settings.internalHosts.map(entry => entry.replace(/:\d+$/, '')),
    });
  }

  /** Whether the crawl requests anything besides pages, robots.txt and sitemaps. */
  get isOn(): boolean {
    return this.checksUrls || this.#settings.probe || this.#settings.render !== 'never';
  }

  /** Whether URLs are checked that are not crawled. */
  get checksUrls(): boolean {
    return this.#settings.checkExternal || this.#settings.checkResources;
  }

  /** Whether only checks request a host (as in URL.hostname). */
  isOutside(hostname: string): boolean {
    if (!this.isOn || this.#hosts.has(hostname) || this.#isInternal(hostname)) return false;
    return this.#settings.scope !== 'domain' || !this.#domains.has(registrableDomain(hostname));
  }

  /** Our own delay for a host in milliseconds. robots.txt may require a longer one. */
  ownDelayMs(at: HostAndPort): number {
    const { delayMs } = hostSpeedOf(this.#settings, at);
    return this.isOutside(at.host) ? Math.max(delayMs, this.#settings.checkDelayMs) : delayMs;
  }

  /** URLs checked at most on a host, and the setting that says so. */
  limitOf(hostname: string): { readonly name: 'maxChecksPerHost' | 'maxPages'; readonly most: number } {
    const { maxChecksPerHost, maxPages } = this.#settings;
    return this.isOutside(hostname)
      ? { name: 'maxChecksPerHost', most: maxChecksPerHost }
      : { name: 'maxPages', most: Math.max(maxPages, maxChecksPerHost) };
  }

  /** Earliest monotonic time of a request to the host of a slot; infinite while one is in flight. */
  earliest(slot: Slot): number {
    if (!slot.isOutside) return slot.nextMono;
    const pace = this.#paces.get(slot.record.host);
    if (!pace) return slot.nextMono;
    return pace.inFlight > 0 ? Number.POSITIVE_INFINITY : Math.max(slot.nextMono, pace.nextMono);
  }

  began({ isOutside, record }: Slot): void {
    if (!isOutside) return;
    if (this.#paces.size >= mostPaces) this.#forget();
    const pace = this.#paces.get(record.host) ?? { inFlight: 0, nextMono: 0 };
    pace.inFlight += 1;
    this.#paces.set(record.host, pace);
  }

  /** Call it when the clock of the slot has moved. */
  ended({ isOutside, record, nextMono }: Slot): void {
    const pace = isOutside ? this.#paces.get(record.host) : undefined;
    if (!pace) return;
    pace.inFlight -= 1;
    pace.nextMono = Math.max(pace.nextMono, nextMono);
  }

  /** An origin responded. `at`: epoch milliseconds. */
  heard(origin: string, at: number): void {
    this.#heard = [{ origin, at }, ...this.#heard.filter(each => each.origin !== origin)].slice(0, 2);
  }

  /** Whether another origin responded since: the network works. */
  isUp(except: string, since: number): boolean {
    return this.#heard.some(({ origin, at }) => origin !== except && at >= since);
  }

  #forget(): void {
    const idle = [...this.#paces].filter(([, { inFlight }]) => inFlight === 0).sort(([, a], [, b]) => a.nextMono - b.nextMono);
    for (const [host] of idle.slice(0, mostPaces / 2)) this.#paces.delete(host);
  }
}
