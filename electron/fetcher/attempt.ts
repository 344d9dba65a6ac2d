import type { BodyEnd, FetchLimits, FetchOutcome, FetchTimings, NetworkFacts, RequestGate } from '#shared/model/fetch.ts';
import { Body, type ReadBody } from './body.ts';
import type { Opening } from './connect.ts';
import type { Opened, OpeningFacts } from './connection.ts';
import { Deadlines, deadlineFailure } from './deadlines.ts';
import { exchangeTrouble, type Failure, factsOf, type Phase } from './failures.ts';
import { type Head, readHead } from './head.ts';
import { StreamError } from './http2-failures.ts';
import { LANE_GONE, type Lane, type RawHead, type ResponseHandler, type Watch, type WireRequest } from './lane.ts';
import type { LaneUser, OriginLanes } from './lanes.ts';
import { FRAMING_PER_BODY_BYTE, MAX_INFORMATIONAL } from './limits.ts';
import { type HttpProxy, proxyRefused, proxyStatusWords } from './proxy.ts';

export interface AttemptContext {
  readonly request: WireRequest;
  readonly limits: FetchLimits;
  /** A long body may be held. */
  readonly holds: boolean;
  readonly gate: RequestGate | null;
  readonly lanes: OriginLanes;
  /** The proxy that answers this request itself where it does not pass it on; null for none. */
  readonly proxy: HttpProxy | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly settled: (attempt: Attempt, outcome: FetchOutcome) => void;
}

/**
 * Replaces the context of a settled attempt. Tables that contained the attempt may outlive it for long, because V8
 * keeps the old tables of a Map until its next full collection. The outcome, and with it the body, must not stay in
 * memory with them.
 */
const spent = { settled: () => undefined } as unknown as AttemptContext;

/** One fetch from queue to outcome: a state machine over the phases. Settles exactly once; every method is safe after that. */
export class Attempt implements LaneUser, ResponseHandler, Watch {
  #context: AttemptContext;
  readonly #limits: FetchLimits;
  readonly #deadlines: Deadlines;
  #phase: Phase = 'waiting';
  #opening: Opening | null = null;
  #lane: Lane | null = null;
  #firstByteMs: number | null = null;
  #opened: OpeningFacts | null = null;
  #httpVersion: string | null = null;
  #sentAt = 0;
  #bodyEndAt = 0;
  #remoteAddress: string | null = null;
  #reused = false;
  #written = false;
  #informational = 0;
  #head: Head | null = null;
  #body: Body | null = null;

  constructor(context: AttemptContext) {
    this.#context = context;
    this.#limits = context.limits;
    this.#deadlines = new Deadlines(context.limits.totalTimeoutMs, which => this.#deadlinePassed(which));
  }

  /** Requests a lane. Call once. */
  begin(): void {
    this.#context.lanes.acquire(this);
    // Most attempts are in a phase by now, and its deadline needs no second timer.
    if (this.#phase !== 'done') this.#deadlines.start();
  }

  /** Stop: the socket is gone when this returns. */
  cancel(detail: string): void {
    this.#fail({ cause: 'cancelled', detail });
  }

  resolving(opening: Opening): void {
    this.#opening = opening;
    this.#phase = 'resolving';
    this.#deadlines.extend(Number.POSITIVE_INFINITY);
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
    this.#opened = this.#reused ? { dnsMs: null, tcpMs: null, tlsMs: null, tls: lane.facts.tls } : lane.facts;
    this.#enter('headers', this.#limits.headersTimeoutMs);
    if (!this.#reused) {
      lane.dispatch(this.#context.request, this);
      return;
    }
    // One turn of the event loop first. The lane waits another turn before it writes. Between the two, every unread
    // byte in the idle socket is read. Without this, a late second response would be taken for ours.
    setImmediate(() => this.#dispatchOn(lane));
  }

  #dispatchOn(lane: Lane): void {
    if (this.#lane !== lane || this.#phase !== 'headers') return;
    if (lane.usable && lane.isAtRest) lane.dispatch(this.#context.request, this);
    else this.#takeAnotherLane(lane);
  }

  /** An idle connection closed, or sent bytes unasked, before anything was written on it: the server has not seen this attempt. */
  #takeAnotherLane(lane: Lane): void {
    this.#lane = null;
    this.#phase = 'waiting';
    this.#deadlines.extend(Number.POSITIVE_INFINITY);
    this.#context.lanes.release(lane, 'close');
    this.#context.lanes.acquire(this);
  }

  refused(opened: Extract<Opened, { ok: false }>): void {
    this.#opening = null;
    this.#opened = opened.facts ?? null;
    this.#remoteAddress = opened.address;
    this.#fail(opened.failure);
  }

  mayStart(): boolean {
    const detail = this.#context.gate?.refusal() ?? null;
    if (detail === null) return true;
    // The server has not seen this attempt: its connection serves the next one.
    this.#giveBack('keep');
    this.#fail({ cause: 'cancelled', detail });
    return false;
  }

  onRequestStart(): void {
    const lane = this.#lane;
    if (lane === null) return;
    this.#written = true;
    this.#sentAt = performance.now();
    lane.watch(this);
  }

  onResponseStarted(): void {
    this.#firstByteMs ??= performance.now() - this.#deadlines.startedAt;
  }

  onResponseStart(raw: RawHead): void {
    if (this.#phase !== 'headers') return;
    const { status } = raw;
    if (status >= 100 && status < 200) {
      this.#informational += 1;
      if (this.#informational > MAX_INFORMATIONAL) {
        const detail = `More than ${MAX_INFORMATIONAL} interim (1xx) responses came before the real one.`;
        this.#fail({ cause: 'http-malformed', detail });
      }
      return;
    }
    if (status < 100) {
      this.#fail({ cause: 'http-malformed', detail: `The status code ${String(status).padStart(3, '0')} does not exist.` });
      return;
    }
    const { proxy } = this.#context;
    // 407 is the proxy's own answer (RFC 9110 section 15.5.8), not the site's.
    if (proxy !== null && status === 407) {
      this.#fail(proxyRefused(proxy, proxyStatusWords(status)));
      return;
    }
    const head = readHead(raw, this.#limits.maxHeaderBytes);
    if ('cause' in head) {
      this.#fail(head);
      return;
    }
    this.#context.gate?.answered(status);
    this.#head = head;
    this.#httpVersion = this.#lane?.httpVersion ?? null;
    this.#body = new Body(head, this.#limits, this.#context.holds);
    this.#enter('body', this.#limits.bodyTimeoutMs);
    // A response to HEAD has no body, whatever its head says of one (RFC 9110 section 9.3.2).
    const failure = this.#context.request.method === 'HEAD' ? null : this.#body.plan(head);
    if (failure) this.#bodyFailed(failure);
  }

  onResponseData(chunk: Uint8Array): void {
    if (this.#phase !== 'body') return;
    this.#deadlines.extend(this.#limits.bodyTimeoutMs);
    if (this.#body?.add(chunk) === 'full') this.#bodyEnded('too-large');
  }

  onResponseEnd(): void {
    if (this.#phase === 'body') this.#bodyEnded('complete');
  }

  onResponseError(error: Error): void {
    if (this.#phase !== 'headers' && this.#phase !== 'body') return;
    if (!this.#written && this.#lane !== null && (this.#reused || factsOf(error).code === LANE_GONE)) {
      this.#takeAnotherLane(this.#lane);
      return;
    }
    const trouble = error instanceof StreamError ? error.trouble : exchangeTrouble(error, this.#phase);
    if (trouble.cause !== 'body-truncated') {
      if (this.#phase === 'body') this.#bodyFailed({ cause: trouble.cause, detail: trouble.detail });
      else this.#fail({ cause: trouble.cause, detail: trouble.detail });
    } else if (this.#wireBytes > 0 || this.#head?.isRedirect) {
      this.#bodyEnded('truncated');
    } else {
      this.#fail({ cause: 'connection-lost', detail: 'The connection ended after the header lines, before any of the body.' });
    }
  }

  get #wireBytes(): number {
    return this.#body?.wireBytes ?? 0;
  }

  get maxHeaderBytes(): number {
    return this.#limits.maxHeaderBytes;
  }

  fault(failure: Failure): void {
    this.#bodyFailed(failure);
  }

  /** Sees every byte the parser does not count: reason phrases, chunk extensions, trailers, interim responses. */
  received(received: number): void {
    const limit = this.#limits.maxHeaderBytes;
    if (this.#phase === 'headers') {
      if (received > limit)
        this.#fail({ cause: 'header-too-large', detail: `The head of the response is larger than ${limit} bytes.` });
    } else if (this.#phase === 'body') {
      const overhead = received - (this.#head?.bytes ?? 0) - this.#wireBytes;
      if (overhead > limit + FRAMING_PER_BODY_BYTE * this.#wireBytes)
        this.#bodyFailed({ cause: 'header-too-large', detail: `Chunk extensions or trailers are larger than ${limit} bytes.` });
    }
  }

  #enter(phase: Phase, allowedMs: number): void {
    this.#phase = phase;
    this.#deadlines.begin(allowedMs);
  }

  #deadlinePassed(which: 'phase' | 'total'): void {
    const failure = deadlineFailure({ phase: this.#phase, which, wireBytes: this.#wireBytes }, this.#limits);
    if (failure.cause === 'timeout-body') this.#bodyFailed(failure);
    else this.#fail(failure);
  }

  /** A redirect says all it has to say in its head: whatever is wrong with its body, the response counts. */
  #bodyFailed(failure: Failure): void {
    if (!this.#head?.isRedirect) {
      this.#fail(failure);
    } else if (this.#phase === 'body' || this.#phase === 'decoding') {
      this.#giveBack('close');
      this.#respond({ body: new Uint8Array(0), end: 'truncated' });
    }
  }

  #bodyEnded(end: BodyEnd): void {
    this.#phase = 'decoding';
    this.#bodyEndAt = performance.now();
    if (end !== 'complete') this.#giveBack('close');
    // After the parser has left the stack: only then is it known whether the connection survived.
    queueMicrotask(() => {
      if (this.#phase !== 'decoding') return;
      this.#giveBack('keep');
      this.#body?.read(end, read => {
        if (this.#phase !== 'decoding') return;
        if ('cause' in read) this.#bodyFailed(read);
        else this.#respond(read);
      });
    });
  }

  #giveBack(then: 'keep' | 'close'): void {
    const lane = this.#lane;
    if (lane === null) return;
    this.#lane = null;
    this.#context.lanes.release(lane, then);
  }

  #respond({ body, held, end }: ReadBody): void {
    const head = this.#head;
    if (head === null) return;
    const { status, statusText } = head;
    const response = { kind: 'response', status, statusText, body, bodyEnd: end, ...this.#facts() } as const;
    this.#settle(held === undefined ? response : { ...response, held });
  }

  #fail({ cause, detail }: Failure): void {
    if (this.#phase === 'done') return;
    const { lanes } = this.#context;
    const opening = this.#opening;
    this.#opening = null;
    const outcome: FetchOutcome = { kind: 'failure', cause, detail, status: this.#head?.status ?? null, ...this.#facts() };
    if (this.#phase === 'waiting') lanes.leave(this);
    this.#phase = 'done';
    if (opening !== null) lanes.abandonOpening(opening);
    this.#giveBack('close');
    this.#settle(outcome);
  }

  /** What every outcome has. */
  #facts() {
    return {
      headers: this.#head?.headers ?? [],
      wireBytes: this.#wireBytes,
      remoteAddress: this.#remoteAddress,
      reusedConnection: this.#reused,
      network: this.#network(),
      timings: this.#timings(),
    };
  }

  #network(): NetworkFacts {
    const { dnsMs = null, tcpMs = null, tlsMs = null, tls = null } = this.#opened ?? {};
    const firstByteAt = this.#firstByteMs === null ? null : this.#deadlines.startedAt + this.#firstByteMs;
    return {
      httpVersion: this.#httpVersion,
      dnsMs,
      tcpMs,
      tlsMs,
      tls,
      waitMs: firstByteAt === null ? null : firstByteAt - this.#sentAt,
      downloadMs: firstByteAt === null || this.#bodyEndAt === 0 ? null : this.#bodyEndAt - firstByteAt,
    };
  }

  #settle(outcome: FetchOutcome): void {
    this.#phase = 'done';
    this.#deadlines.stop();
    this.#body?.drop();
    const { settled } = this.#context;
    this.#context = spent;
    settled(this, outcome);
  }

  #timings(): FetchTimings {
    const totalMs = performance.now() - this.#deadlines.startedAt;
    const { startedAt } = this.#context;
    // The end is the start plus a monotonic duration: a clock that is set meanwhile cannot make it negative.
    return { startedAt, endedAt: startedAt + Math.round(totalMs), firstByteMs: this.#firstByteMs, totalMs };
  }
}
