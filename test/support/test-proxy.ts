import { createServer, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterwards } from './afterwards.ts';

export interface TestProxy {
  readonly origin: string;
  /** `GET http://site/a` and `CONNECT site:443`, in order. */
  readonly log: string[];
  /** The Authorization and Proxy-Authorization of each request. */
  readonly seen: (readonly [authorization: string, proxyAuthorization: string])[];
}

/** An HTTP proxy on 127.0.0.1 that resolves every name to 127.0.0.1. `auth`: the Proxy-Authorization that it requires. */
export async function startProxy(auth = ''): Promise<TestProxy> {
  const log: string[] = [];
  const seen: (readonly [string, string])[] = [];
  const sockets = new Set<Socket>();
  const note = (line: string, headers: Readonly<Record<string, string | string[] | undefined>>): boolean => {
    log.push(line);
    seen.push([String(headers['authorization'] ?? ''), String(headers['proxy-authorization'] ?? '')]);
    return auth === '' || headers['proxy-authorization'] === auth;
  };
  const server = createServer((incoming, response) => {
    if (!note(`${incoming.method} ${incoming.url}`, incoming.headers)) {
      response.writeHead(407, { 'Proxy-Authenticate': 'Basic' }).end('Who are you?');
      return;
    }
    const { port, pathname, search } = new URL(incoming.url ?? '');
    const { 'proxy-authorization': _, ...headers } = incoming.headers;
    const options = { host: '127.0.0.1', port: port || 80, path: pathname + search, method: incoming.method, headers };
    incoming.pipe(
      request(options, passed => {
        response.writeHead(passed.statusCode ?? 502, passed.headers);
        passed.pipe(response);
      }).on('error', () => response.writeHead(502).end()),
    );
  });
  server.on('connect', (incoming, client: Socket) => {
    client.on('error', () => client.destroy());
    if (!note(`CONNECT ${incoming.url}`, incoming.headers)) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n');
      return;
    }
    const port = Number(/:(\d+)$/.exec(incoming.url ?? '')?.[1]);
    const site = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      site.pipe(client).pipe(site);
    });
    site.on('error', () => client.destroy());
    sockets.add(site);
  });
  server.on('connection', socket => sockets.add(socket));
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  afterwards(async () => {
    const closed = new Promise<void>(done => server.close(() => done()));
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, log, seen };
}
