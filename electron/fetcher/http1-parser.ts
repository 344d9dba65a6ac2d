import { isNamed } from '#shared/header-values.ts';
import { Http1Error } from './http1-failures.ts';
import { llhttpBytes } from './llhttp.cjs';

/** A response head as it came. */
export interface ParsedHead {
  readonly status: number;
  readonly statusText: string;
  /** Names and values by turns. */
  readonly lines: readonly string[];
  /** By version and header lines, the server keeps the connection open. */
  readonly keepsAlive: boolean;
  readonly isUpgrade: boolean;
}

/** Who is told what comes on a connection. An error ends parsing, and `take` or `finish` returns it. */
export interface ParserEvents {
  /** A response begins. */
  began(): Http1Error | null;
  /** The head is complete. `no-body`: none follows, whatever it says. `gone`: nobody wants the rest. */
  head(head: ParsedHead): 'body' | 'no-body' | 'gone' | Http1Error;
  /** A part of the body, valid as long as its chunk. False: nobody wants the rest. */
  data(bytes: Uint8Array): boolean;
  /** The response is complete. False: no other one may follow on this connection. */
  ended(): boolean;
}

/** llhttp, which undici and Node use, as undici builds it. */
interface Llhttp {
  readonly memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  free(pointer: number): void;
  llhttp_alloc(type: number): number;
  llhttp_free(parser: number): void;
  llhttp_execute(parser: number, bytes: number, length: number): number;
  llhttp_finish(parser: number): number;
  llhttp_get_error_reason(parser: number): number;
  llhttp_get_error_pos(parser: number): number;
}

/** The values of `enum llhttp_type` and `enum llhttp_errno`, and what its callbacks return. */
const RESPONSE = 2;
const OK = 0;
const INVALID_EOF_STATE = 14;
const PAUSED = 21;
const PAUSED_UPGRADE = 22;
const SKIP_BODY = 1;
const STOP = -1;

/** Names and values of the header lines of a response, or of its trailer, in bytes. `attempt.ts` is stricter, and counts everything. */
const MAX_LINES_BYTES = 256 * 1024;
/** A head is rarely longer. */
const HEAD_BYTES = 4 * 1024;
const SHOWN_BYTES = 200;
const HEAD_END = Buffer.from('\r\n\r\n');
const EMPTY = Buffer.alloc(0);
/** The buffer in WebAssembly grows by so much. */
const BUFFER_STEP = 64 * 1024;

let loaded: Llhttp | null = null;
let buffer = new Uint8Array(0);
let bufferAt = 0;
/** The parser that runs. */
let running: Http1Parser | null = null;

function llhttp(): Llhttp {
  loaded ??= new WebAssembly.Instance(new WebAssembly.Module(llhttpBytes()), {
    env: {
      wasm_on_url: () => 0,
      wasm_on_status: (_: number, at: number, length: number) => running!.onStatus(at - bufferAt, length),
      wasm_on_message_begin: () => running!.onBegin(),
      wasm_on_header_field: (_: number, at: number, length: number) => running!.onField(at - bufferAt, length),
      wasm_on_header_value: (_: number, at: number, length: number) => running!.onValue(at - bufferAt, length),
      wasm_on_headers_complete: (_: number, status: number, upgrade: number, keepsAlive: number) =>
        running!.onHead(status, upgrade === 1, keepsAlive === 1),
      wasm_on_body: (_: number, at: number, length: number) => running!.onBody(at - bufferAt, length),
      wasm_on_message_complete: () => running!.onComplete(),
    },
  }).exports as unknown as Llhttp;
  return loaded;
}

/** Copies bytes to where the parser can read them. The buffer has no bytes after the memory has grown. */
function write(bytes: Uint8Array, { memory, malloc, free }: Llhttp): void {
  if (bytes.length > buffer.length) {
    if (bufferAt !== 0) free(bufferAt);
    const size = Math.ceil(bytes.length / BUFFER_STEP) * BUFFER_STEP;
    bufferAt = malloc(size);
    buffer = new Uint8Array(memory.buffer, bufferAt, size);
  }
  buffer.set(bytes);
}

/** Parses the responses on one connection, strictly: llhttp without any of its lenient options. */
export class Http1Parser {
  readonly #events: ParserEvents;
  readonly #llhttp = llhttp();
  #parser = this.#llhttp.llhttp_alloc(RESPONSE);
  #error: Http1Error | null = null;
  #chunk: Buffer = EMPTY;
  /** The beginning of the chunk as Latin-1: made at once, because a string for each name and value takes longer. */
  #text: string | null = null;
  #statusText = '';
  #lines: string[] = [];
  #linesBytes = 0;
  /** The last call was of a name. */
  #isInName = false;
  #status = 0;
  #keepsAlive = false;
  /** Of the body, by the head; -1 for none. */
  #length = -1;
  #bodyBytes = 0;

  constructor(events: ParserEvents) {
    this.#events = events;
  }

  /** The head of a response is complete, and its body is not: the body ends with the connection, if with nothing else. */
  get mayEndWithConnection(): boolean {
    return this.#status !== 0 && !this.#keepsAlive;
  }

  /** Takes what came; returns what is wrong with it. */
  take(chunk: Buffer): Http1Error | null {
    if (this.#parser === 0) return null;
    write(chunk, this.#llhttp);
    this.#chunk = chunk;
    this.#text = null;
    running = this;
    let result: number;
    try {
      result = this.#llhttp.llhttp_execute(this.#parser, bufferAt, chunk.length);
    } finally {
      running = null;
      this.#chunk = EMPTY;
      this.#text = null;
    }
    if (result === OK || result === PAUSED) return null;
    if (this.#error !== null) return this.#error;
    return this.#faultOf(result, chunk.subarray(Math.max(0, this.#llhttp.llhttp_get_error_pos(this.#parser) - bufferAt)));
  }

  /** The connection ended; returns what is wrong with that. */
  finish(): Http1Error | null {
    if (this.#parser === 0) return null;
    running = this;
    let result: number;
    try {
      result = this.#llhttp.llhttp_finish(this.#parser);
    } finally {
      running = null;
    }
    if (result === OK || result === PAUSED || result === PAUSED_UPGRADE) return null;
    return this.#error ?? this.#faultOf(result, EMPTY);
  }

  /** Gives its memory back. Not while it runs. */
  free(): void {
    if (this.#parser !== 0) this.#llhttp.llhttp_free(this.#parser);
    this.#parser = 0;
  }

  /** What follows a wrong length cannot be told from a wrong line. */
  #faultOf(result: number, rest: Buffer): Http1Error {
    if (this.#length === -1) this.#length = lengthOf(this.#lines);
    if (this.#length !== -1 && this.#length !== this.#bodyBytes) return new Http1Error('length');
    const at = this.#llhttp.llhttp_get_error_reason(this.#parser);
    const bytes = Buffer.from(this.#llhttp.memory.buffer, at);
    const reason = at === 0 ? '' : bytes.toString('latin1', 0, bytes.indexOf(0));
    return new Http1Error(
      result === INVALID_EOF_STATE ? 'early-end' : 'invalid',
      reason,
      rest.subarray(0, SHOWN_BYTES).toString(),
    );
  }

  #fail(error: Http1Error): number {
    this.#error = error;
    return STOP;
  }

  #string(start: number, length: number): string {
    const end = start + length;
    this.#text ??= this.#chunk.toString('latin1', 0, headLength(this.#chunk));
    return end <= this.#text.length ? this.#text.slice(start, end) : this.#chunk.toString('latin1', start, end);
  }

  onBegin(): number {
    const error = this.#events.began();
    return error === null ? OK : this.#fail(error);
  }

  onStatus(start: number, length: number): number {
    const part = this.#string(start, length);
    this.#statusText += isAscii(part) ? part : this.#chunk.toString('utf8', start, start + length);
    return OK;
  }

  onField(start: number, length: number): number {
    const part = this.#string(start, length);
    if (this.#isInName) this.#lines[this.#lines.length - 1] += part;
    else this.#lines.push(part);
    this.#isInName = true;
    return this.#count(length);
  }

  onValue(start: number, length: number): number {
    const part = this.#string(start, length);
    if (this.#isInName) this.#lines.push(part);
    else this.#lines[this.#lines.length - 1] += part;
    this.#isInName = false;
    return this.#count(length);
  }

  #count(bytes: number): number {
    this.#linesBytes += bytes;
    return this.#linesBytes < MAX_LINES_BYTES ? OK : this.#fail(new Http1Error('too-large'));
  }

  onHead(status: number, isUpgrade: boolean, keepsAlive: boolean): number {
    this.#status = status;
    this.#keepsAlive = keepsAlive;
    const lines = this.#lines;
    // A response of these never has a body (RFC 9110 sections 15.3.5 and 15.4.5). What follows may be one all the same.
    const isEmpty = status === 204 || status === 304;
    const length = lengthOf(lines);
    if (isEmpty && (length > 0 || has(lines, 'transfer-encoding'))) this.#keepsAlive = false;
    this.#length = isEmpty ? -1 : length;
    this.#forgetLines();
    const then = this.#events.head({ status, statusText: this.#statusText, lines, keepsAlive: this.#keepsAlive, isUpgrade });
    if (then === 'body') return OK;
    if (then === 'gone') return STOP;
    if (then !== 'no-body') return this.#fail(then);
    this.#length = -1;
    return SKIP_BODY;
  }

  onBody(start: number, length: number): number {
    this.#bodyBytes += length;
    return this.#events.data(this.#chunk.subarray(start, start + length)) ? OK : STOP;
  }

  onComplete(): number {
    const isInterim = this.#status < 200;
    const isWhole = this.#length === -1 || this.#length === this.#bodyBytes;
    this.#status = 0;
    this.#statusText = '';
    this.#length = -1;
    this.#bodyBytes = 0;
    this.#forgetLines();
    if (isInterim) return OK;
    if (!isWhole) return this.#fail(new Http1Error('length'));
    return this.#events.ended() ? OK : PAUSED;
  }

  #forgetLines(): void {
    this.#lines = [];
    this.#linesBytes = 0;
    this.#isInName = false;
  }
}

/** How much of a chunk may be a head. */
function headLength(chunk: Buffer): number {
  const end = chunk.indexOf(HEAD_END);
  return end < 0 || end > HEAD_BYTES ? Math.min(chunk.length, HEAD_BYTES) : end;
}

const isAscii = (latin1: string): boolean => !/[\x80-\xff]/.test(latin1);

const has = (lines: readonly string[], name: string): boolean => lines.some((each, at) => at % 2 === 0 && isNamed(each, name));

/** The values of a header, joined by commas; '' for none. */
export function headerText(lines: readonly string[], name: string): string {
  let value = '';
  for (let at = 0; at + 1 < lines.length; at += 2)
    if (isNamed(lines[at]!, name)) value += value === '' ? lines[at + 1]! : `,${lines[at + 1]!}`;
  return value;
}

/** What Content-Length says, which the parser has checked; -1 where there is none. */
function lengthOf(lines: readonly string[]): number {
  const value = headerText(lines, 'content-length');
  return value === '' ? -1 : Number(value);
}
