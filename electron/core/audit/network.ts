import { isPrivate } from './hosts.ts';
import type { UrlRow } from './source.ts';

/** Public hosts that failed, at least, before a crawl in which none responded is taken to have had no network. */
const fewestSilent = 3;

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
 * host seems to be gone: nothing may be called broken.
 */
export class Network {
  #wasHeard = false;
  readonly #silent = new Set<number>();

  see(row: Pick<UrlRow, 'url' | 'status' | 'check' | 'originId'>): void {
    if (this.#wasHeard || isPrivate(row.url)) return;
    if (row.status !== null || heardBy.has(row.check)) this.#wasHeard = true;
    else if (row.check === 'check-no-response' && this.#silent.size < fewestSilent) this.#silent.add(row.originId);
  }

  get isDown(): boolean {
    return !this.#wasHeard && this.#silent.size >= fewestSilent;
  }
}
