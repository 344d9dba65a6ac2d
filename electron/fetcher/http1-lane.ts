import type { Socket } from 'node:net';
import type { Opened, OpeningFacts } from './connection.ts';
import { factsOf, notHttp } from './failures.ts';
import { Http1Error } from './http1-failures.ts';
import { Http1Parser, headerText, type ParsedHead, type ParserEvents } from './http1-parser.ts';
import { requestText } from './http1-request.ts';
import { KEEP_ALIVE_MS, type Lane, LaneGoneError, noFacts, type ResponseHandler, type Watch, type WireRequest } from './lane.ts';
import { StatusLine } from './status-line.ts';

/** A connection is closed so long before the server would close it by its own word (Keep-Alive, RFC 2068 section 19.7.1). Milliseconds. */
const HINT_MARGIN_MS = 2_000;

function copyOf(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}

/** A connection that speaks HTTP/1.1: undici's parser on a socket of our own. */
export class Http1Lane implements Lane, ParserEvents {
  readonly remoteAddress: string | null;
  readonly facts: OpeningFacts;
  readonly closed: Promise<void>;
  uses = 0;
  httpVersion: string | null = null;
  readonly #socket: Socket;
  readonly #host: string;
  readonly #parser: Http1Parser;
  /** What comes is in a buffer that the next read overwrites. */
  readonly #isBorrowed: boolean;
  /** Gets the response that comes. Null: none is expected. */
  #handler: ResponseHandler | null = null;
  /** Its request is sent in the next turn of the event loop. */
  #waiting: ResponseHandler | null = null;
  /** Bytes that came so far: until the last response was complete, and until the last request. */
  #received = 0;
  #receivedAtRest = 0;
  #receivedBefore = 0;
  #watch: Watch | null = null;
  #statusLine: StatusLine | null = null;
  #error: Error | null = null;
  #isHead = false;
  /** No other request follows on this connection. */
  #isLast = false;
  #idleMs = KEEP_ALIVE_MS;
  #idle: NodeJS.Timeout | null = null;
  #isIdle = false;

  constructor(
    origin: string,
    { socket, arrivals, address, facts = noFacts }: Extract<Opened, { ok: true }>,
    onClose: (lane: Lane) => void,
  ) {
    this.#socket = socket;
    this.#host = new URL(origin).host;
    this.remoteAddress = address;
    this.facts = facts;
    this.#parser = new Http1Parser(this);
    this.#isBorrowed = arrivals !== undefined;
    if (arrivals === undefined) socket.on('data', (bytes: Buffer) => this.#take(bytes));
    else arrivals.take = bytes => this.#take(bytes);
    socket.on('end', () => this.#end());
    socket.on('error', error => this.#broke(error));
    this.closed = new Promise(resolve => {
      socket.once('close', () => {
        onClose(this);
        resolve();
        this.#close();
      });
    });
  }

  get usable(): boolean {
    return !this.#socket.destroyed && this.#socket.readable && this.#socket.writable;
  }

  get isAtRest(): boolean {
    return this.#received === this.#receivedAtRest;
  }

  dispatch(request: WireRequest, handler: ResponseHandler): void {
    this.uses += 1;
    this.#waiting = handler;
    this.#isIdle = false;
    // Another turn of the event loop: until then, bytes that nobody asked for are read.
    if (this.uses > 1) setImmediate(() => this.#send(request));
    else this.#send(request);
  }

  #send(request: WireRequest): void {
    const handler = this.#waiting;
    if (handler === null) return;
    this.#waiting = null;
    if (!this.usable || !this.isAtRest) {
      handler.onResponseError(new LaneGoneError('the connection is gone'));
      return;
    }
    if (!handler.mayStart()) return;
    this.#isHead = request.method === 'HEAD';
    // Some servers send a body all the same, and it would be taken for the next response.
    this.#isLast = this.#isHead;
    let text: string;
    try {
      text = requestText(this.#host, request, this.#isLast);
    } catch (error) {
      handler.onResponseError(error as Error);
      return;
    }
    this.#handler = handler;
    handler.onRequestStart();
    if (this.uses > 1) this.#socket.ref();
    this.#socket.write(text, 'latin1');
  }

  watch(watch: Watch): void {
    this.#receivedBefore = this.#received;
    this.#watch = watch;
    this.httpVersion = null;
    this.#statusLine = new StatusLine();
  }

  rest(): void {
    this.#watch = null;
    this.#receivedAtRest = this.#received;
    this.#isIdle = true;
    this.#socket.unref();
    if (this.#idle === null) {
      this.#idle = setTimeout(() => {
        this.#idle = null;
        if (this.#isIdle) this.destroy();
      }, this.#idleMs).unref();
    } else this.#idle.refresh();
  }

  destroy(): void {
    this.#watch = null;
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    this.#received += bytes.length;
    // Nobody asked for it.
    if (this.#handler === null) {
      this.#socket.destroy();
      return;
    }
    if (this.#statusLine !== null && !this.#isHttp(bytes, this.#statusLine)) return;
    const error = this.#parsed(bytes);
    if (error !== null) this.#fail(error);
    else if (!this.#socket.destroyed) this.#watch?.received(this.#received - this.#receivedBefore);
  }

  /** Returns what is wrong. A fault of our own ends this response only. */
  #parsed(bytes: Buffer): Error | null {
    try {
      return this.#parser.take(bytes);
    } catch (error) {
      return error as Error;
    }
  }

  /** The parser never gets the start of a response that is not HTTP. */
  #isHttp(bytes: Buffer, statusLine: StatusLine): boolean {
    const verdict = statusLine.take(bytes);
    if (verdict === 'more') return true;
    this.httpVersion = statusLine.version;
    this.#statusLine = null;
    if (verdict === 'http') return true;
    this.#watch?.fault(notHttp(statusLine.seen));
    return false;
  }

  began(): Http1Error | null {
    if (this.#handler === null || this.#socket.destroyed) return new Http1Error('closed');
    this.#handler.onResponseStarted();
    return null;
  }

  head(head: ParsedHead): 'body' | 'no-body' | 'gone' | Http1Error {
    const handler = this.#handler;
    if (handler === null || this.#socket.destroyed) return 'gone';
    const { status, lines, keepsAlive, isUpgrade } = head;
    if (status === 100) return new Http1Error('continue');
    if (isUpgrade || status === 101) return new Http1Error('upgrade');
    if (status >= 200) {
      if (!keepsAlive) this.#isLast = true;
      this.#keepFor(headerText(lines, 'keep-alive'));
    }
    handler.onResponseStart(head);
    if (this.#socket.destroyed) return 'gone';
    return this.#isHead || status < 200 ? 'no-body' : 'body';
  }

  /** The server says how long it keeps the connection. */
  #keepFor(hint: string): void {
    const seconds = hint === '' ? null : /timeout=(\d+)/i.exec(hint)?.[1];
    const ms = seconds ? Math.min(Number(seconds) * 1_000 - HINT_MARGIN_MS, KEEP_ALIVE_MS) : KEEP_ALIVE_MS;
    if (ms <= 0) this.#isLast = true;
    else if (ms !== this.#idleMs) {
      if (this.#idle !== null) clearTimeout(this.#idle);
      this.#idle = null;
      this.#idleMs = ms;
    }
  }

  data(bytes: Uint8Array): boolean {
    if (this.#socket.destroyed) return false;
    this.#handler?.onResponseData(this.#isBorrowed ? copyOf(bytes) : bytes);
    return true;
  }

  ended(): boolean {
    const handler = this.#handler;
    this.#handler = null;
    handler?.onResponseEnd();
    if (!this.#isLast) return true;
    this.#socket.destroy();
    return false;
  }

  #fail(error: Error): void {
    this.#error ??= error;
    this.#socket.destroy();
  }

  /** The server sends nothing more. */
  #end(): void {
    if (!this.#parser.mayEndWithConnection) {
      this.#fail(new Http1Error('closed'));
      return;
    }
    const error = this.#parser.finish();
    if (error !== null) this.#fail(error);
  }

  #broke(error: Error): void {
    // The whole body may have come before.
    const isReset = factsOf(error).code === 'ECONNRESET' && this.#parser.mayEndWithConnection;
    this.#error ??= isReset ? this.#parser.finish() : error;
  }

  #close(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#parser.free();
    const handler = this.#handler;
    const waiting = this.#waiting;
    this.#handler = null;
    this.#waiting = null;
    handler?.onResponseError(this.#error ?? new Http1Error('closed'));
    waiting?.onResponseError(new LaneGoneError('the connection is gone'));
  }
}
