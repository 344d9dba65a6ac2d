import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array;
}

/** `count` is 1 for the first request of the path; answering nothing leaves the request open. */
export type Answer =
  | string
  | Reply
  | ((given: {
      readonly request: IncomingMessage;
      readonly response: ServerResponse;
      readonly count: number;
    }) => string | Reply | undefined);

export interface SiteRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Monotonic milliseconds; `endedAt` is null while the response is open. */
  readonly startedAt: number;
  /** When the server began to write the end of the answer; null if it did not. No client can have the whole answer earlier. */
  writtenAt: number | null;
  endedAt: number | null;
  /** The client disconnected before the response was complete. */
  cut: boolean;
}

export interface Site {
  readonly origin: string;
  readonly log: readonly SiteRequest[];
  /** Sockets open now. */
  readonly sockets: () => number;
  readonly paths: () => string[];
  url(path: string): string;
  /** Changes or adds a response. */
  set(path: string, answer: Answer): void;
  close(): Promise<void>;
}

/** A robots.txt that allows everything. */
export const openRobots = 'User-agent: *\nDisallow:\n';

export const robotsFile = (text: string, headers: Record<string, string> = {}): Reply => ({
  headers: { 'Content-Type': 'text/plain', ...headers },
  body: text,
});

export const redirect = (location: string, status = 302): Reply => ({ status, headers: { Location: location } });

/** A page whose body contains these tags. */
export const page = (...tags: readonly string[]): string => `<!DOCTYPE html>\n<title>Page</title>\n${tags.join('\n')}\n`;
export const linksTo = (...hrefs: readonly string[]): string => page(...hrefs.map(href => `<a href="${href}">link</a>`));

/** A clock of monotonic milliseconds. */
export interface Mono {
  mono(): number;
}

/**
 * A site on 127.0.0.1: path → response. Strings are HTML pages (robots.txt: text). Any other path responds with
 * `anything`, by default 404. The log uses `clock`, so that a crawl with its own clock is judged by that clock.
 */
export async function startSite(
  answers: Readonly<Record<string, Answer>> = {},
  clock: Mono = { mono: () => performance.now() },
  anything: Answer = { status: 404, body: 'Not here' },
): Promise<Site> {
  const map = new Map(Object.entries(answers));
  const log: SiteRequest[] = [];
  let sockets = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const entry: SiteRequest = {
      method: request.method ?? '',
      path,
      headers: request.headers,
      startedAt: clock.mono(),
      writtenAt: null,
      endedAt: null,
      cut: false,
    };
    log.push(entry);
    const end = response.end;
    response.end = ((...given: Parameters<typeof end>) => {
      entry.writtenAt ??= clock.mono();
      return end.apply(response, given);
    }) as typeof end;
    response.on('close', () => {
      entry.endedAt = clock.mono();
      entry.cut = !response.writableFinished;
    });
    const answer = map.get(path) ?? (path === '/robots.txt' ? robotsFile(openRobots) : anything);
    const given = { request, response, count: log.filter(item => item.path === path).length };
    const reply = typeof answer === 'function' ? answer(given) : answer;
    if (reply === undefined) return;
    const { status = 200, headers = {}, body = '' } = typeof reply === 'string' ? { body: reply } : reply;
    const type = path === '/robots.txt' ? 'text/plain' : 'text/html; charset=utf-8';
    response.writeHead(status, { 'Content-Type': type, ...headers });
    response.end(body);
  });
  server.on('connection', socket => {
    sockets++;
    socket.on('close', () => sockets--);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    log,
    sockets: () => sockets,
    paths: () => log.map(entry => entry.path),
    url: path => origin + path,
    set: (path, answer) => void map.set(path, answer),
    close: async () => {
      const ended = new Promise<void>(resolve => server.close(() => resolve()));
      server.closeAllConnections();
      await ended;
    },
  };
}
