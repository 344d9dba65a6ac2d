import type { WhyNotCause, WhyNotTestId } from '../explain/why-not.ts';
import type { ResolvedEvidence } from './explanation.ts';

/** The explanation for “why was this URL not fetched?”, for any URL, seen or not. */

/** What a cause amounts to. */
export type WhyNotGroup =
  | 'fetched'
  | 'never-linked'
  | 'blocked'
  | 'out-of-scope'
  | 'limit'
  | 'trap'
  | 'waiting'
  | 'failed'
  | 'not-a-page';

/** One question about a URL. `skipped`: an earlier question decided. `unknown`: stored data cannot decide it. */
export interface WhyNotTest {
  readonly id: WhyNotTestId;
  readonly answer: 'pass' | 'stop' | 'unknown' | 'skipped';
  /** One sentence; '' where the result is enough. */
  readonly detail: string;
}

/** `spelling`: most servers mean the same page. `typo`: a few letters differ. `query`: same path, other query. `folder`: a neighbour. */
export type RelativeKind = 'spelling' | 'typo' | 'query' | 'folder' | 'parent';

/** A stored URL similar to the given one. */
export interface Relative {
  readonly url: string;
  readonly kind: RelativeKind;
  readonly why: string;
  readonly reason: string;
  readonly state: string;
  /** Single-letter edits between the two, null where that was not measured. */
  readonly distance: number | null;
}

/** What is stored around a URL. */
export interface Surroundings {
  /** Best first. */
  readonly relatives: readonly Relative[];
  /** Stored URLs that were compared to find them, and all there are. */
  readonly compared: number;
  readonly known: number;
  /** The nearest stored page about a folder of the URL that is a page or may be one; `links` null where it was not read. */
  readonly parent: {
    readonly url: string;
    readonly depth: number;
    readonly reason: string;
    readonly links: number | null;
    readonly dropped: number;
  } | null;
}

/** The link that led there, or would have. */
export interface Lead {
  readonly kind: 'link' | 'redirect' | 'sitemap' | 'seed' | 'relative' | 'parent-read' | 'parent-unread' | 'parent-cut' | 'none';
  /** The page that has the link, or would; '' for none. */
  readonly page: string;
  readonly sentence: string;
  readonly evidence: readonly ResolvedEvidence[];
}

export interface WhyNot {
  readonly cause: WhyNotCause;
  readonly group: WhyNotGroup;
  /** The URL was never seen: everything here is what would be decided, not what was. */
  readonly predicted: boolean;
  readonly sentence: string;
  /** What would have to change for it to be fetched, '' when nothing has to. */
  readonly change: string;
  /** In the order in which they are decided. */
  readonly tests: readonly WhyNotTest[];
  /** Best first. */
  readonly relatives: readonly Relative[];
  /** Stored URLs that were compared to find them, and all there are. */
  readonly compared: number;
  readonly known: number;
  readonly lead: Lead;
}
