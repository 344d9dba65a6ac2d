import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
// The client alone: all of undici is 1.2 MB of code, and most of it (fetch, WebSocket, caches, mocks) has no use here.
import Client from 'undici/lib/dispatcher/client.js';
import type { Opened, OpeningFacts } from './connection.ts';
import { notHttp } from './failures.ts';
import { KEEP_ALIVE_MS, type Lane, LaneGoneError, noFacts, type ResponseHandler, type Watch } from './lane.ts';
import { StatusLine } from './status-line.ts';

/** undici's own counter of names and values; ours in attempt.ts is stricter and counts everything. */
const CLIENT_HEADER_BYTES = 256 * 1024;

/** A connection that speaks HTTP/1.1, and the undici client that uses it. */
export class Http1Lane implements Lane {
  readonly remoteAddress: string | null;
  readonly facts: OpeningFacts;
  readonly closed: Promise<void>;
  uses = 0;
  httpVersion: string | null = null;
  readonly #socket: Socket;
  readonly #client: Client;
  /** Bytes the socket had received when the last response was complete: more than that belongs to no request. */
  #bytesAtRest = 0;
  #bytesBefore = 0;
  #watch: Watch | null = null;
  #statusLine: StatusLine | null = null;

  constructor(
    origin: string,
    { socket, address, facts = noFacts }: Extract<Opened, { ok: true }>,
    onClose: (lane: Lane) => void,
  ) {
    this.#socket = socket;
    this.remoteAddress = address;
    this.facts = facts;
    this.#inspect(socket);
    let fresh = true;
    this.#client = new Client(origin, {
      allowH2: false,
      useMilo: false,
      pipelining: 1,
      maxHeaderSize: CLIENT_HEADER_BYTES,
      // All deadlines are ours: undici's restart with every byte.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      connect: (_options, callback) => {
        // Not in the same tick: undici only writes the waiting request when the connection comes in a later tick.
        queueMicrotask(() => {
          if (!fresh || socket.destroyed) {
            callback(new LaneGoneError('the connection is gone'), null);
            return;
          }
          fresh = false;
          callback(null, socket);
          // After undici's own listener, which has read the bytes by then.
          socket.on('readable', () => {
            if (!socket.destroyed) this.#watch?.received(socket.bytesRead - this.#bytesBefore);
          });
        });
      },
    });
    // undici reports errors thrown by handlers here; the request itself has already been settled.
    (this.#client as EventEmitter).on('error', () => this.destroy());
    this.closed = new Promise(resolve => {
      socket.once('close', () => {
        onClose(this);
        resolve();
      });
    });
  }

  get usable(): boolean {
    return !this.#socket.destroyed && this.#socket.readable && this.#socket.writable;
  }

  get isAtRest(): boolean {
    return this.#socket.bytesRead === this.#bytesAtRest;
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: ResponseHandler): void {
    this.uses += 1;
    this.#client.dispatch(options, handler);
  }

  watch(watch: Watch): void {
    this.#bytesBefore = this.#socket.bytesRead;
    this.#watch = watch;
    this.httpVersion = null;
    this.#statusLine = new StatusLine();
  }

  rest(): void {
    this.#watch = null;
    this.#bytesAtRest = this.#socket.bytesRead;
  }

  /**
   * undici takes bytes by `read` only, so that is where they can be seen before its parser has them. The parser never gets the start of
   * a response that is not HTTP.
   */
  #inspect(socket: Socket): void {
    const read = socket.read.bind(socket);
    socket.read = (size?: number): unknown => {
      const bytes: Uint8Array | null = read(size);
      if (bytes === null || this.#statusLine === null) return bytes;
      const verdict = this.#statusLine.take(bytes);
      if (verdict === 'more') return bytes;
      const { seen, version } = this.#statusLine;
      this.httpVersion = version;
      this.#statusLine = null;
      if (verdict === 'http') return bytes;
      this.#watch?.fault(notHttp(seen));
      return null;
    };
  }

  destroy(): void {
    this.#watch = null;
    this.#socket.destroy();
    if (!this.#client.destroyed) this.#client.destroy(null, () => undefined);
  }
}
