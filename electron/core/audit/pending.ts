import type { Population } from '#shared/model/audit.ts';
import type { AuditSite, AuditUrl, Check } from './check.ts';
import { internalHosts } from './hosts.ts';
import { standing } from './populations.ts';
import type { AuditChoice } from './run.ts';

/** Counts what the checks would look at that cannot run yet: they are not checkable for all of it. */
export class PendingSizes {
  readonly #sizes = new Map<Population, number>();
  readonly #within: AuditChoice['within'];

  constructor(checks: readonly Check[], within: AuditChoice['within']) {
    this.#within = within;
    for (const { scope, population } of checks) if (scope === 'pending') this.#sizes.set(population, 0);
  }

  see(url: AuditUrl): void {
    for (const [population, size] of this.#sizes) if (standing(population, url) !== 'out') this.#sizes.set(population, size + 1);
  }

  /** The size of a population, after all URLs that count were seen. Hosts and the crawl are in no segment. */
  sizeOf(population: Population, site: AuditSite): number {
    if (this.#within && (population === 'crawl' || population === 'hosts')) return 0;
    if (population === 'crawl') return 1;
    return population === 'hosts' ? internalHosts(site).length : (this.#sizes.get(population) ?? 0);
  }
}
