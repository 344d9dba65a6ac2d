import type { CrawlSettings, Obedience } from '../../model/crawl.ts';
import type { Evidence, Stage, Verdict } from '../../model/decision.ts';
import type { WhyNotCause } from '../why-not.ts';

/** What kind of fact a reason is. Summaries, filters and comparisons group reasons by it instead of listing codes. */
export type ReasonFamily =
  | 'found' // a start URL, link, redirect or sitemap names the URL
  | 'scope'
  | 'pattern'
  | 'spelling' // a rule gave the URL another spelling
  | 'limit'
  | 'nofollow'
  | 'not-a-page' // a resource, a reference, or not an HTTP URL
  | 'address'
  | 'redirect'
  | 'robots-allowed'
  | 'robots-blocked'
  | 'robots-unreachable'
  | 'robots-hidden' // robots.txt hides what the page says about listing
  | 'waiting' // decided later: resume, a delay, another attempt
  | 'response'
  | 'error-response'
  | 'unreachable' // no usable response at all
  | 'challenge' // a bot challenge instead of the page
  | 'checked' // a URL that is not crawled responds
  | 'check-broken' // a URL that is not crawled does not work
  | 'check-refused' // its host refuses checks
  | 'not-checkable'
  | 'refused-response' // a response that Crawlscope does not accept
  | 'listable'
  | 'noindex'
  | 'canonical'
  | 'content'
  | 'links';

/** The setting that causes a reason, and when another value takes effect for URLs that are decided already. */
export interface ReasonSetting {
  readonly name: keyof CrawlSettings;
  readonly takesEffect: 'on-resume' | 'in-a-new-crawl';
  /** Further settings that would have admitted the URL. */
  readonly also?: readonly (keyof CrawlSettings)[];
}

/**
 * A fact of the moment that changes what helps. `seed-domain`: the host belongs to the domain of a start URL. `linked`: stored
 * links lead to the URL. `in-sitemap`: a sitemap lists it. `no-such-host`, `no-connection`: how the request for robots.txt failed.
 * `cut-at-limit`: our own limit cut the body.
 */
export type AdviceCase = 'seed-domain' | 'linked' | 'in-sitemap' | 'no-such-host' | 'no-connection' | 'cut-at-limit';

/** What the reader can do: one text ('' for nothing), or the text of the first case that applies, else `otherwise`. */
export type Advice = string | (Readonly<Partial<Record<AdviceCase, string>>> & { readonly otherwise: string });

/** The part of a response that causes a reason about listing or links; null if it may be any. */
export type ReasonElement = 'header' | 'meta' | 'canonical' | 'content' | null;

interface Common {
  readonly verdict: Verdict;
  readonly family: ReasonFamily;
  /** For lists. */
  readonly title: string;
  /** `{names}` are filled in from the evidence. */
  readonly sentence: string;
  /** The kind of evidence that every decision with this reason carries. */
  readonly evidence: Evidence['kind'] | 'none';
  readonly setting: ReasonSetting | null;
  readonly advice: Advice;
  /** The standard's section, or 'Ours' for a rule of this product. */
  readonly source: string;
}

/** The fields that a stage requires of each of its reasons, besides the common ones. */
interface ByStage {
  readonly admission: {
    /** The heading under which “why was it not fetched?” files a URL with this reason; null where nothing stops it. */
    readonly cause: WhyNotCause | null;
    /** Whether the URL is judged again when the crawl finds it in another way. */
    readonly reopens: boolean;
  };
  readonly access: {
    readonly cause: WhyNotCause | null;
    /** Whether the host gets no more requests until the user resumes the crawl. */
    readonly pausesHost: boolean;
    /** How strictly the crawl must obey robots.txt so that a rejected URL with this reason is decided again. */
    readonly liftedBy: readonly Obedience[];
  };
  readonly fetch: {
    readonly cause: WhyNotCause | null;
    /** As for access. */
    readonly pausesHost: boolean;
  };
  readonly listing: { readonly element: ReasonElement };
  readonly follow: { readonly element: ReasonElement };
}

/** An entry of one stage. Every field is required, so a new reason compiles only when it is complete. */
export type ReasonOf<S extends Stage> = Common & ByStage[S];

export interface Reason extends Common {
  readonly stage: Stage;
  readonly cause: WhyNotCause | null;
  readonly reopens: boolean;
  readonly pausesHost: boolean;
  readonly liftedBy: readonly Obedience[];
  readonly element: ReasonElement;
}

/** Adds to each entry the stage, and defaults for the fields that the stage does not require. */
export function inStage<S extends Stage, K extends string>(
  stage: S,
  entries: Readonly<Record<K, ReasonOf<NoInfer<S>>>>,
): Readonly<Record<K, Reason>> {
  const whole = Object.entries<ReasonOf<S>>(entries).map(([code, entry]) => [
    code,
    { cause: null, reopens: false, pausesHost: false, liftedBy: [], element: null, ...entry, stage },
  ]);
  return Object.fromEntries(whole) as Readonly<Record<K, Reason>>;
}

export const onResume = (name: keyof CrawlSettings, ...also: readonly (keyof CrawlSettings)[]): ReasonSetting => ({
  name,
  takesEffect: 'on-resume',
  ...(also.length > 0 ? { also } : {}),
});
export const inNewCrawl = (name: keyof CrawlSettings): ReasonSetting => ({ name, takesEffect: 'in-a-new-crawl' });

/** A rule of this product. */
export const OURS = 'Ours';
