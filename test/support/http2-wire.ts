import type { AddressInfo, Socket } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';
import { FrameReader, frameTypes } from '#fetcher/http2-frames.ts';
import { pem } from './tls-site.ts';

/** Raw HTTP/2 for tests: a TLS server on 127.0.0.1 whose behaviours write frames by hand. */

const PREFACE_BYTES = 24;

export const flags = { endStream: 0x1, ack: 0x1, endHeaders: 0x4, padded: 0x8 } as const;

/** A frame as it is on the wire (RFC 9113 section 4.1). */
export function frame(type: number, flag: number, stream: number, payload: Uint8Array | string = ''): Buffer {
  const body = Buffer.from(payload as string);
  const head = Buffer.alloc(9);
  head.writeUIntBE(body.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flag, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, body]);
}

/** A length with a prefix of 7 bits (RFC 7541 section 5.1). */
function lengthOf(length: number): Buffer {
  if (length < 127) return Buffer.from([length]);
  const bytes = [127];
  let rest = length - 127;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}

/** Header lines as literals that enter no table (RFC 7541 section 6.2.2). Values are latin-1. */
export const block = (...lines: readonly (readonly [name: string, value: string])[]): Buffer =>
  Buffer.concat(
    lines.flatMap(([name, value]) => {
      const bytes = [Buffer.from(name, 'latin1'), Buffer.from(value, 'latin1')];
      return [Buffer.from([0]), ...bytes.flatMap(each => [lengthOf(each.length), each])];
    }),
  );

export const number32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** One request as the server sees it, and what it can do about it. */
export interface Http2Wire {
  readonly socket: Socket;
  readonly stream: number;
  send(...frames: readonly Uint8Array[]): void;
  /** HEADERS of the response, in frames of 16 KiB. */
  head(lines: readonly (readonly [string, string])[], flag?: number): void;
  data(bytes: Uint8Array | string, flag?: number): void;
  /** A whole response. */
  answer(body: Uint8Array | string, lines?: readonly (readonly [string, string])[]): void;
  reset(code: number): void;
  goAway(lastStream: number, code: number, text?: string): void;
  /** Writes `piece` as often as the client takes it, `times` at most. */
  flood(piece: Uint8Array, times?: number): void;
}

export type Http2Behaviour = (wire: Http2Wire) => void;

export interface Http2Server {
  readonly port: number;
  /** The behaviours of the next requests, one each. */
  next(...behaviours: readonly Http2Behaviour[]): void;
  /** That of all other requests: `all right`. */
  otherwise: Http2Behaviour;
  /** Instead of the server's settings at the start of each connection. */
  greeting: Uint8Array;
  /** Connections accepted so far, and requests by connection. */
  readonly accepted: number;
  readonly requests: readonly (readonly [connection: number, stream: number])[];
  /** Frames that clients sent: their type, stream and start. */
  readonly frames: readonly { readonly type: number; readonly stream: number; readonly start: Uint8Array }[];
  open(): number;
  idle(): Promise<void>;
  close(): Promise<void>;
}

export const ok: Http2Behaviour = wire => wire.answer('all right');

export async function startHttp2Server(options: TlsOptions = {}): Promise<Http2Server> {
  const queue: Http2Behaviour[] = [];
  const sockets = new Set<Socket>();
  const requests: [number, number][] = [];
  const frames: { type: number; stream: number; start: Uint8Array }[] = [];
  let accepted = 0;
  let wake: () => void = () => undefined;
  const state = { greeting: frame(frameTypes.settings, 0, 0) as Uint8Array, otherwise: ok };
  const server = createServer({ cert: pem('good.pem'), key: pem('good.key'), ALPNProtocols: ['h2'], ...options }, socket => {
    const connection = accepted++;
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      sockets.delete(socket);
      wake();
    });
    socket.write(state.greeting);
    const reader = new FrameReader();
    let left = PREFACE_BYTES;
    socket.on('data', (bytes: Buffer) => {
      const skipped = Math.min(left, bytes.length);
      left -= skipped;
      reader.take(bytes.subarray(skipped), ({ type, flags: flag, stream, start }) => {
        frames.push({ type, stream, start });
        if (type === frameTypes.settings && (flag & flags.ack) === 0) socket.write(frame(frameTypes.settings, flags.ack, 0));
        if (type === frameTypes.headers) {
          requests.push([connection, stream]);
          (queue.shift() ?? state.otherwise)(wireOf(socket, stream));
        }
        return true;
      });
    });
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    next: (...behaviours) => void queue.push(...behaviours),
    get greeting() {
      return state.greeting;
    },
    set greeting(bytes) {
      state.greeting = bytes;
    },
    get otherwise() {
      return state.otherwise;
    },
    set otherwise(behaviour) {
      state.otherwise = behaviour;
    },
    get accepted() {
      return accepted;
    },
    requests,
    frames,
    open: () => sockets.size,
    idle: () =>
      new Promise(resolve => {
        wake = () => {
          if (sockets.size === 0) resolve();
        };
        wake();
      }),
    close: () =>
      new Promise(resolve => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function wireOf(socket: Socket, stream: number): Http2Wire {
  const send = (...frames: readonly Uint8Array[]): void => {
    if (!socket.destroyed) socket.write(Buffer.concat(frames));
  };
  const wire: Http2Wire = {
    socket,
    stream,
    send,
    head(lines, flag = 0) {
      const whole = block(...lines);
      const pieces: Buffer[] = [];
      for (let at = 0; at === 0 || at < whole.length; at += 16_384) pieces.push(whole.subarray(at, at + 16_384));
      send(
        ...pieces.map((piece, index) => {
          const last = index === pieces.length - 1 ? flags.endHeaders : 0;
          return index === 0
            ? frame(frameTypes.headers, flag | last, stream, piece)
            : frame(frameTypes.continuation, last, stream, piece);
        }),
      );
    },
    data: (bytes, flag = 0) => send(frame(frameTypes.data, flag, stream, bytes)),
    answer(body, lines = []) {
      wire.head([[':status', '200'], ...lines]);
      wire.data(body, flags.endStream);
    },
    reset: code => send(frame(frameTypes.resetStream, 0, stream, number32(code))),
    goAway: (lastStream, code, text = '') =>
      send(frame(frameTypes.goAway, 0, 0, Buffer.concat([number32(lastStream), number32(code), Buffer.from(text)]))),
    flood(piece, times = Number.POSITIVE_INFINITY) {
      const many = Math.max(1, Math.ceil(8_192 / piece.length));
      const pieces = Buffer.concat(Array.from({ length: many }, () => piece));
      let left = times;
      const more = (): void => {
        if (left <= 0 || socket.destroyed || !socket.writable) return;
        left -= many;
        socket.write(pieces, () => setImmediate(more));
      };
      more();
    },
  };
  return wire;
}
