import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpFetcher } from '#fetcher/http.ts';
import { defaultFetchLimits } from '#fetcher/limits.ts';
import type { Fetcher, FetchOutcome, FetchRequest } from '#shared/model/fetch.ts';

const servers: Server[] = [];
const fetchers: Fetcher[] = [];
afterEach(async () => {
  for (const fetcher of fetchers.splice(0)) await fetcher.close();
  for (const server of servers.splice(0)) server.close();
});

/** Lets the event loop take so many turns. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(resolve => setImmediate(resolve));
}

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const fetcher = createHttpFetcher({ lookup: async () => [{ address: '127.0.0.1', family: 4 }] });
  fetchers.push(fetcher);
  fetcher.trustHosts(['site.test']);
  const url = `http://site.test:${(server.address() as { port: number }).port}/page`;
  return (more: Partial<FetchRequest> = {}, limits = defaultFetchLimits): Promise<FetchOutcome> =>
    fetcher.fetch({ url, userAgent: 'x', accept: '*/*', ...more }, limits, new AbortController().signal);
}

describe('what a request costs on the network', () => {
  it('has a time for each step, and none for the steps of a connection that is used again', async () => {
    const get = await serve(async (_request, response) => {
      response.flushHeaders();
      // Client and server share this thread: some turns later the head was read, however slow the machine is.
      await turns(10);
      setTimeout(() => response.end('done'), 60);
    });
    const first = await get();
    const { httpVersion, dnsMs, tcpMs, tlsMs, waitMs, downloadMs, tls } = first.network ?? {};
    expect([httpVersion, tlsMs, tls]).toEqual(['1.1', null, null]);
    for (const step of [dnsMs, tcpMs, waitMs]) expect(step).toBeGreaterThan(0);
    expect(downloadMs).toBeGreaterThan(40);
    const sum = [dnsMs, tcpMs, waitMs, downloadMs].reduce<number>((a, b) => a + (b ?? 0), 0);
    expect(sum).toBeLessThanOrEqual(first.timings.totalMs + 1);
    const second = await get();
    expect(second.reusedConnection).toBe(true);
    expect(second.network).toMatchObject({ dnsMs: null, tcpMs: null, tlsMs: null, waitMs: expect.any(Number) });
  });

  it('says which steps a request that failed had', async () => {
    const get = await serve(() => undefined);
    const outcome = await get({}, { ...defaultFetchLimits, headersTimeoutMs: 100 });
    expect(outcome).toMatchObject({ kind: 'failure', cause: 'timeout-headers' });
    expect(outcome.network).toMatchObject({ httpVersion: null, waitMs: null, downloadMs: null, tcpMs: expect.any(Number) });
  });
});

describe('HEAD', () => {
  it('is a response without a body, whatever its head says of one', async () => {
    const asked: string[] = [];
    const get = await serve((request, response) => {
      asked.push(request.method ?? '');
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': '5000', 'content-encoding': 'gzip' }).end();
    });
    const outcome = await get({ method: 'HEAD' });
    expect(outcome).toMatchObject({ kind: 'response', status: 200, bodyEnd: 'complete', wireBytes: 0 });
    expect(outcome.headers.map(([name, value]) => `${name}: ${value}`)).toContain('content-length: 5000');
    expect(outcome.kind === 'response' && outcome.body.length).toBe(0);
    expect(asked).toEqual(['HEAD']);
  });

  it('a coding that cannot be read does not fail it', async () => {
    const get = await serve((_request, response) => response.writeHead(200, { 'content-encoding': 'unknown' }).end());
    expect(await get({ method: 'HEAD' })).toMatchObject({ kind: 'response', status: 200 });
  });
});
