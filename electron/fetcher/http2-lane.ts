import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2';
import type { Socket } from 'node:net';
import type { Opened, OpeningFacts } from './connection.ts';
import { HTTP_1_1_REQUIRED, localFault, notSent, StreamError } from './http2-failures.ts';
import { Http2Tap } from './http2-tap.ts';
import { Http2Watch } from './http2-watch.ts';
import { KEEP_ALIVE_MS, type Lane, LaneGoneError, noFacts, type ResponseHandler, type Watch, type WireRequest } from './lane.ts';
import { MAX_HEADER_LINES } from './limits.ts';

/** Loaded with the first connection that speaks it: a crawl over HTTP/1.1 needs none of it. */
const http2 = (): typeof import('node:http2') => process.getBuiltinModule('node:http2');

/** Bytes that may be on their way to us: a page comes without a pause, and a flood is cut long before the limit of a body. */
const WINDOW_BYTES = 1024 * 1024;
/** Told to the server (RFC 9113 section 6.5.2); ours in attempt.ts is stricter and refuses. */
const HEADER_LIST_BYTES = 256 * 1024;
/** Header lines that name who we are: never part of the tables by which headers are compressed (RFC 7541 section 7.1.3). */
const SENSITIVE = ['authorization', 'cookie', 'proxy-authorization'];

const sessionOptions = {
  settings: { enablePush: false, initialWindowSize: WINDOW_BYTES, maxHeaderListSize: HEADER_LIST_BYTES },
  // With the line of the status; one more would be too many in HTTP/1.1 as well.
  maxHeaderListPairs: MAX_HEADER_LINES + 1,
  // A request may have several lines of a name, as the user wrote them.
  strictSingleValueFields: false,
  // Otherwise a line whose value has spaces around it is dropped without a word, and its directives with it.
  strictFieldWhitespaceValidation: false,
};

export interface Http2LaneEvents {
  readonly onClose: (lane: Lane) => void;
  readonly onHttp1Required: () => void;
}

/**
 * A connection that speaks HTTP/2 (RFC 9113), by Node's own client. It carries one stream at a time: so every byte that comes belongs to
 * one response or to the connection itself, and `Http2Watch` limits both before the client reads them.
 */
export class Http2Lane implements Lane {
  readonly remoteAddress: string | null;
  readonly facts: OpeningFacts;
  readonly closed: Promise<void>;
  uses = 0;
  readonly httpVersion = '2';
  readonly #origin: URL;
  readonly #socket: Socket;
  readonly #tap: Http2Tap;
  readonly #session: ClientHttp2Session;
  readonly #watch: Http2Watch;
  readonly #events: Http2LaneEvents;
  #watcher: Watch | null = null;
  #idle: NodeJS.Timeout | null = null;
  #socketError: Error | null = null;
  #isFaulty = false;

  constructor(origin: string, { socket, address, facts = noFacts }: Extract<Opened, { ok: true }>, events: Http2LaneEvents) {
    this.#origin = new URL(origin);
    this.#socket = socket;
    this.remoteAddress = address;
    this.facts = facts;
    this.#events = events;
    this.#watch = new Http2Watch(failure => {
      this.#isFaulty = true;
      const watcher = this.#watcher;
      this.#watcher = null;
      watcher?.fault(failure);
      this.destroy();
    });
    socket.on('error', error => {
      this.#socketError ??= error;
    });
    this.closed = new Promise(resolve => {
      socket.once('close', () => {
        events.onClose(this);
        resolve();
      });
    });
    const tap = new Http2Tap(socket, bytes => this.#watch.take(bytes));
    this.#tap = tap;
    this.#session = http2().connect(this.#origin, { ...sessionOptions, createConnection: () => tap });
    // Its stream is told the same.
    this.#session.on('error', () => undefined);
    this.#session.once('connect', () => this.#session.setLocalWindowSize(WINDOW_BYTES));
  }

  get usable(): boolean {
    const { closed, destroyed } = this.#session;
    return !this.#isFaulty && !closed && !destroyed && !this.#socket.destroyed && this.#watch.goAway === null;
  }

  /** Between two requests, the watch closes the connection at the first frame of a response. */
  get isAtRest(): boolean {
    return !this.#isFaulty;
  }

  watch(watcher: Watch): void {
    this.#watcher = watcher;
    this.#watch.begin(watcher.maxHeaderBytes);
  }

  rest(): void {
    this.#watcher = null;
    this.#watch.end();
    this.#idle = setTimeout(() => this.destroy(), KEEP_ALIVE_MS);
  }

  destroy(): void {
    this.#watcher = null;
    this.#wake();
    this.#tap.destroy();
    this.#socket.destroy();
  }

  #wake(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
  }

  dispatch(request: WireRequest, handler: ResponseHandler): void {
    this.#wake();
    this.uses += 1;
    if (this.#session.connecting) this.#session.once('connect', () => this.#send(request, handler));
    else this.#send(request, handler);
  }

  #send(request: WireRequest, handler: ResponseHandler): void {
    if (!this.usable) {
      const { goAway } = this.#watch;
      const refused = { stream: 0, reset: null, goAway, local: null, socketError: this.#socketError, inBody: false };
      // A new connection that the server ended at once is told; another one would be ended as well.
      if (this.uses === 1) handler.onRequestStart();
      handler.onResponseError(this.uses === 1 ? new StreamError(refused) : new LaneGoneError('the connection is gone'));
      return;
    }
    if (!handler.mayStart()) return;
    handler.onRequestStart();
    const text = request.body ?? null;
    let stream: ClientHttp2Stream;
    try {
      stream = this.#session.request(this.#headersOf(request, text), { endStream: text === null });
    } catch (error) {
      // Node refuses some header lines itself.
      handler.onResponseError(notSent(error));
      return;
    }
    if (text !== null) stream.end(Buffer.from(text));
    if (stream.id !== undefined) this.#watch.stream = stream.id;
    else stream.once('ready', () => (this.#watch.stream = stream.id ?? 0));
    this.#watch.onFirstFrame = () => handler.onResponseStarted();
    this.#receive(stream, handler);
  }

  /** Tells the handler what comes on the stream, and once how it ended. */
  #receive(stream: ClientHttp2Stream, handler: ResponseHandler): void {
    let hasHead = false;
    let isOver = false;
    let received = 0;
    let fault: Error | null = null;
    const head = (
      headers: IncomingHttpHeaders & { readonly ':status'?: number | undefined },
      _flags: number,
      raw?: readonly string[],
    ): void => {
      if (isOver) return;
      const status = Number(headers[':status'] ?? 0);
      hasHead ||= status >= 200;
      handler.onResponseStart({ status, statusText: '', lines: fieldLines(raw ?? []) });
    };
    stream.on('headers', head);
    stream.on('response', (headers, flags, ...raw: unknown[]) => {
      head(headers, flags, raw[0] as readonly string[]);
      if (isOver) return;
      stream.on('data', (bytes: Buffer) => {
        received += bytes.length;
        handler.onResponseData(bytes);
      });
    });
    stream.on('error', error => {
      fault ??= error;
    });
    const complete = (): void => {
      isOver = true;
      handler.onResponseEnd();
    };
    stream.on('end', () => {
      // Node ends a stream that was reset like one that is complete.
      if (!isOver && hasHead && this.#watch.isComplete && fault === null) complete();
    });
    stream.once('close', () => {
      if (isOver) return;
      const local = localFault(fault, stream.rstCode ?? 0, this.#watch.isInHead);
      // The connection ended for something else, after all of the response had come.
      const isWhole = this.#watch.isComplete && !this.#watch.isInHead && received === this.#watch.bodyBytes;
      if (hasHead && isWhole && local?.words !== '') {
        complete();
        return;
      }
      isOver = true;
      const { reset, goAway } = this.#watch;
      if (reset === HTTP_1_1_REQUIRED) this.#events.onHttp1Required();
      const facts = { stream: stream.id ?? 0, reset, goAway, local, socketError: this.#socketError, inBody: hasHead };
      handler.onResponseError(new StreamError(facts));
    });
  }

  /** The lines of a request in their order; `host` and `connection` have no place in HTTP/2 (RFC 9113 section 8.2.2). */
  #headersOf({ method, path, headers }: WireRequest, text: string | null): OutgoingHttpHeaders {
    const { protocol, host } = this.#origin;
    // Without a prototype: a header may be named `__proto__`.
    const lines: OutgoingHttpHeaders = Object.assign(
      Object.create(null),
      { ':method': method, ':scheme': protocol.slice(0, -1), ':authority': host, ':path': path },
      { [http2().sensitiveHeaders]: SENSITIVE },
    );
    for (let at = 0; at + 1 < headers.length; at += 2) {
      const name = headers[at]!.toLowerCase();
      const value = headers[at + 1]!;
      const before = lines[name];
      lines[name] = before === undefined ? value : [before, value].flat().map(String);
    }
    if (text !== null) lines['content-length'] = String(Buffer.byteLength(text));
    return lines;
  }
}

/** Around a value: no part of it in HTTP/1.1 (RFC 9112 section 5.1), and not allowed in HTTP/2. */
const SPACES = /^[\t ]+|[\t ]+$/g;

/** The lines of a head without those of HTTP/2 itself (RFC 9113 section 8.3). */
function fieldLines(raw: readonly string[]): string[] {
  const lines: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2)
    if (!raw[at]!.startsWith(':')) lines.push(raw[at]!, raw[at + 1]!.replace(SPACES, ''));
  return lines;
}
