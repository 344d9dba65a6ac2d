import { isIP } from 'node:net';
import { type AddressKind, addressSentence, classifyAddress } from './address-guard.ts';

/** Why a connection to a host is not allowed: the deciding address, and a sentence for the user. */
export interface Refusal {
  readonly address: string;
  readonly detail: string;
}

/**
 * The addresses that each host named by the user first resolved to. Shared by all fetchers of one session, so that
 * Resume does not start over.
 */
export class FirstAddresses {
  readonly #byHost = new Map<string, ReadonlySet<string>>();

  /** The first addresses of a host: those given, if it was not resolved before. */
  of(hostname: string, addresses: readonly string[]): ReadonlySet<string> {
    const known = this.#byHost.get(hostname) ?? new Set(addresses.map(withoutZone));
    this.#byHost.set(hostname, known);
    return known;
  }
}

/** Kinds that no name may resolve to, even one that the user named: no website has such an address. */
const neverByName: ReadonlySet<AddressKind> = new Set([
  'metadata',
  'unspecified',
  'multicast',
  'broadcast',
  'transition',
  'invalid',
]);

/**
 * Decides which addresses may be connected to. Public addresses are always allowed. Others are allowed only for hosts
 * that the user named:
 * - an address that was typed as it is;
 * - `localhost`, for loopback addresses (RFC 6761 section 6.3);
 * - a name, for the addresses it resolved to when it was first requested. A public name that points inside later is DNS rebinding.
 */
export class HostGuard {
  readonly #first: FirstAddresses;
  #named: ReadonlySet<string> = new Set();

  constructor(first = new FirstAddresses()) {
    this.#first = first;
  }

  /** The hosts the user named, in any spelling; replaces those named before. Returns the ones that are named no more. */
  name(hosts: readonly string[]): ReadonlySet<string> {
    const dropped = new Set(this.#named);
    this.#named = new Set(hosts.map(canonicalHost));
    for (const host of this.#named) dropped.delete(host);
    return dropped;
  }

  isNamed(hostname: string): boolean {
    return this.#named.has(hostname);
  }

  /** Judges the host of a URL before anything is resolved; null for a name, and for an address that may be connected to. */
  refusalOfLiteral(hostname: string): Refusal | null {
    const literal = withoutBrackets(hostname);
    return isIP(literal) === 0 ? null : this.refusal(hostname, [literal]);
  }

  /**
   * Judges the addresses of a host (hostname as in URL.hostname), all that it resolves to or the one that was connected to. One that is
   * forbidden refuses the whole set: a name that points both ways is how rebinding starts.
   */
  refusal(hostname: string, addresses: readonly string[]): Refusal | null {
    const isName = isIP(withoutBrackets(hostname)) === 0;
    const isNamed = this.#named.has(hostname);
    const first = isNamed && isName ? this.#first.of(hostname, addresses) : null;
    for (const address of addresses) {
      const kind = classifyAddress(address);
      if (kind === 'public') continue;
      if (!isNamed) return { address, detail: unnamedSentence(hostname, address) };
      if (!isName || (kind === 'loopback' && isLocalhost(hostname))) continue;
      if (neverByName.has(kind)) return { address, detail: neverSentence(hostname, address) };
      if (!first?.has(withoutZone(address))) return { address, detail: changedSentence(hostname, address) };
    }
    return null;
  }
}

const isLocalhost = (hostname: string): boolean => /(^|\.)localhost\.?$/.test(hostname);

/** A name that no public server has (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal). False for addresses. */
export const isLocalName = (hostname: string): boolean => {
  const bare = hostname.replace(/\.$/, '');
  if (isIP(withoutBrackets(bare)) !== 0) return false;
  return !bare.includes('.') || /\.(localhost|local|internal|lan|home|corp|home\.arpa)$/i.test(bare);
};

export const withoutBrackets = (hostname: string): string => (hostname.startsWith('[') ? hostname.slice(1, -1) : hostname);

/** RFC 4007 section 11: `fe80::1%eth0`; the system may give the zone or leave it out. */
const withoutZone = (address: string): string => address.replace(/%.*$/, '');

/** A host as the user typed it, spelled as URL.hostname spells it. */
function canonicalHost(host: string): string {
  const bare = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const text = `http://${bare}/`;
  return URL.canParse(text) ? new URL(text).hostname : host.toLowerCase();
}

/** Why an address is refused for a host that the user did not name. */
export const unnamedSentence = (hostname: string, address: string): string =>
  `${addressSentence(hostname, address)}. Only hosts of start URLs, and internal hosts written out, may have such an address.`;

const neverSentence = (hostname: string, address: string): string =>
  `${addressSentence(hostname, address)}. Crawlscope never connects to such an address by a name.`;

const changedSentence = (hostname: string, address: string): string =>
  `${addressSentence(hostname, address)}. It resolved elsewhere when it was first requested, so this may be an attack (DNS rebinding). Open the crawl again if the host has moved.`;
