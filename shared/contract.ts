import { z } from 'zod';
import type { CoverageKey } from './explain/sitemap-counts.ts';
import { ExportWish, SignalChoiceInput, SortKey } from './export-list.ts';
import { mostTotalBytes } from './limit-words.ts';
import type { AssertionReport, AssertionSetView, AssertionsMade, AssertionsMerged } from './model/assertions.ts';
import type { CheckInfo } from './model/audit.ts';
import type { AuditSettingsChanged, AuditSettingsView } from './model/audit-settings.ts';
import type { BlockedCost } from './model/blocked-cost.ts';
import type { BodiesWork, BodyCount } from './model/bodies.ts';
import type { FieldChange } from './model/compare-fields.ts';
import { fieldWays } from './model/compare-fields.ts';
import type { ComparedPair, ComparedUrl, ComparisonView } from './model/comparison.ts';
import type { ComparedFieldsView, ComparedSitemapsView, ComparisonMapping } from './model/comparison-details.ts';
import type { ConversionWork } from './model/conversion.ts';
import type { CrawlSettings, CrawlStatus } from './model/crawl.ts';
import type { TrendView } from './model/crawl-trend.ts';
import type { CredentialUse } from './model/credentials.ts';
import type { DraftDesk, RobotsDraft, RobotsDraftRow, SiteSection } from './model/draft.ts';
import { longestDraft } from './model/draft.ts';
import type {
  HeadersView,
  LinkRow,
  RobotsFileView,
  RobotsOriginRow,
  SitemapEntryRow,
  SitemapRow,
  SourcePlaces,
  SourceWindow,
  UrlExplanation,
} from './model/explanation.ts';
import type { ExportProgress } from './model/export.ts';
import type { FileAudit } from './model/file-audit.ts';
import type { FilterReading } from './model/filter-tree.ts';
import type { GraphMaking, GraphRows, GraphView, UrlPath } from './model/graph.ts';
import { graphListIds } from './model/graph-lists.ts';
import type { GraphNode, GraphPicture, NodeLinks } from './model/graph-picture.ts';
import type { RobotsAsked, RobotsBlame, RobotsChecks, RobotsHistory, RobotsImported, TextDiff } from './model/history.ts';
import type { RobotsInterpretation, RobotsInterpreters } from './model/interpretation.ts';
import {
  hitsShown,
  type IssueGroup,
  type IssuePair,
  type IssuesView,
  type IssueUrl,
  type ShownFinding,
  type UrlIssues,
} from './model/issues.ts';
import type { FoundThrough, LinkDetail } from './model/link-detail.ts';
import type { LintView } from './model/lint.ts';
import type { UrlMatrix } from './model/matrix.ts';
import type { PageDiff } from './model/page-diff.ts';
import { type BarsPicture, barPictures, type MapPicture, sectionVerdicts } from './model/pictures.ts';
import type { PolitenessCertificate } from './model/politeness.ts';
import type { PagePreview } from './model/preview.ts';
import type { ProfileList } from './model/profile.ts';
import type {
  MarkupDifference,
  RenderingCounts,
  RenderLogRow,
  RenderRequests,
  ScreenshotView,
  UrlRenderings,
} from './model/rendering-view.ts';
import type { RepairWork } from './model/repair.ts';
import type {
  Disagreements,
  JudgedUrl,
  ReplayDifference,
  ReplayDiscovery,
  ReplayUrl,
  RobotsCoverage,
  WorkProgress,
} from './model/replay.ts';
import type { RequestPage, RequestRow } from './model/requests.ts';
import type { RobotsFix } from './model/robots-fix.ts';
import { mostRules } from './model/rule-limits.ts';
import type { RuleFacts } from './model/rule-report.ts';
import type { RuleCounts, RuleFinding, RuleSaved, RulesView, RuleTest } from './model/rules.ts';
import { type ScopeTrial, scopeTrialLimits } from './model/scope-trial.ts';
import type {
  ExportStarted,
  FileInfo,
  FileOutcome,
  GrantedFile,
  RecentFile,
  ShellInfo,
  SiteReportStarted,
} from './model/shell.ts';
import { mostSignalCrawlers, type SignalTableView, type SignalUrls } from './model/signals.ts';
import { type SiteReportProgress, siteReportFormats, siteReportLimits, siteReportSectionIds } from './model/site-report.ts';
import { type SitemapChange, sitemapChangeKinds } from './model/sitemap-diff.ts';
import type { LastmodFile } from './model/sitemap-lastmod.ts';
import { type SqlCell, type SqlOutcome, type SqlSaved, type SqlTable, sqlFormats, sqlLimits } from './model/sql-console.ts';
import { type SearchHit, type SearchState, searchLimits, searchPlaces } from './model/text-search.ts';
import type { UrlRow } from './model/url-columns.ts';
import type { UrlGroups } from './model/url-groups.ts';
import { type MappingCounts, mappingKinds, mostMappingRules } from './model/url-mapping.ts';
import type { Interpretation, UrlViewInfo } from './model/url-view.ts';
import type { Surroundings } from './model/why-not.ts';
import { maxProfiles, UserProfileInput } from './profiles-file.ts';
import { QueriesFile } from './queries-file.ts';
import { engineCall, readCall, shellCall } from './rpc/define.ts';
import {
  AdmissionInput,
  Assertions,
  AuditSettingsChange,
  CheckId,
  Count,
  CredentialUseInput,
  Document,
  Draft,
  Id,
  Interpreter,
  LimitsInput,
  None,
  ScopeInput,
  SecretsInput,
  SettingsInput,
  Side,
  SiteRules,
  text,
  Url,
  UrlQuery,
} from './rpc/inputs.ts';
import { RuleInput } from './rules-file.ts';
import type { PortableSettings } from './settings-file.ts';
import { PortableInput } from './settings-input.ts';
import { SitemapWishInput } from './sitemap-wish.ts';
import { ViewsFile } from './views-file.ts';

/** `before`: epoch milliseconds. */
const BodiesWishInput = z.strictObject({
  before: z.number().int().min(0).max(8.64e15).nullable(),
  filter: text(2_000).nullable(),
  keep: z
    .union([
      z.strictObject({ newest: z.number().int().min(0).max(100_000_000) }),
      z.strictObject({ bytes: z.number().int().min(0).max(mostTotalBytes) }),
    ])
    .optional(),
});
const FieldName = text(120);
const FieldChoice = { field: FieldName, way: z.enum(fieldWays).nullable(), contains: text(500) };
const SitemapChoice = { kind: z.enum(sitemapChangeKinds).nullable(), contains: text(500) };
const MappingRules = z
  .array(z.strictObject({ kind: z.enum(mappingKinds), from: text(2_000), to: text(2_000) }))
  .max(mostMappingRules)
  .readonly();

/**
 * The whole API between the window, the shell and the engine, on one page. Adding an operation = one entry here and one
 * handler; the compiler lists what is missing. The gateway in the main process validates inputs once. Inputs that several
 * calls share are in `rpc/inputs.ts`.
 * The window never names a file: paths are chosen in system dialogs and stay in the shell (`file.*`).
 */

export const procedures = {
  'crawl.pause': engineCall<void>()(None),
  'crawl.resume': engineCall<void>()(None),
  'crawl.stop': engineCall<void>()(None),
  /** While the crawl waits for our own network (`outage`), or for room on the disk (`diskWait`): looks at once whether it goes on. */
  'crawl.tryNetwork': engineCall<void>()(None),
  /** Continues a crawl with higher limits, and decides again on the URLs that the old ones kept out. */
  'crawl.continue': engineCall<void>()(LimitsInput),
  /** Changes the site rules for the rest of the crawl, as a new settings version. Resume decides unblocked URLs again. */
  'crawl.siteRules': engineCall<void>()(z.strictObject({ siteRules: SiteRules, robotsDefault: z.enum(['inherit', 'always']) })),
  /** Changes which URLs belong to the crawl, as a new settings version, and resumes it: it decides again on what the old settings kept out. */
  'crawl.changeScope': engineCall<void>()(AdmissionInput),
  /** Tries such settings on the stored URLs and on typed ones. */
  'scope.try': readCall<ScopeTrial>()(
    z.strictObject({ settings: ScopeInput, typed: z.array(Url).max(scopeTrialLimits.typed).readonly() }),
  ),
  /** Allows the requests of a file of another installation: see `CrawlStatus.waiting`. */
  'crawl.allowRequests': engineCall<void>()(None),
  /** Continues a crawl with the URLs of a pattern that a trap guard stopped. */
  'crawl.releaseTrap': engineCall<void>()(z.strictObject({ pattern: z.string().min(1).max(4_096) })),
  /** Queues URLs that robots.txt blocked. On resume, the crawl first requests robots.txt again and obeys it. */
  'crawl.askAgain': engineCall<{ readonly queued: number }>()(z.strictObject({ urls: z.array(Url).min(1).max(1_000) })),
  'status.get': engineCall<CrawlStatus | null>()(None),

  /** A filter as rows and groups, with the problem of each condition. */
  'filter.read': readCall<FilterReading>()(z.strictObject({ text: text(2_000) })),
  'lookup.interpret': engineCall<Interpretation>()(z.strictObject({ text: text(2_000) })),
  'urls.view': readCall<UrlViewInfo>()(UrlQuery),
  /** Waits for the complete list after one not `current` or not fully `searched`. Fails if a newer one was opened. */
  'urls.complete': readCall<UrlViewInfo>()(z.strictObject({ view: Id })),
  /** URLs that match a filter by class (`url.class`); null while the columns are not loaded. */
  'urls.classes': readCall<Readonly<Record<string, number>> | null>()(z.strictObject({ filter: text(2_000) })),
  /** URLs that match a filter by the value of a column, `host` or `folder`: the largest groups, at most 1,000 unless `limit` says more. Fails if there are more than 10,000. */
  'urls.groups': readCall<UrlGroups>()(
    z.strictObject({
      filter: text(2_000),
      within: text(200).optional(),
      by: text(100),
      numbers: z.array(text(100)).max(8).optional(),
      limit: z.int().min(1).max(10_000).optional(),
    }),
  ),
  'urls.rows': readCall<readonly UrlRow[]>()(z.strictObject({ view: Id, from: Id, limit: Count })),
  /** Position of a URL in a view, -1 when it is not in it. */
  'urls.position': readCall<number>()(z.strictObject({ view: Id, url: Url })),

  'url.explain': engineCall<UrlExplanation>()(z.strictObject({ url: Url })),
  /** Stored URLs closest to one, seen or not; a part of `url.explain`. */
  'url.relatives': readCall<Surroundings>()(z.strictObject({ url: Url })),
  /**
   * How crawlers read the stored robots.txt and the page for one URL: all profiles, or those named, which then come with detail.
   * `own`: profiles of the user that the file may lack.
   */
  'url.matrix': readCall<UrlMatrix>()(
    z.strictObject({
      url: Url,
      profiles: z.array(text(100)).max(200).optional(),
      own: z.array(UserProfileInput).max(maxProfiles).readonly().optional(),
    }),
  ),
  'url.links': readCall<{ readonly total: number; readonly rows: readonly LinkRow[] }>()(
    z.strictObject({ url: Url, direction: z.enum(['in', 'out']), from: Id, limit: Count }),
  ),
  /** One link of a page, with the address as written and each step to the stored URL; null if the page has no such link. */
  'url.link': readCall<LinkDetail | null>()(z.strictObject({ url: Url, seq: Id })),
  /** Every source through which the crawl found a URL. */
  'url.foundThrough': readCall<FoundThrough>()(z.strictObject({ url: Url })),
  /** How a page may look in a search result and as a social card; null where the URL is no HTML page. */
  'url.preview': readCall<PagePreview | null>()(z.strictObject({ url: Url })),
  'url.headers': readCall<HeadersView | null>()(z.strictObject({ url: Url })),
  /** Every request for a URL, with its times. */
  'requests.ofUrl': readCall<readonly RequestRow[]>()(z.strictObject({ url: Url })),
  /** A page of the requests to the host of one request: from it on, or before it. Null: there is no such request. */
  'requests.ofHost': readCall<RequestPage | null>()(z.strictObject({ request: Id, towards: z.enum(['later', 'earlier']) })),
  /** A window of the stored body around a byte range (or from its start), at most 64 KiB. */
  /** Where a text is in the stored body of a URL, letter case ignored. */
  'url.findInSource': readCall<SourcePlaces>()(z.strictObject({ url: Url, text: text(200).min(1) })),
  'url.source': readCall<SourceWindow>()(z.strictObject({ url: Url, start: Id, end: Id, fromByte: Id.optional() })),

  /** The renderings of a URL, or why there is none. */
  'rendering.ofUrl': readCall<UrlRenderings>()(z.strictObject({ url: Url })),
  /**
   * Renders stored pages and returns when that has ended; `crawl.stop` ends it. Refuses while the crawl runs. `free`: sites whose robots.txt
   * the user agrees to ignore for the resources of these pages; without one robots.txt is obeyed. `allow`: the user allows that a browser
   * runs the scripts of a file from another installation; without it, such a file is refused (`CrawlStatus.asksToRender`).
   */
  'rendering.start': engineCall<void>()(
    z.strictObject({
      urls: z.array(Url).min(1).max(1_000).readonly(),
      free: z.array(text(300).min(1)).max(50).readonly(),
      allow: z.literal(true).optional(),
    }),
  ),
  'rendering.counts': readCall<RenderingCounts>()(None),
  /** What resources that robots.txt blocks cost a page, or (without a URL) the crawl. */
  'rendering.cost': readCall<BlockedCost>()(z.strictObject({ url: Url.optional() })),
  'rendering.requests': readCall<RenderRequests>()(
    z.strictObject({ rendering: Id, only: z.enum(['all', 'lost', 'blocked']), from: Id, limit: Count }),
  ),
  /** The first 500 entries of the console, and what the page tried and did not get. */
  'rendering.log': readCall<readonly RenderLogRow[]>()(z.strictObject({ rendering: Id })),
  /** A window of the rendered document, as `url.source`. */
  'rendering.source': readCall<SourceWindow>()(z.strictObject({ rendering: Id, start: Id, end: Id, fromByte: Id.optional() })),
  'rendering.difference': readCall<MarkupDifference>()(z.strictObject({ rendering: Id })),
  /** One picture of at most 32 MiB. */
  'rendering.screenshot': readCall<ScreenshotView>()(z.strictObject({ rendering: Id, kind: z.enum(['viewport', 'page']) })),

  'robots.origins': readCall<readonly RobotsOriginRow[]>()(None),
  'robots.file': readCall<RobotsFileView | null>()(z.strictObject({ origin: text(500), version: Id.optional() })),
  /** A stored robots.txt line by line as one crawler interprets it, and where another one differs. Null if none is stored. */
  'robots.interpretation': readCall<RobotsInterpretation | null>()(
    z.strictObject({ origin: text(500), version: Id.optional(), interpreter: Interpreter, against: Interpreter.optional() }),
  ),
  /** Every crawler and dialect a file can be read as. */
  'robots.interpreters': readCall<RobotsInterpreters>()(None),
  /**
   * Every stored version of an origin's robots.txt, and what each changed for one crawler ('' for the crawl's own). The verdicts of
   * many URLs are counted in the background: call again while `progress` is set. `again` continues after `robots.cancelHistory`.
   */
  'robots.history': readCall<RobotsHistory>()(
    z.strictObject({ origin: text(500), profile: text(100), again: z.boolean().optional() }),
  ),
  'robots.cancelHistory': readCall<void>()(z.strictObject({ origin: text(500), profile: text(100) })),
  /** What every version says about one URL, seen or not, and since when a version's verdict applies (default: the newest). */
  'robots.blame': readCall<RobotsBlame>()(z.strictObject({ url: Url, profile: text(100), version: Id.optional() })),
  /** Two versions side by side. `before` null: compares with no file. */
  'robots.diff': readCall<TextDiff>()(z.strictObject({ origin: text(500), before: Id.nullable(), after: Id })),
  /** Requests robots.txt of this origin now; without a name, of every origin. The version in force stays. */
  'robots.check': engineCall<RobotsAsked>()(z.strictObject({ origin: text(500).optional() })),
  /** Automatic checks while the file is open. */
  'robots.checks': engineCall<RobotsChecks>()(None),
  'robots.checkEvery': engineCall<RobotsChecks>()(
    z.strictObject({ hours: z.union([z.literal(0), z.literal(1), z.literal(6), z.literal(24)]) }),
  ),
  /** Imports past versions. The user chooses the source in a system dialog. */
  'robots.import': shellCall<RobotsImported | null>()(
    z.strictObject({ origin: text(500), from: z.enum(['file', 'folder', 'crawl']) }),
  ),
  /** Diagnostics of a stored robots.txt or a draft. */
  'robots.lint': readCall<LintView | null>()(
    z.union([z.strictObject({ origin: text(500), version: Id.optional() }), z.strictObject({ text: text(2_097_152) })]),
  ),

  /** The stored assertions about an origin; '' is the set about the whole file. */
  'assertions.get': readCall<AssertionSetView>()(z.strictObject({ origin: text(500) })),
  /** Replaces the stored assertions and runs them. An empty text deletes them. */
  'assertions.save': engineCall<AssertionReport>()(z.strictObject({ origin: text(500), text: Assertions })),
  /** Stores unsaved text until it is saved or discarded (null). New versions are not checked against it. */
  'assertions.keep': engineCall<void>()(z.strictObject({ origin: text(500), text: Assertions.nullable() })),
  /**
   * Runs assertions without storing them: on the versions in force, or for `origin` on another version or a draft. A newer run cancels
   * a running one.
   */
  'assertions.run': readCall<AssertionReport>()(
    z.strictObject({ origin: text(500), text: Assertions, version: Id.optional(), draft: Document.optional() }),
  ),
  /**
   * Assertions that record today's verdicts: for URLs, for rows of an open list by position, or for the matches of a filter; the
   * first 10,000. No crawler: the crawl's own. A profile of the user is written as its token and dialect.
   */
  'assertions.create': readCall<AssertionsMade>()(
    z.strictObject({
      crawler: text(200),
      urls: z.array(Url).max(1_000).optional(),
      rows: z
        .strictObject({
          view: Id,
          ranges: z
            .array(z.tuple([Id, Id]).readonly())
            .min(1)
            .max(2_000)
            .readonly(),
        })
        .optional(),
      filter: text(2_000).optional(),
    }),
  ),
  /** Appends assertions to those of an origin, without duplicates. Stores nothing. */
  'assertions.merge': readCall<AssertionsMerged>()(z.strictObject({ origin: text(500), text: Assertions, more: Assertions })),

  /** Compares two interpretations for all stored URLs of an origin. A newer comparison cancels a running one. */
  'replay.compare': readCall<ReplayDifference>()(z.strictObject({ origin: text(500), before: Side, after: Side })),
  /** The URLs of a comparison: of one kind of change, one cause, or one section. */
  'replay.urls': readCall<{ readonly total: number; readonly rows: readonly ReplayUrl[] }>()(
    z.strictObject({
      handle: Id,
      change: z.enum(['newlyBlocked', 'newlyAllowed', 'undecided', 'otherLine']).nullable(),
      cause: Id.nullable(),
      section: text(2_000).nullable(),
      from: Id,
      limit: Count,
    }),
  ),
  /** One page of the list of URLs that lose their last path through the stored links and sitemaps. */
  'replay.discovery': readCall<ReplayDiscovery>()(z.strictObject({ handle: Id, from: Id, limit: Count })),
  /** The sections of an origin, those with most URLs first. */
  'replay.sections': readCall<readonly SiteSection[]>()(z.strictObject({ origin: text(500) })),
  /** Progress of the running comparison or coverage; null if none runs. */
  'replay.progress': readCall<WorkProgress | null>()(None),
  'replay.cancel': readCall<void>()(None),
  'replay.coverage': readCall<RobotsCoverage>()(z.strictObject({ origin: text(500), side: Side })),
  /** The URLs that one side blocks, allows or leaves undecided, each with the deciding line (0 for none). */
  'replay.judged': readCall<{ readonly total: number; readonly rows: readonly JudgedUrl[] }>()(
    z.strictObject({
      origin: text(500),
      side: Side,
      verdict: z.enum(['blocked', 'allowed', 'undecided']),
      from: Id,
      limit: Count,
    }),
  ),
  /** URLs a line decides, or matches without deciding (`matches`). Line 0: decided by no line. */
  'replay.covered': readCall<{ readonly total: number; readonly urls: readonly string[] }>()(
    z.strictObject({ origin: text(500), side: Side, line: Id, matches: z.boolean(), from: Id, limit: Count }),
  ),

  /** One line of a stored robots.txt: who it applies to, what it does, since when, and how other crawlers interpret it. */
  'report.line': readCall<RuleFacts>()(
    z.strictObject({ origin: text(500), version: Id.optional(), line: Id, profile: text(100) }),
  ),
  /** How politely an origin was crawled, computed from the journal. `upTo`: with the version numbers of an older certificate. */
  'report.politeness': readCall<PolitenessCertificate>()(z.strictObject({ origin: text(500), upTo: Id.optional() })),
  /** The initial text of a draft, and the saved drafts. Default version: the one in force. */
  'drafts.open': readCall<DraftDesk>()(z.strictObject({ origin: text(500), version: Id.optional() })),
  'drafts.read': readCall<RobotsDraft>()(z.strictObject({ id: Id })),
  /** Saves a draft in the crawl file. Replaces one of the same name. */
  'drafts.save': engineCall<RobotsDraftRow>()(
    z.strictObject({ origin: text(500), name: text(200), text: Draft, base: Id.nullable() }),
  ),
  /** Stores unsaved text without a name until it is saved or discarded (null). */
  'drafts.keep': engineCall<void>()(z.strictObject({ origin: text(500), text: Draft.nullable(), base: Id.nullable() })),
  'drafts.rename': engineCall<RobotsDraftRow>()(z.strictObject({ id: Id, name: text(200) })),
  'drafts.delete': engineCall<void>()(z.strictObject({ id: Id })),
  /**
   * The smallest edit of an origin's robots.txt that allows or blocks only the chosen URLs, with proof. Takes URLs or a
   * filter (the first 50,000 matches). Default origin: that of the first URL.
   */
  'robots.fix': readCall<RobotsFix>()(
    z.strictObject({
      origin: text(500),
      goal: z.enum(['free', 'block']),
      urls: z.array(Url).max(1_000).optional(),
      filter: text(2_000).optional(),
      side: Side,
    }),
  ),

  /** Opens the list of URLs on which these crawlers differ, with the crawl's own profile first. Works in the background. */
  'disagreements.open': readCall<{ readonly list: number }>()(
    z.strictObject({
      profiles: z.array(text(100)).min(1).max(200),
      oneName: z.boolean().optional(),
      /**
       * With exactly two crawlers: only URLs that the first may not fetch and the second may. The crawl's own crawler
       * is omitted.
       */
      firstBlocked: z.boolean().optional(),
    }),
  ),
  /** The results so far. A finished list continues automatically when the crawl adds URLs. */
  'disagreements.read': readCall<Disagreements>()(z.strictObject({ list: Id })),
  'disagreements.urls': readCall<{ readonly total: number; readonly urls: readonly string[] }>()(
    z.strictObject({ list: Id, group: Id, from: Id, limit: Count }),
  ),
  /** Stops the work. The results so far stay readable. */
  'disagreements.cancel': readCall<void>()(z.strictObject({ list: Id })),

  /** Opens the truth table of signals for these crawlers; none: the crawl's own. It is counted in the background. */
  'signals.open': readCall<{ readonly list: number }>()(z.strictObject({ profiles: z.array(text(100)).max(mostSignalCrawlers) })),
  /** The chosen cells. Empty until the table is counted. */
  'signals.read': readCall<SignalTableView>()(z.strictObject({ list: Id, choice: SignalChoiceInput })),
  /** The URLs of a cell, or (null) of all chosen ones, in order of discovery. */
  'signals.urls': readCall<SignalUrls>()(
    z.strictObject({ list: Id, cell: Id.nullable(), choice: SignalChoiceInput, from: Id, limit: Count }),
  ),
  'signals.cancel': readCall<void>()(z.strictObject({ list: Id })),

  /** Every check there is, in the order of the catalogue. */
  'issues.checks': readCall<readonly CheckInfo[]>()(None),
  /**
   * Audits the crawl in the background, unless the results are those of the file as it is. While a crawl changes the file, the next
   * audit waits some seconds. `again`: also after a cancel or a failure.
   */
  'issues.start': readCall<void>()(z.strictObject({ again: z.boolean().optional(), segment: text(40).nullable().optional() })),
  /** Thresholds and ignore rules of the open crawl. */
  'issues.settings': readCall<AuditSettingsView>()(None),
  /** Changes them: in the file, or for this session if the file is read-only. */
  'issues.change': engineCall<AuditSettingsChanged>()(AuditSettingsChange),
  /**
   * The state of the audit, and the results of the last finished run. `known`: the run whose results the caller has,
   * 0 for none.
   */
  'issues.read': readCall<IssuesView>()(z.strictObject({ known: Id })),
  'issues.cancel': readCall<void>()(None),
  /** Lets the user choose an earlier crawl in a dialog, and compares the audit with it. */
  'issues.chooseBaseline': shellCall<FileOutcome>()(None),
  /** Compares with the crawl of the last time, if it is still in the folder of the open file. */
  'issues.lastBaseline': shellCall<void>()(None),
  'issues.dropBaseline': engineCall<void>()(None),
  /** Takes over the ignore rules of another crawl, or of a JSON document, that the user chooses. Null: cancelled. */
  'issues.takeRules': shellCall<AuditSettingsChanged | null>()(None),
  /** Writes the ignore rules as JSON where the user chooses. */
  'issues.saveRules': shellCall<FileOutcome>()(None),
  /** The URLs that a check hit, or those of one of its groups of duplicates. */
  'issues.urls': readCall<{ readonly total: number; readonly rows: readonly IssueUrl[] }>()(
    z.strictObject({
      check: CheckId,
      show: z.enum(hitsShown),
      group: text(100).nullable(),
      sort: SortKey,
      descending: z.boolean(),
      from: Id,
      limit: Count,
    }),
  ),
  /** The evidence of one check about one URL; null if it did not hit, or does not any more. */
  'issues.finding': readCall<ShownFinding | null>()(z.strictObject({ check: CheckId, url: Url })),
  /** What every check says of one URL. */
  'issues.ofUrl': readCall<UrlIssues>()(z.strictObject({ url: Url })),
  /** Two pages side by side: their facts, and where their readable texts differ. */
  'issues.pair': readCall<IssuePair>()(z.strictObject({ left: Url, right: Url })),
  /** Groups of duplicates that a check found, largest first. */
  'issues.groups': readCall<{ readonly total: number; readonly rows: readonly IssueGroup[] }>()(
    z.strictObject({ check: CheckId, from: Id, limit: Count }),
  ),

  /**
   * Reads the links of the crawl in the background, unless that was done or is under way. `again`: also if the crawl has changed, or after a
   * cancel or a failure.
   */
  'graph.start': readCall<void>()(z.strictObject({ again: z.boolean().optional() })),
  'graph.read': readCall<GraphView>()(None),
  'graph.cancel': readCall<void>()(None),
  /** Some rows of a list about links (`graphLists`), made from the last reading. `open`: see `GraphWish`. */
  'graph.list': readCall<GraphRows>()(
    z.strictObject({
      list: z.enum(graphListIds),
      sort: text(40),
      descending: z.boolean(),
      from: Id,
      limit: Count,
      open: z.array(Url).max(2_000).nullable(),
    }),
  ),
  /** How far a list is that is made just now; null: none of this name. */
  'graph.making': readCall<GraphMaking | null>()(z.strictObject({ list: z.enum(graphListIds) })),
  /** Ends making a list: the calls that wait for it are refused. */
  'graph.stopList': readCall<void>()(z.strictObject({ list: z.enum(graphListIds) })),
  /** Pages by depth or first folder, or attempts over time, as divided bars of the last reading. `verdict`: what divides the folders. */
  'graph.bars': readCall<BarsPicture>()(z.strictObject({ picture: z.enum(barPictures), verdict: z.enum(sectionVerdicts) })),
  /** The directories in one directory ('': the sites), and those in them. */
  'graph.map': readCall<MapPicture>()(z.strictObject({ folder: z.union([z.literal(''), Url]) })),
  /** The pages with the highest link scores, laid out. */
  'graph.picture': readCall<GraphPicture>()(None),
  /** Drawn pages as rows, by their places in the picture. */
  'graph.nodes': readCall<readonly GraphNode[]>()(z.strictObject({ places: z.array(Id).max(1_000) })),
  /** The drawn pages that link to one, and that it links to. */
  'graph.around': readCall<NodeLinks>()(z.strictObject({ place: Id })),
  /** Places of the drawn pages that match a filter, rising. */
  'graph.matching': readCall<{ readonly places: Int32Array; readonly problem: string }>()(
    z.strictObject({ filter: text(2_000) }),
  ),
  /** Shortest path to a URL, alternatives, dominators and link score. */
  'graph.path': readCall<UrlPath>()(z.strictObject({ url: Url })),
  /** URLs that only this URL leads to. */
  'graph.behind': readCall<{ readonly total: number; readonly urls: readonly string[] }>()(
    z.strictObject({ url: Url, from: Id, limit: Count }),
  ),

  /** The custom rules of the file, and the run that looks at stored bodies. */
  /** Starts a search through stored pages, and ends the one before. */
  'search.start': engineCall<SearchState>()(
    z.strictObject({
      text: text(searchLimits.text),
      place: z.enum(searchPlaces),
      isPattern: z.boolean(),
      matchCase: z.boolean(),
      limit: z.int().min(1).max(searchLimits.pages).optional(),
    }),
  ),
  'search.state': engineCall<SearchState>()(None),
  'search.stop': engineCall<void>()(None),
  /** Pages with a match of the search with this number. */
  'search.hits': engineCall<readonly SearchHit[]>()(z.strictObject({ id: Id, from: Id, limit: Count })),
  'rules.get': engineCall<RulesView>()(None),
  /** Replaces all custom rules, and starts a run. With problems, nothing is stored. */
  'rules.save': engineCall<RuleSaved>()(z.strictObject({ rules: z.array(RuleInput).max(mostRules) })),
  'rules.run': engineCall<void>()(None),
  'rules.cancel': engineCall<void>()(None),
  /** Allows the rules that came with a file of another installation. */
  'rules.allow': engineCall<void>()(None),
  /** What a rule finds on one stored page. Stores nothing. */
  'rules.test': engineCall<RuleTest>()(z.strictObject({ rule: RuleInput, url: Url })),
  /** Adds the rules of a JSON file that the user chooses; one with the same name is replaced. Null: cancelled. */
  'rules.import': shellCall<{ readonly added: number } | null>()(None),
  /** Writes the rules as a JSON file where the user chooses. */
  'rules.export': shellCall<FileInfo | null>()(None),
  /** What each search and extraction found, by the id of the rule. Looks through all pages, in slices. */
  'rules.counts': readCall<Readonly<Record<number, RuleCounts>>>()(None),
  /** What searches and extractions found on one page. */
  'rules.ofUrl': readCall<readonly RuleFinding[]>()(z.strictObject({ url: Url })),

  /** The comparison with another crawl, or null. It works in the background: call again while it runs. */
  'comparison.read': readCall<ComparisonView | null>()(None),
  /** The URLs of a group, those with most inlinks first. Fails after a newer comparison. */
  'comparison.urls': readCall<{ readonly total: number; readonly rows: readonly ComparedUrl[] }>()(
    z.strictObject({ run: Id, group: Id, from: Id, limit: Count }),
  ),
  /** What both crawls say of one URL, with the evidence; null while nothing is compared. */
  'comparison.pair': readCall<ComparedPair | null>()(z.strictObject({ run: Id, url: Url })),
  /** What differs field by field: the usual fields and those of `more`. The first call starts it: call again while it runs. */
  'comparison.fields': readCall<ComparedFieldsView>()(z.strictObject({ run: Id, more: z.array(FieldName).max(12).readonly() })),
  'comparison.cancelFields': readCall<void>()(z.strictObject({ run: Id })),
  /** The URLs that differ in a field, with both values. `contains`: part of URL or value. */
  'comparison.fieldUrls': readCall<{ readonly total: number; readonly rows: readonly FieldChange[] }>()(
    z.strictObject({ run: Id, ...FieldChoice, from: Id, limit: Count }),
  ),
  /** What differs between the sitemaps, and whether their dates are true. The first call starts it: call again while it runs. */
  'comparison.sitemaps': readCall<ComparedSitemapsView>()(z.strictObject({ run: Id })),
  'comparison.cancelSitemaps': readCall<void>()(z.strictObject({ run: Id })),
  'comparison.sitemapChanges': readCall<{ readonly total: number; readonly rows: readonly SitemapChange[] }>()(
    z.strictObject({ run: Id, ...SitemapChoice, from: Id, limit: Count }),
  ),
  /** One page in both crawls: text, links, headers, structured data. Null where one of them does not have it. */
  'comparison.page': readCall<PageDiff | null>()(z.strictObject({ run: Id, url: Url })),
  /** How URLs of the first crawl are written in the second. */
  'comparison.mapping': readCall<ComparisonMapping>()(None),
  /** Changes it, and compares again. Patterns are RE2, whose time is linear. */
  'comparison.setMapping': readCall<void>()(z.strictObject({ rules: MappingRules, keepPairs: z.boolean() })),
  /** Counts what rules would do to the URLs of both crawls. */
  'comparison.testMapping': readCall<MappingCounts>()(z.strictObject({ run: Id, rules: MappingRules, keepPairs: z.boolean() })),
  /** Takes over the mapping of a JSON or CSV file that the user chooses. Null: cancelled. */
  'comparison.takeMapping': shellCall<ComparisonMapping | null>()(None),
  /** Writes the mapping as JSON where the user chooses. */
  'comparison.saveMapping': shellCall<FileInfo | null>()(None),
  /** Lets the user choose crawl files, or a folder with some of this site, then starts the trend over them and the open one. False: cancelled. */
  'trend.choose': shellCall<boolean>()(z.strictObject({ from: z.enum(['files', 'folder']) })),
  /** The trend over several crawls, or null. It works in the background: call again while it runs. */
  'trend.read': readCall<TrendView | null>()(None),
  'trend.cancel': readCall<void>()(None),
  /** Compares in the other direction. */
  'comparison.swap': readCall<void>()(None),
  /** Compares again, because the open crawl may have changed. */
  'comparison.again': readCall<void>()(None),
  'comparison.cancel': readCall<void>()(None),
  /** Ends the comparison and closes the other file. */
  'comparison.close': readCall<void>()(None),
  /** Lets the user choose another crawl file in a dialog, then starts a comparison. */
  'comparison.choose': shellCall<FileOutcome>()(None),
  'comparison.recent': shellCall<FileOutcome>()(z.strictObject({ id: text(64) })),
  /** Writes the result where the user chooses; the window never learns the path. */
  'comparison.save': shellCall<FileOutcome>()(z.strictObject({ run: Id, format: z.enum(['csv', 'json']) })),

  /**
   * Shows a dialog for the path of a list, and starts writing. `grant` names the file for `export.show`; the window
   * never learns the path. `export.read` returns the progress.
   */
  'export.save': shellCall<ExportStarted | { readonly cancelled: true }>()(ExportWish),
  /** The same for a copy of the whole file that any SQLite client reads. Replaces nothing. */
  /** Writes the requests of the crawl, or of the URLs that a filter finds, as HTTP Archive (HAR 1.2), without bodies and secrets. */
  'export.har': shellCall<ExportStarted | { readonly cancelled: true }>()(z.strictObject({ filter: text(2_000) })),
  'export.unpack': shellCall<ExportStarted | { readonly cancelled: true }>()(None),
  /** The same for a copy of the crawl as it is now, also while it runs; the open file stays open. Replaces nothing. */
  'export.snapshot': shellCall<ExportStarted | { readonly cancelled: true }>()(None),
  /** The same for sitemap files of the open crawl. Refuses a filter or a base that cannot be used, before the dialog for the path. */
  'export.sitemap': shellCall<ExportStarted | { readonly cancelled: true }>()(SitemapWishInput),
  /** How far an export is, and in the end what was written or went wrong. */
  'export.read': readCall<ExportProgress>()(z.strictObject({ id: Id })),
  /** Ends an export. Nothing of its file is left. */
  'export.cancel': readCall<void>()(z.strictObject({ id: Id })),
  /** Shows an exported file in the file manager. */
  'export.show': shellCall<void>()(z.strictObject({ grant: text(64) })),

  /** Asks for a damaged crawl file and for the place of a new one in dialogs, then starts the repair. False: cancelled. */
  'repair.start': shellCall<boolean>()(None),
  /** How far the last repair is, and in the end what was lost. */
  'repair.read': shellCall<RepairWork>()(None),
  /** Ends the repair. Nothing is left of the new file. */
  'repair.cancel': shellCall<void>()(None),
  /** Opens the repaired file. */
  'repair.open': shellCall<FileOutcome>()(None),
  /** Ends the conversion of an older file. The file stays as it was, and is not opened. */
  'conversion.cancel': shellCall<void>()(None),

  /** How many stored bodies would be dropped, with their bytes. Changes nothing. */
  'bodies.count': engineCall<BodyCount>()(BodiesWishInput),
  /** Starts to drop stored bodies. Refused while the file is crawled. */
  'bodies.drop': engineCall<void>()(BodiesWishInput),
  /** How far that is, and in the end what it did. */
  'bodies.read': engineCall<BodiesWork>()(None),
  /** Ends it: what is dropped by then stays dropped. */
  'bodies.cancel': engineCall<void>()(None),

  /** Audits the open file by itself: recomputes its decisions, checks its invariants. In the background; nothing happens while one runs. */
  'fileAudit.start': readCall<void>()(None),
  /** How far it is and what it found; null before the first one. */
  'fileAudit.read': readCall<FileAudit | null>()(None),
  'fileAudit.cancel': readCall<void>()(None),

  'sitemaps.tree': readCall<readonly SitemapRow[]>()(None),
  'sitemaps.entries': readCall<{ readonly total: number; readonly rows: readonly SitemapEntryRow[] }>()(
    /** `profile`: a crawler whose verdict each row gets. */
    z.strictObject({ sitemap: Id, from: Id, limit: Count, profile: text(100).optional() }),
  ),
  /** Whether the dates of a sitemap file are plausible; null for one that was not read, and for an index. */
  'sitemaps.dates': readCall<LastmodFile | null>()(z.strictObject({ sitemap: Id })),
  /** How internal URLs are spread over sitemaps and links. */
  'sitemaps.coverage': readCall<Readonly<Record<CoverageKey, number>>>()(None),

  /** Checks settings and seeds without starting: '' or one problem per field. */
  'crawl.check': shellCall<Readonly<Record<string, string>>>()(SettingsInput),
  /** Starts a new crawl in a new file; `destination` is a grant of `file.chooseNew`, or null for the default folder. */
  'crawl.start': shellCall<FileOutcome>()(
    z.strictObject({
      settings: SettingsInput,
      destination: text(64).nullable(),
      secrets: SecretsInput.optional(),
      /** Also stores the secrets in the system's key store. */
      keepSecrets: z.boolean().optional(),
      /** Repeats the open crawl: what a server confirms as unchanged is taken from its file. Refused for a file of another installation until all it requests is allowed. */
      again: z.boolean().optional(),
    }),
  ),
  /** Whether this system can keep credentials, and those it keeps, without values. */
  'credentials.state': shellCall<{ readonly canKeep: boolean; readonly kept: readonly CredentialUse[] }>()(None),
  /** Values for the open crawl, for as long as it is open; `keep`: also for the key store. */
  'credentials.give': shellCall<void>()(z.strictObject({ secrets: SecretsInput, keep: z.boolean() })),
  'credentials.forget': shellCall<void>()(CredentialUseInput),
  'crawl.demo': shellCall<FileOutcome>()(None),
  /** Built-in profiles, and the user's own from the program's data folder. */
  'profiles.list': shellCall<ProfileList>()(None),
  /** Adds a profile, or replaces the profile `replaces`. Returns problems by field; empty if it was saved. */
  'profiles.save': shellCall<Readonly<Record<string, string>>>()(
    z.strictObject({ profile: UserProfileInput, replaces: text(64).nullable() }),
  ),
  'profiles.remove': shellCall<void>()(z.strictObject({ id: text(64) })),
  'file.current': shellCall<FileInfo | null>()(None),
  'file.open': shellCall<FileOutcome>()(None),
  'file.openRecent': shellCall<FileOutcome>()(z.strictObject({ id: text(64) })),
  'file.recent': shellCall<readonly RecentFile[]>()(None),
  'file.forgetRecent': shellCall<void>()(z.strictObject({ id: text(64) })),
  /** Saves the open file under another name and goes on with that. While it is crawled, starts a copy, as `export.snapshot` does. */
  'file.saveAs': shellCall<FileOutcome | ExportStarted>()(None),
  'file.close': shellCall<void>()(None),
  'file.chooseNew': shellCall<{ readonly grant: string; readonly name: string; readonly folder: string } | null>()(
    z.strictObject({ suggestedName: text(200) }),
  ),
  /** Writes a report on the open file where the user chooses; the window never learns the path. */
  'report.save': shellCall<FileOutcome>()(
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('url'), url: Url, profiles: z.array(text(100)).max(200).optional() }),
      z.strictObject({ kind: z.literal('line'), origin: text(500), version: Id.optional(), line: Id, profile: text(100) }),
      z.strictObject({ kind: z.literal('politeness'), origins: z.array(text(500)).max(1_000) }),
    ]),
  ),
  /**
   * Shows a dialog for the path of a report on the whole crawl, and starts making it; `report.siteProgress` says how far it is. `grant`
   * names the file for `export.show`. One at a time.
   */
  'report.site': shellCall<SiteReportStarted | { readonly cancelled: true }>()(
    z.strictObject({
      format: z.enum(siteReportFormats),
      sections: z.array(z.enum(siteReportSectionIds)).min(1).max(siteReportSectionIds.length).readonly(),
      title: text(siteReportLimits.title),
      author: text(siteReportLimits.author),
      notes: text(siteReportLimits.notes),
      segment: text(40).nullable(),
      /** Grants of `report.chooseLogo` and `report.chooseBaseline`. */
      logo: text(64).nullable(),
      baseline: text(64).nullable(),
    }),
  ),
  'report.siteProgress': shellCall<SiteReportProgress>()(None),
  'report.cancelSite': shellCall<void>()(None),
  /** Lets the user choose a picture for the cover of a report. Refuses what is neither PNG nor JPEG. */
  'report.chooseLogo': shellCall<GrantedFile | null>()(None),
  /** Lets the user choose an earlier crawl that a report compares with. */
  'report.chooseBaseline': shellCall<GrantedFile | null>()(None),
  /**
   * Runs one statement that reads on the open file, in a process that is killed at `seconds`, on Stop and before the next statement. It is the
   * only call that carries SQL to be run at once. Resolves when the statement has ended.
   */
  'sql.run': shellCall<SqlOutcome>()(
    z.strictObject({
      statement: text(sqlLimits.text).refine(written => written.trim() !== '', 'the statement is empty'),
      seconds: z.int().min(1).max(sqlLimits.mostSeconds),
      rows: z.int().min(1).max(sqlLimits.mostRows),
    }),
  ),
  /** The tables and views of the open file. */
  'sql.schema': readCall<readonly SqlTable[]>()(None),
  /** Ends the statement that runs, and forgets the rows of the last one. */
  'sql.stop': shellCall<void>()(None),
  /** Rows of the last statement. Long cells are cut. */
  'sql.rows': shellCall<readonly (readonly SqlCell[])[]>()(
    z.strictObject({ id: Id, from: Id, limit: z.int().min(1).max(sqlLimits.shownRows) }),
  ),
  /** Writes the rows of the last statement to a file the user names in a dialog; null when cancelled. */
  'sql.save': shellCall<SqlSaved | null>()(z.strictObject({ id: Id, format: z.enum(sqlFormats) })),
  /** Saved queries as a JSON file; null if the user chose none. */
  'queries.save': shellCall<FileInfo | null>()(QueriesFile),
  'queries.open': shellCall<QueriesFile | null>()(None),
  /** Saved views and sets of columns as a JSON file; null if the user chose none. */
  'views.save': shellCall<FileInfo | null>()(ViewsFile),
  'views.open': shellCall<ViewsFile | null>()(None),
  /** Asks for a settings file or a crawl file. Null if the user cancelled. */
  'settings.open': shellCall<{ readonly name: string; readonly settings: PortableSettings } | null>()(None),
  'settings.save': shellCall<FileInfo | null>()(z.strictObject({ suggestedName: text(200), settings: PortableInput })),
  /** Writes a draft to a file the user names in a dialog; null when cancelled. */
  'draft.export': shellCall<FileInfo | null>()(z.strictObject({ suggestedName: text(200), text: text(2 * longestDraft) })),
  'shell.info': shellCall<ShellInfo>()(None),
  'shell.defaults': shellCall<Omit<CrawlSettings, 'seeds'>>()(None),
  'shell.openExternal': shellCall<void>()(z.strictObject({ url: text(2_048) })),
} as const;

export interface TopicPayloads {
  /** Full status, at most four times a second; null when no file is open. */
  status: CrawlStatus | null;
  /** Menu commands of the shell that the window carries out: 'new', 'open-omnibox', 'save-as', 'find', 'view:urls' … */
  command: string;
  /** The open file changed (opened, closed, saved elsewhere). */
  file: FileInfo | null;
  /** An older file is converted before it opens: how far, several times a second; null when that ended. */
  conversion: ConversionWork | null;
}
export type TopicName = keyof TopicPayloads;
export const topicNames = ['status', 'command', 'file', 'conversion'] as const satisfies readonly TopicName[];
