import { type Socket, connect as tcpConnect } from 'node:net';
import type { SecureContext } from 'node:tls';
import {
  answerWith,
  choseHttp2,
  type Opened,
  type ResolvedAddress,
  type Steps,
  secureOptions,
  type Target,
  tls,
} from './connection.ts';
import { connectFailure, factsOf } from './failures.ts';
import { withoutBrackets } from './host-guard.ts';
import { type HttpProxy, openTunnel, proxyRefused } from './proxy.ts';
import { noTls, readTls, tlsProblemOf } from './tls-facts.ts';

export interface Through {
  readonly proxy: HttpProxy;
  /** The checked addresses of the proxy. */
  readonly addresses: readonly ResolvedAddress[];
  readonly trust: SecureContext | undefined;
  readonly steps: Steps;
  /** Receives the TLS connection inside the tunnel, so that a cancelled opening ends it. */
  readonly secured: (socket: Socket) => void;
}

/**
 * Opens a connection to a host through a proxy: for https a tunnel (CONNECT) with TLS inside, for http the connection to the proxy
 * itself, whose requests name the whole URL. The address is null, because only the proxy knows it.
 */
export function connectThrough(target: Target, through: Through, done: (opened: Opened) => void): Socket {
  const { proxy, addresses, steps } = through;
  const fail = (failure: Extract<Opened, { ok: false }>['failure']): void => done({ ok: false, failure, address: null });
  const options = {
    host: withoutBrackets(proxy.hostname),
    port: proxy.port,
    noDelay: true,
    highWaterMark: 64 * 1024,
    lookup: answerWith(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 300,
  };
  const socket = tcpConnect(options);
  let isTunnelled = false;
  // Stays for the socket's life: an error after the exchange must find a listener.
  socket.on('error', error => {
    if (!isTunnelled) fail(proxyRefused(proxy, `could not be reached (${factsOf(error).message}).`));
  });
  socket.once('close', () => {
    if (!isTunnelled) fail(proxyRefused(proxy, 'closed the connection while it was being opened.'));
  });
  socket.once('connect', () => {
    steps.end('tcpMs');
    if (target.protocol === 'http:') {
      isTunnelled = true;
      done({ ok: true, socket, address: null });
      return;
    }
    openTunnel(socket, `${target.hostname}:${target.port}`, proxy, failure => {
      if (failure !== null) {
        fail(failure);
        socket.destroy();
        return;
      }
      isTunnelled = true;
      secure(target, socket, through, done);
    });
  });
  return socket;
}

function secure(target: Target, socket: Socket, { trust, steps, secured }: Through, done: (opened: Opened) => void): void {
  const name = withoutBrackets(target.hostname);
  // `host` is what the certificate must be for where the server name is empty (RFC 6066 section 3 allows no IP literals).
  const options = { socket, host: name, ...secureOptions(target, trust), highWaterMark: 64 * 1024 };
  const inner = tls().connect(options);
  secured(inner);
  inner.prependOnceListener('secure', () => {
    steps.end('tlsMs');
    steps.tls = readTls(inner, target.hostname);
  });
  inner.on('error', error => {
    const failure = connectFailure(error, true, target.http2);
    if (failure.cause === 'tls-failure') {
      const problem = tlsProblemOf(factsOf(error).code);
      steps.tls = { ...(steps.tls ?? noTls(problem)), problem };
    }
    done({ ok: false, failure, address: null });
  });
  inner.once('close', () =>
    done({
      ok: false,
      failure: { cause: 'connection-lost', detail: 'The connection was closed during the TLS handshake.' },
      address: null,
    }),
  );
  inner.once('secureConnect', () => {
    steps.accepted(inner, target);
    done({ ok: true, socket: inner, address: null, isHttp2: choseHttp2(inner) });
  });
}
