import type { SecureContext } from 'node:tls';
import type {
  FailureCause,
  Fetcher,
  FetchFailure,
  FetchLimits,
  FetchOutcome,
  FetchRequest,
  Headers,
} from '#shared/model/fetch.ts';
import { Attempt } from './attempt.ts';
import { Resolver } from './connect.ts';
import { type ClientCertificate, trustStore } from './connection.ts';
import { type FirstAddresses, HostGuard } from './host-guard.ts';
import type { WireRequest } from './lane.ts';
import { OriginLanes } from './lanes.ts';
import type { HttpProxy } from './proxy.ts';
import { requestHeaders } from './request-headers.ts';
import { type Lookup, lookupWithSystem } from './system-lookup.ts';

export interface HttpFetcherOptions {
  /** Connections open at once to one origin (scheme, host, port); further fetches wait. */
  readonly connectionsPerOrigin?: number;
  /** Wall clock in epoch milliseconds, for the time stamps only; durations come from a monotonic clock. */
  readonly now?: () => number;
  readonly lookup?: Lookup;
  /** How long resolved addresses are kept, in milliseconds. */
  readonly dnsCacheMs?: number;
  /** What named hosts resolved to first, where several fetchers share that. */
  readonly firstAddresses?: FirstAddresses | undefined;
  /** Further header lines for an origin (as URL.origin spells it). No other origin gets them. */
  readonly ownHeaders?: ((origin: string, path: string) => Headers) | undefined;
  /** The proxy of all requests. */
  readonly proxy?: HttpProxy | null;
  /** Only addresses of this family; absent: any. */
  readonly family?: 4 | 6 | undefined;
  /** Hosts (as URL.hostname) whose certificate need not be valid. */
  readonly untrustedHosts?: readonly string[];
  /** The certificate by which the client identifies itself to an origin; null for none. */
  readonly clientCertificate?: ((origin: string) => ClientCertificate | null) | undefined;
  /** Offers HTTP/2 to https servers, which choose. Absent: HTTP/1.1 only. */
  readonly http2?: boolean;
  /** Root certificates (PEM) accepted besides the usual ones. */
  readonly extraCertificates?: readonly string[];
}

/** Header lines of a request without validators and body, and what they are made of. */
interface LastHeaders {
  readonly userAgent: string;
  readonly accept: string;
  readonly own: Headers;
  readonly lines: readonly string[];
}

const noHeaders: Headers = [];

/** Browsers open six per host; a polite crawl uses one or two of them. */
const DEFAULT_CONNECTIONS = 6;

const CANCELLED = 'The fetch was stopped.';
const CLOSED = 'The fetcher was closed.';

/** The connector over HTTP/1.1 and HTTP/2: plain GET and HEAD, nothing followed, retried, cached or remembered between requests. */
export function createHttpFetcher(options: HttpFetcherOptions = {}): Fetcher {
  return new HttpFetcher(options);
}

class HttpFetcher implements Fetcher {
  readonly #connections: number;
  readonly #now: () => number;
  readonly #resolver: Resolver;
  readonly #trust: SecureContext | undefined;
  readonly #origins = new Map<string, OriginLanes>();
  /** The fetches in flight, each with its signal. */
  readonly #active = new Map<Attempt, AbortSignal>();
  /** Signals that have a listener: one for all their fetches, because adding one per fetch costs more than all other bookkeeping. */
  readonly #heard = new WeakSet<AbortSignal>();
  #lastHeaders: LastHeaders | null = null;
  readonly #headerValues = new Map<string, string>();
  readonly #guard: HostGuard;
  readonly #ownHeaders: (origin: string, path: string) => Headers;
  readonly #options: HttpFetcherOptions;
  readonly #untrusted: ReadonlySet<string>;
  /** Origins whose server required HTTP/1.1 of a request over HTTP/2. */
  readonly #onlyHttp1 = new Set<string>();
  #closed = false;

  constructor(options: HttpFetcherOptions) {
    this.#connections = Math.max(1, options.connectionsPerOrigin ?? DEFAULT_CONNECTIONS);
    this.#now = options.now ?? Date.now;
    this.#resolver = new Resolver(options.lookup ?? lookupWithSystem, options.dnsCacheMs);
    this.#guard = new HostGuard(options.firstAddresses);
    this.#ownHeaders = options.ownHeaders ?? (() => noHeaders);
    this.#trust = trustStore(options.extraCertificates ?? []);
    this.#options = options;
    this.#untrusted = new Set(options.untrustedHosts);
  }

  trustHosts(hosts: readonly string[]): void {
    const dropped = this.#guard.name(hosts);
    // Withdrawing trust closes the connections that it allowed; all others continue.
    for (const [origin, lanes] of this.#origins) if (dropped.has(new URL(origin).hostname)) void lanes.close();
  }

  fetch(request: FetchRequest, limits: FetchLimits, signal: AbortSignal): Promise<FetchOutcome> {
    if (this.#closed || signal.aborted) return Promise.resolve(this.#refusal('cancelled', this.#closed ? CLOSED : CANCELLED));
    const url = URL.parse(request.url);
    if (url === null) return Promise.resolve(this.#refusal('scheme-blocked', 'The address is not a complete http or https URL.'));
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      return Promise.resolve(
        this.#refusal('scheme-blocked', `Only http and https are fetched, not ${url.protocol.slice(0, 40)}`),
      );
    }
    const refusal = this.#guard.refusalOfLiteral(url.hostname);
    if (refusal !== null) return Promise.resolve(this.#refusal('address-blocked', refusal.detail));
    const { origin } = url;
    return new Promise(resolve => {
      const attempt = new Attempt({
        request: this.#wireRequest(url, origin, request),
        limits,
        holds: request.mayHold === true,
        gate: request.gate ?? null,
        proxy: url.protocol === 'http:' ? (this.#options.proxy ?? null) : null,
        lanes: this.#origins.get(origin) ?? this.#lanesOf(url, url.protocol as 'http:' | 'https:'),
        startedAt: this.#now(),
        settled: (settled, outcome) => {
          this.#active.delete(settled);
          resolve(outcome);
        },
      });
      this.#remember(attempt, signal);
      attempt.begin();
    });
  }

  async addressesOf(hostname: string): Promise<readonly string[]> {
    return (await this.#resolver.resolve(hostname, () => undefined)).map(({ address }) => address);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const attempt of [...this.#active.keys()]) attempt.cancel(CLOSED);
    const origins = [...this.#origins.values()];
    this.#origins.clear();
    await Promise.all(origins.map(lanes => lanes.close()));
  }

  /** Connections to an origin that has none. */
  #lanesOf(url: URL, protocol: 'http:' | 'https:'): OriginLanes {
    const port = url.port === '' ? (protocol === 'https:' ? 443 : 80) : Number(url.port);
    const { proxy = null, family, extraCertificates = [] } = this.#options;
    const acceptsInvalid = this.#untrusted.has(url.hostname);
    const target = { protocol, hostname: url.hostname, port, guard: this.#guard, acceptsInvalid, family, proxy };
    const client = protocol === 'https:' ? (this.#options.clientCertificate?.(url.origin) ?? null) : null;
    const origin = url.origin;
    const lanes = new OriginLanes({
      origin,
      target,
      limit: this.#connections,
      resolver: this.#resolver,
      trust: client === null ? this.#trust : trustStore(extraCertificates, client),
      allowsHttp2: () => this.#options.http2 === true && !this.#onlyHttp1.has(origin),
      onHttp1Required: () => this.#onlyHttp1.add(origin),
      onEmpty: () => {
        if (this.#origins.get(origin) === lanes) this.#origins.delete(origin);
      },
    });
    this.#origins.set(origin, lanes);
    return lanes;
  }

  /** Exactly these lines leave this machine, after those that name host and connection (`host` and `connection`, in HTTP/2 `:authority`). User name and password of the URL are not among them. */
  #wireRequest(url: URL, origin: string, request: FetchRequest): WireRequest {
    const headers = this.#headersOf(request, this.#ownHeaders(origin, url.pathname));
    const path = url.pathname + url.search;
    const { method = 'GET', body } = request;
    const { proxy } = this.#options;
    if (!proxy || url.protocol === 'https:') return { method, path, headers, body: body?.text };
    // To a proxy, a request names the whole URL (RFC 9112 section 3.2.2).
    const { authorization } = proxy;
    const all = authorization === null ? headers : [...headers, 'proxy-authorization', authorization];
    return { method, path: origin + path, headers: all, body: body?.text };
  }

  /** Most requests have the lines of the one before, and get the same array. */
  #headersOf({ userAgent, accept, ifNoneMatch, ifModifiedSince, body }: FetchRequest, own: Headers): readonly string[] {
    const isPlain = ifNoneMatch === undefined && ifModifiedSince === undefined && body === undefined;
    const last = this.#lastHeaders;
    if (isPlain && last?.userAgent === userAgent && last.accept === accept && last.own === own) return last.lines;
    const lines = requestHeaders({
      userAgent: this.#clean(userAgent),
      accept: this.#clean(accept),
      // Omits a stored validator that cannot be sent as a header. The page is then fetched in full.
      etag: sendable(ifNoneMatch),
      lastModified: sendable(ifModifiedSince),
      own,
      body,
    }).flat();
    if (isPlain) this.#lastHeaders = { userAgent, accept, own, lines };
    return lines;
  }

  #clean(value: string): string {
    let clean = this.#headerValues.get(value);
    if (clean === undefined) {
      clean = value.replace(UNSENDABLE, '');
      if (this.#headerValues.size > 100) this.#headerValues.clear();
      this.#headerValues.set(value, clean);
    }
    return clean;
  }

  #remember(attempt: Attempt, signal: AbortSignal): void {
    this.#active.set(attempt, signal);
    if (this.#heard.has(signal)) return;
    this.#heard.add(signal);
    signal.addEventListener('abort', () => {
      for (const [each, its] of [...this.#active]) if (its === signal) each.cancel(CANCELLED);
    });
  }

  #refusal(cause: FailureCause, detail: string): FetchFailure {
    const at = this.#now();
    const timings = { startedAt: at, endedAt: at, firstByteMs: null, totalMs: 0 };
    return {
      kind: 'failure',
      cause,
      detail,
      status: null,
      headers: [],
      wireBytes: 0,
      remoteAddress: null,
      reusedConnection: false,
      timings,
    };
  }
}

/** Bytes a header value must not contain (RFC 9110 section 5.5). */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/g;

const sendable = (value: string | undefined): string | null =>
  value === undefined || value.search(UNSENDABLE) >= 0 ? null : value;
