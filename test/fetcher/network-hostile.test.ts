import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ResolvedAddress } from '#fetcher/connection.ts';
import { createHttpFetcher } from '#fetcher/http.ts';
import { defaultFetchLimits } from '#fetcher/limits.ts';
import type { FetchLimits, FetchOutcome } from '#shared/model/fetch.ts';
import { certificate, served } from '../support/certificates.ts';
import { behaviours } from '../support/wire-behaviours.ts';
import { startWireServer, type WireServer } from '../support/wire-server.ts';

const at = (address: string): ResolvedAddress => ({ address, family: address.includes(':') ? 6 : 4 });
const short = (outcome: FetchOutcome): string =>
  outcome.kind === 'response'
    ? `${outcome.status} ${outcome.bodyEnd} from ${outcome.remoteAddress}`
    : `${outcome.cause}: ${outcome.detail}`;

const root = certificate('root', { isAuthority: true });

/** Fetches a URL of site.test, a name of this machine with these addresses. */
async function fetchFrom(url: string, addresses: readonly ResolvedAddress[], limits: Partial<FetchLimits> = {}): Promise<string> {
  const fetcher = createHttpFetcher({ lookup: async () => addresses, extraCertificates: [root.cert] });
  fetcher.trustHosts(['site.test']);
  const request = { url, userAgent: 'x', accept: '*/*' };
  const outcome = await fetcher.fetch(request, { ...defaultFetchLimits, ...limits }, new AbortController().signal);
  await fetcher.close();
  return short(outcome);
}

let server: WireServer;
beforeAll(async () => {
  server = await startWireServer(behaviours);
});
afterAll(() => server.close());

describe('of 4,096 addresses', () => {
  const lastAt = (count: number): ResolvedAddress[] => [
    ...Array.from({ length: count - 1 }, (_, i) => at(`127.9.${i >> 8}.${i & 255}`)),
    at('127.0.0.1'),
    ...Array.from({ length: 4_096 - count }, (_, i) => at(`127.10.${i >> 8}.${i & 255}`)),
  ];

  it('the first 16 are tried', async () => {
    expect(await fetchFrom(`http://site.test:${server.port}/ok`, lastAt(16))).toBe('200 complete from 127.0.0.1');
  });

  it('no other is', async () => {
    const before = server.accepted;
    expect(await fetchFrom(`http://site.test:${server.port}/ok`, lastAt(17))).toMatch(/^connection-refused: /);
    expect(server.accepted).toBe(before);
  });
});

/** What must end with its test. */
const held: (Socket | Server)[] = [];
const processes: ChildProcess[] = [];
afterEach(async () => {
  for (const each of held.splice(0)) {
    if ('destroy' in each) each.destroy();
    else each.close();
  }
  for (const child of processes.splice(0)) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
});

/** From now on nothing that connects to this port of ::1 hears anything: who listens there sleeps, and its queue is full. */
async function blackhole(port: number): Promise<void> {
  const code = `require('node:net').createServer().listen({ port: ${port}, host: '::1', backlog: 1 }, () => process.stdout.write('x'))`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  processes.push(child);
  await once(child.stdout!, 'data');
  child.kill('SIGSTOP');
  for (let i = 0; i < 8; i += 1) held.push(connect({ port, host: '::1' }).on('error', () => undefined));
}

it('IPv6 that leads nowhere does not keep a crawl from IPv4', async () => {
  await blackhole(server.port);
  const url = `http://site.test:${server.port}/ok`;
  expect(await fetchFrom(url, [at('::1')], { connectTimeoutMs: 700 })).toMatch(/^timeout-connect: /);
  expect(await fetchFrom(url, [at('::1'), at('127.0.0.1')])).toBe('200 complete from 127.0.0.1');
});

describe('large packets that vanish', () => {
  /** Passes everything to `port`, and the first 1,000 bytes that come back. The rest is lost, and nobody is told. */
  async function narrow(port: number): Promise<number> {
    const relay = createServer(outer => {
      const inner = connect(port, '127.0.0.1');
      held.push(outer, inner);
      let left = 1_000;
      inner.on('data', data => {
        outer.write(data.subarray(0, left));
        left = Math.max(0, left - data.length);
      });
      outer.on('data', data => inner.write(data)).on('error', () => inner.destroy());
      inner.on('error', () => outer.destroy());
    });
    held.push(relay);
    await new Promise<void>(done => relay.listen(0, '127.0.0.1', done));
    return (relay.address() as { port: number }).port;
  }

  it('leave a body silent, and its time ends it', async () => {
    const port = await narrow(server.port);
    expect(await fetchFrom(`http://site.test:${port}/chunk-single-bytes`, [at('127.0.0.1')], { bodyTimeoutMs: 300 })).toMatch(
      /^(timeout-body: .*silent for 300 ms|200 truncated)/,
    );
  });

  it('leave a handshake silent, and the time for connecting ends it', async () => {
    const names = ['site.test', ...Array.from({ length: 100 }, (_, i) => `host-${i}.test`)];
    const secure = createTlsServer(served(certificate('leaf', { issuer: root, names }))).on('tlsClientError', () => undefined);
    held.push(secure);
    await new Promise<void>(done => secure.listen(0, '127.0.0.1', done));
    const own = (secure.address() as { port: number }).port;
    const port = await narrow(own);
    expect(await fetchFrom(`https://site.test:${port}/`, [at('127.0.0.1')], { connectTimeoutMs: 500 })).toMatch(
      /^timeout-connect: /,
    );
  });
});
