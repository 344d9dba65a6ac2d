import type { FailureCause } from '#shared/model/fetch.ts';
import { Http1Error, type Http1Fault } from './http1-failures.ts';

/** How far an attempt has come; decides what a socket error means. */
export type Phase = 'waiting' | 'resolving' | 'connecting' | 'headers' | 'body' | 'decoding' | 'done';

export interface Failure {
  readonly cause: FailureCause;
  readonly detail: string;
}

/** A body that ended early keeps its bytes, so it is not a failure. */
export type Trouble = Failure | { readonly cause: 'body-truncated'; readonly detail: string };

interface ErrorFacts {
  readonly name: string;
  readonly code: string;
  readonly message: string;
}

/** The two or three facts of a thrown thing that matter here; a failed multi-address connect is judged by its first error. */
export function factsOf(error: unknown): ErrorFacts {
  if (!(error instanceof Error)) return { name: '', code: '', message: String(error) };
  if (error instanceof AggregateError && error.errors.length > 0) {
    const inner = error.errors.map(factsOf);
    return { ...inner[0]!, message: [...new Set(inner.map(each => each.message))].join('; ') };
  }
  const code = (error as { code?: unknown }).code;
  return { name: error.name, code: typeof code === 'string' ? code : '', message: error.message };
}

const DNS_CODES = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EAI_NONAME',
  'ENODATA',
  'ESERVFAIL',
  'EREFUSED',
  'ETIMEOUT',
  'EBADNAME',
  'EAI_ADDRFAMILY',
]);

/** A name that did not resolve. */
export function dnsFailure(hostname: string, error: unknown): Failure {
  const { code, message } = factsOf(error);
  if (code === 'ENOTFOUND') return { cause: 'dns-failure', detail: `${hostname} does not exist in DNS (ENOTFOUND).` };
  return { cause: 'dns-failure', detail: `${hostname} could not be resolved (${code || message}).` };
}

/**
 * An error before the connection (TCP and TLS) was established. `tcpConnected`: the port was open, and the TLS handshake failed.
 * `offersHttp2`: the handshake offered HTTP/2 besides HTTP/1.1.
 */
export function connectFailure(error: unknown, tcpConnected: boolean, offersHttp2 = false): Failure {
  const { code, message } = factsOf(error);
  if (DNS_CODES.has(code)) return { cause: 'dns-failure', detail: `The name could not be resolved (${message}).` };
  if (code === 'ETIMEDOUT')
    return { cause: 'timeout-connect', detail: `The server did not accept the connection in time (${message}).` };
  if (tcpConnected) {
    if (code === 'ECONNRESET' || code === 'EPIPE')
      return { cause: 'connection-lost', detail: `The connection was closed during the TLS handshake (${code}).` };
    if (code === NO_APPLICATION_PROTOCOL) return { cause: 'tls-failure', detail: noProtocol(offersHttp2) };
    return { cause: 'tls-failure', detail: tlsSentence(code, message) };
  }
  if (code === 'ECONNRESET' || code === 'ECONNABORTED')
    return { cause: 'connection-lost', detail: `The connection was reset while it was being opened (${message}).` };
  return { cause: 'connection-refused', detail: `The connection could not be opened (${message}).` };
}

const NO_CIPHER = 'the server found no cipher in common, or demands what was not offered';

const CERTIFICATE_REASONS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate chain ends in a root that is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate chain is incomplete or its root is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'the certificate chain is incomplete',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate comes from an unknown issuer',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host name',
  CERT_REVOKED: 'the certificate was revoked',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not use TLS on this port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the server does not use TLS on this port',
  ERR_SSL_NO_PROTOCOLS_AVAILABLE: 'no common TLS version',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'no common TLS version',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'no common TLS version',
  ERR_SSL_EXCESSIVE_MESSAGE_SIZE: 'its certificates are longer than 100 KB',
  // OpenSSL 3.5 and before it.
  'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE': NO_CIPHER,
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: NO_CIPHER,
};

/** Faults of certificates that have no code of their own (Node says UNSPECIFIED), by OpenSSL's words. */
const WEAK_CERTIFICATES: readonly (readonly [RegExp, string])[] = [
  [/key too (weak|small)/i, 'a key of its certificates is too short'],
  [/digest algorithm too weak/i, 'a certificate is signed with SHA-1 or an older hash'],
];

/** The server accepts no protocol that was offered (RFC 7301 section 3.2). */
const NO_APPLICATION_PROTOCOL = 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL';

const noProtocol = (offersHttp2: boolean): string =>
  offersHttp2
    ? 'The server speaks neither HTTP/2 nor HTTP/1.1.'
    : 'The server does not speak HTTP/1.1. It may speak HTTP/2: crawl it with the setting HTTP/2 (command line: --http2 auto).';

function tlsSentence(code: string, message: string): string {
  const reason = CERTIFICATE_REASONS[code] ?? WEAK_CERTIFICATES.find(([words]) => words.test(message))?.[1];
  const said = message.replace(/\s+/g, ' ').trim().slice(0, 300);
  return reason === undefined
    ? `The TLS connection failed (${code || said}${code && said !== code ? `: ${said}` : ''}).`
    : `The TLS connection was refused because ${reason} (${code}: ${said}).`;
}

/** Ends of a connection inside a body after which the bytes so far are still a usable prefix. */
const EARLY_CODES = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED']);
const EARLY_FAULTS: ReadonlySet<Http1Fault> = new Set(['closed', 'length', 'early-end']);

/** A fault that our side of HTTP/1.1 found. */
function http1Trouble(error: Http1Error, phase: Phase): Trouble {
  const { fault, message, at } = error;
  if (phase === 'body' && EARLY_FAULTS.has(fault))
    return { cause: 'body-truncated', detail: 'The connection ended before the body was complete.' };
  if (fault === 'too-large') return { cause: 'header-too-large', detail: 'The header lines are larger than the limit.' };
  if (fault === 'closed') return { cause: 'connection-lost', detail: 'The server closed the connection before responding.' };
  return { cause: 'http-malformed', detail: malformed(fault, message, at) };
}

function malformed(fault: Http1Fault, message: string, at: string): string {
  if (fault === 'continue') return 'The server returned 100 Continue for a request without a body.';
  if (fault === 'upgrade') return 'The server switched protocols without a request to do so.';
  // Any fault after a Content-Length line may be its own, so the sentence cannot say more.
  if (fault === 'length') return 'The head of the response cannot be parsed, or gives contradictory lengths for the body.';
  if (fault === 'unsendable') return `The request cannot be sent (${message}).`;
  return `The response is not valid HTTP/1.1 (${message})${at === '' ? '' : `, at "${printable(at)}"`}.`;
}

/** An error of a request on an open connection. */
export function exchangeTrouble(error: unknown, phase: Phase): Trouble {
  if (error instanceof Http1Error) return http1Trouble(error, phase);
  const { name, code, message } = factsOf(error);
  if (phase === 'body' && EARLY_CODES.has(code))
    return { cause: 'body-truncated', detail: `The connection ended before the body was complete (${code}).` };
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ECONNABORTED')
    return { cause: 'connection-lost', detail: `The server reset the connection before responding (${code}).` };
  if (code === 'ETIMEDOUT') return { cause: 'connection-lost', detail: 'The network stopped acknowledging data (ETIMEDOUT).' };
  const broken = tlsTrouble(error);
  if (broken !== null) return broken;
  return {
    cause: 'http-malformed',
    detail: `The response could not be read (${name}${code ? ` ${code}` : ''}: ${message.split('\n', 1)[0]!.slice(0, 200)}).`,
  };
}

/** A fault of TLS on an open connection; null where the error is another. */
export function tlsTrouble(error: unknown): Failure | null {
  const { code, message } = factsOf(error);
  return /^(ERR_SSL|ERR_TLS)/.test(code) ? { cause: 'tls-failure', detail: tlsSentence(code, message) } : null;
}

/** A response that does not start like HTTP; `start`: its first bytes as latin-1. */
export const notHttp = (start: string): Failure => ({
  cause: 'http-malformed',
  detail: `The response is not HTTP: it starts with "${printable(start)}".`,
});

/** Bytes made harmless for a log line. */
export const printable = (bytes: string): string =>
  bytes.slice(0, 48).replace(/[^\x20-\x7e]/g, character => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
