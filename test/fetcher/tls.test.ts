import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer as createTcpServer, type Server, connect as tcpConnect } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpFetcher } from '#fetcher/http.ts';
import { defaultFetchLimits } from '#fetcher/limits.ts';
import type { FetchLimits, FetchOutcome } from '#shared/model/fetch.ts';

const pem = (name: string): string => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), 'utf8');
const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

function listen(server: Server): Promise<number> {
  servers.push(server);
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)));
}

async function tlsPort(name: string, seen: string[] = []): Promise<number> {
  return listen(
    createTlsServer({ cert: pem(`${name}.pem`), key: pem(`${name}.key`), ALPNProtocols: ['h2', 'http/1.1'] }, socket => {
      socket.on('error', () => socket.destroy());
      socket.on('data', data => {
        seen.push(`${socket.servername} ${socket.alpnProtocol} ${data.toString().split('\r\n')[0]}`);
        socket.write(answer);
      });
    }).on('tlsClientError', () => undefined),
  );
}

async function fetchFrom(
  port: number,
  scheme = 'https',
  trustRoot = true,
  limits: FetchLimits = defaultFetchLimits,
): Promise<FetchOutcome> {
  const fetcher = createHttpFetcher({
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    ...(trustRoot ? { extraCertificates: [pem('ca.pem')] } : {}),
  });
  fetcher.trustHosts(['site.test']);
  const outcome = await fetcher.fetch(
    { url: `${scheme}://site.test:${port}/page`, userAgent: 'x', accept: '*/*' },
    limits,
    new AbortController().signal,
  );
  await fetcher.close();
  return outcome;
}
const short = (outcome: FetchOutcome): string =>
  outcome.kind === 'response'
    ? `${outcome.status} ${Buffer.from(outcome.body).toString()}`
    : `${outcome.cause}: ${outcome.detail}`;

describe('certificates are verified', () => {
  it('a good one lets the request through, with server name and HTTP/1.1 asked for', async () => {
    const seen: string[] = [];
    const outcome = await fetchFrom(await tlsPort('good', seen));
    expect(short(outcome)).toBe('200 secret');
    expect(outcome.remoteAddress).toBe('127.0.0.1');
    expect(seen).toEqual(['site.test http/1.1 GET /page HTTP/1.1']);
  });

  it.each([
    ['expired', true, /has expired \(CERT_HAS_EXPIRED/],
    ['early', true, /not valid yet \(CERT_NOT_YET_VALID/],
    ['wrong', true, /for another host name \(ERR_TLS_CERT_ALTNAME_INVALID.*other\.test/],
    ['good', false, /(unknown issuer|incomplete|not trusted)/],
  ] as const)('%s (root trusted: %s) is refused and nothing is sent', async (name, trustRoot, reason) => {
    const seen: string[] = [];
    const outcome = await fetchFrom(await tlsPort(name, seen), 'https', trustRoot);
    expect(short(outcome)).toMatch(/^tls-failure: /);
    expect(short(outcome)).toMatch(reason);
    expect(seen).toEqual([]);
  });

  it.each([
    ['good', true, '', true],
    ['expired', true, 'expired', true],
    ['early', true, 'not-yet-valid', true],
    ['wrong', true, 'name-mismatch', false],
    ['good', false, 'untrusted', true],
  ] as const)(
    '%s (root trusted: %s) is told as %j, with what the certificate says',
    async (name, trustRoot, problem, matches) => {
      const { network } = await fetchFrom(await tlsPort(name), 'https', trustRoot);
      const written = new X509Certificate(pem(`${name}.pem`));
      expect(network?.tls).toEqual({
        protocol: 'TLSv1.3',
        cipher: expect.stringMatching(/^TLS_/),
        problem,
        nameMatches: matches,
        chainLength: trustRoot ? 2 : 1,
        certificate: {
          fingerprint: written.fingerprint256.replaceAll(':', '').toLowerCase(),
          subject: written.subject,
          issuer: written.issuer,
          names: written.subjectAltName?.replaceAll('DNS:', '') ?? '',
          notBefore: Date.parse(written.validFrom),
          notAfter: Date.parse(written.validTo),
        },
      });
      expect(network?.tlsMs).toBeGreaterThan(0);
    },
  );

  it('switching verification off in the environment has no effect', async () => {
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      expect(short(await fetchFrom(await tlsPort('expired')))).toMatch(/^tls-failure/);
    } finally {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
    }
  });
});

describe('what is not TLS', () => {
  it('plain HTTP where TLS was expected', async () => {
    const port = await listen(
      createTcpServer(socket =>
        socket.on('error', () => undefined).on('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')),
      ),
    );
    const outcome = await fetchFrom(port);
    expect(short(outcome)).toMatch(/^tls-failure: .*does not use TLS/);
    expect(outcome.network?.tls).toMatchObject({ problem: 'protocol', protocol: '', certificate: null, nameMatches: null });
  });

  it('TLS where plain HTTP was expected', async () => {
    expect(short(await fetchFrom(await tlsPort('good'), 'http'))).toMatch(/^(http-malformed|connection-lost)/);
  });

  it('a connection closed during the handshake', async () => {
    const port = await listen(createTcpServer(socket => socket.on('error', () => undefined).on('data', () => socket.end())));
    expect(short(await fetchFrom(port))).toMatch(/^connection-lost: .*handshake/);
  });

  it('a handshake that never ends', async () => {
    const port = await listen(createTcpServer(socket => socket.on('error', () => undefined).resume()));
    const limits = { ...defaultFetchLimits, connectTimeoutMs: 300 };
    expect(short(await fetchFrom(port, 'https', true, limits))).toMatch(/^timeout-connect/);
  });

  it('the byte counts that guard against floods see decrypted bytes', async () => {
    // A TLS record is larger than its content: were raw bytes counted, 1200 small records would look like a flood of framing.
    const port = await listen(
      createTlsServer({ cert: pem('good.pem'), key: pem('good.key') }, socket => {
        socket.on('error', () => socket.destroy());
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1200\r\n\r\n');
          let left = 1200;
          const more = (): void => {
            if (left-- > 0) socket.write('x', more);
          };
          more();
        });
      }),
    );
    const outcome = await fetchFrom(port);
    expect(outcome.kind === 'response' && outcome.body.length).toBe(1200);
  });

  it('the proof that the tests speak TCP at all', async () => {
    const port = await tlsPort('good');
    const connected = await new Promise((resolve, reject) => {
      const socket = tcpConnect(port, '127.0.0.1', () => socket.end(() => resolve(socket.remotePort)));
      socket.on('error', reject);
    });
    expect(connected).toBe(port);
  });
});
