import type { ReasonCode } from '../explain/reasons.ts';

/**
 * A decision is data: what was asked, the verdict, the rule that decided and the evidence. Prose is made of it by
 * `shared/explain/describe.ts` at display time, so wording can improve without touching stored crawls.
 */

/** The questions, in the order they are asked of a URL. */
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
  /** `version`: the settings it stood in, where that is not plain from the decision. */
  | { readonly kind: 'setting'; readonly name: string; readonly value: string; readonly version?: number }
  | { readonly kind: 'limit'; readonly name: string; readonly limit: number; readonly actual: number }
  | { readonly kind: 'address'; readonly host: string; readonly detail: string }
  | { readonly kind: 'url'; readonly url: number };

/** One rule that was asked, in order; `answer` is '' when the rule did not apply. */
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

/** Where a URL stands in the frontier. */
export type UrlState =
  | 'queued' // admitted, waiting its turn
  | 'leased' // being fetched now
  | 'done' // fetched: a response was stored
  | 'failed' // tried and could not
  | 'disregarded'; // we chose not to

export type MayFetch = 'yes' | 'no' | 'unknown';
/** `url-only`: the page may not be read, but its bare address can still be listed from links. */
export type MayList = 'yes' | 'no' | 'url-only' | 'unknown';
export type LinksFollowed = 'yes' | 'no' | 'none' | 'unknown';
