import type { Readable, Writable } from 'node:stream';
import { deferred } from './deferred.ts';

/** An event of the browser. `session` is '' for events of the browser itself. */
export interface CdpEvent {
  readonly method: string;
  readonly params: unknown;
  readonly session: string;
}

/** The browser refused a command, or the answer to it was too large. */
export class CdpError extends Error {}

/** The browser has ended, or the connection to it. */
export class BrowserGone extends Error {
  constructor() {
    super('The browser ended.');
  }
}

/** A connection that speaks the Chrome DevTools Protocol with flat sessions. */
export interface Cdp {
  /** Rejects with CdpError, or with BrowserGone once the browser has ended. */
  send<T = unknown>(method: string, params?: object, session?: string): Promise<T>;
  /** Events of a session ('' for the browser's own). One listener a session; null removes it. */
  listen(session: string, listener: ((event: CdpEvent) => void) | null): void;
  /** Fulfils when the connection has ended, for whatever reason. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Bytes of one message. The largest are screenshots: 64 megapixels that do not compress are 256 MiB, and no page is worth that. */
const messageLimit = 160 * 1024 * 1024;
/** What a page says, and other events: they are read at once, and a page chooses how long they are. */
const spokenLimit = 1024 * 1024;
const eventLimit = 16 * 1024 * 1024;
/** Enough of a message to see which command it answers, or which event it is. */
const headBytes = 64;

function limitOf(head: string): number {
  if (/^\{"method":"(?:Runtime|Log)\./.test(head)) return spokenLimit;
  return head.startsWith('{"method"') ? eventLimit : messageLimit;
}

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
  readonly method: string;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly sessionId?: string;
  readonly result?: unknown;
  readonly error?: { readonly message?: string };
}

/** Connects over a pair of streams that carry JSON, each message ended by a NUL byte (`--remote-debugging-pipe`). */
export function connectCdp(input: Writable, output: Readable): Cdp {
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, (event: CdpEvent) => void>();
  let lastId = 0;
  let isOver = false;
  const ended = deferred<void>();

  const end = (): void => {
    if (isOver) return;
    isOver = true;
    for (const one of waiting.values()) one.reject(new BrowserGone());
    waiting.clear();
    listeners.clear();
    input.destroy();
    output.destroy();
    ended.resolve();
  };

  const take = (message: Message): void => {
    if (message.id === undefined) {
      if (message.method === undefined) return;
      const session = message.sessionId ?? '';
      listeners.get(session)?.({ method: message.method, params: message.params, session });
      return;
    }
    const one = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) one?.reject(new CdpError(`${one.method}: ${message.error.message ?? 'refused'}`));
    else one?.resolve(message.result as never);
  };

  const read = messageReader(
    bytes => {
      let message: Message;
      try {
        message = JSON.parse(bytes.toString('utf8')) as Message;
      } catch {
        end(); // Nothing after a broken message can be trusted.
        return;
      }
      take(message);
    },
    head => {
      const id = /^\{"id":(\d+)/.exec(head)?.[1];
      const one = id === undefined ? undefined : waiting.get(Number(id));
      if (one === undefined) return;
      waiting.delete(Number(id));
      one.reject(new CdpError(`${one.method}: the answer is larger than ${messageLimit / 1024 / 1024} MiB`));
    },
  );

  output.on('data', (chunk: Buffer) => {
    if (!isOver) read(chunk);
  });
  for (const stream of [input, output]) {
    stream.on('error', end);
    stream.on('close', end);
  }
  output.on('end', end);

  return {
    send<T>(method: string, params: object = {}, session = ''): Promise<T> {
      if (isOver) return Promise.reject(new BrowserGone());
      const id = ++lastId;
      return new Promise<T>((resolve, reject) => {
        waiting.set(id, { resolve, reject, method });
        input.write(`${JSON.stringify({ id, method, params, ...(session === '' ? {} : { sessionId: session }) })}\0`);
      });
    },
    listen(session, listener) {
      if (listener && !isOver) listeners.set(session, listener);
      else listeners.delete(session);
    },
    ended: ended.promise,
    close: end,
  };
}

/** Cuts a stream at NUL bytes. A message past the limit is not kept: `tooLarge` gets its first bytes. */
export function messageReader(
  message: (bytes: Buffer) => void,
  tooLarge: (head: string) => void,
  limit: (head: string) => number = limitOf,
): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  let head: string | null = null;
  let most: number | null = null;
  const headOf = (): string => Buffer.concat(parts.slice(0, headBytes)).toString('latin1', 0, headBytes);
  const add = (part: Buffer): void => {
    if (head !== null || part.length === 0) return;
    parts.push(part);
    size += part.length;
    if (most === null && size >= headBytes) most = limit(headOf());
    if (most === null || size <= most) return;
    head = headOf();
    parts = [];
  };
  return chunk => {
    let from = 0;
    for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, from)) {
      add(chunk.subarray(from, at));
      from = at + 1;
      const whole = parts;
      const cut = head;
      parts = [];
      size = 0;
      head = null;
      most = null;
      if (cut !== null) tooLarge(cut);
      else if (whole.length > 0) message(whole.length === 1 ? (whole[0] as Buffer) : Buffer.concat(whole));
    }
    add(chunk.subarray(from));
  };
}
