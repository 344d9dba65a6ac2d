import { isIP, type Socket, connect as tcpConnect } from 'node:net';
import type { SecureContext } from 'node:tls';
import { connectThrough } from './connect-through.ts';
import {
  Arrivals,
  answerWith,
  choseHttp2,
  type Opened,
  type ResolvedAddress,
  Steps,
  secureOptions,
  type Target,
  tls,
} from './connection.ts';
import { connectFailure, dnsFailure, type Failure, factsOf } from './failures.ts';
import { HostGuard, isLocalName, type Refusal, withoutBrackets } from './host-guard.ts';
import type { HttpProxy } from './proxy.ts';
import type { Lookup } from './system-lookup.ts';
import { noTls, readTls, tlsProblemOf } from './tls-facts.ts';

/** More addresses than this are an attack or a mistake; the first ones are enough. */
const MAX_ADDRESSES = 16;
/** Lookups are cached this long: neighbouring pages need no second lookup, and a name cannot change between two of them. */
const DNS_CACHE_MS = 60_000;
const DNS_CACHE_ENTRIES = 2_000;

type Waits = (isWaiting: boolean) => void;

interface Known {
  readonly answer: Promise<readonly ResolvedAddress[]>;
  readonly until: number;
  /** Callbacks to call when the turn of the name comes; null: its turn has come. */
  readonly turn: { waiting: Waits[] | null };
}

/** Host names to addresses with a short memory. Failures are never remembered. */
export class Resolver {
  readonly #lookup: Lookup;
  readonly #cacheMs: number;
  readonly #known = new Map<string, Known>();

  constructor(lookup: Lookup, cacheMs: number = DNS_CACHE_MS) {
    this.#lookup = lookup;
    this.#cacheMs = cacheMs;
  }

  /** Calls `waits(true)` before it returns if the lookup must wait for others, and `waits(false)` when the lookup begins. */
  resolve(hostname: string, waits: Waits): Promise<readonly ResolvedAddress[]> {
    const now = performance.now();
    let known = this.#known.get(hostname);
    if (known === undefined || known.until <= now) {
      known = this.#ask(hostname, now);
      const { answer } = known;
      this.#known.delete(hostname);
      this.#known.set(hostname, known);
      if (this.#known.size > DNS_CACHE_ENTRIES) this.#known.delete(this.#known.keys().next().value!);
      answer.catch(() => this.forget(hostname));
    }
    if (known.turn.waiting !== null) {
      known.turn.waiting.push(waits);
      waits(true);
    }
    return known.answer;
  }

  /** Called when no address of a name could be connected to: the next attempt resolves it again. */
  forget(hostname: string): void {
    this.#known.delete(hostname);
  }

  #ask(hostname: string, now: number): Known {
    const turn: Known['turn'] = { waiting: null };
    const answer = this.#lookup(hostname, isWaiting => {
      const told = turn.waiting ?? [];
      turn.waiting = isWaiting ? [] : null;
      for (const waits of told) waits(false);
    });
    return { answer: answer.then(found => found.slice(0, MAX_ADDRESSES)), until: now + this.#cacheMs, turn };
  }
}

/** Who opens a connection. */
export interface OpeningUser {
  /** True: the name waits because the resolver is busy with other names. False: its turn has come. */
  waits(isWaiting: boolean): void;
  /** Called once, unless the opening was cancelled. */
  done(opened: Opened): void;
}

/** An opening connection. `cancel` destroys it at once; its user is not called any more. */
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
export function openConnection(target: Target, resolver: Resolver, trust: SecureContext | undefined, user: OpeningUser): Opening {
  let cancelled = false;
  let socket: Socket | null = null;
  const steps = new Steps();
  const finish = (opened: Opened): void => {
    if (cancelled) {
      if (opened.ok) opened.socket.destroy();
      return;
    }
    cancelled = true; // calls back at most once
    user.done({ ...opened, facts: steps.facts });
  };
  const waits = (isWaiting: boolean): void => {
    if (!cancelled) user.waits(isWaiting);
  };
  const literal = withoutBrackets(target.hostname);
  const fail = (failure: Failure): void => finish({ ok: false, failure, address: null });
  /** Calls back with checked addresses of a host, or fails. */
  const judged = (
    hostname: string,
    guard: HostGuard,
    mayBeUnknown: boolean,
    then: (addresses: readonly ResolvedAddress[]) => void,
  ): void => {
    const take = (addresses: readonly ResolvedAddress[]): void => {
      if (cancelled) return;
      const refusal =
        addresses.length === 0
          ? null
          : guard.refusal(
              hostname,
              addresses.map(each => each.address),
            );
      if (refusal !== null) finish(blocked(refusal));
      else then(addresses);
    };
    const bare = withoutBrackets(hostname);
    if (isIP(bare) !== 0) take([{ address: bare, family: isIP(bare) }]);
    else
      resolver.resolve(hostname, waits).then(
        addresses => {
          steps.end('dnsMs');
          take(addresses);
        },
        error => {
          if (mayBeUnknown) take([]);
          else fail(dnsFailure(hostname, error));
        },
      );
  };
  /** Those of the wanted family, or fails. */
  const usable = (hostname: string, addresses: readonly ResolvedAddress[]): readonly ResolvedAddress[] | null => {
    const { family } = target;
    const found = family === undefined ? addresses : addresses.filter(each => each.family === family);
    if (found.length > 0) return found;
    const only = addresses.length === 0 ? 'no address.' : `no IPv${family} address, and this crawl uses no other.`;
    fail({ cause: 'dns-failure', detail: `${hostname} has ${only}` });
    return null;
  };
  const through = (proxy: HttpProxy): void => {
    const guard = new HostGuard();
    guard.name([proxy.hostname]);
    judged(proxy.hostname, guard, false, all => {
      const addresses = usable(proxy.hostname, all);
      if (addresses === null) return;
      const secured = (inner: Socket): void => void (socket = inner);
      socket = connectThrough(target, { proxy, addresses, trust, steps, secured }, opened => {
        if (!opened.ok) resolver.forget(proxy.hostname);
        finish(opened);
      });
    });
  };
  const { proxy = null } = target;
  // It may be the proxy alone that resolves public names.
  const isLeftToProxy = proxy !== null && (target.guard.isNamed(target.hostname) || !isLocalName(target.hostname));
  judged(target.hostname, target.guard, isLeftToProxy, all => {
    if (proxy !== null) {
      through(proxy);
      return;
    }
    const addresses = usable(target.hostname, all);
    if (addresses === null) return;
    socket = connectTo(target, addresses, { trust, steps }, opened => {
      if (!opened.ok && isIP(literal) === 0) resolver.forget(target.hostname);
      finish(opened);
    });
  });
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
        ...secureOptions(target, trust),
      })
    : null;
  const arrivals = secured === null ? new Arrivals() : undefined;
  const socket = secured ?? tcpConnect({ ...options, onread: arrivals?.onread });
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
    const failure = connectFailure(error, tcpConnected, target.http2);
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
    if (secured !== null) steps.accepted(secured, target);
    const address = socket.remoteAddress ?? '';
    const refusal = target.guard.refusal(target.hostname, [address]);
    if (refusal !== null) {
      socket.destroy();
      done(blocked(refusal));
    } else {
      done({ ok: true, socket, arrivals, address, isHttp2: secured !== null && choseHttp2(secured) });
    }
  });
  return socket;
}
