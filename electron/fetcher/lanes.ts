import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Dispatcher } from 'undici';
// The client alone: all of undici is 1.2 MB of code, and most of it (fetch, WebSocket, caches, mocks) has no use here.
import Client from 'undici/lib/dispatcher/client.js';
import { type Opening, openConnection, type Resolver } from './connect.ts';
import type { Opened, OpeningFacts, Target } from './connection.ts';
import { StatusLine } from './status-line.ts';

/** Idle connections are kept this long: enough for the next page of a polite crawl, too short to meet a server's own timeout. */
const KEEP_ALIVE_MS = 4_000;
/** undici's own counter of names and values; ours in attempt.ts is stricter and counts everything. */
const CLIENT_HEADER_BYTES = 256 * 1024;

/** The lane's connection was already closed when it received a request: nothing was sent. */
export const LANE_GONE = 'CRAWLSCOPE_LANE_GONE';

class LaneGoneError extends Error {
  readonly code = LANE_GONE;
}

const noFacts: OpeningFacts = { dnsMs: null, tcpMs: null, tlsMs: null, tls: null };

/** One connection and the undici client that uses it. Neither outlives the other: a lane never reconnects, so no response can be taken for
 * that of another request. */
export class Lane {
  readonly socket: Socket;
  /** Null behind a proxy. */
  readonly remoteAddress: string | null;
  /** What opening it cost, and how it is secured. */
  readonly facts: OpeningFacts;
  readonly closed: Promise<void>;
  /** Requests started on this connection so far. */
  uses = 0;
  /** Bytes the socket had received when the last response was complete: more than that belongs to no request. */
  bytesAtRest = 0;
  /** That of the last response; null if it named none. */
  httpVersion: string | null = null;
  /** Called after every arrival of bytes, once undici has read them. */
  onBytes: (() => void) | null = null;
  readonly #client: Client;
  #statusLine: StatusLine | null = null;
  #onForeign: (start: string) => void = () => undefined;

  constructor(
    origin: string,
    { socket, address, facts = noFacts }: Extract<Opened, { ok: true }>,
    onClose: (lane: Lane) => void,
  ) {
    this.socket = socket;
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
          socket.on('readable', () => this.onBytes?.());
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
    return !this.socket.destroyed && this.socket.readable && this.socket.writable;
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.uses += 1;
    this.#client.dispatch(options, handler);
  }

  /** Reports the start of the next response if it is not HTTP; the parser never gets it. */
  expectHttp(onForeign: (start: string) => void): void {
    this.httpVersion = null;
    this.#statusLine = new StatusLine();
    this.#onForeign = onForeign;
  }

  /** undici takes bytes by `read` only, so that is where they can be seen before its parser has them. */
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
      this.#onForeign(seen);
      return null;
    };
  }

  /** Closes the connection at once, in whatever state it is. */
  destroy(): void {
    this.onBytes = null;
    this.socket.destroy();
    if (!this.#client.destroyed) this.#client.destroy(null, () => undefined);
  }
}

/** A request that waits for a connection of an origin. */
export interface LaneUser {
  /** A connection is being opened for this user. */
  connecting(opening: Opening): void;
  /** The connection is this user's until it is given back. */
  start(lane: Lane): void;
  refused(opened: Extract<Opened, { ok: false }>): void;
}

/** What connections of an origin are opened with. */
export interface LanesParts {
  /** As URL.origin gives it. */
  readonly origin: string;
  readonly target: Target;
  /** Connections at once. */
  readonly limit: number;
  readonly resolver: Resolver;
  readonly trust: SecureContext | undefined;
  /** The last connection is closed, and no request waits. */
  onEmpty(): void;
}

/** The connections of one origin: some in use, some idle, never more than allowed; users beyond that wait in order. */
export class OriginLanes {
  readonly #parts: LanesParts;
  readonly #idle: Lane[] = [];
  readonly #lanes = new Set<Lane>();
  readonly #waiting: LaneUser[] = [];
  #opening = 0;

  constructor(parts: LanesParts) {
    this.#parts = parts;
  }

  acquire(user: LaneUser): void {
    for (let lane = this.#idle.pop(); lane !== undefined; lane = this.#idle.pop()) {
      if (lane.usable) {
        user.start(lane);
        return;
      }
      lane.destroy();
    }
    if (this.#lanes.size + this.#opening < this.#parts.limit) this.#open(user);
    else this.#waiting.push(user);
  }

  /** The caller cancels: it leaves the queue. `abandonOpening` cancels an opening connection. */
  leave(user: LaneUser): void {
    const at = this.#waiting.indexOf(user);
    if (at >= 0) this.#waiting.splice(at, 1);
  }

  /** An opening connection was cancelled by its user. */
  abandonOpening(opening: Opening): void {
    opening.cancel();
    this.#opening -= 1;
    this.#next();
  }

  /** Gives a lane back, to be kept for the next request or closed. */
  release(lane: Lane, then: 'keep' | 'close'): void {
    lane.onBytes = null;
    if (then === 'close' || !lane.usable) {
      lane.destroy(); // leaves the count, and lets the next one in, when its socket has closed
      return;
    }
    lane.bytesAtRest = lane.socket.bytesRead;
    const user = this.#waiting.shift();
    if (user === undefined) this.#idle.push(lane);
    else user.start(lane);
  }

  /** Closes every connection; resolves when the operating system has them all back. */
  async close(): Promise<void> {
    const lanes = [...this.#lanes];
    for (const lane of lanes) lane.destroy();
    await Promise.all(lanes.map(lane => lane.closed));
  }

  #open(user: LaneUser): void {
    this.#opening += 1;
    let answered = false;
    const opening = openConnection(this.#parts.target, this.#parts.resolver, this.#parts.trust, opened => {
      answered = true;
      this.#opening -= 1;
      if (opened.ok) {
        const lane = new Lane(this.#parts.origin, opened, closed => this.#closed(closed));
        this.#lanes.add(lane);
        user.start(lane);
      } else {
        user.refused(opened);
        this.#next();
      }
    });
    if (!answered) user.connecting(opening);
  }

  #closed(lane: Lane): void {
    const at = this.#idle.indexOf(lane);
    if (at >= 0) this.#idle.splice(at, 1);
    lane.destroy();
    if (this.#lanes.delete(lane)) this.#next();
  }

  #next(): void {
    if (this.#lanes.size + this.#opening < this.#parts.limit) {
      const user = this.#waiting.shift();
      if (user !== undefined) {
        this.#open(user);
        return;
      }
    }
    if (this.#lanes.size + this.#opening === 0 && this.#waiting.length === 0) this.#parts.onEmpty();
  }
}
