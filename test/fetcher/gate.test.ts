import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttpFetcher } from '#fetcher/http.ts';
import { defaultFetchLimits } from '#fetcher/limits.ts';
import type { Fetcher, FetchOutcome, RequestGate } from '#shared/model/fetch.ts';

const pause = 'HTTP/1.1 429 Too Many Requests\r\nRetry-After: 60\r\nContent-Length: 5\r\n\r\n';
const page = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npage';

let server: Server;
let sockets: Socket[] = [];
let seen: string[] = [];
let answer: (path: string, socket: Socket) => void;
let fetcher: Fetcher;

beforeEach(async () => {
  sockets = [];
  seen = [];
  answer = (_path, socket) => socket.write(page);
  server = createServer(socket => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', bytes => {
      const path = /^GET (\S+)/.exec(bytes.toString('latin1'))?.[1] ?? '?';
      seen.push(path);
      answer(path, socket);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  fetcher = createHttpFetcher({ connectionsPerOrigin: 2 });
  fetcher.trustHosts(['127.0.0.1']);
});
afterEach(async () => {
  await fetcher.close();
  for (const socket of sockets) socket.destroy();
  await new Promise(resolve => server.close(resolve));
});

const get = (path: string, gate?: RequestGate): Promise<FetchOutcome> => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const request = { url, userAgent: 'x', accept: '*/*', ...(gate && { gate }) };
  return fetcher.fetch(request, defaultFetchLimits, new AbortController().signal);
};
const open: RequestGate = { refusal: () => null, answered: () => undefined };

describe('the gate of a request', () => {
  it('is asked after waiting bytes are read, and before a reused connection is written', async () => {
    await Promise.all([get('/a'), get('/b')]);
    let isPaused = false;
    let second: Promise<FetchOutcome> | null = null;
    const refusal = () => (isPaused ? 'the host wants a pause' : null);
    answer = (_path, socket) => {
      // Chosen before the other response was written, and on its way to a connection that is open.
      second = get('/second', { ...open, refusal });
      socket.write(`${pause}later`);
    };
    const first = await get('/first', { ...open, answered: status => (isPaused = status === 429) });
    expect(first).toMatchObject({ kind: 'response', status: 429 });
    expect(await second).toMatchObject({ cause: 'cancelled', detail: 'the host wants a pause', wireBytes: 0 });
    expect(seen).toEqual(['/a', '/b', '/first']);
  });

  it('stops a request that waited for its connection, and the connection serves the next one', async () => {
    let isPaused = false;
    const gate = { ...open, refusal: () => (isPaused ? 'paused' : null) };
    const stopped = get('/new', gate);
    isPaused = true;
    expect(await stopped).toMatchObject({ kind: 'failure', cause: 'cancelled', detail: 'paused' });
    expect(seen).toEqual([]);
    expect(await get('/next')).toMatchObject({ kind: 'response', status: 200, reusedConnection: true });
    expect(sockets).toHaveLength(1);
    expect(seen).toEqual(['/next']);
  });

  it('lets a request through that waits for the connection of a stopped one', async () => {
    await fetcher.close();
    fetcher = createHttpFetcher({ connectionsPerOrigin: 1 });
    fetcher.trustHosts(['127.0.0.1']);
    const stopped = get('/stopped', { ...open, refusal: () => 'paused' });
    const waiting = get('/waiting', open);
    expect(await stopped).toMatchObject({ cause: 'cancelled' });
    expect(await waiting).toMatchObject({ kind: 'response', status: 200 });
    expect(seen).toEqual(['/waiting']);
  });

  it('is told the status while the body is still on its way', async () => {
    let told: ((status: number) => void) | null = null;
    const status = new Promise<number>(resolve => (told = resolve));
    answer = (_path, socket) => socket.write(pause);
    const outcome = get('/slow', { ...open, answered: each => told?.(each) });
    expect(await status).toBe(429);
    sockets[0]?.write('later');
    expect(await outcome).toMatchObject({ kind: 'response', status: 429, bodyEnd: 'complete' });
  });

  it('is not told of interim responses', async () => {
    const told: number[] = [];
    answer = (_path, socket) => socket.write(`HTTP/1.1 103 Early Hints\r\n\r\n${page}`);
    await get('/early', { ...open, answered: status => told.push(status) });
    expect(told).toEqual([200]);
  });
});
