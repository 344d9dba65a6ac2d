import type { SecureContext } from 'node:tls';
import { type Opening, openConnection, type Resolver } from './connect.ts';
import type { Opened, Target } from './connection.ts';
import { Http1Lane } from './http1-lane.ts';
import { Http2Lane } from './http2-lane.ts';
import type { Lane } from './lane.ts';

/** A request that waits for a connection of an origin. */
export interface LaneUser {
  /** The lane needs the address of the host, but the resolver is busy with other names. A call of `connecting` follows. */
  resolving(opening: Opening): void;
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
  /** Whether connections may speak HTTP/2. */
  allowsHttp2(): boolean;
  /** The server answered that a request must come over HTTP/1.1. */
  onHttp1Required(): void;
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
      if (this.#maySend(lane)) {
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
    if (then === 'close' || !this.#maySend(lane)) {
      lane.destroy(); // leaves the count, and lets the next one in, when its socket has closed
      return;
    }
    lane.rest();
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

  /** Not over HTTP/2 once the server has required HTTP/1.1 (RFC 9113 section 7, HTTP_1_1_REQUIRED). */
  #maySend({ usable, httpVersion }: Lane): boolean {
    return usable && (httpVersion !== '2' || this.#parts.allowsHttp2());
  }

  #open(user: LaneUser): void {
    this.#opening += 1;
    let answered = false;
    let isWaiting = false;
    let opening: Opening | null = null;
    const told = (): void => {
      if (opening === null || answered) return;
      if (isWaiting) user.resolving(opening);
      else user.connecting(opening);
    };
    const target = { ...this.#parts.target, http2: this.#parts.allowsHttp2() };
    opening = openConnection(target, this.#parts.resolver, this.#parts.trust, {
      waits(now) {
        isWaiting = now;
        told();
      },
      done: opened => {
        answered = true;
        this.#opening -= 1;
        if (opened.ok) {
          const lane = this.#laneOn(opened);
          this.#lanes.add(lane);
          user.start(lane);
        } else {
          user.refused(opened);
          this.#next();
        }
      },
    });
    told();
  }

  #laneOn(opened: Extract<Opened, { ok: true }>): Lane {
    const { origin } = this.#parts;
    const onClose = (closed: Lane): void => this.#closed(closed);
    if (opened.isHttp2) return new Http2Lane(origin, opened, { onClose, onHttp1Required: this.#parts.onHttp1Required });
    return new Http1Lane(origin, opened, onClose);
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
