import type { ReasonCode } from '../explain/reasons.ts';

/**
 * A decision is data: the question, the verdict, the rule that decided and the evidence. `shared/explain/describe.ts`
 * turns it into sentences at display time, so wording can improve without touching stored crawls.
 */

/** The questions, in the order in which they are decided for a URL. */
export type Stage =
  | 'admission' // may it enter the frontier?
  | 'access' // may it be fetched (robots.txt, address, delay)?
  | 'fetch' // how did fetching it end?
  | 'listing' // may it be listed by a search engine?
  | 'follow'; // were its links followed?

export type Verdict =
  | 'accept'
  | 'reject'
  | 'defer' // not now: waiting for something named in the reason
  | 'unknown'; // could not be checked

export type Evidence =
  | { readonly kind: 'seed'; readonly position: number }
  | { readonly kind: 'link'; readonly from: number; readonly seq: number }
  /** A link that the page has only after rendering. `seq`: its place among the links of the page. */
  | { readonly kind: 'rendered-link'; readonly from: number; readonly seq: number; readonly rendering: number }
  /** A rendering of a page. `text`: what its rendered document says, an element or an address. */
  | { readonly kind: 'rendering'; readonly page: number; readonly rendering: number; readonly text: string }
  | {
      readonly kind: 'redirect';
      readonly from: number;
      readonly fetch: number;
      readonly status: number;
      readonly location: string;
    }
  | { readonly kind: 'sitemap-entry'; readonly sitemap: number; readonly seq: number }
  | { readonly kind: 'robots-line'; readonly robots: number; readonly line: number }
  | { readonly kind: 'robots-fetch'; readonly robots: number }
  | { readonly kind: 'header'; readonly fetch: number; readonly index: number }
  | { readonly kind: 'bytes'; readonly fetch: number; readonly start: number; readonly end: number }
  | { readonly kind: 'fetch'; readonly fetch: number }
  /** `version`: the version of the settings, where the decision does not show it. */
  | { readonly kind: 'setting'; readonly name: string; readonly value: string; readonly version?: number }
  | { readonly kind: 'limit'; readonly name: string; readonly limit: number; readonly actual: number }
  | { readonly kind: 'address'; readonly host: string; readonly detail: string }
  | { readonly kind: 'url'; readonly url: number }
  /**
   * A rule gave a URL another spelling: `from` became `to`. `name`: the setting. `rule`: the rule as written. `robots` and `line`: where
   * it stands in a robots.txt, 0 for a rule of the settings. `lines`: the lines that share a change, `line` first, at most 20; absent for
   * one line.
   */
  | {
      readonly kind: 'respelled';
      readonly from: string;
      readonly to: string;
      readonly name: 'rewrites' | 'parameters' | 'cleanParam';
      readonly rule: string;
      readonly robots: number;
      readonly line: number;
      readonly lines?: readonly number[];
    }
  /** What the addresses that a trap guard stops have in common. `count`: see the sentence of the reason. */
  | { readonly kind: 'pattern'; readonly pattern: string; readonly count: number };

/** One rule that was evaluated, in order; `answer` is '' when the rule did not apply. */
export interface TraceStep {
  readonly rule: string;
  readonly answer: Verdict | '';
}

export interface DecisionDraft {
  readonly stage: Stage;
  readonly verdict: Verdict;
  readonly reason: ReasonCode;
  /** Id of the decisive rule, 'otherwise' when no rule spoke. */
  readonly rule: string;
  readonly evidence: readonly Evidence[];
  readonly trace: readonly TraceStep[];
}

export interface Decision extends DecisionDraft {
  readonly id: number;
  readonly url: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly settings: number;
}

/** The state of a URL in the frontier. */
export type UrlState =
  | 'queued' // admitted, waiting its turn
  | 'leased' // being fetched now
  | 'done' // fetched: a response was stored
  | 'failed' // tried and could not
  | 'disregarded'; // we chose not to

export type MayFetch = 'yes' | 'no' | 'unknown';
/** `url-only`: crawlers must not read the page, but may list its URL if they find links to it. */
export type MayList = 'yes' | 'no' | 'url-only' | 'unknown';
export type LinksFollowed = 'yes' | 'no' | 'none' | 'unknown';
