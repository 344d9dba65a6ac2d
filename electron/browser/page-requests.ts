import type { Headers } from '#shared/model/fetch.ts';
import type {
  Initiator,
  PageRequest,
  RenderRequest,
  ResourceAnswer,
  ResourceRequest,
  ResourceType,
} from '#shared/model/rendering.ts';
import { awaitRequests } from './awaited-requests.ts';
import type { Stopwatch } from './page-clock.ts';
import type { RequestPaused, RequestWillBeSent } from './protocol.ts';
import { initiatorOf } from './script-place.ts';
import { lineBytes } from './throttle.ts';

/** Sends a command to the session of a request. */
export type Send = (method: string, params: object) => Promise<unknown>;

export interface PageRequests {
  /** A request that waits for an answer. */
  paused(event: RequestPaused, send: Send): void;
  /** The browser's record of a request, which names what made it and what it is for. It comes before or after the request. */
  sent(event: RequestWillBeSent): void;
  /** The browser is done with a request, which perhaps never came here. */
  done(networkId: string): void;
  /** Fulfils when no request waits for an answer. */
  answered(): Promise<void>;
  activity(): number;
  /** Requests that wait for an answer now, or are on their way here. */
  waiting(): number;
  /** Those so far, by `seq`. */
  list(): readonly PageRequest[];
  readonly dropped: number;
  /** No request is answered any more. */
  end(): void;
}

export interface PageRequestsInput {
  readonly page: RenderRequest;
  readonly mainFrame: string;
  readonly stopwatch: Stopwatch;
  readonly answer: (request: ResourceRequest, signal: AbortSignal) => Promise<ResourceAnswer>;
  /** A script or the page moved the main document elsewhere. */
  readonly left: (url: string) => void;
  readonly refuse: (what: string) => void;
  /** Holds answers back on the clock of the page; null: they come at once. */
  readonly throttle: { hold(bytes: number): Promise<Held>; end(): void } | null;
}

/** An answer that is on the line. */
export interface Held {
  readonly arrival: Promise<void>;
}

/** So long we wait for the browser to say what made a request. */
const initiatorMs = 200;
const longestUrl = 8_192;

/**
 * Answers a page's requests. The first is the page itself. GET and HEAD of http: and https: go to `answer`, which waits as long as it must:
 * the clock of the page stands still, and so does the stopwatch. Everything else fails in the page.
 */
export function answerRequests(input: PageRequestsInput): PageRequests {
  const { page, stopwatch } = input;
  const records: Mutable<PageRequest>[] = [];
  const known = new Map<string, Origin>();
  const missing = new Map<string, (origin: Origin) => void>();
  const aborter = new AbortController();
  const begun = performance.now();
  const now = (): number => Math.round(performance.now() - begun);
  let waiting = 0;
  let activity = 0;
  let bytes = 0;
  let dropped = 0;
  let isServed = false;
  let isOver = false;
  const whenAnswered: (() => void)[] = [];

  const settle = (): void => {
    if (waiting + awaited.size === 0) for (const done of whenAnswered.splice(0)) done();
  };
  const awaited = awaitRequests(page.limits.requests, settle);

  const fail = (event: RequestPaused, send: Send, errorReason = 'BlockedByClient'): void => {
    send('Fetch.failRequest', { requestId: event.requestId, errorReason }).catch(() => undefined);
  };
  const record = (event: RequestPaused, type: ResourceType): Mutable<PageRequest> => {
    const one: Mutable<PageRequest> = {
      seq: records.length,
      url: event.request.url.slice(0, longestUrl),
      method: event.request.method,
      type,
      initiator: { kind: 'other' },
      outcome: 'failed',
      detail: 'The rendering ended first.',
      status: null,
      fetch: null,
      bytes: 0,
      startedMs: now(),
      endedMs: null,
    };
    records.push(one);
    return one;
  };

  const originOf = (networkId: string | undefined): Promise<Origin> => {
    const present = networkId === undefined ? unknownOrigin : known.get(networkId);
    if (networkId === undefined || present) return Promise.resolve(present ?? unknownOrigin);
    return new Promise<Origin>(resolve => {
      const timer = setTimeout(() => {
        missing.delete(networkId);
        resolve(unknownOrigin);
      }, initiatorMs);
      missing.set(networkId, found => {
        clearTimeout(timer);
        resolve(found);
      });
    });
  };

  const fulfil = async (
    event: RequestPaused,
    send: Send,
    response: { readonly status: number; readonly headers: Headers; readonly body: Uint8Array },
    isPage: boolean,
  ): Promise<void> => {
    const body = Buffer.from(response.body.buffer, response.body.byteOffset, response.body.byteLength);
    await send('Fetch.fulfillRequest', {
      requestId: event.requestId,
      responseCode: response.status,
      binaryResponseHeaders: encodeHeaders(response.headers, isPage),
      ...(event.request.method === 'HEAD' ? {} : { body: body.toString('base64') }),
    });
  };

  const servePage = (event: RequestPaused, send: Send): void => {
    isServed = true;
    const one = record(event, 'document');
    activity += 1;
    fulfil(event, send, page.response, true).then(
      () => {
        Object.assign(one, { outcome: 'answered', detail: '', status: page.response.status, bytes: page.response.body.length });
        one.endedMs = now();
      },
      () => fail(event, send, 'Failed'),
    );
  };

  const ask = async (event: RequestPaused, send: Send, one: Mutable<PageRequest>): Promise<void> => {
    activity += 1;
    waiting += 1;
    let isWaiting = true;
    const ended = (): void => {
      if (!isWaiting) return;
      isWaiting = false;
      waiting -= 1;
      settle();
    };
    const release = stopwatch.hold();
    try {
      const origin = await originOf(event.networkId);
      one.initiator = origin.initiator;
      one.type = exactType(one.type, origin);
      const { seq, url, method, type } = one;
      const answer = await input.answer(
        { seq, url, method, headers: Object.entries(event.request.headers), type, initiator: one.initiator },
        aborter.signal,
      );
      if (answer.kind === 'response' && input.throttle && !isOver && !isSynchronous(event)) {
        release();
        const { arrival } = await input.throttle.hold(lineBytes(answer));
        ended();
        await arrival;
        waiting += 1;
        isWaiting = true;
      }
      if (isOver) return;
      one.endedMs = now();
      if (answer.kind === 'blocked') {
        Object.assign(one, { outcome: 'blocked', detail: answer.reason });
        fail(event, send);
      } else if (answer.kind === 'failed') {
        Object.assign(one, { outcome: 'failed', detail: answer.detail });
        fail(event, send, 'ConnectionFailed');
      } else if (bytes + answer.body.length > page.limits.answerBytes) {
        Object.assign(one, {
          outcome: 'refused',
          detail: 'The answers of this page are larger than their limit.',
          status: answer.status,
          fetch: answer.fetch,
        });
        input.refuse('too many bytes');
        fail(event, send);
      } else {
        bytes += answer.body.length;
        Object.assign(one, {
          outcome: 'answered',
          detail: '',
          status: answer.status,
          fetch: answer.fetch,
          bytes: answer.body.length,
        });
        await fulfil(event, send, answer, false);
      }
    } catch (error) {
      // A request that the page has given up cannot be answered. An `answer` that throws is a fault of ours, and fails only this request.
      if (one.outcome !== 'answered') one.detail = error instanceof Error ? error.message : String(error);
      fail(event, send, 'Failed');
    } finally {
      one.endedMs ??= now();
      release();
      activity += 1;
      ended();
    }
  };

  const take = (event: RequestPaused, send: Send): void => {
    const isMain = event.resourceType === 'Document' && event.frameId === input.mainFrame;
    if (isOver) fail(event, send, 'Aborted');
    else if (isMain && !isServed) servePage(event, send);
    else if (isMain && event.networkId === undefined) {
      // A file, not a document: no part of the page waits for it.
      input.refuse('download');
      fail(event, send);
    } else if (isMain) {
      input.left(event.request.url);
      fail(event, send, 'Aborted');
    } else if (/^(?:data|blob|about):/.test(event.request.url)) {
      // Comes from the page itself.
      send('Fetch.continueRequest', { requestId: event.requestId }).catch(() => undefined);
    } else if (isFavicon(event)) fail(event, send);
    else if (records.length >= page.limits.requests) {
      dropped += 1;
      if (dropped === 1) input.refuse('too many requests');
      fail(event, send);
    } else {
      const one = record(event, resourceType(event, input.mainFrame));
      const refusal = refusalOf(event);
      if (refusal === null) {
        void ask(event, send, one);
        return;
      }
      Object.assign(one, { outcome: 'refused', detail: refusal.detail, endedMs: one.startedMs });
      input.refuse(refusal.what);
      fail(event, send);
      void originOf(event.networkId).then(origin => {
        one.initiator = origin.initiator;
        one.type = exactType(one.type, origin);
      });
    }
  };

  return {
    paused(event, send) {
      take(event, send);
      if (event.networkId !== undefined) awaited.came(event.networkId);
    },
    sent(event) {
      const found: Origin = { initiator: initiatorOf(event), type: event.type ?? '' };
      const wanting = missing.get(event.requestId);
      missing.delete(event.requestId);
      if (known.size < page.limits.requests * 2) known.set(event.requestId, found);
      wanting?.(found);
      // Without a line, Chromium's own count of requests stops the clock.
      if (input.throttle) awaited.recorded(event);
    },
    done: awaited.done,
    answered: () => (waiting + awaited.size === 0 ? Promise.resolve() : new Promise(resolve => whenAnswered.push(resolve))),
    activity: () => activity,
    waiting: () => waiting + awaited.size,
    list: () => records,
    get dropped() {
      return dropped;
    },
    end() {
      isOver = true;
      aborter.abort();
      input.throttle?.end();
      awaited.end();
      for (const done of whenAnswered.splice(0)) done();
    },
  };
}

interface Origin {
  readonly initiator: Initiator;
  /** Network.ResourceType. */
  readonly type: string;
}
const unknownOrigin: Origin = { initiator: { kind: 'other' }, type: '' };

/** The Fetch domain calls every script's request XHR, and the script of a worker Other. */
function exactType(type: ResourceType, origin: Origin): ResourceType {
  if (type === 'xhr' && origin.type === 'Fetch') return 'fetch';
  return type === 'other' && origin.type === 'Script' ? 'worker' : type;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

const types: Readonly<Record<string, ResourceType>> = {
  Stylesheet: 'stylesheet',
  Image: 'image',
  Media: 'media',
  Font: 'font',
  Script: 'script',
  XHR: 'xhr',
  Fetch: 'fetch',
  Ping: 'ping',
  CSPViolationReport: 'ping',
};

function resourceType({ resourceType: type, frameId }: RequestPaused, mainFrame: string): ResourceType {
  if (type === 'Document') return frameId === mainFrame ? 'document' : 'frame';
  return types[type] ?? 'other';
}

/**
 * A script stops its page for this answer, and with it the clock by which the line delays.
 * Chromium does not say so, but gives this priority to no other request of that type (`TypeToPriority` and its callers in Blink's resource_fetcher.cc).
 */
const isSynchronous = ({ resourceType: type, request }: RequestPaused): boolean =>
  type === 'XHR' && request.initialPriority === 'VeryHigh';

/** The browser's own request for an icon that its window would show. It says nothing about the page. */
const isFavicon = ({ resourceType: type, request }: RequestPaused): boolean =>
  type === 'Other' && /^image\//.test(request.headers['Accept'] ?? '');

/** Kinds of requests that a crawler does not send: nothing that the page shows depends on their answer. */
const refusedTypes: Readonly<Record<string, string>> = {
  Ping: 'ping',
  CSPViolationReport: 'report',
  Prefetch: 'prefetch',
  Preflight: 'preflight',
  EventSource: 'event stream',
  Manifest: 'manifest',
  SignedExchange: 'signed exchange',
  FedCM: 'sign-in',
};

/** The Fetch domain calls these XHR. */
function kindByHeaders(headers: Readonly<Record<string, string>>): string | undefined {
  if (/^text\/event-stream/.test(headers['Accept'] ?? '')) return refusedTypes['EventSource'];
  return /prefetch/.test(`${headers['Sec-Purpose']} ${headers['Purpose']}`) ? refusedTypes['Prefetch'] : undefined;
}

function refusalOf(event: RequestPaused): { readonly what: string; readonly detail: string } | null {
  const { url, method } = event.request;
  const scheme = url.slice(0, url.indexOf(':') + 1).toLowerCase();
  const headers = event.request.headers;
  if (scheme !== 'http:' && scheme !== 'https:')
    return { what: scheme, detail: `Only http: and https: are answered, not ${scheme}` };
  if ('Access-Control-Request-Method' in headers) return { what: 'preflight', detail: 'Crawlers send no preflight requests.' };
  const kind = refusedTypes[event.resourceType] ?? kindByHeaders(headers);
  if (kind !== undefined) return { what: kind, detail: `Crawlers send no requests of the kind "${kind}".` };
  if (method !== 'GET' && method !== 'HEAD')
    return { what: `method ${method.slice(0, 20)}`, detail: 'Only GET and HEAD are sent.' };
  return null;
}

/** Of the connection, of the encoding that is undone, of other connections, and of what a throw-away session must not learn. */
const withheld: ReadonlySet<string> = new Set([
  'alt-svc',
  'clear-site-data',
  'connection',
  'content-encoding',
  'content-length',
  'content-security-policy-report-only',
  'expect-ct',
  'keep-alive',
  'nel',
  'proxy-authenticate',
  'proxy-connection',
  'public-key-pins',
  'report-to',
  'reporting-endpoints',
  'set-cookie',
  'set-cookie2',
  'strict-transport-security',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'www-authenticate',
]);

/** Headers for the browser: latin-1, a NUL byte between them, in base64. The page itself is shown whatever its disposition says. */
export function encodeHeaders(headers: Headers, isPage: boolean): string {
  const lines = headers
    .filter(
      ([name, value]) =>
        /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name) &&
        !/[\0\r\n]/.test(value) &&
        !withheld.has(name.toLowerCase()) &&
        !(isPage && name.toLowerCase() === 'content-disposition'),
    )
    .map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(lines.join('\0'), 'latin1').toString('base64');
}
