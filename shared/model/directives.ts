import type { Directive } from './page.ts';

/** What a page's directives amount to for one crawler, by the rule of its engine, with everything that took part. */

/** `choice`: contradictory words leave it to the robot. */
export type Choice = 'yes' | 'no' | 'choice';

/** Why a directive took no part. */
export type IgnoredWhy =
  | 'unknown-word' // no engine documents it
  | 'other-robot' // addressed to another robot
  | 'not-supported' // the engine documents that it does not support it, or does not any more
  | 'implied' // the engine always does what the word asks for
  | 'not-documented' // the engine's documentation does not mention it
  | 'wrong-separator' // `;`, `|` or a space where a comma belongs
  | 'invalid-value' // not a number, or none that means anything
  | 'bad-date' // not a date of RFC 822, RFC 850 or ISO 8601
  | 'header-not-read' // the engine does not document this header
  | 'positive-in-header' // permissions count in the page only
  | 'not-in-head' // this engine reads the head only
  | 'needs-noindex' // indexifembedded without noindex
  | 'report-only'; // a proposal no crawler is documented to act on

export interface IgnoredDirective {
  readonly directive: Directive;
  readonly why: IgnoredWhy;
}

/** Why a directive that was read did not decide. */
export type LostWhy =
  | 'restrictive-wins'
  | 'positive-wins'
  | 'specific-wins'
  | 'all-wins'
  | 'contradiction' // neither wins: the robot may choose
  | 'smaller-wins'
  | 'nocache-wins'
  | 'earlier-wins'
  | 'header-forbids'; // header against page, which the engine does not document

export interface LostDirective {
  readonly directive: Directive;
  readonly why: LostWhy;
}

/** One question, its result, the directives that decided it and those that were overruled. */
export interface Aspect<V> {
  readonly value: V;
  readonly by: readonly Directive[];
  readonly lost: readonly LostDirective[];
}

export interface DirectiveReading {
  /** Id of the engine. */
  readonly engine: string;
  readonly index: Aspect<Choice>;
  readonly follow: Aspect<Choice>;
  /** Characters of a snippet: 0 for none, -1 for no limit. */
  readonly snippet: Aspect<number>;
  /** Null where no directive sets it. */
  readonly imagePreview: Aspect<'none' | 'standard' | 'large' | null>;
  /** Seconds: 0 for a still image, -1 for no limit, null where no directive sets it. */
  readonly videoPreview: Aspect<number | null>;
  readonly cache: Aspect<'yes' | 'noarchive' | 'nocache'>;
  readonly imageIndex: Aspect<'yes' | 'no'>;
  readonly translate: Aspect<'yes' | 'no'>;
  /** The content may count for a page that embeds it, although the page itself is not indexed. */
  readonly ifEmbedded: Aspect<boolean>;
  /** Epoch milliseconds from which the page is not to be listed. */
  readonly unavailableAfter: Aspect<number | null>;
  /** That moment has passed; false also where no time was given to compare with. */
  readonly unavailable: boolean;
  readonly ignored: readonly IgnoredDirective[];
}

/** What can be said of one question for one crawler, and for which reason. The ids are those reports and tests use. */
export type VerdictReasonId =
  | 'robots-rule'
  | 'robots-unavailable'
  | 'robots-unreachable'
  | 'not-fetched'
  | 'status-4xx'
  | 'status-5xx'
  | 'redirect'
  | 'redirect-directive'
  | 'refresh'
  | 'meta-noindex'
  | 'meta-noindex-rendered'
  | 'header-noindex'
  | 'header-other-agent'
  | 'meta-other-agent'
  | 'unavailable-after'
  | 'if-embedded'
  | 'overruled'
  | 'robots-choice'
  | 'ignored-directive'
  | 'scope-uncertain'
  | 'canonical-elsewhere'
  | 'canonical-conflict'
  | 'canonical-invalid'
  | 'canonical-ignored'
  | 'canonical-unprotected'
  | 'media-type'
  | 'not-linked'
  | 'link-nofollow-only'
  | 'page-nofollow'
  | 'noindex-stops-links'
  | 'canonical-stops-links'
  | 'snippet-limit'
  | 'cache-limit'
  | 'blocked-but-listed'
  | 'site-removed'
  | 'implied-directive'
  | 'noindex-behind-block'
  | 'nofollow-behind-block'
  | 'canonical-behind-block'
  | 'behind-block-unknown'
  | 'script-added'
  | 'script-removed'
  | 'script-canonical'
  | 'script-links'
  | 'head-closed-early';

/** What a reason is about; `others`: a directive for other robots, which decides nothing here. */
export type VerdictSubject = 'crawl' | 'index' | 'follow' | 'snippet' | 'canonical' | 'others';

/** The place of the cause: a line of robots.txt, a response header by its index, bytes of the page, or no specific place. */
export type VerdictPlace =
  | { readonly kind: 'robots-line'; readonly line: number }
  | { readonly kind: 'header'; readonly index: number }
  | { readonly kind: 'bytes'; readonly start: number; readonly end: number }
  | { readonly kind: 'none' };

export interface VerdictReason {
  readonly id: VerdictReasonId;
  readonly about: VerdictSubject;
  /** 1 robots.txt, 2 status line and Location, 3 headers, 4 page as delivered, 5 page after scripts, 6 links, 7 other documents. */
  readonly input: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  readonly place: VerdictPlace;
  /** The line, header, or tag itself; '' for none. */
  readonly text: string;
  /** One sentence. */
  readonly sentence: string;
  /** The engine's rule that applies, '' for none. */
  readonly rule: string;
  /** What would reverse the result, '' where nothing would, or where that is unknown. */
  readonly flip: string;
}

export type CanonicalStand = 'none' | 'self' | 'elsewhere' | 'conflict' | 'invalid' | 'ignored' | 'not-read';

/** The five results for one URL and one crawler. Absent: unknown, or not applicable to this crawler. */
export interface PageVerdict {
  readonly crawl: 'allowed' | 'blocked' | 'choice' | 'unknown';
  readonly index: 'yes' | 'no' | 'url-only' | 'choice' | 'unknown';
  readonly follow: 'yes' | 'no' | 'hint' | 'choice' | 'unknown';
  /** Characters: 0 none, -1 no limit; null unknown. */
  readonly snippet: number | null;
  readonly canonical: { readonly kind: CanonicalStand; readonly url: string } | null;
  readonly reasons: readonly VerdictReason[];
}
