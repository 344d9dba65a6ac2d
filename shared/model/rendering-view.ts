import type { RenderedAspect, RenderedFacts, RenderVariant } from './rendered-facts.ts';
import type { Initiator, ScriptPlace } from './rendering.ts';

/** What the window shows of the rendering of a page. Times in epoch milliseconds, durations in milliseconds, sizes in bytes. */

export type ScreenshotKind = 'viewport' | 'page';

/** One rendering of a page. */
export interface RenderingSummary {
  readonly id: number;
  readonly variant: RenderVariant;
  /** Why it was rendered: 'sample', 'different', 'all' or 'asked'. */
  readonly wanted: string;
  readonly state: 'queued' | 'leased' | 'done' | 'failed';
  /** 'waiting', 'rendered', or the cause of the failure. */
  readonly result: string;
  /** One sentence; '' for none. */
  readonly detail: string;
  readonly movedTo: string;
  readonly endedAt: number | null;
  readonly device: string;
  readonly browser: string;
  /** What ended it: 'load', 'idle', 'selector', 'fixed' or 'cap'. */
  readonly endedBy: string;
  readonly finalUrl: string;
  /** On the clock of the page, and on ours without the wait for requests. */
  readonly pageMs: number | null;
  readonly wallMs: number | null;
  /** The page was requested again after this response was rendered. */
  readonly isOutdated: boolean;
  readonly htmlBytes: number;
  /** Requests of the page by how they ended; `dropped` are past the limit and not listed. */
  readonly requests: number;
  readonly blocked: number;
  readonly failed: number;
  readonly refused: number;
  readonly dropped: number;
  /** Entries of the console, and what the page tried and did not get. */
  readonly logged: number;
  readonly screenshots: readonly ScreenshotKind[];
  /** What scripts change; null: not rendered, or by a version that kept another form. */
  readonly facts: RenderedFacts | null;
}

/** The renderings of a URL: with robots.txt obeyed, then with its resources freed. */
export interface UrlRenderings {
  readonly renderings: readonly RenderingSummary[];
  /** Why this URL cannot be rendered, one sentence; '' if it can. */
  readonly cannot: string;
  /** Why it was not rendered although it could be, one sentence; '' if it was. */
  readonly why: string;
}

export const requestOutcomes = ['answered', 'blocked', 'failed', 'refused'] as const;
export type RequestOutcome = (typeof requestOutcomes)[number];

/** The line of a stored robots.txt that forbids a request. `line` 0: the file as a whole. */
export interface RobotsLineOf {
  readonly origin: string;
  readonly version: number;
  readonly line: number;
}

/** One request of a rendered page. */
export interface RenderRequestRow {
  readonly seq: number;
  readonly url: string;
  readonly method: string;
  /** As the browser says it: 'script', 'stylesheet', 'xhr', … */
  readonly type: string;
  readonly initiator: Initiator;
  readonly outcome: RequestOutcome;
  /** Reason code or sentence; '' for an answer. */
  readonly detail: string;
  readonly robots: RobotsLineOf | null;
  readonly status: number | null;
  readonly bytes: number;
  /** Since the rendering began. */
  readonly startedMs: number;
  readonly endedMs: number | null;
  /** The crawl file has the URL. */
  readonly isStored: boolean;
}

/** `count`: by outcome. `rows`: one page of those asked for. */
export interface RenderRequests {
  readonly total: number;
  readonly rows: readonly RenderRequestRow[];
}

/** A line of the console, or (`refused`) what the page tried and did not get. */
export interface RenderLogRow {
  readonly kind: 'error' | 'warning' | 'info' | 'exception' | 'refused';
  readonly text: string;
  readonly place: ScriptPlace | null;
}

/** A screenshot as PNG. `png` null: there is none to show, and `unavailable` says why. */
export interface ScreenshotView {
  readonly width: number;
  readonly height: number;
  readonly png: Uint8Array | null;
  readonly unavailable: string;
}

/** Larger pictures are not decoded: pixels of a side, of the whole, and bytes of the file. */
export const screenshotLimits = { side: 16_384, pixels: 64_000_000, bytes: 32 * 1024 * 1024 } as const;

/** A line of two sources side by side: an element's start with the text behind it. Words that only one side has are marked. */
export interface MarkupRow {
  readonly kind: 'same' | 'added' | 'removed' | 'changed' | 'moved-away' | 'moved-here' | 'gap';
  /** Numbers of the lines, from 1; 0: the side has none. */
  readonly old: number;
  readonly now: number;
  /** How deep the element is nested. */
  readonly depth: number;
  readonly before: readonly MarkupRun[];
  readonly after: readonly MarkupRun[];
  /** Of a `gap`: unchanged lines. */
  readonly folded: number;
}

export interface MarkupRun {
  readonly text: string;
  readonly marked: boolean;
}

/** The delivered and the rendered document, both written by the same writer, so that only what scripts did differs. */
export interface MarkupDifference {
  readonly added: number;
  readonly removed: number;
  readonly moved: number;
  /** At most 2,000 of `rowCount`. */
  readonly rows: readonly MarkupRow[];
  readonly rowCount: number;
  /** A document is longer than what is compared: 1 MiB, 20,000 lines. */
  readonly isCut: boolean;
  /** '' or why there is nothing to compare: one sentence. */
  readonly unavailable: string;
}

/** Pages that wait to be rendered, or are being rendered. */
export interface RenderingsLeft {
  readonly waiting: number;
  /** How long they take at the pace of the last ones, milliseconds; null: nothing waits, or fewer than two have ended. */
  readonly etaMs: number | null;
}

/** Pages of the crawl by how their rendering stands, with robots.txt obeyed. */
export interface RenderingCounts extends Pick<RenderingsLeft, 'etaMs'> {
  readonly rendered: number;
  /** Rendered pages on which scripts change anything that is compared, be it one word. */
  readonly different: number;
  /** Rendered pages on which scripts change links, robots directives, or at least 20 % and 50 of the words. */
  readonly muchDifferent: number;
  /** What scripts change, and on how many pages: most pages first. */
  readonly changes: readonly { readonly aspect: RenderedAspect; readonly pages: number }[];
  readonly failed: number;
  /** Why pages could not be rendered: most pages first. */
  readonly failures: readonly { readonly result: string; readonly pages: number }[];
  readonly waiting: number;
}
