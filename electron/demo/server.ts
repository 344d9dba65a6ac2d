import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { DemoAnswer } from './page.ts';
import { demoAnswer } from './site.ts';

/** One request as the demo server saw it. Times are monotonic milliseconds. */
export interface DemoRequest {
  readonly method: string;
  /** Path and query as received. */
  readonly path: string;
  readonly userAgent: string;
  readonly status: number;
  readonly startedAt: number;
  /** When the last byte was sent or the connection was closed. */
  readonly endedAt: number;
}

export interface DemoSite {
  /** The home page, with a slash at the end. */
  readonly url: string;
  readonly log: readonly DemoRequest[];
  close(): Promise<void>;
}

/** Sends a response and ends it as configured. Resolves when the response is over, in any way. */
const send = (answer: DemoAnswer, response: ServerResponse, withBody: boolean): Promise<void> =>
  new Promise(resolve => {
    response.once('close', resolve);
    if (answer.ending === 'dropped') {
      response.destroy();
      return;
    }
    const promised = answer.body.byteLength * (answer.ending === 'short' ? 2 : 1);
    const headers: string[] = answer.headers.flat();
    if (answer.status !== 304) headers.push('Content-Length', String(promised));
    if (answer.ending === 'short') headers.push('Connection', 'close');
    response.writeHead(answer.status, headers);
    if (answer.ending === 'short') response.write(answer.body, () => response.destroy());
    else response.end(withBody ? answer.body : undefined);
  });

/**
 * Serves the demo site on 127.0.0.1, on a random free port unless one is given. Rejects when the port is taken. `mono` is the clock
 * of the log, the machine's unless one is given.
 * `close` ends open connections; the log stays readable.
 */
export const startDemoSite = async (
  options: { readonly port?: number; readonly mono?: () => number } = {},
): Promise<DemoSite> => {
  const mono = options.mono ?? (() => performance.now());
  const log: DemoRequest[] = [];
  const visits = new Map<string, number>();
  const stop = new AbortController();
  let origin = '';

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const startedAt = mono();
    const path = request.url ?? '/';
    const method = request.method ?? 'GET';
    const count = (visits.get(path) ?? 0) + 1;
    visits.set(path, count);
    const answer = demoAnswer(path, { origin, count });
    if (answer.delayMs > 0) await wait(answer.delayMs, undefined, { signal: stop.signal });
    await send(answer, response, method !== 'HEAD');
    const userAgent = request.headers['user-agent'] ?? '';
    log.push({ method, path, userAgent, status: answer.status, startedAt, endedAt: mono() });
  };

  const server = createServer((request, response) => {
    // Only closing the site rejects this, by aborting the wait of a slow page. No client is connected any more.
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: `${origin}/`,
    log,
    close: () =>
      new Promise(resolve => {
        stop.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
