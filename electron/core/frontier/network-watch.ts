import { least } from '#shared/lists.ts';
import type { FetchOutcome } from '#shared/model/fetch.ts';
import type { OutageKind } from '#shared/model/outage.ts';
import { isRetryable } from '../decision/outage.ts';

/** What one finished request says about our own network. */
export type NetworkSign =
  /** The host responded: the network works. `byLogin`: perhaps it is the host of a login page, which responds before the login. */
  | { readonly kind: 'answered'; readonly byLogin?: boolean }
  /** The system says that there is no network. */
  | { readonly kind: 'no-link' }
  /** The host did not respond. */
  | { readonly kind: 'silent' }
  /** Perhaps not the host responded but a login page of the network. `where`: what such responses have in common. */
  | { readonly kind: 'portal'; readonly where: string }
  /** It says nothing. */
  | { readonly kind: 'none' };

const linkCodes: ReadonlySet<string> = new Set(['ENETUNREACH', 'ENETDOWN', 'EAI_AGAIN']);

/** Whether the system has no network, or no name server: every error code in the detail of a failure says so. */
export function isLinkDown(detail: string): boolean {
  const codes = detail.match(/\bE[A-Z]+(?:_[A-Z]+)*\b/g) ?? [];
  return codes.length > 0 && codes.every(code => linkCodes.has(code));
}

/** What a failure says. `where` of a portal: see `NetworkSign`, '' if the response is none. */
export function signOf(outcome: FetchOutcome, where: string): NetworkSign {
  if (where !== '') return { kind: 'portal', where };
  if (outcome.kind === 'response') return { kind: 'answered' };
  // A head came, so the host is there.
  if (outcome.status !== null) return { kind: 'answered' };
  // A name server knows that there is no such name.
  if (!isRetryable(outcome.cause) || outcome.detail.includes('ENOTFOUND')) return { kind: 'none' };
  return isLinkDown(outcome.detail) ? { kind: 'no-link' } : { kind: 'silent' };
}

/** Failures this far apart belong together, milliseconds. */
const windowMs = 30_000;
/** Hosts below this number are no measure for the network. */
const leastHosts = 5;
/** This part of the hosts must fail at the same time. */
const failingPart = 1 / 5;
/** Hosts that must fail while none responds, if they are not known to have responded before. */
const leastSilent = 10;
/** Hosts that must show the same login page, or have no link while others seemed to work. */
const leastAlike = 3;
const networkAuthenticationRequired = '511';

/** The key of a response with status 511 (RFC 6585 section 6): only a network sends it. */
export const portalStatusKey = networkAuthenticationRequired;

interface Seen {
  readonly mono: number;
  readonly sign: NetworkSign;
  /** The host responded earlier in this run. */
  readonly isLiving: boolean;
  /** Since when it fails. */
  readonly sinceMono: number;
}

/** A suspected outage of our own network. */
export interface Suspicion {
  readonly kind: OutageKind;
  /** The first failure that belongs to it, monotonic milliseconds. */
  readonly sinceMono: number;
  /** Keys of the hosts that failed. */
  readonly hosts: readonly string[];
  /** Hosts looked at. */
  readonly of: number;
  /** What the login pages have in common, '' for other kinds. */
  readonly where: string;
}

/**
 * Tells an outage of our own network from hosts that fail by themselves. It looks at the last request of each host in the last half
 * minute. Times are monotonic milliseconds of the caller.
 */
export class NetworkWatch {
  /** The hosts of the last half minute, the longest silent one first. */
  readonly #seen = new Map<string, Seen>();
  /** The host of the last request. */
  #newest = '';
  /** Hosts that failed while the network worked. */
  readonly #proven = new Set<string>();
  #answeredMono = Number.NEGATIVE_INFINITY;
  /** The same without hosts of login pages. */
  #openMono = Number.NEGATIVE_INFINITY;

  /** Takes the end of a request. Returns an outage that it makes likely. */
  saw(host: string, sign: NetworkSign, mono: number): Suspicion | null {
    if (sign.kind === 'none') return null;
    const before = this.#seen.get(host);
    const isFailing = before !== undefined && before.sign.kind !== 'answered';
    // If it was also the host before, it is at the end already.
    if (host !== this.#newest) this.#seen.delete(host);
    this.#newest = host;
    this.#seen.set(host, {
      mono,
      sign,
      isLiving: sign.kind === 'answered' || (before?.isLiving ?? this.#wasLiving.has(host)),
      sinceMono: isFailing && sign.kind !== 'answered' ? before.sinceMono : mono,
    });
    this.#forget(mono - windowMs);
    if (sign.kind === 'answered') {
      this.#answeredMono = mono;
      if (!sign.byLogin) this.#openMono = mono;
      this.#proven.delete(host);
      this.#wasLiving.add(host);
      return null;
    }
    return this.#portal(sign) ?? this.#link() ?? this.#hosts(mono) ?? this.#nobody();
  }

  /** Hosts that responded once. A crawl of more hosts forgets some: then they count less, not more. */
  readonly #wasLiving = new Set<string>();

  /** These hosts fail although the network works: they are no sign of an outage until they respond again. */
  prove(hosts: readonly string[]): void {
    for (const host of hosts) this.#proven.add(host);
  }

  /** What was seen before an outage says nothing after it. */
  clear(): void {
    this.#seen.clear();
  }

  #forget(before: number): void {
    for (const [host, { mono, sign }] of this.#seen) {
      if (mono >= before) break;
      this.#seen.delete(host);
      // It failed a while ago: when it fails again, that is no news.
      if (sign.kind !== 'answered') this.#wasLiving.delete(host);
    }
    if (this.#wasLiving.size > 100_000) this.#wasLiving.clear();
    if (this.#proven.size > 100_000) this.#proven.clear();
  }

  #portal(sign: NetworkSign): Suspicion | null {
    if (sign.kind !== 'portal') return null;
    const alike = [...this.#seen].filter(([, seen]) => seen.sign.kind === 'portal' && seen.sign.where === sign.where);
    const sinceMono = least(alike.map(([, seen]) => seen.sinceMono));
    const isEnough = sign.where === portalStatusKey || alike.length >= leastAlike;
    if (!isEnough || this.#openMono >= sinceMono) return null;
    return { kind: 'portal', sinceMono, hosts: alike.map(([host]) => host), of: this.#seen.size, where: sign.where };
  }

  #link(): Suspicion | null {
    const failing = [...this.#seen].filter(([, { sign }]) => sign.kind === 'no-link');
    if (failing.length === 0) return null;
    const sinceMono = least(failing.map(([, seen]) => seen.sinceMono));
    if (this.#answeredMono > sinceMono) return null;
    if (failing.length < leastAlike && failing.length < this.#seen.size) return null;
    return { kind: 'link', sinceMono, hosts: failing.map(([host]) => host), of: this.#seen.size, where: '' };
  }

  #hosts(mono: number): Suspicion | null {
    const counted = [...this.#seen].filter(([host, { isLiving }]) => isLiving && !this.#proven.has(host));
    const failing = counted.filter(([, { sign, sinceMono }]) => isFailure(sign) && sinceMono >= mono - windowMs);
    if (counted.length < leastHosts || failing.length < Math.max(2, counted.length * failingPart)) return null;
    return suspect(failing, counted.length);
  }

  /** Many hosts fail and none responds, though they may never have responded: a crawl may begin without a network. */
  #nobody(): Suspicion | null {
    const failing = [...this.#seen].filter(
      ([host, { sign, sinceMono }]) => isFailure(sign) && sinceMono > this.#answeredMono && !this.#proven.has(host),
    );
    return failing.length < leastSilent ? null : suspect(failing, failing.length);
  }
}

const isFailure = ({ kind }: NetworkSign): boolean => kind === 'silent' || kind === 'no-link';

const suspect = (failing: readonly (readonly [string, Seen])[], of: number): Suspicion => ({
  ...{ kind: 'hosts', of, where: '' },
  sinceMono: least(failing.map(([, seen]) => seen.sinceMono)),
  hosts: failing.map(([host]) => host),
});
