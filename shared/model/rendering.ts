import type { Headers } from './fetch.ts';

/** Rendering of a page by a browser, as data. Times are durations in milliseconds; sizes are bytes. Positions count from 0. */

/** Which pages a crawl renders: none; some of each template; those, and all of each template where raw and rendered page differ; all. */
export const renderScopes = ['never', 'sample', 'different', 'all'] as const;
export type RenderScope = (typeof renderScopes)[number];

/** Screen, user agent of scripts and touch as Google's crawlers report them. */
export const renderDevices = ['smartphone', 'desktop'] as const;
export type RenderDevice = (typeof renderDevices)[number];

/** The line that a page is played on, in its own time: as it comes, or as a preset of Chrome's developer tools. */
export const renderThrottles = ['none', 'fast-4g', 'slow-4g', '3g'] as const;
export type RenderThrottle = (typeof renderThrottles)[number];

/** Each answer comes `latencyMs` after its request at the earliest, and all share the bytes. */
export interface RenderLine {
  readonly latencyMs: number;
  readonly bytesPerSecond: number;
}

/**
 * Chrome DevTools, front_end/core/sdk/NetworkManager.ts at 00d120bf0e61: Fast4GConditions, Slow4GConditions, Slow3GConditions (shown as 3G), with the
 * factors that are applied there to make its own emulation exact.
 */
export const renderLines: Readonly<Record<Exclude<RenderThrottle, 'none'>, RenderLine>> = {
  'fast-4g': { latencyMs: 165, bytesPerSecond: 1_012_500 },
  'slow-4g': { latencyMs: 562.5, bytesPerSecond: 180_000 },
  '3g': { latencyMs: 2_000, bytesPerSecond: 50_000 },
};

/**
 * What ends a rendering: the load event; no request for 500 ms after it; an element that a CSS selector names; a time after the load event.
 * All count on the clock of the page, which stands still while requests are on their way.
 */
export type RenderWait =
  | { readonly kind: 'load' }
  | { readonly kind: 'idle' }
  | { readonly kind: 'selector'; readonly selector: string }
  | { readonly kind: 'fixed'; readonly ms: number };

export interface RenderLimits {
  /** On the clock of the page. */
  readonly pageMs: number;
  /** Processor time or waiting of the browser itself, without the wait for requests. */
  readonly wallMs: number;
  /** From its begin to its end, whatever it waits for. */
  readonly lifeMs: number;
  /** Of all processes that this page uses. */
  readonly memoryBytes: number;
  readonly requests: number;
  /** Of all answers together. */
  readonly answerBytes: number;
  /** Of the page that comes out. */
  readonly htmlBytes: number;
}

/** One rendering: the response that the crawl has, and how to play it. The browser gets it as the answer to its first request. */
export interface RenderRequest {
  readonly url: string;
  readonly response: { readonly status: number; readonly headers: Headers; readonly body: Uint8Array };
  readonly device: RenderDevice;
  /** BCP 47: 'en-GB'. */
  readonly locale: string;
  readonly wait: RenderWait;
  readonly limits: RenderLimits;
  /** The line that the answers come on, on the clock of the page; absent: at once. */
  readonly line?: RenderLine;
  readonly screenshots: boolean;
  /** Named at the end of the user agent that scripts see. */
  readonly userAgent: string;
}

/** What a request of a page is for, as the browser says it (Chrome DevTools Protocol, Network.ResourceType), in lower case. */
export type ResourceType =
  | 'document'
  | 'frame'
  | 'stylesheet'
  | 'image'
  | 'media'
  | 'font'
  | 'script'
  | 'xhr'
  | 'fetch'
  | 'worker'
  | 'ping'
  | 'other';

/** The script, and the place in it, that did something. Line and column count from 1. */
export interface ScriptPlace {
  readonly url: string;
  readonly line: number;
  readonly column: number;
  /** '' for code outside a function. */
  readonly function: string;
}

/** What made a page send a request: its own markup, or that of a style sheet; a script; anything else. */
export type Initiator =
  | { readonly kind: 'markup'; readonly url: string; readonly line: number }
  | { readonly kind: 'script'; readonly place: ScriptPlace }
  | { readonly kind: 'other' };

/** A request of the page that waits for an answer. */
export interface ResourceRequest {
  /** 0: the page itself. */
  readonly seq: number;
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly type: ResourceType;
  readonly initiator: Initiator;
}

/**
 * The answer of the engine. `blocked`: it was not requested, for this reason; the page sees a failure. `failed`: it was requested
 * without a response.
 */
export type ResourceAnswer =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly headers: Headers;
      readonly body: Uint8Array;
      /** Id of the fetch in the crawl file. */
      readonly fetch: number | null;
    }
  | { readonly kind: 'blocked'; readonly reason: string }
  | { readonly kind: 'failed'; readonly detail: string };

/** A request of the page, as it ended. `startedMs` and `endedMs`: since the rendering began. */
export interface PageRequest extends Omit<ResourceRequest, 'headers'> {
  readonly outcome: 'answered' | 'blocked' | 'failed' | 'refused';
  /** Why it was blocked, failed or refused: a reason code or one sentence; '' for an answer. */
  readonly detail: string;
  readonly status: number | null;
  readonly fetch: number | null;
  readonly bytes: number;
  readonly startedMs: number;
  readonly endedMs: number | null;
}

export interface ConsoleEntry {
  readonly kind: 'error' | 'warning' | 'info' | 'exception';
  readonly text: string;
  readonly place: ScriptPlace | null;
}

/** An element of the rendered page that a script made. `at`: where its start tag begins, in bytes of the page's HTML in UTF-8. */
export interface ScriptedElement {
  readonly at: number;
  readonly place: ScriptPlace;
}

/** PNG. */
export interface Screenshot {
  readonly kind: 'viewport' | 'page';
  readonly width: number;
  readonly height: number;
  readonly png: Uint8Array;
}

/** What happened around a page, whether or not it could be rendered. */
export interface RenderRecord {
  readonly requests: readonly PageRequest[];
  /** Requests past the limit, which are not in `requests`. */
  readonly requestsDropped: number;
  readonly console: readonly ConsoleEntry[];
  /** What the page tried and did not get: 'window.open', 'permission geolocation', 'download', 'dialog', 'websocket wss://…'. Each once. */
  readonly refused: readonly string[];
  /** On the clock of the page, and on ours without the wait for requests. */
  readonly pageMs: number;
  readonly wallMs: number;
}

/** Why a page could not be rendered. `timeout`: it kept the browser busy. `waited`: it was not ready for too long, waits for requests included. */
export const renderFailures = ['crashed', 'timeout', 'waited', 'memory', 'too-large', 'left', 'no-browser', 'stopped'] as const;
export type RenderFailureCause = (typeof renderFailures)[number];

/**
 * How a rendering ended. `left`: a script moved the page to another document, `movedTo`, which is not followed. A rendering that its wait
 * did not end before `pageMs` is a result too: `endedBy` is 'cap'.
 */
export type RenderOutcome =
  | (RenderRecord & {
      readonly kind: 'rendered';
      readonly endedBy: RenderWait['kind'] | 'cap';
      /** The document's address, which scripts can change without leaving it. */
      readonly url: string;
      /** The document, open shadow trees in the place of their hosts' children, UTF-8. */
      readonly html: Uint8Array;
      readonly scripted: readonly ScriptedElement[];
      readonly screenshots: readonly Screenshot[];
      /** Why screenshots that were asked for are missing: one or two sentences; '' otherwise. */
      readonly picturesMissing: string;
    })
  | (RenderRecord & {
      readonly kind: 'failed';
      readonly cause: RenderFailureCause;
      /** One sentence. */
      readonly detail: string;
      /** For `left`; '' otherwise. */
      readonly movedTo: string;
    });

/** A browser that renders pages, several at a time. It opens no connection: `answer` gives every byte. */
export interface Renderer {
  /** 'Chromium 156.0.8078.79', for the file. */
  readonly name: string;
  /** Renderings at a time. */
  readonly places: number;
  /** Never rejects for what a page does. `signal`: ends the rendering as `stopped`. */
  render(
    page: RenderRequest,
    answer: (request: ResourceRequest, signal: AbortSignal) => Promise<ResourceAnswer>,
    signal: AbortSignal,
  ): Promise<RenderOutcome>;
  /** Ends the browser and everything that it left on disk. */
  close(): Promise<void>;
}
