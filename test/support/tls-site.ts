import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterwards } from './afterwards.ts';

export const pem = (name: string): string => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), 'utf8');

export interface TlsSite {
  readonly origin: string;
  readonly port: number;
  /** The requests in order: their path, and whose certificate the client showed. */
  readonly log: { readonly path: string; readonly client: string; readonly authorization: string }[];
}

/** An https site on 127.0.0.1 of two pages. `certificate`: a name in test/fixtures/tls. */
export async function tlsSite(certificate = 'local', options: ServerOptions = {}): Promise<TlsSite> {
  const log: { path: string; client: string; authorization: string }[] = [];
  const answer = (request: IncomingMessage): string => {
    const subject = (request.socket as TLSSocket).getPeerCertificate().subject?.CN;
    log.push({
      path: request.url ?? '',
      client: String(subject ?? ''),
      authorization: request.headers.authorization ?? '',
    });
    return request.url === '/' ? '<title>Home</title><a href="/a">a</a>' : '<title>A</title>';
  };
  const server = createServer(
    { cert: pem(`${certificate}.pem`), key: pem(`${certificate}.key`), ...options },
    (request, response) => {
      const body = answer(request);
      if (request.url === '/robots.txt') response.writeHead(404).end();
      else response.writeHead(200, { 'Content-Type': 'text/html' }).end(body);
    },
  ).on('tlsClientError', () => undefined);
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  afterwards(async () => {
    const closed = new Promise<void>(done => server.close(() => done()));
    server.closeAllConnections();
    await closed;
  });
  return { origin: `https://127.0.0.1:${port}`, port, log };
}
