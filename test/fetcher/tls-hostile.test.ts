import { generateKeyPairSync } from 'node:crypto';
import type { Server } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpFetcher } from '#fetcher/http.ts';
import { defaultFetchLimits } from '#fetcher/limits.ts';
import type { FetchOutcome } from '#shared/model/fetch.ts';
import { type Certified, certificate, served } from '../support/certificates.ts';
import { patience } from '../support/patience.ts';

/** What servers show in the TLS handshake beyond what test/fixtures/tls holds. Nothing may be sent to a server that is refused. */

const names = ['site.test'];
const root = certificate('root', { isAuthority: true });
const first = certificate('first', { issuer: root, isAuthority: true });
const second = certificate('second', { issuer: first, isAuthority: true });
const leaf = certificate('leaf', { issuer: second, names });

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Fetches from a server with these options. The names that were resolved, what the server received, and its open sockets after that. */
async function fetchFrom(options: TlsOptions, trusted: Certified = root) {
  const received: string[] = [];
  const server = createServer(options, socket => {
    socket.on('error', () => socket.destroy());
    socket.on('data', data => {
      received.push(data.toString().split('\r\n')[0] ?? '');
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    });
  }).on('tlsClientError', () => undefined);
  servers.push(server);
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  const resolved: string[] = [];
  const fetcher = createHttpFetcher({
    lookup: async name => {
      resolved.push(name);
      return [{ address: '127.0.0.1', family: 4 }];
    },
    extraCertificates: [trusted.cert],
  });
  fetcher.trustHosts(['site.test']);
  const request = { url: `https://site.test:${port}/page`, userAgent: 'x', accept: '*/*' };
  const outcome = await fetcher.fetch(request, defaultFetchLimits, new AbortController().signal);
  await fetcher.close();
  const open = () =>
    new Promise<number>((done, fail) => server.getConnections((error, count) => (error ? fail(error) : done(count))));
  await expect.poll(open, patience).toBe(0);
  return { outcome, resolved, received };
}

const short = (outcome: FetchOutcome): string =>
  outcome.kind === 'response' ? `${outcome.status}` : `${outcome.cause}: ${outcome.detail}`;

/** The server is refused with this sentence and this kind of fault, and received nothing. */
async function refused(options: TlsOptions, sentence: RegExp, problem: string, trusted?: Certified): Promise<void> {
  const { outcome, resolved, received } = await fetchFrom(options, trusted);
  expect(short(outcome)).toMatch(sentence);
  expect(outcome).toMatchObject({ cause: 'tls-failure', network: { tls: { problem } } });
  expect([resolved, received]).toEqual([['site.test'], []]);
}

describe('a chain of certificates', () => {
  it('of two intermediates that is whole is trusted', async () => {
    const { outcome, received } = await fetchFrom(served(leaf, second, first));
    expect(short(outcome)).toBe('200');
    expect(outcome.network?.tls).toMatchObject({ problem: '', chainLength: 4 });
    expect(received).toHaveLength(1);
  });

  it('in another order, with the root and a stranger in it, is trusted', async () => {
    const { outcome } = await fetchFrom(served(leaf, root, certificate('stranger'), first, second));
    expect(short(outcome)).toBe('200');
  });

  it('that lacks an intermediate is incomplete, and the missing one is requested nowhere', () =>
    refused(served(leaf, second), /chain is incomplete|unknown issuer/, 'untrusted'));

  it('of one certificate that signed itself is refused', () =>
    refused(served(certificate('own', { names })), /self-signed \(DEPTH_ZERO_SELF_SIGNED_CERT/, 'untrusted'));

  it('of 1 MB is refused', () =>
    refused(served(leaf, second, ...new Array<Certified>(2_500).fill(first)), /certificates are longer than 100 KB/, 'other'));
});

describe('a certificate', () => {
  const many = (count: number): Certified =>
    certificate('many', { issuer: root, names: [...names, ...Array.from({ length: count }, (_, i) => `host-${i}.test`)] });

  it('of 4,000 names is read, and a bounded part of its text is kept', async () => {
    const { outcome } = await fetchFrom(served(many(4_000)));
    expect(short(outcome)).toBe('200');
    expect(outcome.network?.tls?.certificate?.names.length).toBeLessThanOrEqual(2_000);
  });

  it('of 10,000 names is refused', () => refused(served(many(10_000)), /certificates are longer than 100 KB/, 'other'));

  it('that is revoked is accepted: neither its issuer’s list nor its responder is asked', async () => {
    const revocation = { responder: 'http://ocsp.test/', list: 'http://lists.test/revoked.crl' };
    const { outcome, resolved } = await fetchFrom(served(certificate('revoked', { issuer: root, names, revocation })));
    expect(short(outcome)).toBe('200');
    expect(resolved).toEqual(['site.test']);
  });

  const atAll = { ciphers: 'DEFAULT@SECLEVEL=0' };

  it('with a key of 1,024 bits is refused', async () => {
    const key = generateKeyPairSync('rsa', { modulusLength: 1_024 });
    await refused(
      { ...served(certificate('weak', { issuer: root, names, key })), ...atAll },
      /a key of its certificates is too short/,
      'other',
    );
  });

  it('that is signed with SHA-1 is refused', () =>
    refused({ ...served(certificate('sha1', { issuer: root, names, hash: 'sha1' })), ...atAll }, /SHA-1/, 'other'));
});

describe('a server', () => {
  it('that speaks TLS 1.0 only is refused', () =>
    refused(
      { ...served(leaf, second, first), minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' },
      /no common TLS version/,
      'protocol',
    ));

  it('without a cipher in common is refused', () =>
    refused(
      { ...served(leaf, second, first), maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-NULL-SHA:@SECLEVEL=0' },
      /no cipher/,
      'other',
    ));
});
