import type { Socket } from 'node:net';
import { proxySettingProblem } from '#core/requests/proxy-setting.ts';
import type { Failure } from './failures.ts';

/** An HTTP proxy (RFC 9110 section 3.7). */
export interface HttpProxy {
  /** As in URL.hostname. */
  readonly hostname: string;
  readonly port: number;
  /** `http://proxy.example:3128`, for messages. */
  readonly origin: string;
  /** The value of Proxy-Authorization, null for none. It goes to the proxy only. */
  readonly authorization: string | null;
}

/** The proxy of a setting, null for none and for text that names none (see `proxySettingProblem`). */
export function proxyOf(text: string, authorization: string | null): HttpProxy | null {
  if (text === '' || proxySettingProblem(text) !== '') return null;
  const { hostname, port, origin } = new URL(text);
  return { hostname, port: port === '' ? 80 : Number(port), origin, authorization };
}

/** A proxy's answer to CONNECT is a status line and a few headers. */
const mostHeadBytes = 16 * 1024;
const headEnd = Buffer.from('\r\n\r\n');

export const proxyRefused = (proxy: HttpProxy, what: string): Failure => ({
  cause: 'connection-refused',
  detail: `The proxy ${proxy.origin} ${what}`,
});

/** Why a proxy's status means that it passed nothing on. */
export const proxyStatusWords = (status: number): string =>
  status === 407
    ? 'requires a user name and a password (407). Give them with the crawl (command line: --auth proxy:NAME).'
    : `refused the connection (${status}).`;

/**
 * Asks the proxy for a tunnel to a host and port (RFC 9110 section 9.3.6). Calls back once with null when bytes pass through, or with
 * the failure. The caller destroys the socket, which ends the wait.
 */
export function openTunnel(socket: Socket, authority: string, proxy: HttpProxy, done: (failure: Failure | null) => void): void {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const end = (failure: Failure | null): void => {
    socket.off('data', take);
    socket.off('close', closed);
    socket.pause();
    done(failure);
  };
  const closed = (): void => end(proxyRefused(proxy, 'closed the connection before it answered.'));
  const take = (chunk: Buffer): void => {
    pieces.push(chunk);
    bytes += chunk.length;
    const head = Buffer.concat(pieces);
    const at = head.indexOf(headEnd);
    if (at < 0) {
      if (bytes > mostHeadBytes) end(proxyRefused(proxy, `answered with more than ${mostHeadBytes} bytes of headers.`));
      return;
    }
    const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |\r)/.exec(head.toString('latin1', 0, at + 2))?.[1] ?? 0);
    if (status === 0) end(proxyRefused(proxy, 'did not answer in HTTP.'));
    else if (status < 200 || status > 299) end(proxyRefused(proxy, proxyStatusWords(status)));
    // The client speaks first in TLS: bytes before that belong to nothing.
    else if (at + headEnd.length < head.length) end(proxyRefused(proxy, 'sent bytes before the site could.'));
    else end(null);
  };
  socket.on('data', take);
  socket.once('close', closed);
  const credentials = proxy.authorization === null ? '' : `Proxy-Authorization: ${proxy.authorization}\r\n`;
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${credentials}\r\n`);
}
