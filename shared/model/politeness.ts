/** How politely a host was crawled, worked out of the journal. Times are epoch milliseconds, durations milliseconds, sizes bytes. */

/** What was required while one reading of robots.txt and one settings version were in force. */
export interface KeptDelay {
  readonly from: number;
  readonly requiredMs: number;
  /** The line of the Crawl-delay, 0 where the crawl's own minimum is longer. */
  readonly line: number;
  /** Number of the version of robots.txt in force, null before one was known. */
  readonly robots: number | null;
  /** Gaps between the end of a response and the start of the next request. */
  readonly gaps: number;
  readonly shortestMs: number | null;
  readonly medianMs: number | null;
  /** Gaps under what was required, overlapping requests included. */
  readonly short: number;
}

export interface ShortGap {
  readonly at: number;
  readonly target: string;
  /** Negative where the request started before the previous one had ended. */
  readonly gapMs: number;
  readonly requiredMs: number;
}

/** A response 429 or 503. */
export interface Throttled {
  readonly at: number;
  readonly target: string;
  readonly status: number;
  /** The wait in Retry-After (24 hours at most), null if the value was not usable. */
  readonly askedMs: number | null;
  /** From this response to the next request; null if there was none. */
  readonly waitedMs: number | null;
  readonly honoured: boolean;
}

export interface DisallowedRequest {
  readonly at: number;
  readonly target: string;
  readonly line: number;
  readonly rule: string;
  /** Why it was sent all the same by the user's word, '' where nothing says so. */
  readonly override: string;
}

export interface RobotsRequest {
  readonly at: number;
  readonly target: string;
  readonly totalMs: number | null;
  /** '200', 'connection-refused', 'interrupted', 'in flight'. */
  readonly outcome: string;
}

export interface Peak {
  readonly requests: number;
  /** Start of the busiest span. */
  readonly at: number;
}

export interface PolitenessReport {
  /** Attempts in the journal; `unsent` of them never reached a server and count nowhere else. */
  readonly attempts: number;
  readonly unsent: number;
  readonly requests: number;
  readonly pages: number;
  readonly sitemaps: number;
  /** First start and last end, null without a request. */
  readonly from: number | null;
  readonly until: number | null;
  /** Body bytes as they arrived. */
  readonly bytes: number;
  /** Requests for robots.txt, at most 200 of `robotsRequests`. */
  readonly robotsRequests: number;
  readonly robots: readonly RobotsRequest[];
  readonly delays: readonly KeptDelay[];
  /** Over all times in which a delay was required. */
  readonly gaps: number;
  readonly shortestMs: number | null;
  readonly medianMs: number | null;
  /** Smallest difference between a gap and what was required for it. */
  readonly marginMs: number | null;
  readonly shortGaps: number;
  /** At most 100. */
  readonly short: readonly ShortGap[];
  readonly mostInFlight: number;
  readonly peakSecond: Peak | null;
  readonly peakMinute: Peak | null;
  readonly throttledAnswers: number;
  readonly retryAfterBroken: number;
  /** At most 100. */
  readonly throttled: readonly Throttled[];
  /** Pages and sitemap files requested before any response to robots.txt was known. */
  readonly beforeRobots: number;
  /** Requests of the login form, which the user named, before that. */
  readonly loginBeforeRobots: number;
  /** Requests robots.txt forbade: without a word of the user, and by one. */
  readonly disallowedRequests: number;
  readonly overriddenRequests: number;
  /** At most 100. */
  readonly disallowed: readonly DisallowedRequest[];
  readonly userAgents: readonly { readonly text: string; readonly requests: number }[];
  /** Attempts without an end: in flight, or cut off with the program. */
  readonly open: number;
  readonly kept: boolean;
  /** One sentence that says so, with the numbers. */
  readonly verdict: string;
}

/** The report on one host, with what it was made from. */
export interface PolitenessCertificate {
  readonly origin: string;
  /** SHA-256 over the rows of journal, robots.txt versions and settings the report was made from. */
  readonly journal: string;
  readonly rows: number;
  readonly crawlState: string;
  /** The newest version of robots.txt known when numbers were given, by id; 0 for none. Imports of later move the numbers. */
  readonly newest: number;
  readonly versions: readonly {
    /** Place among all versions of the host by time, from 1, imports included. */
    readonly number: number;
    readonly firstSeenAt: number;
    readonly lastSeenAt: number;
    readonly access: string;
    readonly status: number | null;
    readonly hash: string | null;
    readonly delayMs: number | null;
    readonly delayLine: number;
  }[];
  readonly settings: readonly { readonly id: number; readonly at: number; readonly delayMs: number; readonly profile: string }[];
  readonly report: PolitenessReport;
}
