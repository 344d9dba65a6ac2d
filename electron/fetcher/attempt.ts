import type { Dispatcher } from 'undici';
import type { BodyEnd, FetchLimits, FetchOutcome, FetchTimings, Headers } from '#shared/model/fetch.ts';
import { type Coding, planCodings } from './codings.ts';
import type { Opened, Opening } from './connect.ts';
import { type DecodeResult, type Decoding, decodeBody } from './decode.ts';
import { exchangeTrouble, type Failure, factsOf, notHttp, type Phase } from './failures.ts';
import { joinPieces } from './inflate.ts';
import { LANE_GONE, type Lane, type LaneUser, type OriginLanes } from './lanes.ts';
import { MAX_HEADER_LINES, MAX_INFORMATIONAL, MAX_REDIRECT_BODY_BYTES } from './limits.ts';

/** Overhead of `Name: value` on the wire: colon, space and line end. */
const LINE_OVERHEAD = 4;
/** `HTTP/1.1 200 ` and the line end. */
const STATUS_LINE_OVERHEAD = 15;
/** Chunk framing allowed per body byte: a server that sends single bytes spends 5 on each. */
const FRAMING_PER_BODY_BYTE = 16;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface AttemptContext {
  readonly options: Dispatcher.DispatchOptions;
  readonly limits: FetchLimits;
  readonly lanes: OriginLanes;
  readonly startedAt: number;
  readonly settled: (attempt: Attempt, outcome: FetchOutcome) => void;
}

/**
 * What a settled attempt has instead of its context. Tables that held the attempt may outlive it by long (V8 keeps those a Map has
 * outgrown until its next full collection); the outcome, and with it the body, must not live on with them.
 */
const spent = { settled: () => undefined } as unknown as AttemptContext;

/** One fetch from queue to outcome: state machine, deadlines, counters. Settles exactly once; every method is safe after that. */
export class Attempt implements LaneUser, Dispatcher.DispatchHandler {
  #context: AttemptContext;
  readonly #limits: FetchLimits;
  readonly #start = performance.now();
  #phase: Phase = 'waiting';
  #opening: Opening | null = null;
  #lane: Lane | null = null;
  #timer: NodeJS.Timeout | null = null;
  #timerAt = 0;
  #phaseDeadline = Number.POSITIVE_INFINITY;
  #firstByteMs: number | null = null;
  #remoteAddress: string | null = null;
  #reused = false;
  #written = false;
  #bytesBefore = 0;
  #informational = 0;
  #status: number | null = null;
  #statusText = '';
  #headers: Headers = [];
  #headBytes = 0;
  #isRedirect = false;
  #codings: readonly Coding[] = [];
  #pieces: Uint8Array[] = [];
  #wireBytes = 0;
  #decoding: Decoding | null = null;

  constructor(context: AttemptContext) {
    this.#context = context;
    this.#limits = context.limits;
  }

  /** Asks for a lane. Call once. */
  begin(): void {
    this.#arm();
    this.#context.lanes.acquire(this);
  }

  /** Stop: the socket is gone when this returns. */
  cancel(detail: string): void {
    this.#fail({ cause: 'cancelled', detail });
  }

  connecting(opening: Opening): void {
    this.#opening = opening;
    this.#enter('connecting', this.#limits.connectTimeoutMs);
  }

  start(lane: Lane): void {
    this.#opening = null;
    this.#lane = lane;
    this.#reused = lane.uses > 0;
    this.#remoteAddress = lane.remoteAddress;
    this.#enter('headers', this.#limits.headersTimeoutMs);
    if (!this.#reused) {
      lane.dispatch(this.#context.options, this);
      return;
    }
    // One turn of the event loop first. undici waits another before it writes, and between the two every byte that lay unread
    // in the idle socket is read: a late second answer would otherwise be taken for ours.
    setImmediate(() => this.#dispatchOn(lane));
  }

  #dispatchOn(lane: Lane): void {
    if (this.#lane !== lane || this.#phase !== 'headers') return;
    if (lane.usable && lane.socket.bytesRead === lane.bytesAtRest) lane.dispatch(this.#context.options, this);
    else this.#takeAnotherLane(lane);
  }

  /** An idle connection died or spoke unasked before anything was written on it: not an attempt the server could have seen. */
  #takeAnotherLane(lane: Lane): void {
    this.#lane = null;
    this.#phase = 'waiting';
    this.#phaseDeadline = Number.POSITIVE_INFINITY;
    this.#context.lanes.release(lane, false);
    this.#context.lanes.acquire(this);
  }

  refused(opened: Extract<Opened, { ok: false }>): void {
    this.#opening = null;
    this.#remoteAddress = opened.address;
    this.#fail(opened.failure);
  }

  onRequestStart(): void {
    const lane = this.#lane;
    if (lane === null) return;
    this.#written = true;
    this.#bytesBefore = lane.socket.bytesRead;
    lane.onBytes = () => this.#countBytes();
    lane.expectHttp(start => this.#fail(notHttp(start)));
  }

  onResponseStarted(): void {
    this.#firstByteMs ??= performance.now() - this.#start;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, _headers: unknown, statusText?: string): void {
    if (this.#phase !== 'headers') return;
    if (status >= 100 && status < 200) {
      this.#informational += 1;
      if (this.#informational > MAX_INFORMATIONAL) {
        this.#fail({
          cause: 'http-malformed',
          detail: `More than ${MAX_INFORMATIONAL} interim (1xx) answers came before the real one.`,
        });
      }
      return;
    }
    if (status < 100) {
      this.#fail({ cause: 'http-malformed', detail: `The status code ${String(status).padStart(3, '0')} does not exist.` });
      return;
    }
    const facts = readHead(controller.rawHeaders, statusText ?? '', this.#limits.maxHeaderBytes);
    if ('cause' in facts) {
      this.#fail(facts);
      return;
    }
    this.#status = status;
    this.#statusText = statusText ?? '';
    this.#headers = facts.headers;
    this.#headBytes = facts.bytes;
    this.#isRedirect = REDIRECTS.has(status) && facts.hasLocation;
    this.#enter('body', this.#limits.bodyTimeoutMs);
    if (facts.transferEncoding !== '' && facts.transferEncoding.trim().toLowerCase() !== 'chunked') {
      this.#fail({
        cause: 'http-malformed',
        detail: `The transfer coding "${facts.transferEncoding.slice(0, 60)}" was not asked for and cannot be undone.`,
      });
      return;
    }
    if (facts.contentEncoding === '') return;
    const plan = planCodings(facts.contentEncoding);
    if (plan.ok) this.#codings = plan.codings;
    else this.#bodyFailed(plan.failure);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#phase !== 'body') return;
    this.#phaseDeadline = performance.now() + this.#limits.bodyTimeoutMs;
    const cap = this.#isRedirect ? Math.min(MAX_REDIRECT_BODY_BYTES, this.#limits.maxBodyBytes) : this.#limits.maxBodyBytes;
    const room = cap - this.#wireBytes;
    if (chunk.length <= room) {
      this.#pieces.push(chunk);
      this.#wireBytes += chunk.length;
      return;
    }
    this.#pieces.push(chunk.subarray(0, room));
    this.#wireBytes = cap;
    this.#bodyEnded('too-large');
  }

  onResponseEnd(): void {
    if (this.#phase === 'body') this.#bodyEnded('complete');
  }

  onResponseError(_controller: unknown, error: Error): void {
    if (this.#phase !== 'headers' && this.#phase !== 'body') return;
    if (!this.#written && this.#lane !== null && (this.#reused || factsOf(error).code === LANE_GONE)) {
      this.#takeAnotherLane(this.#lane);
      return;
    }
    const trouble = exchangeTrouble(error, this.#phase);
    if (trouble.cause !== 'body-truncated') {
      if (this.#phase === 'body') this.#bodyFailed({ cause: trouble.cause, detail: trouble.detail });
      else this.#fail({ cause: trouble.cause, detail: trouble.detail });
    } else if (this.#wireBytes > 0 || this.#isRedirect) {
      this.#bodyEnded('truncated');
    } else {
      this.#fail({ cause: 'connection-lost', detail: 'The connection ended after the header lines, before any of the body.' });
    }
  }

  /** Sees every byte undici does not count: reason phrases, chunk extensions, trailers, interim responses. */
  #countBytes(): void {
    const lane = this.#lane;
    if (lane === null) return;
    const received = lane.socket.bytesRead - this.#bytesBefore;
    const limit = this.#limits.maxHeaderBytes;
    if (this.#phase === 'headers') {
      if (received > limit)
        this.#fail({ cause: 'header-too-large', detail: `The head of the answer is larger than ${limit} bytes.` });
    } else if (this.#phase === 'body' && !lane.socket.destroyed) {
      const overhead = received - this.#headBytes - this.#wireBytes;
      if (overhead > limit + FRAMING_PER_BODY_BYTE * this.#wireBytes) {
        this.#bodyFailed({ cause: 'header-too-large', detail: `Chunk extensions or trailers are larger than ${limit} bytes.` });
      }
    }
  }

  #enter(phase: Phase, allowedMs: number): void {
    this.#phase = phase;
    this.#phaseDeadline = performance.now() + allowedMs;
    this.#arm();
  }

  /** One timer serves all deadlines: it is only moved when the next deadline is earlier than the armed one, and looks again when it fires. */
  #arm(): void {
    const next = Math.min(this.#phaseDeadline, this.#start + this.#limits.totalTimeoutMs);
    if (this.#timer !== null && this.#timerAt <= next) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timerAt = next;
    this.#timer = setTimeout(() => this.#deadline(), Math.max(1, Math.ceil(next - performance.now())));
  }

  #deadline(): void {
    this.#timer = null;
    const now = performance.now() + 1; // timers may fire up to a millisecond early
    const total = now >= this.#start + this.#limits.totalTimeoutMs;
    if (!total && now < this.#phaseDeadline) {
      this.#arm();
      return;
    }
    const { connectTimeoutMs, headersTimeoutMs, bodyTimeoutMs, totalTimeoutMs } = this.#limits;
    const whole = `within ${totalTimeoutMs} ms, the limit for a whole fetch`;
    if (this.#phase === 'waiting')
      this.#fail({ cause: 'timeout-connect', detail: `No connection to the host became free ${whole}.` });
    else if (this.#phase === 'connecting')
      this.#fail({ cause: 'timeout-connect', detail: `No connection stood ${total ? whole : `within ${connectTimeoutMs} ms`}.` });
    else if (this.#phase === 'headers')
      this.#fail({
        cause: 'timeout-headers',
        detail: `The header lines were not complete ${total ? whole : `within ${headersTimeoutMs} ms`}.`,
      });
    else {
      const detail = total
        ? `The body was not complete ${whole} (${this.#wireBytes} bytes came).`
        : `The body fell silent for ${bodyTimeoutMs} ms after ${this.#wireBytes} bytes.`;
      this.#bodyFailed({ cause: 'timeout-body', detail });
    }
  }

  /** A redirect says all it has to say in its head: whatever is wrong with its body, the answer stands. */
  #bodyFailed(failure: Failure): void {
    if (!this.#isRedirect) {
      this.#fail(failure);
    } else if (this.#phase === 'body' || this.#phase === 'decoding') {
      this.#giveBack(false);
      this.#respond(new Uint8Array(0), 'truncated');
    }
  }

  #bodyEnded(end: BodyEnd): void {
    this.#phase = 'decoding';
    if (end !== 'complete') this.#giveBack(false);
    // After undici has left the stack: only then is it known whether the connection survived.
    queueMicrotask(() => {
      if (this.#phase !== 'decoding') return;
      this.#giveBack(true);
      if (end === 'too-large' && this.#isRedirect) {
        this.#respond(new Uint8Array(0), end);
        return;
      }
      const wire = joinPieces(this.#pieces, this.#wireBytes);
      this.#pieces = [];
      const coded = { wire, codings: this.#codings, limits: this.#limits, isWhole: end === 'complete' };
      const decoded = decodeBody(coded);
      if ('ok' in decoded) this.#decoded(decoded, end);
      else {
        this.#decoding = decoded;
        decoded.finished.then(result => this.#decoded(result, end));
      }
    });
  }

  #decoded(result: DecodeResult, end: BodyEnd): void {
    if (this.#phase !== 'decoding') return;
    if (!result.ok)
      this.#bodyFailed(
        end === 'truncated' && result.failure.cause === 'encoding-corrupt'
          ? { cause: 'connection-lost', detail: 'The connection ended before any of the coded body could be decoded.' }
          : result.failure,
      );
    else this.#respond(result.body, end === 'complete' ? result.end : end);
  }

  #giveBack(clean: boolean): void {
    const lane = this.#lane;
    if (lane === null) return;
    this.#lane = null;
    this.#context.lanes.release(lane, clean);
  }

  #respond(body: Uint8Array, bodyEnd: BodyEnd): void {
    this.#settle({
      kind: 'response',
      status: this.#status ?? 0,
      statusText: this.#statusText,
      headers: this.#headers,
      body,
      bodyEnd,
      wireBytes: this.#wireBytes,
      remoteAddress: this.#remoteAddress,
      reusedConnection: this.#reused,
      timings: this.#timings(),
    });
  }

  #fail(failure: Failure): void {
    if (this.#phase === 'done') return;
    const { lanes } = this.#context;
    const opening = this.#opening;
    this.#opening = null;
    const { cause, detail } = failure;
    const outcome: FetchOutcome = {
      kind: 'failure',
      cause,
      detail,
      status: this.#status,
      headers: this.#headers,
      wireBytes: this.#wireBytes,
      remoteAddress: this.#remoteAddress,
      reusedConnection: this.#reused,
      timings: this.#timings(),
    };
    if (this.#phase === 'waiting') lanes.leave(this);
    this.#phase = 'done';
    if (opening !== null) lanes.abandonOpening(opening);
    this.#giveBack(false);
    this.#settle(outcome);
  }

  #settle(outcome: FetchOutcome): void {
    this.#phase = 'done';
    this.#pieces = [];
    this.#decoding?.stop();
    this.#decoding = null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const { settled } = this.#context;
    this.#context = spent;
    settled(this, outcome);
  }

  #timings(): FetchTimings {
    const totalMs = performance.now() - this.#start;
    const { startedAt } = this.#context;
    // The end is the start plus a monotonic duration: a clock that is set meanwhile cannot make it negative.
    return { startedAt, endedAt: startedAt + Math.round(totalMs), firstByteMs: this.#firstByteMs, totalMs };
  }
}

interface Head {
  readonly headers: Headers;
  readonly bytes: number;
  readonly hasLocation: boolean;
  readonly transferEncoding: string;
  readonly contentEncoding: string;
}

/** Header lines as received, counted with their line overhead; the three that steer the exchange are picked out on the way. */
function readHead(raw: unknown, statusText: string, maxBytes: number): Head | Failure {
  const lines: Uint8Array[] = Array.isArray(raw) ? raw : [];
  if (lines.length > MAX_HEADER_LINES * 2) {
    return {
      cause: 'header-too-large',
      detail: `The answer has ${lines.length / 2} header lines; ${MAX_HEADER_LINES} are accepted.`,
    };
  }
  const headers: (readonly [string, string])[] = [];
  let bytes = STATUS_LINE_OVERHEAD + statusText.length;
  let hasLocation = false;
  let transferEncoding = '';
  let contentEncoding = '';
  for (let index = 0; index + 1 < lines.length; index += 2) {
    const name = latin1(lines[index]!);
    const value = latin1(lines[index + 1]!);
    bytes += name.length + value.length + LINE_OVERHEAD;
    headers.push([name, value]);
    if (name.length === 8) hasLocation ||= value !== '' && name.toLowerCase() === 'location';
    else if (name.length === 16 && name.toLowerCase() === 'content-encoding') contentEncoding += `,${value}`;
    else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding')
      transferEncoding += (transferEncoding === '' ? '' : ', ') + value;
  }
  if (bytes > maxBytes)
    return { cause: 'header-too-large', detail: `The head of the answer has ${bytes} bytes; ${maxBytes} are accepted.` };
  return { headers, bytes, hasLocation, transferEncoding, contentEncoding };
}

function latin1(bytes: Uint8Array): string {
  return (bytes as Buffer).toString('latin1');
}
