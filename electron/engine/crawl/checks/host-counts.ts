import type { Store } from '#storage/store.ts';

/** URLs of each host that are requested though they are not crawled: checks, and resources of rendered pages. Loaded on first use. */
export class HostCounts {
  readonly #store: Pick<Store, 'checks' | 'resources'>;
  #byHost: Map<string, number> | null = null;

  constructor(store: Pick<Store, 'checks' | 'resources'>) {
    this.#store = store;
  }

  /** `host`: as in URL.hostname. */
  of(host: string): number {
    return this.#counts.get(host) ?? 0;
  }

  add(host: string, urls: number): void {
    this.#counts.set(host, Math.max(0, this.of(host) + urls));
  }

  get #counts(): Map<string, number> {
    if (this.#byHost === null) {
      const { checks, resources } = this.#store;
      this.#byHost = new Map(checks.byHost());
      for (const [host, urls] of resources.byHost()) this.#byHost.set(host, (this.#byHost.get(host) ?? 0) + urls);
    }
    return this.#byHost;
  }
}
