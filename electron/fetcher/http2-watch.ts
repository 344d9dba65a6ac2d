import { figure } from '#shared/explain/figure.ts';
import { type Failure, printable } from './failures.ts';
import {
  ACK,
  dataBytes,
  END_HEADERS,
  END_STREAM,
  FRAME_HEAD_BYTES,
  type Frame,
  FrameReader,
  frameTypes,
  uint31,
  uint32,
} from './http2-frames.ts';
import { FRAMING_PER_BODY_BYTE, MAX_CONTINUATIONS, MAX_CONTROL_FRAMES } from './limits.ts';

/** The end of a connection as the server announced it (RFC 9113 section 6.8). */
export interface GoAway {
  /** Requests on later streams were not processed. */
  readonly lastStream: number;
  readonly code: number;
  /** What the server says about it. */
  readonly text: string;
}

/** Bytes that may come while no request is open: settings, pings and the end of the connection. */
const MAX_IDLE_BYTES = 16 * 1024;

/** A response is on these frames only; between two requests they belong to none. */
const responseFrames: ReadonlySet<number> = new Set([
  frameTypes.data,
  frameTypes.headers,
  frameTypes.continuation,
  frameTypes.pushPromise,
]);

/**
 * Counts the frames of a connection before its client reads them. One request at a time is open, so what comes belongs to its response
 * or to the connection itself, and both are limited.
 */
export class Http2Watch {
  readonly #reader = new FrameReader();
  readonly #fault: (failure: Failure) => void;
  #isFaulty = false;
  #started = false;
  /** The stream of the open request, 0 between two. */
  #stream = 0;
  #isOpen = false;
  #maxHeaderBytes = 0;
  /** Of the response, or since the last one: bytes besides the body, those of the body, and frames that carry neither head nor body. */
  #overhead = 0;
  #body = 0;
  #controls = 0;
  #continuations = 0;
  goAway: GoAway | null = null;
  /** The code by which the server reset the stream; null if it did not. */
  reset: number | null = null;
  /** The server ended the stream as it should: the response is complete. */
  isComplete = false;
  /** The header lines that come go on in another frame. */
  isInHead = false;
  onFirstFrame: () => void = () => undefined;

  constructor(fault: (failure: Failure) => void) {
    this.#fault = fault;
  }

  /** A request is sent. Its stream is told once it has a number. */
  begin(maxHeaderBytes: number): void {
    this.#isOpen = true;
    this.#stream = 0;
    this.#maxHeaderBytes = maxHeaderBytes;
    this.reset = null;
    this.isComplete = false;
    this.#restart();
  }

  /** Bytes of the body that came, before the client handed them on. */
  get bodyBytes(): number {
    return this.#body;
  }

  /** The number of the stream of the open request. */
  set stream(id: number) {
    this.#stream = id;
  }

  /** The response is complete, and no other request is open. */
  end(): void {
    this.#isOpen = false;
    this.#stream = 0;
    this.#restart();
  }

  #restart(): void {
    this.#overhead = 0;
    this.#body = 0;
    this.#controls = 0;
  }

  /** Whether the client may read the bytes. */
  take(bytes: Uint8Array): boolean {
    if (this.#isFaulty) return false;
    this.#reader.take(bytes, frame => this.#frame(frame, bytes));
    return !this.#isFaulty;
  }

  #frame(frame: Frame, bytes: Uint8Array): boolean {
    const { type, flags, stream, length, start } = frame;
    if (!this.#started) {
      this.#started = true;
      // RFC 9113 section 3.4: the server speaks first, and its settings come first.
      if (type !== frameTypes.settings || stream !== 0 || (flags & ACK) !== 0) return this.#refuse(notHttp2(bytes));
    }
    const isBody = type === frameTypes.data && stream === this.#stream && this.#isOpen;
    const body = isBody ? dataBytes(frame) : 0;
    this.#body += body;
    this.#overhead += FRAME_HEAD_BYTES + length - body;
    if (type !== frameTypes.headers && body === 0) this.#controls += 1;
    if (type === frameTypes.headers || type === frameTypes.continuation) this.isInHead = (flags & END_HEADERS) === 0;
    this.#continuations = type === frameTypes.continuation ? this.#continuations + 1 : 0;
    if (type === frameTypes.goAway) this.goAway = goAwayOf(start);
    const isOurs = this.#isOpen && stream !== 0 && stream === this.#stream;
    if (isOurs) {
      if (type === frameTypes.headers) this.onFirstFrame();
      // After the whole response, a reset only says that the rest of a request is not wanted (RFC 9113 section 8.1).
      if (type === frameTypes.resetStream && !this.isComplete) this.reset = uint32(start, 0);
      if ((type === frameTypes.data || type === frameTypes.headers) && (flags & END_STREAM) !== 0) this.isComplete = true;
    }
    const trouble = this.#isOpen ? this.#excess() : this.#unasked(type);
    return trouble === null || this.#refuse(trouble);
  }

  #excess(): Failure | null {
    const limit = this.#maxHeaderBytes;
    if (this.#continuations > MAX_CONTINUATIONS)
      return tooLarge(`The header lines come in more than ${MAX_CONTINUATIONS} CONTINUATION frames.`);
    if (this.#controls > MAX_CONTROL_FRAMES)
      return tooLarge(`More than ${figure(MAX_CONTROL_FRAMES)} frames came that carry neither header lines nor a body.`);
    if (this.#overhead <= limit + FRAMING_PER_BODY_BYTE * this.#body) return null;
    if (this.#body === 0) return tooLarge(`The head of the response is larger than ${limit} bytes.`);
    return tooLarge(`Frames around the body, or trailers, are larger than ${limit} bytes.`);
  }

  #unasked(type: number): Failure | null {
    if (!responseFrames.has(type) && this.#overhead <= MAX_IDLE_BYTES && this.#controls <= MAX_CONTROL_FRAMES) return null;
    return { cause: 'connection-lost', detail: 'The server sent a response that nobody requested.' };
  }

  #refuse(failure: Failure): false {
    this.#isFaulty = true;
    this.#fault(failure);
    return false;
  }
}

const tooLarge = (detail: string): Failure => ({ cause: 'header-too-large', detail });

const notHttp2 = (bytes: Uint8Array): Failure => ({
  cause: 'http-malformed',
  detail: `The server chose HTTP/2, but its answer is not: it starts with "${printable(Buffer.from(bytes).toString('latin1'))}". Without HTTP/2 (http2: no) it may be crawled.`,
});

const goAwayOf = (start: Uint8Array): GoAway => ({
  lastStream: uint31(start, 0),
  code: uint32(start, 4),
  text: printable(Buffer.from(start.subarray(8)).toString('latin1')),
});
