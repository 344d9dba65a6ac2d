import { isIP } from 'node:net';
import type { Slot } from './slot.ts';

/** The wait that a host requires after a request, margin included, in milliseconds. */
export interface HostWait {
  /** Of the user's own delay. */
  readonly ownMs: number;
  /** Of the delay in force: the own one, or a longer Crawl-delay of this host. */
  readonly inForceMs: number;
}

/** Hosts whose names lead to one address, and when that address was requested. */
interface Server {
  inFlight: number;
  /** Requests in flight to hosts that get one at a time. */
  single: number;
  /** End of the last request, whichever name it was sent to. Monotonic milliseconds. */
  lastMono: number;
}

/** Names remembered. A crawl of more hosts resolves some of them again. */
const mostNames = 50_000;

/**
 * The clocks of servers, for a crawl that counts its delay by address (`delayBy`): all names of an address share one. A name with several
 * addresses ties them together, because any of them may be connected to. Ports do not matter. Names share only the time of the last
 * request: anyone can let a name lead to an address of others, so its back-off and Crawl-delay must not hold their names up.
 */
export class Servers {
  readonly #resolve: (hostname: string) => Promise<readonly string[]>;
  readonly #known: () => void;
  /** Addresses, and names that do not resolve, to their server. */
  readonly #byAddress = new Map<string, Server>();
  readonly #byName = new Map<string, Server>();
  /** A server that became part of another. */
  readonly #joined = new Map<Server, Server>();
  readonly #asked = new Set<string>();
  readonly #begun = new Map<Slot, { readonly server: Server; readonly isSingle: boolean; count: number }>();
  readonly #startMono: number;

  /**
   * `startMono`: when a former run may have requested any server last, under any name; -Infinity without one. `resolve`: the addresses of a hostname as in URL.hostname. `known`: called when a
   * host that waited for them can be requested.
   */
  constructor(startMono: number, resolve: (hostname: string) => Promise<readonly string[]>, known: () => void) {
    this.#startMono = startMono;
    this.#resolve = resolve;
    this.#known = known;
  }

  /** Whether a host waits for its addresses. */
  get isResolving(): boolean {
    return this.#asked.size > 0;
  }

  /**
   * Earliest monotonic time of a request to the server of a slot, beside the slot's own clock. Infinite: not before a response, or its
   * addresses, come. The delay of the host counts from the last request to any name. Busy names hold it up by one such delay at most.
   */
  earliest(slot: Slot, isSingle: boolean, { ownMs, inForceMs }: HostWait): number {
    const server = this.#of(hostOf(slot));
    if (!server) return Number.POSITIVE_INFINITY;
    if (server.single > 0 || (isSingle && server.inFlight > 0)) return Number.POSITIVE_INFINITY;
    return Math.max(server.lastMono + ownMs, Math.min(server.lastMono, slot.nextMono) + inForceMs);
  }

  began(slot: Slot, isSingle: boolean): void {
    const begun = this.#begun.get(slot);
    const server = begun ? this.#now(begun.server) : this.#of(hostOf(slot));
    if (!server) return;
    server.inFlight += 1;
    if (begun) {
      begun.count += 1;
      return;
    }
    if (isSingle) server.single += 1;
    this.#begun.set(slot, { server, isSingle, count: 1 });
  }

  /** A request ended at `mono`, in monotonic milliseconds. `address`: the one that was connected to. */
  ended(slot: Slot, address: string | null, mono: number): void {
    const begun = this.#begun.get(slot);
    if (!begun) return;
    const server = this.#now(begun.server);
    server.inFlight -= 1;
    server.lastMono = Math.max(server.lastMono, mono);
    begun.count -= 1;
    if (begun.count === 0) {
      this.#begun.delete(slot);
      if (begun.isSingle) server.single -= 1;
    }
    if (address !== null && address !== '') this.#tie(hostOf(slot), [address]);
  }

  #of(host: string): Server | null {
    const known = this.#byName.get(host);
    if (known) return this.#now(known);
    const literal = host.replace(/^\[|\]$/g, '');
    if (isIP(literal) > 0) return this.#tie(host, [literal]);
    if (!this.#asked.has(host)) {
      this.#asked.add(host);
      this.#resolve(host).then(
        addresses => this.#resolved(host, addresses),
        // The request itself will say what is wrong with the name.
        () => this.#resolved(host, []),
      );
    }
    return null;
  }

  #resolved(host: string, addresses: readonly string[]): void {
    if (!this.#asked.delete(host)) return;
    this.#tie(host, addresses);
    this.#known();
  }

  /** The name and these addresses are one server from now on. */
  #tie(host: string, addresses: readonly string[]): Server {
    const keys = addresses.length > 0 ? addresses : [`name ${host}`];
    const parts = new Set<Server>();
    const named = this.#byName.get(host);
    if (named) parts.add(this.#now(named));
    for (const key of keys) {
      const known = this.#byAddress.get(key);
      if (known) parts.add(this.#now(known));
    }
    const [first, ...others] = parts;
    const server = first ?? { inFlight: 0, single: 0, lastMono: this.#startMono };
    for (const other of others) {
      server.inFlight += other.inFlight;
      server.single += other.single;
      server.lastMono = Math.max(server.lastMono, other.lastMono);
      this.#joined.set(other, server);
    }
    if (this.#byName.size >= mostNames) this.#byName.clear();
    this.#byName.set(host, server);
    for (const key of keys) this.#byAddress.set(key, server);
    return server;
  }

  /** What a server is part of by now. */
  #now(server: Server): Server {
    let at = server;
    for (let next = this.#joined.get(at); next; next = this.#joined.get(at)) at = next;
    return at;
  }
}

const hostOf = ({ record }: Slot): string => record.host;
