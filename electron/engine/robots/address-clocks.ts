import { delayMarginMs } from '#core/frontier/host-clock.ts';
import { largest } from '#shared/lists.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { Fetcher } from '#shared/model/fetch.ts';
import type { Store } from '#storage/store.ts';

/** When addresses were requested, for requests outside a crawl that counts its delay by address. */
export interface AddressClocks {
  /** Milliseconds until a host may be requested, whose delay is `delayMs`. `hostname` as in URL.hostname. */
  wait(hostname: string, delayMs: number): Promise<number>;
  /** A request to the host ended. `address`: the one that was connected to, null if none was. */
  ended(hostname: string, address: string | null): void;
}

interface Parts {
  readonly store: Pick<Store, 'origins'>;
  readonly settings: Pick<CrawlSettings, 'delayBy'>;
  readonly fetcher: Pick<Fetcher, 'addressesOf'>;
  /** Epoch milliseconds. */
  now(): number;
}

/**
 * The clocks of addresses, null where each host has its own. One request is sent after the other. An earlier run may have requested any
 * address under another name until now, so a delay counts from now at first.
 */
export function addressClocks({ store, settings, fetcher, now }: Parts): AddressClocks | null {
  if (settings.delayBy !== 'address') return null;
  const startedAt = store.origins.wasRequested() ? now() : Number.NEGATIVE_INFINITY;
  const lastAt = new Map<string, number>();
  const known = new Map<string, readonly string[]>();
  const keysOf = async (hostname: string): Promise<readonly string[]> => {
    const found = known.get(hostname) ?? (await fetcher.addressesOf?.(hostname).catch(() => [])) ?? [];
    known.set(hostname, found);
    return found.length > 0 ? found : [`name ${hostname}`];
  };
  return {
    async wait(hostname, delayMs) {
      if (delayMs === 0) return 0;
      const times = (await keysOf(hostname)).map(key => lastAt.get(key) ?? startedAt);
      return Math.max(0, largest(times) + delayMs + delayMarginMs - now());
    },
    ended(hostname, address) {
      const at = now();
      const addresses = known.get(hostname) ?? [];
      const keys = addresses.length > 0 ? addresses : [`name ${hostname}`];
      for (const key of address === null || address === '' ? keys : [...keys, address]) lastAt.set(key, at);
    },
  };
}
