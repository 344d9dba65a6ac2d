import { isPrivate } from './hosts.ts';
import type { UrlRow } from './source.ts';

/** Results of checks that a host gave, though perhaps no page. */
const heardBy: ReadonlySet<string> = new Set([
  'check-tls-failure',
  'check-bad-response',
  'check-refused',
  'check-host-refuses',
  'check-challenged',
  'check-robots-blocked',
]);

/**
 * Whether the machine of the crawl had a network, by its rows. A site on the machine itself responds without one, and then every other
 * host seems to be gone: where no public host ever responded, not one may be called broken.
 */
export class Network {
  #wasHeard = false;
  #wasSilent = false;

  see(row: Pick<UrlRow, 'url' | 'status' | 'check'>): void {
    if (this.#wasHeard || isPrivate(row.url)) return;
    if (row.status !== null || heardBy.has(row.check)) this.#wasHeard = true;
    else if (row.check === 'check-no-response') this.#wasSilent = true;
  }

  get isDown(): boolean {
    return this.#wasSilent && !this.#wasHeard;
  }
}
