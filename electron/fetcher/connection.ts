import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { SecureContext, TLSSocket } from 'node:tls';
import type { NetworkFacts, TlsFacts } from '#shared/model/fetch.ts';
import type { Failure } from './failures.ts';
import { type HostGuard, withoutBrackets } from './host-guard.ts';
import type { HttpProxy } from './proxy.ts';
import { tlsProblemOf } from './tls-facts.ts';

/** What connections are opened with and what they cost: shared by direct ones and those through a proxy. */

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Loaded with the first secure connection, because Node then reads all root certificates. */
export const tls = (): typeof import('node:tls') => process.getBuiltinModule('node:tls');

/** A certificate with its private key, both PEM, by which a client identifies itself (RFC 8446 section 4.4.2). */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * The usual roots and some more (a company's own, a test's own), and the client's certificate. Undefined without either: then the
 * runtime's default applies.
 */
export function trustStore(
  extraCertificates: readonly string[],
  client: ClientCertificate | null = null,
): SecureContext | undefined {
  if (extraCertificates.length === 0 && client === null) return undefined;
  const { createSecureContext, rootCertificates } = tls();
  return createSecureContext({ ca: [...rootCertificates, ...extraCertificates], ...client });
}

/** Where to connect; `hostname` as in URL.hostname (IPv6 in brackets). */
export interface Target {
  readonly protocol: 'http:' | 'https:';
  readonly hostname: string;
  readonly port: number;
  /** Judges the addresses of this host, for each connection. */
  readonly guard: HostGuard;
  /** Connects although the certificate is not valid, because the user chose so for this host. What is wrong is recorded. */
  readonly acceptsInvalid?: boolean;
  /** Only addresses of this family; absent: any. */
  readonly family?: 4 | 6 | undefined;
  readonly proxy?: HttpProxy | null;
  /** Offers HTTP/2 besides HTTP/1.1 in the TLS handshake (RFC 7301); the server chooses. */
  readonly http2?: boolean;
}

/** What opening a connection cost, and how it is secured. */
export type OpeningFacts = Pick<NetworkFacts, 'dnsMs' | 'tcpMs' | 'tlsMs' | 'tls'>;

export type Opened = (
  | {
      readonly ok: true;
      readonly socket: Socket;
      /** Gives what comes on the socket, where its stream does not. */
      readonly arrivals?: Arrivals | undefined;
      readonly address: string | null;
      readonly isHttp2?: boolean;
    }
  | { readonly ok: false; readonly failure: Failure; readonly address: string | null }
) & { readonly facts?: OpeningFacts };

/**
 * What comes on a socket, without a stream: Node reads it into one buffer that all these sockets share, so that it need not make one for each read.
 * Whoever takes bytes copies what he keeps.
 */
export class Arrivals {
  static readonly #buffer = Buffer.allocUnsafeSlow(64 * 1024);
  take: (bytes: Buffer) => void = () => undefined;
  /** The option of that name of `net.connect`. */
  readonly onread = {
    buffer: Arrivals.#buffer,
    callback: (length: number): boolean => {
      this.take(Arrivals.#buffer.subarray(0, length));
      return true;
    },
  };
}

/** Measures the steps of opening a connection, one after the other. Milliseconds. */
export class Steps {
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

  /** Records what is wrong with the certificate of a connection that is used although it is not valid. */
  accepted(socket: TLSSocket, { acceptsInvalid = false }: Target): void {
    if (!acceptsInvalid || socket.authorized || this.tls === null) return;
    // A code in a string; the types say an error.
    this.tls = { ...this.tls, problem: tlsProblemOf(String(socket.authorizationError)) };
  }

  get facts(): OpeningFacts {
    const { dnsMs, tcpMs, tlsMs, tls } = this;
    return { dnsMs, tcpMs, tlsMs, tls };
  }
}

/** RFC 9113 section 3.2. */
const HTTP2 = 'h2';

/** Whether the server chose HTTP/2 in the handshake. */
export const choseHttp2 = ({ alpnProtocol }: TLSSocket): boolean => alpnProtocol === HTTP2;

/** How a TLS connection to a host is secured. */
export const secureOptions = ({ hostname, acceptsInvalid = false, http2 = false }: Target, trust: SecureContext | undefined) => {
  const name = withoutBrackets(hostname);
  return {
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment changes nothing.
    rejectUnauthorized: !acceptsInvalid,
    ALPNProtocols: http2 ? [HTTP2, 'http/1.1'] : ['http/1.1'],
    // RFC 6066 section 3: no IP literals and no trailing dot in the server name.
    servername: isIP(name) === 0 ? name.replace(/\.$/, '') : '',
    ...(trust === undefined ? {} : { secureContext: trust }),
  };
};

export function answerWith(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  };
}
