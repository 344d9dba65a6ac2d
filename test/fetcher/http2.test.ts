import { createPrivateKey } from 'node:crypto';
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach, expect, it } from 'vitest';
import { createHttpFetcher, type HttpFetcherOptions } from '#fetcher/http.ts';
import { defaultFetchLimits } from '#fetcher/limits.ts';
import { proxyOf } from '#fetcher/proxy.ts';
import type { Fetcher, FetchOutcome, FetchRequest } from '#shared/model/fetch.ts';
import { http2Behaviours } from '../support/http2-behaviours.ts';
import { startHttp2Server } from '../support/http2-wire.ts';
import { startProxy } from '../support/test-proxy.ts';
import { pem, tlsSite } from '../support/tls-site.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const open = (options: HttpFetcherOptions = {}): Fetcher => {
  const fetcher = createHttpFetcher({
    http2: true,
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    extraCertificates: [pem('ca.pem'), pem('private-ca.pem')],
    ...options,
  });
  fetcher.trustHosts(['site.test', '127.0.0.1']);
  closing.push(() => fetcher.close());
  return fetcher;
};

const get = (fetcher: Fetcher, url: string, more: Partial<FetchRequest> = {}, signal = new AbortController().signal) =>
  fetcher.fetch({ url, userAgent: 'Crawlscope/1', accept: 'text/html', ...more }, defaultFetchLimits, signal);

const short = (outcome: FetchOutcome): string =>
  outcome.kind === 'response'
    ? `${outcome.status} ${outcome.network?.httpVersion} ${Buffer.from(outcome.body).toString()}`
    : `${outcome.cause}: ${outcome.detail}`;

interface Seen {
  readonly lines: readonly string[];
  readonly body: string;
  readonly client: string;
}

/** A server of Node's own that answers `fine`. `allowHTTP1`: it speaks HTTP/1.1 as well. */
async function nodeServer(options: Parameters<typeof createSecureServer>[0] = {}) {
  const seen: Seen[] = [];
  const sessions = new Set<ServerHttp2Session>();
  const server: Http2SecureServer = createSecureServer({ cert: pem('good.pem'), key: pem('good.key'), ...options });
  server.on('session', session => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  server.on('stream', (stream, _headers, _flags, ...raw: unknown[]) => {
    const [flat] = raw as [string[]];
    const lines = flat.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${flat[at + 1]}`] : []));
    const { subject } = (stream.session!.socket as TLSSocket).getPeerCertificate();
    let body = '';
    stream.on('error', () => undefined);
    stream.on('data', (bytes: Buffer) => (body += bytes.toString()));
    stream.on('end', () => {
      seen.push({ lines, body, client: String(subject?.CN ?? '') });
      stream.respond(
        { ':status': 200, 'content-type': 'text/plain', 'content-length': 4 },
        { endStream: lines[0] === ':method: HEAD' },
      );
      if (lines[0] !== ':method: HEAD') stream.end('fine');
    });
  });
  server.on('request', (request, response) => {
    if (request.httpVersion === '1.1') response.end('old');
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  closing.push(() => new Promise<void>(done => server.close(() => done())));
  return { port: (server.address() as AddressInfo).port, seen, sessions };
}

it('sends exactly these lines, in this order', async () => {
  const { port, seen } = await nodeServer();
  const own = () =>
    [
      ['X-Own', 'a'],
      ['X-Own', 'b'],
      ['Authorization', 'Basic c2VjcmV0'],
    ] as const;
  expect(short(await get(open({ ownHeaders: own }), `https://site.test:${port}/a?b=%20#c`))).toBe('200 2 fine');
  expect(seen[0]?.lines).toEqual([
    ':method: GET',
    ':scheme: https',
    `:authority: site.test:${port}`,
    ':path: /a?b=%20',
    'user-agent: Crawlscope/1',
    'accept: text/html',
    'accept-encoding: gzip, deflate, br, zstd',
    'x-own: a',
    'x-own: b',
    'authorization: Basic c2VjcmV0',
  ]);
});

it('HEAD has no body, and the form of a login is posted with its length', async () => {
  const { port, seen } = await nodeServer();
  const fetcher = open();
  expect(short(await get(fetcher, `https://site.test:${port}/`, { method: 'HEAD' }))).toBe('200 2 ');
  const body = { type: 'application/x-www-form-urlencoded', text: 'name=caf%C3%A9', referer: `https://site.test:${port}/login` };
  expect(short(await get(fetcher, `https://site.test:${port}/login`, { method: 'POST', body }))).toBe('200 2 fine');
  expect(seen[1]?.body).toBe('name=caf%C3%A9');
  expect(seen[1]?.lines).toContain('content-length: 14');
  expect(seen[1]?.lines).toContain(`referer: https://site.test:${port}/login`);
});

it('without the setting, HTTP/1.1 alone is offered; with it, the server chooses', async () => {
  const both = await nodeServer({ allowHTTP1: true });
  expect(short(await get(open({ http2: false }), `https://site.test:${both.port}/`))).toBe('200 1.1 old');
  expect(short(await get(open(), `https://site.test:${both.port}/`))).toBe('200 2 fine');
  const { origin } = await tlsSite();
  expect(short(await get(open(), `${origin}/a`))).toBe('200 1.1 <title>A</title>');
});

it('a server that speaks HTTP/2 only is refused without the setting, and the sentence says what helps', async () => {
  const { port } = await startedRaw();
  const refused = short(await get(open({ http2: false }), `https://site.test:${port}/`));
  expect(refused).toMatch(/^tls-failure: .*--http2 auto/);
  expect(refused).not.toMatch(/ssl|alert|ERR_/i);
});

async function startedRaw(options: Parameters<typeof startHttp2Server>[0] = {}) {
  const server = await startHttp2Server(options);
  closing.push(() => server.close());
  return server;
}

it('an invalid certificate is refused before anything is sent, and a private address that nobody named', async () => {
  const server = await startedRaw({ cert: pem('expired.pem'), key: pem('expired.key') });
  expect(short(await get(open(), `https://site.test:${server.port}/`))).toMatch(/^tls-failure: .*has expired/);
  const refusing = open();
  refusing.trustHosts([]);
  expect(short(await get(refusing, `https://site.test:${server.port}/`))).toMatch(/^address-blocked: /);
  expect(server.frames).toEqual([]);
});

it('goes through the tunnel of a proxy, and shows a certificate of its own', async () => {
  const proxy = await startProxy();
  const key = createPrivateKey({ key: pem('client-encrypted.key'), passphrase: 'open-sesame' });
  const certificate = { cert: pem('client.pem'), key: key.export({ type: 'pkcs8', format: 'pem' }) as string };
  const { port, seen } = await nodeServer({ requestCert: true, rejectUnauthorized: false, ca: pem('private-ca.pem') });
  const fetcher = open({ proxy: proxyOf(proxy.origin, null), clientCertificate: () => certificate });
  const outcome = await get(fetcher, `https://site.test:${port}/`);
  expect(short(outcome)).toBe('200 2 fine');
  expect(outcome.remoteAddress).toBeNull();
  expect(proxy.log).toEqual([`CONNECT site.test:${port}`]);
  expect(seen.map(({ client }) => client)).toEqual(["Anna's client"]);
});

it('one stream at a time is open on a connection, and connections are used again', async () => {
  const server = await startedRaw();
  const fetcher = open({ connectionsPerOrigin: 2 });
  const url = `https://site.test:${server.port}/`;
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => get(fetcher, url)));
  expect(outcomes.every(outcome => outcome.kind === 'response')).toBe(true);
  expect(server.accepted).toBeLessThanOrEqual(2);
  for (let connection = 0; connection < server.accepted; connection += 1) {
    const streams = server.requests.filter(([each]) => each === connection).map(([, stream]) => stream);
    expect(streams).toEqual(streams.map((_, at) => 2 * at + 1));
  }
  expect((await get(fetcher, url)).reusedConnection).toBe(true);
});

it('keeps header lines in their order, repeated as they came, and every byte of their values', async () => {
  const server = await startedRaw();
  server.next(
    http2Behaviours['h2-lines-in-order'],
    http2Behaviours['h2-latin1'],
    http2Behaviours['h2-value-with-spaces'],
    http2Behaviours['h2-trailers'],
  );
  const fetcher = open();
  const url = `https://site.test:${server.port}/`;
  expect((await get(fetcher, url)).headers).toEqual([
    ['x-robots-tag', 'noindex'],
    ['a', '1'],
    ['x-robots-tag', 'nofollow'],
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
    ['content-type', 'text/html'],
    ['content-type', 'text/plain'],
  ]);
  const [name, location] = (await get(fetcher, url)).headers;
  expect(name).toEqual(['x-name', 'café ÿ']);
  expect(Buffer.from(location?.[1] ?? '', 'latin1').toString()).toBe('/café');
  expect((await get(fetcher, url)).headers).toEqual([['x-robots-tag', 'noindex']]);
  expect((await get(fetcher, url)).headers).toEqual([]);
});

it('a server that requires HTTP/1.1 gets the next request of that origin by it', async () => {
  const server = await startedRaw({ ALPNProtocols: ['h2', 'http/1.1'] });
  server.next(http2Behaviours['h2-http1-required']);
  const fetcher = open();
  const url = `https://site.test:${server.port}/`;
  expect(short(await get(fetcher, url))).toMatch(/^connection-lost: .*HTTP_1_1_REQUIRED/);
  // This server speaks HTTP/2 whatever was chosen: its settings are no answer in HTTP/1.1.
  expect(short(await get(fetcher, url))).toMatch(/^http-malformed: The response is not HTTP:/);
});

it('connections over HTTP/2 that are open already get no request after HTTP/1.1 was required', async () => {
  const server = await startedRaw({ ALPNProtocols: ['h2', 'http/1.1'] });
  const fetcher = open({ connectionsPerOrigin: 3 });
  const url = `https://site.test:${server.port}/`;
  let answerLast: () => void = () => undefined;
  const isHeld = new Promise<void>(resolve =>
    server.next(wire => {
      answerLast = () => wire.answer('late');
      resolve();
    }),
  );
  const held = get(fetcher, url);
  await isHeld;
  // Two more connections: the first is idle when the second hears that HTTP/1.1 is required.
  const both = new Promise<() => void>(resolve => {
    const answers: (() => void)[] = [];
    const end = (answer: () => void): void => {
      answers.push(answer);
      if (answers.length === 2) resolve(() => answers.forEach(each => void each()));
    };
    server.next(
      wire => end(() => wire.answer('fine')),
      wire => end(() => setImmediate(() => http2Behaviours['h2-http1-required'](wire))),
    );
  });
  const two = [get(fetcher, url), get(fetcher, url)];
  (await both)();
  expect((await Promise.all(two)).map(short).sort()).toEqual([
    '200 2 fine',
    expect.stringMatching(/^connection-lost: .*HTTP_1_1_REQUIRED/),
  ]);
  const sent = server.requests.length;
  const waiting = [get(fetcher, url), get(fetcher, url), get(fetcher, url)];
  answerLast();
  expect(short(await held)).toBe('200 2 late');
  for (const outcome of await Promise.all(waiting)) expect(short(outcome)).toMatch(/^http-malformed: The response is not HTTP:/);
  expect(server.requests.length).toBe(sent);
});

it('a header named __proto__ is sent like any other', async () => {
  const { port, seen } = await nodeServer();
  const own = () => [['__proto__', 'a']] as const;
  expect(short(await get(open({ ownHeaders: own }), `https://site.test:${port}/`))).toBe('200 2 fine');
  expect(seen[0]?.lines).toContain('__proto__: a');
});

it('a line that Node refuses to send is an outcome, and the next request is sent', async () => {
  const { port } = await nodeServer();
  const fetcher = open({ ownHeaders: (_origin, path) => (path === '/bad' ? [['http2-settings', 'x']] : []) });
  const refused = short(await get(fetcher, `https://site.test:${port}/bad`));
  expect(refused).toBe('http-malformed: The request cannot be sent over HTTP/2 (ERR_HTTP2_INVALID_CONNECTION_HEADERS).');
  expect(short(await get(fetcher, `https://site.test:${port}/`))).toBe('200 2 fine');
});

it('asks the gate of a request before it is written, and tells it the status', async () => {
  const { port, seen } = await nodeServer();
  const fetcher = open({ connectionsPerOrigin: 1 });
  const url = `https://site.test:${port}/`;
  const told: number[] = [];
  const gate = (why: string | null) => ({ gate: { refusal: () => why, answered: (status: number) => told.push(status) } });
  const [stopped, sent] = await Promise.all([get(fetcher, url, gate('paused')), get(fetcher, url, gate(null))]);
  expect(short(stopped)).toBe('cancelled: paused');
  expect(short(sent)).toBe('200 2 fine');
  expect(short(await get(fetcher, url, gate('paused again')))).toBe('cancelled: paused again');
  expect(short(await get(fetcher, url))).toBe('200 2 fine');
  expect(told).toEqual([200]);
  expect(seen.map(({ client }) => client)).toHaveLength(2);
});

it('Stop ends a request at once, and close leaves no connection', async () => {
  const server = await startedRaw();
  const asked = new Promise<void>(resolve => server.next(() => resolve(), http2Behaviours['h2-ok']));
  const fetcher = open();
  const stop = new AbortController();
  const url = `https://site.test:${server.port}/`;
  const running = get(fetcher, url, {}, stop.signal);
  await asked;
  stop.abort();
  expect(short(await running)).toBe('cancelled: The fetch was stopped.');
  await server.idle();
  expect(short(await get(fetcher, url))).toBe('200 2 all right');
  await fetcher.close();
  await server.idle();
});

it('a body larger than any window comes whole', async () => {
  const { port } = await nodeServerOf(Buffer.alloc(5_000_000, 0x78));
  const outcome = await get(open(), `https://site.test:${port}/`);
  expect(outcome.kind === 'response' && [outcome.bodyEnd, outcome.body.length]).toEqual(['complete', 5_000_000]);
});

async function nodeServerOf(body: Buffer) {
  const server = createSecureServer({ cert: pem('good.pem'), key: pem('good.key') });
  server.on('stream', stream => {
    stream.on('error', () => undefined);
    stream.respond({ ':status': 200 });
    stream.end(body);
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  closing.push(() => new Promise<void>(done => server.close(() => done())));
  return { port: (server.address() as AddressInfo).port };
}
