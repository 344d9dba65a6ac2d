import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction, type Socket, connect as tcpConnect } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { NetworkFacts, TlsFacts } from '#shared/model/fetch.ts';
import { connectFailure, dnsFailure, type Failure, factsOf } from './failures.ts';
import { type HostGuard, type Refusal, withoutBrackets } from './host-guard.ts';
import { noTls, readTls, tlsProblemOf } from './tls-facts.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Resolves a host name to all its addresses; rejects with a Node error code when it has none. */
export type Lookup = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** The operating system's resolver, all addresses in the order it gives them. */
export const lookupWithSystem: Lookup = hostname => systemLookup(hostname, { all: true, order: 'verbatim' });

/** More addresses than this are an attack or a mistake; the first ones are enough. */
const MAX_ADDRESSES = 16;
/** Lookups are cached this long: neighbouring pages need no second lookup, and a name cannot change between two of them. */
const DNS_CACHE_MS = 60_000;
const DNS_CACHE_ENTRIES = 2_000;

/** Host names to addresses with a short memory. Failures are never remembered. */
export class Resolver {
  readonly #lookup: Lookup;
  readonly #cacheMs: number;
  readonly #known = new Map<string, { answer: Promise<readonly ResolvedAddress[]>; until: number }>();

  constructor(lookup: Lookup, cacheMs: number = DNS_CACHE_MS) {
    this.#lookup = lookup;
    this.#cacheMs = cacheMs;
  }

  resolve(hostname: string): Promise<readonly ResolvedAddress[]> {
    const now = performance.now();
    const known = this.#known.get(hostname);
    if (known !== undefined && known.until > now) return known.answer;
    const answer = this.#ask(hostname);
    this.#known.delete(hostname);
    this.#known.set(hostname, { answer, until: now + this.#cacheMs });
    if (this.#known.size > DNS_CACHE_ENTRIES) this.#known.delete(this.#known.keys().next().value!);
    answer.catch(() => this.forget(hostname));
    return answer;
  }

  /** Called when no address of a name could be connected to: the next attempt resolves it again. */
  forget(hostname: string): void {
    this.#known.delete(hostname);
  }

  async #ask(hostname: string): Promise<readonly ResolvedAddress[]> {
    const answer = await this.#lookup(hostname);
    return answer.slice(0, MAX_ADDRESSES);
  }
}

/** Loaded with the first secure connection, because Node then reads all root certificates. */
const tls = (): typeof import('node:tls') => process.getBuiltinModule('node:tls');

/** The usual roots and some more (a company's own, a test's own). Undefined without extra ones: then the runtime's default applies. */
export function trustStore(extraCertificates: readonly string[]): SecureContext | undefined {
  if (extraCertificates.length === 0) return undefined;
  const { createSecureContext, rootCertificates } = tls();
  return createSecureContext({ ca: [...rootCertificates, ...extraCertificates] });
}

/** Where to connect; `hostname` as in URL.hostname (IPv6 in brackets). */
export interface Target {
  readonly protocol: 'http:' | 'https:';
  readonly hostname: string;
  readonly port: number;
  /** Judges the addresses of this host, for each connection. */
  readonly guard: HostGuard;
}

/** What opening a connection cost, and how it is secured. */
export type OpeningFacts = Pick<NetworkFacts, 'dnsMs' | 'tcpMs' | 'tlsMs' | 'tls'>;

export type Opened = (
  | { readonly ok: true; readonly socket: Socket; readonly address: string }
  | { readonly ok: false; readonly failure: Failure; readonly address: string | null }
) & { readonly facts?: OpeningFacts };

/** Measures the steps of opening a connection, one after the other. Milliseconds. */
class Steps {
  #since = performance.now();
  dnsMs: number | null = null;
  tcpMs: number | null = null;
  tlsMs: number | null = null;
  tls: TlsFacts | null = null;

  end(step: 'dnsMs' | 'tcpMs' | 'tlsMs'): void {
    const now = performance.now();
    this[step] = now - this.#since;
    this.#since = now;
  }

  get facts(): OpeningFacts {
    const { dnsMs, tcpMs, tlsMs, tls } = this;
    return { dnsMs, tcpMs, tlsMs, tls };
  }
}

/** An opening connection. `cancel` destroys it at once; the callback is not called any more. */
export interface Opening {
  cancel(): void;
}

const blocked = ({ address, detail }: Refusal): Opened => ({
  ok: false,
  failure: { cause: 'address-blocked', detail },
  address,
});

/**
 * Opens one TCP or TLS connection to a checked address: resolve once, judge every address, connect to exactly those.
 * One forbidden address refuses the whole set: a name that points both ways is how rebinding starts.
 */
export function openConnection(
  target: Target,
  resolver: Resolver,
  trust: SecureContext | undefined,
  done: (opened: Opened) => void,
): Opening {
  let cancelled = false;
  let socket: Socket | null = null;
  const steps = new Steps();
  const finish = (opened: Opened): void => {
    if (cancelled) {
      if (opened.ok) opened.socket.destroy();
      return;
    }
    cancelled = true; // calls back at most once
    done({ ...opened, facts: steps.facts });
  };
  const start = (addresses: readonly ResolvedAddress[]): void => {
    const addressTexts = addresses.map(each => each.address);
    const refusal = addresses.length === 0 ? null : target.guard.refusal(target.hostname, addressTexts);
    if (refusal !== null) finish(blocked(refusal));
    else if (addresses.length === 0)
      finish({ ok: false, failure: { cause: 'dns-failure', detail: `${target.hostname} has no address.` }, address: null });
    else {
      socket = connectTo(target, addresses, { trust, steps }, opened => {
        if (!opened.ok) resolver.forget(target.hostname);
        finish(opened);
      });
    }
  };
  const literal = withoutBrackets(target.hostname);
  const family = isIP(literal);
  if (family !== 0) {
    start([{ address: literal, family }]);
  } else {
    resolver.resolve(target.hostname).then(
      addresses => {
        steps.end('dnsMs');
        if (!cancelled) start(addresses);
      },
      error => finish({ ok: false, failure: dnsFailure(target.hostname, error), address: null }),
    );
  }
  return {
    cancel() {
      cancelled = true;
      socket?.destroy();
    },
  };
}

function connectTo(
  target: Target,
  addresses: readonly ResolvedAddress[],
  { trust, steps }: { readonly trust: SecureContext | undefined; readonly steps: Steps },
  done: (opened: Opened) => void,
): Socket {
  const secure = target.protocol === 'https:';
  const name = withoutBrackets(target.hostname);
  const only = addresses.length === 1 ? addresses[0] : undefined;
  const options = {
    // A single address is connected to as a literal; several are given through a lookup that returns no others.
    host: only?.address ?? name,
    port: target.port,
    noDelay: true,
    highWaterMark: 64 * 1024,
    ...(only === undefined ? { lookup: answerWith(addresses), autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 300 } : {}),
  };
  const secured = secure
    ? tls().connect({
        ...options,
        // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment changes nothing.
        rejectUnauthorized: true,
        ALPNProtocols: ['http/1.1'],
        // RFC 6066 section 3: no IP literals and no trailing dot in the server name.
        servername: isIP(name) === 0 ? name.replace(/\.$/, '') : '',
        ...(trust === undefined ? {} : { secureContext: trust }),
      })
    : null;
  const socket = secured ?? tcpConnect(options);
  let tcpConnected = false;
  let tried: string | null = only?.address ?? null;
  socket.once('connect', () => {
    tcpConnected = true;
    steps.end('tcpMs');
    tried = socket.remoteAddress ?? tried;
  });
  // First of its listeners: the next one verifies the certificate, and closes the connection if that fails.
  secured?.prependOnceListener('secure', () => {
    steps.end('tlsMs');
    steps.tls = readTls(secured, target.hostname);
  });
  // Stays for the socket's life: an error after the exchange must find a listener.
  socket.on('error', error => {
    const failure = connectFailure(error, tcpConnected);
    if (failure.cause === 'tls-failure') {
      const problem = tlsProblemOf(factsOf(error).code);
      steps.tls = { ...(steps.tls ?? noTls(problem)), problem };
    }
    done({ ok: false, failure, address: tried });
  });
  socket.once('close', () =>
    done({
      ok: false,
      failure: { cause: 'connection-lost', detail: 'The connection was closed while it was being opened.' },
      address: tried,
    }),
  );
  socket.once(secure ? 'secureConnect' : 'connect', () => {
    const address = socket.remoteAddress ?? '';
    const refusal = target.guard.refusal(target.hostname, [address]);
    if (refusal !== null) {
      socket.destroy();
      done(blocked(refusal));
    } else {
      done({ ok: true, socket, address });
    }
  });
  return socket;
}

function answerWith(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  };
}
