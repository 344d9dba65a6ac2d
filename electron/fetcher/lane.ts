import type { OpeningFacts } from './connection.ts';
import type { Failure } from './failures.ts';

/** A request as it goes over a connection. */
export interface WireRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly path: string;
  /** Names and values by turns. */
  readonly headers: readonly string[];
  readonly body?: string | undefined;
}

/** The head of a response as it came. */
export interface RawHead {
  readonly status: number;
  readonly statusText: string;
  /** Names and values by turns, each byte a character. */
  readonly lines: readonly string[];
}

/** What receives a response, piece by piece. Interim responses have heads of their own. */
export interface ResponseHandler {
  /** Called just before the request is written. False: do not write. The handler has already given the lane back. */
  mayStart(): boolean;
  onRequestStart(): void;
  /** The first byte came. */
  onResponseStarted(): void;
  onResponseStart(head: RawHead): void;
  onResponseData(bytes: Uint8Array): void;
  onResponseEnd(): void;
  /** The response is not complete, and does not continue. */
  onResponseError(error: Error): void;
}

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
  dispatch(request: WireRequest, handler: ResponseHandler): void;
  /** Watches the next response. Called when its request starts. */
  watch(watch: Watch): void;
  /** The last response is complete, and no request follows at once. */
  rest(): void;
  /** Closes the connection at once, in whatever state it is. */
  destroy(): void;
}
