import type { CheckCount, CheckInfo, Finding } from '#shared/model/audit.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { SitemapRow } from '#shared/model/explanation.ts';
import type { ChangedLimits, HealthScore, TrendCount } from '#shared/model/issues.ts';
import type { PolitenessReport } from '#shared/model/politeness.ts';
import type { CoverageLine } from '#shared/model/replay.ts';
import type { SiteReportWish } from '#shared/model/site-report.ts';
import type { NumberedLine } from '../parts.ts';

/** The content of the report on a whole crawl. Times are epoch milliseconds, durations milliseconds. */

/** How internal URLs ended. The values add up to `SiteFigures.internal`. */
export interface Endings {
  readonly ok: number;
  readonly redirect: number;
  readonly clientError: number;
  readonly serverError: number;
  /** Every attempt failed. */
  readonly noResponse: number;
  readonly blocked: number;
  /** Queued, or left out by a limit or a rule. */
  readonly notRequested: number;
}

export interface Listing {
  readonly yes: number;
  readonly no: number;
  readonly urlOnly: number;
  readonly unknown: number;
}

export interface SectionFigures extends Listing {
  /** First part of the path. */
  readonly section: string;
  readonly urls: number;
  readonly ok: number;
  readonly errors: number;
  readonly blocked: number;
}

/** Counts of internal URLs: the population `internal` of the audit. */
export interface SiteFigures {
  /** All URLs of the crawl: internal, external, resources and others. */
  readonly all: number;
  readonly internal: number;
  /** HTML with status 2xx. */
  readonly pages: number;
  readonly indexable: number;
  readonly endings: Endings;
  readonly listing: Listing;
  /** URLs by depth; the last counts that depth and all greater ones. */
  readonly depths: readonly number[];
  readonly withoutDepth: number;
  /** Responses by duration: as many as `responseTimes` has bounds, and one. */
  readonly times: readonly number[];
  readonly responses: number;
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
  /** Largest first; the rest is in `otherSections`. */
  readonly sections: readonly SectionFigures[];
  readonly otherSections: { readonly sections: number; readonly urls: number };
  /** Reasons of the current decisions. */
  readonly reasons: readonly { readonly code: string; readonly urls: number }[];
  readonly inSitemaps: number;
  /** Indexable pages that no sitemap lists. */
  readonly indexableNotInSitemaps: number;
  /** URLs of sitemaps that no page links to. */
  readonly sitemapNotLinked: number;
  /** URLs of sitemaps that are not indexable pages, of those whose state is known. */
  readonly sitemapNotIndexable: number;
  readonly sitemapKnown: number;
}

/** Upper bounds of `SiteFigures.times`, milliseconds. */
export const responseTimes = [100, 200, 500, 1_000, 2_000, 5_000] as const;

export interface ReportedCheck {
  readonly info: CheckInfo;
  readonly count: CheckCount;
  readonly trend: TrendCount | null;
}

/** Hits that have one cause, or are duplicates of each other. */
export interface ReportedGroup {
  readonly name: string;
  readonly size: number;
  readonly urls: readonly string[];
}

export interface ReportedFinding extends ReportedCheck {
  /** Points it takes from the health score; null: it does not count. */
  readonly points: number | null;
  readonly examples: readonly Finding[];
  readonly groups: readonly ReportedGroup[];
  readonly groupCount: number;
  /** Hits whose group is known: the evidence of not all is looked up. */
  readonly grouped: number;
}

export interface Chain {
  readonly start: string;
  readonly hops: number;
  readonly isLoop: boolean;
  readonly end: string;
  readonly status: number | null;
  readonly steps: readonly string[];
}

export interface RedirectFigures {
  /** URLs that may be pages and redirect to a usable target. */
  readonly total: number;
  /** By number of hops: 1, 2, …; the last counts that number and all greater ones. */
  readonly byHops: readonly number[];
  readonly loops: number;
  /** Chains that end with an error or without a response. */
  readonly broken: number;
  /** Loops, then broken ones, then the longest. */
  readonly chains: readonly Chain[];
}

export interface ReportedRobots {
  readonly origin: string;
  readonly version: number;
  readonly firstSeenAt: number;
  readonly access: string;
  readonly outcome: string;
  readonly hash: string | null;
  readonly lineCount: number;
  /** The first lines, of the first hosts. Those that decide a URL are marked. */
  readonly lines: readonly NumberedLine[];
  readonly total: number;
  readonly noRule: number;
  readonly blocked: number;
  readonly coverage: readonly (CoverageLine & { readonly rule: string })[];
  readonly coverageCount: number;
}

export interface ReportedHost {
  readonly origin: string;
  readonly report: PolitenessReport;
}

export interface EarlierCrawl {
  readonly name: string;
  readonly startedAt: number;
  readonly figures: SiteFigures;
  /** Null: nothing could be checked, or the report is about a segment. */
  readonly score: HealthScore | null;
}

export interface SiteReportFacts {
  readonly wish: SiteReportWish;
  /** Name of the crawl file without its folder. */
  readonly file: string;
  readonly profileName: string;
  readonly crawl: {
    readonly state: string;
    readonly detail: string;
    readonly startedAt: number;
    readonly endedAt: number | null;
  };
  readonly settings: CrawlSettings;
  readonly figures: SiteFigures;
  readonly score: HealthScore | null;
  readonly checks: readonly ReportedCheck[];
  readonly findings: readonly ReportedFinding[];
  /** Checks with hits that are not ignored. */
  readonly findingCount: number;
  /** Thresholds that differ from the defaults. */
  readonly limits: ChangedLimits;
  /** Ignore rules in force. */
  readonly ignoreRules: number;
  readonly earlier: EarlierCrawl | null;
  readonly redirects: RedirectFigures;
  readonly sitemaps: readonly SitemapRow[];
  readonly sitemapCount: number;
  readonly robots: readonly ReportedRobots[];
  readonly robotsCount: number;
  readonly hosts: readonly ReportedHost[];
  readonly hostCount: number;
}
