import { createServer, type Server, type Socket } from 'node:net';

/** Writes one response, byte for byte, to a raw socket. */
export type Behaviour = (wire: Wire) => void;

/** One request as the server saw it, and tools for faulty responses. Timers of `repeat` end with the connection. */
export interface Wire {
  readonly socket: Socket;
  /** How many requests this connection has carried, this one included. */
  readonly nth: number;
  send(data: string | Uint8Array): void;
  end(data?: string | Uint8Array): void;
  reset(): void;
  repeat(everyMs: number, data: () => string | Uint8Array | null): void;
  /** Sends without end, as fast as the other side reads. */
  flood(data: Uint8Array): void;
}

export interface WireServer {
  readonly port: number;
  readonly requests: string[];
  /** Connections accepted since the start. */
  accepted: number;
  /** Connections open now. */
  open(): number;
  /** Resolves when no connection is open any more; the test's own time-out is the limit. */
  idle(): Promise<void>;
  url(id: string): string;
  close(): Promise<void>;
}

function wireOf(socket: Socket, nth: number): Wire {
  const bytes = (data: string | Uint8Array): Uint8Array => (typeof data === 'string' ? Buffer.from(data, 'latin1') : data);
  return {
    socket,
    nth,
    send: data => void (socket.destroyed || socket.write(bytes(data))),
    end: data => void (data === undefined ? socket.end() : socket.end(bytes(data))),
    reset: () => void socket.resetAndDestroy(),
    repeat(everyMs, data) {
      const timer = setInterval(() => {
        const next = data();
        if (next === null) clearInterval(timer);
        else if (!socket.destroyed) socket.write(bytes(next));
      }, everyMs);
      socket.once('close', () => clearInterval(timer));
    },
    flood(data) {
      const more = (): void => {
        while (!socket.destroyed) if (!socket.write(data)) break;
      };
      socket.on('drain', more);
      more();
    },
  };
}

/** A TCP server on loopback, on any free port. It responds to `GET /id` with the behaviour of that name. */
export async function startWireServer(behaviours: Readonly<Record<string, Behaviour>>, host = '127.0.0.1'): Promise<WireServer> {
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  const server: Server = createServer({ noDelay: true }, socket => {
    handle.accepted += 1;
    sockets.add(socket);
    let nth = 0;
    let pending = '';
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) for (const wake of waiting.splice(0)) wake();
    });
    socket.on('data', data => {
      pending += data.toString('latin1');
      for (let end = pending.indexOf('\r\n\r\n'); end >= 0; end = pending.indexOf('\r\n\r\n')) {
        const head = pending.slice(0, end);
        pending = pending.slice(end + 4);
        handle.requests.push(head);
        nth += 1;
        const id = /^GET \/([^ ?]*)/.exec(head)?.[1] ?? '';
        const behaviour = behaviours[id];
        if (behaviour === undefined) socket.destroy();
        else behaviour(wireOf(socket, nth));
      }
    });
  });
  await new Promise<void>(resolve => server.listen(0, host, resolve));
  const { port } = server.address() as { port: number };
  const handle: WireServer = {
    port,
    requests: [],
    accepted: 0,
    open: () => sockets.size,
    idle: () => (sockets.size === 0 ? Promise.resolve() : new Promise(resolve => waiting.push(resolve))),
    url: id => `http://${host.includes(':') ? `[${host}]` : host}:${port}/${id}`,
    close: () =>
      new Promise(resolve => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return handle;
}
