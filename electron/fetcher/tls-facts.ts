import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';
import type { CertificateFacts, TlsFacts, TlsProblem } from '#shared/model/fetch.ts';
import { withoutBrackets } from './host-guard.ts';

/** Certificates of a chain that are counted at most. */
const LONGEST_CHAIN = 20;
/** A certificate's texts are its owner's: no more of them is kept. */
const LONGEST_TEXT = 2_000;

const PROBLEMS: Readonly<Record<string, TlsProblem>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not-yet-valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'name-mismatch',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  CERT_REVOKED: 'revoked',
  ERR_SSL_WRONG_VERSION_NUMBER: 'protocol',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'protocol',
  ERR_SSL_NO_PROTOCOLS_AVAILABLE: 'protocol',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'protocol',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'protocol',
};

/** The kind of fault that caused an error of a TLS handshake. */
export const tlsProblemOf = (code: string): TlsProblem => PROBLEMS[code] ?? 'other';

/** What is known of a connection whose handshake failed before a certificate came. */
export const noTls = (problem: TlsProblem): TlsFacts => ({
  protocol: '',
  cipher: '',
  problem,
  certificate: null,
  chainLength: 0,
  nameMatches: null,
});

/**
 * Reads how a connection is secured. Call it once the handshake is complete and before the socket is closed. Not by
 * `getPeerX509Certificate`: called before Node verifies the host name, it makes that verification fail (Node 24.21).
 */
export function readTls(socket: TLSSocket, hostname: string): TlsFacts {
  const facts = { protocol: socket.getProtocol() ?? '', cipher: socket.getCipher()?.standardName ?? '', problem: '' } as const;
  const peer = socket.getPeerCertificate(true);
  try {
    return { ...facts, ...certified(peer, withoutBrackets(hostname).replace(/\.$/, '')) };
  } catch (error) {
    // An unreadable certificate is a separate fact; the connection is judged elsewhere.
    if (error instanceof Error) return { ...facts, certificate: null, chainLength: 0, nameMatches: null };
    throw error;
  }
}

function certified(peer: DetailedPeerCertificate, name: string): Pick<TlsFacts, 'certificate' | 'chainLength' | 'nameMatches'> {
  // Without a certificate the object is empty.
  if (!('raw' in peer)) return { certificate: null, chainLength: 0, nameMatches: null };
  const certificate = new X509Certificate(peer.raw);
  const match = isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name);
  return { certificate: certificateFacts(certificate), chainLength: lengthOf(peer), nameMatches: match !== undefined };
}

/** Certificates up to the root, whose issuer is itself. */
function lengthOf(first: DetailedPeerCertificate): number {
  let length = 1;
  for (let at = first; at.issuerCertificate && at.issuerCertificate !== at && length < LONGEST_CHAIN; at = at.issuerCertificate)
    length += 1;
  return length;
}

const certificateFacts = (certificate: X509Certificate): CertificateFacts => ({
  fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
  subject: oneLine(certificate.subject),
  issuer: oneLine(certificate.issuer),
  names: (certificate.subjectAltName ?? '').slice(0, LONGEST_TEXT).replace(/\b(DNS|IP Address):/g, ''),
  notBefore: timeOf(certificate.validFrom),
  notAfter: timeOf(certificate.validTo),
});

/** Node writes each part of a name on a separate line. */
const oneLine = (name: string | undefined): string => (name ?? '').slice(0, LONGEST_TEXT).replaceAll('\n', ', ');

function timeOf(text: string): number | null {
  const at = Date.parse(text);
  return Number.isFinite(at) ? at : null;
}
