import type { Dispatcher } from 'undici';
import type { OpeningFacts } from './connection.ts';
import type { Failure } from './failures.ts';

/** What receives a response, piece by piece: undici's handler, every part of it. */
export type ResponseHandler = Required<
  Pick<
    Dispatcher.DispatchHandler,
    'onRequestStart' | 'onResponseStarted' | 'onResponseStart' | 'onResponseData' | 'onResponseEnd' | 'onResponseError'
  >
>;

/** Watches the bytes of one response, as a connection sees them. */
export interface Watch {
  /** Bytes of a response that may precede its body, and that may stand around it. */
  readonly maxHeaderBytes: number;
  /** The connection found what it cannot accept: another protocol, or a flood. Called once. */
  fault(failure: Failure): void;
  /** Bytes of this response so far, its body among them. Not called by a connection that limits them itself. */
  received(bytes: number): void;
}

/** The lane's connection was already closed when it received a request: nothing was sent. */
export const LANE_GONE = 'CRAWLSCOPE_LANE_GONE';

export class LaneGoneError extends Error {
  readonly code = LANE_GONE;
}

export const noFacts: OpeningFacts = { dnsMs: null, tcpMs: null, tlsMs: null, tls: null };

/** Idle connections are kept this long: enough for the next page of a polite crawl, too short to meet a server's own timeout. Milliseconds. */
export const KEEP_ALIVE_MS = 4_000;

/**
 * One connection and the client that uses it, for one request at a time. Neither outlives the other: a lane never reconnects, so no
 * response can be taken for that of another request.
 */
export interface Lane {
  /** Null behind a proxy. */
  readonly remoteAddress: string | null;
  /** What opening it cost, and how it is secured. */
  readonly facts: OpeningFacts;
  readonly closed: Promise<void>;
  /** Requests started on this connection so far. */
  readonly uses: number;
  /** That of the last response: '1.1', '2'; null if it named none. */
  readonly httpVersion: string | null;
  /** Another request may be sent. */
  readonly usable: boolean;
  /** Nothing came since the last response that belongs to no request. */
  readonly isAtRest: boolean;
  dispatch(options: Dispatcher.DispatchOptions, handler: ResponseHandler): void;
  /** Watches the next response. Called when its request starts. */
  watch(watch: Watch): void;
  /** The last response is complete, and no request follows at once. */
  rest(): void;
  /** Closes the connection at once, in whatever state it is. */
  destroy(): void;
}
