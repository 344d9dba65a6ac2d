import type { SitemapCountKey } from '../explain/sitemap-counts.ts';
import type { CanonicalDiagnosis } from './canonical.ts';
import type { CheckState, CheckSubject } from './check.ts';
import type { Decision, LinksFollowed, MayFetch, MayList, UrlState } from './decision.ts';
import type { CanonicalStand } from './directives.ts';
import type { NetworkFacts } from './fetch.ts';
import type { RobotsReason, RobotsVerdict } from './robots.ts';
import type { WhyNot } from './why-not.ts';

/**
 * The result of `info:URL`: everything that the window or the command line needs to explain a URL, with evidence
 * resolved to words and places.
 */

/** An evidence pointer made readable: one label, the text itself, and where a click leads. */
export interface ResolvedEvidence {
  readonly kind: string;
  /** 'robots.txt of https://example.com, line 12', 'response header 4', 'bytes 120–171 of the page' … */
  readonly label: string;
  /** The line, header or tag itself; '' when there is none. */
  readonly text: string;
  readonly open: EvidenceTarget | null;
}

export type EvidenceTarget =
  | { readonly view: 'robots'; readonly origin: string; readonly version: number; readonly line: number }
  | { readonly view: 'header'; readonly url: string; readonly index: number }
  | { readonly view: 'source'; readonly url: string; readonly start: number; readonly end: number }
  | { readonly view: 'url'; readonly url: string }
  | { readonly view: 'sitemap'; readonly sitemap: number; readonly seq: number }
  | { readonly view: 'settings'; readonly name: string };

export interface ExplainedDecision extends Omit<Decision, 'evidence'> {
  readonly evidence: readonly ResolvedEvidence[];
  /** One plain sentence. */
  readonly sentence: string;
  /** What the reader can do about it, '' when nothing. */
  readonly advice: string;
  readonly current: boolean;
}

export interface Answer<V extends string> {
  readonly verdict: V;
  readonly sentence: string;
  readonly reason: string;
  readonly evidence: readonly ResolvedEvidence[];
}

export interface UrlFacts {
  readonly id: number;
  readonly state: UrlState;
  readonly depth: number | null;
  readonly discoveredAt: number;
  readonly status: number | null;
  readonly contentType: string | null;
  readonly bytes: number | null;
  readonly wireBytes: number | null;
  readonly firstByteMs: number | null;
  readonly totalMs: number | null;
  readonly fetchedAt: number | null;
  readonly attempts: number;
  readonly title: string | null;
  readonly description: string | null;
  readonly h1: string | null;
  readonly lang: string | null;
  readonly charset: string | null;
  readonly canonical: string | null;
  readonly metaRobots: string | null;
  readonly xRobotsTag: string | null;
  readonly redirectTo: string | null;
  readonly inlinks: number;
  /** Null for what is no page, or was not read. */
  readonly outlinks: number | null;
  readonly words: number | null;
  readonly inSitemaps: number;
  readonly remoteAddress: string | null;
  readonly bodyEnd: string | null;
  /** What the last attempt cost and used on the network; null: not requested. */
  readonly network?: NetworkFacts | null;
  /** Its check; null for a URL that is not checked. */
  readonly check?: CheckFacts | null;
}

/** The check of a URL that is not crawled. */
export interface CheckFacts {
  readonly subject: CheckSubject;
  readonly state: CheckState;
  /** Reason code. */
  readonly result: string;
  readonly status: number | null;
  readonly contentType: string | null;
  readonly contentLength: number | null;
  readonly redirectTo: string | null;
  readonly checkedAt: number | null;
}

/** A hop of the shortest known path from a seed. */
export interface DiscoveryStep {
  readonly url: string;
  readonly how: string;
}

export interface CanonicalReport {
  /** By the reading of the crawl's own engine. */
  readonly kind: CanonicalStand;
  /** What the declarations amount to. */
  readonly sentence: string;
  /** The first declarations with their places: headers, elements, and entries of sitemaps as a weak signal. */
  readonly declarations: readonly ResolvedEvidence[];
  /** Declarations that are not shown. */
  readonly more: number;
  /** What following it through the stored crawl finds. */
  readonly diagnoses: readonly (CanonicalDiagnosis & { readonly sentence: string })[];
}

/** Something a page or its headers say that decides nothing here. */
export interface PageNote {
  readonly sentence: string;
  readonly evidence: readonly ResolvedEvidence[];
}

/** The signals of the stored response besides the decisions; read again on request. */
export interface PageExplanation {
  /** The engine by whose rule the crawl reads page directives. */
  readonly engine: string;
  /** Null where nothing declares one. */
  readonly canonical: CanonicalReport | null;
  /**
   * robots.txt blocks the URL now. Names what an earlier response says, which crawlers can no longer see, or that
   * this cannot be checked.
   */
  readonly hidden: (PageNote & { readonly checkable: boolean }) | null;
  /** Directives that were overruled or ignored, refreshes, preferences about use. */
  readonly notes: readonly PageNote[];
  /** Directives that apply to other crawlers only, for example `X-Robots-Tag: googlebot: noindex`. */
  readonly others: readonly PageNote[];
  /** Meta elements of 1997, without effect today. */
  readonly historic: readonly PageNote[];
}

export interface UrlExplanation {
  readonly url: string;
  readonly seen: boolean;
  /** Not in the list of URLs, but the crawler itself requested it. */
  readonly requestedAs?: 'robots.txt' | 'sitemap';
  readonly mayFetch: Answer<MayFetch>;
  readonly mayList: Answer<MayList>;
  readonly linksFollowed: Answer<LinksFollowed>;
  /** The headline: what happened to this URL in this crawl, one sentence. */
  readonly headline: string;
  /** The cause chain: every decision ever taken for it, oldest first. For a URL never seen: what would be decided. */
  readonly decisions: readonly ExplainedDecision[];
  readonly facts: UrlFacts | null;
  /** Absent for a URL never seen. */
  readonly page?: PageExplanation;
  readonly discovery: readonly DiscoveryStep[];
  /** The robots.txt reading for this URL, recomputed from the stored file. */
  /** `version` is an id, `versionNumber` its place among the versions of the origin by time, as people see it. */
  readonly robots:
    | (RobotsVerdict & {
        readonly origin: string;
        readonly version: number | null;
        readonly versionNumber: number | null;
        /** A text of the user decides in place of the server's file. */
        readonly isOwn?: boolean;
        readonly agent: string;
      })
    | null;
  /** For a URL never seen: nearest known URLs. */
  readonly nearest: readonly { readonly url: string; readonly why: string; readonly reason: string }[];
  /** Why it was not fetched, or why the crawl never met it. */
  readonly whyNot: WhyNot;
  readonly profile: string;
  /** What a reader would miss besides the answers, in sentences. */
  readonly notes: readonly string[];
}

export interface LinkRow {
  readonly from: string;
  readonly to: string;
  readonly kind: string;
  readonly rel: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly seq: number;
  readonly status: number | null;
  readonly reason: string;
  /** The page has it only after rendering: `start` and `end` count bytes of the rendered document. Absent: the response has it. */
  readonly rendered?: true;
}

export interface RobotsOriginRow {
  readonly origin: string;
  readonly versions: number;
  readonly current: number | null;
  readonly access: string;
  readonly urls: number;
  readonly blocked: number;
}

export interface RobotsVersionRow {
  readonly id: number;
  /** Place among the versions of its origin, from 1, the oldest first. */
  readonly number: number;
  /** `check`: requested outside a crawl. `import`: imported; `sourceName` is the file. */
  readonly source: 'crawl' | 'check' | 'import';
  readonly sourceName: string;
  /** The version in force for the crawl. */
  readonly isCurrent: boolean;
  /** Where robots.txt was unreachable: number of the version that is used instead; 0 for none, and for any other response. */
  readonly standIn: number;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  readonly access: string;
  readonly status: number | null;
  readonly cause: string | null;
  readonly bytes: number | null;
  readonly finalUrl: string;
  readonly hash: string | null;
}

export interface RobotsFileView {
  readonly origin: string;
  readonly versions: readonly RobotsVersionRow[];
  readonly version: RobotsVersionRow | null;
  readonly dialect: string;
  readonly agent: string;
  /**
   * `chosen`: the line belongs to a group that applies to this crawler. `decides`: URLs whose current access decision
   * names this line.
   */
  readonly lines: readonly {
    readonly number: number;
    /** First byte of the line in the file. */
    readonly start: number;
    /** Its first 4,096 bytes as text; `hidden` bytes follow. */
    readonly text: string;
    readonly hidden: number;
    readonly kind: string;
    readonly notes: readonly string[];
    readonly chosen: boolean;
    readonly decides: number;
  }[];
  readonly noRule: number;
  readonly sentence: string;
}

export interface SitemapRow extends Readonly<Record<SitemapCountKey, number>> {
  readonly id: number;
  readonly parent: number | null;
  readonly url: string;
  readonly source: string;
  readonly kind: string;
  readonly state: string;
  readonly entries: number;
  /** Different URLs among the entries, of which the following count. */
  readonly urls: number;
  readonly problems: readonly { readonly code: string; readonly line: number; readonly detail: string }[];
  readonly detail: string;
}

/** What robots.txt of its host says to one crawler about an entry of a sitemap. */
export interface EntryVerdict {
  /** Null where the dialect lets the crawler choose. */
  readonly allowed: boolean | null;
  /** The deciding line, 0 where no line decided; the rule as written, '' for none. */
  readonly line: number;
  readonly rule: string;
  readonly reason: RobotsReason;
}

export interface SitemapEntryRow {
  readonly seq: number;
  readonly url: string;
  readonly lastmod: string;
  readonly status: number | null;
  readonly reason: string;
  readonly inlinks: number;
  /** For the crawler that the call names; null: the crawl has no robots.txt of the host. Absent: none is named. */
  readonly robots?: EntryVerdict | null;
}

/** Where a text is in a stored body. */
export interface SourcePlaces {
  /** Bytes of the body, the first 1,000 places. */
  readonly places: readonly (readonly [start: number, end: number])[];
  readonly count: number;
  /** '' or why it cannot be searched. */
  readonly unavailable: string;
}

export interface SourceWindow {
  readonly url: string;
  readonly charset: string;
  readonly totalBytes: number;
  readonly fromByte: number;
  readonly toByte: number;
  /** Line number of the first line of the window, from 1. */
  readonly firstLine: number;
  /** The window's text in order; `marked` parts are the evidence. */
  readonly segments: readonly { readonly text: string; readonly marked: boolean }[];
  readonly bodyEnd: string;
  /** '' or why there is no text: 'not fetched', 'binary', 'body not stored'. */
  readonly unavailable: string;
}

export interface HeadersView {
  readonly url: string;
  readonly status: number | null;
  readonly statusText: string;
  readonly request: readonly (readonly [string, string])[];
  readonly response: readonly (readonly [string, string])[];
  readonly attempts: readonly {
    readonly id: number;
    readonly startedAt: number;
    readonly totalMs: number | null;
    readonly outcome: string;
    readonly detail: string;
  }[];
}
