import type { Population } from '#shared/model/audit.ts';
import type { AuditSite, AuditUrl, Check } from './check.ts';
import { internalHosts } from './hosts.ts';
import { standing } from './populations.ts';

/** Counts what the checks would look at that cannot run yet: they are not checkable for all of it. */
export class PendingSizes {
  readonly #sizes = new Map<Population, number>();

  constructor(checks: readonly Check[]) {
    for (const { scope, population } of checks) if (scope === 'pending') this.#sizes.set(population, 0);
  }

  see(url: AuditUrl): void {
    for (const [population, size] of this.#sizes) if (standing(population, url) !== 'out') this.#sizes.set(population, size + 1);
  }

  /** What was counted, as data that can be posted. */
  get sizes(): readonly (readonly [Population, number])[] {
    return [...this.#sizes];
  }

  /** Adds what another thread counted on other URLs. */
  merge(sizes: readonly (readonly [Population, number])[]): void {
    for (const [population, size] of sizes) this.#sizes.set(population, (this.#sizes.get(population) ?? 0) + size);
  }

  /** The size of a population, after all URLs that count were seen. Hosts and the crawl are in no segment. */
  sizeOf(population: Population, site: AuditSite, isSegment: boolean): number {
    if (isSegment && (population === 'crawl' || population === 'hosts')) return 0;
    if (population === 'crawl') return 1;
    return population === 'hosts' ? internalHosts(site).length : (this.#sizes.get(population) ?? 0);
  }
}
