import { z } from 'zod';
import type { AssertionReport, AssertionSetView, AssertionsMade, AssertionsMerged } from '../model/assertions.ts';
import { type DraftDesk, longestDraft, type RobotsDraft, type RobotsDraftRow, type SiteSection } from '../model/draft.ts';
import type { RobotsFileView, RobotsOriginRow } from '../model/explanation.ts';
import type { RobotsAsked, RobotsBlame, RobotsChecks, RobotsHistory, RobotsImported, TextDiff } from '../model/history.ts';
import type { RobotsInterpretation, RobotsInterpreters } from '../model/interpretation.ts';
import type { LintView } from '../model/lint.ts';
import type {
  Disagreements,
  JudgedUrl,
  ReplayDifference,
  ReplayDiscovery,
  ReplayUrl,
  RobotsCoverage,
  WorkProgress,
} from '../model/replay.ts';
import type { RobotsFix } from '../model/robots-fix.ts';
import type { FileInfo } from '../model/shell.ts';
import { engineCall, readCall, shellCall } from '../rpc/define.ts';
import { Assertions, Count, Document, Draft, Id, Interpreter, None, Side, text, Url } from '../rpc/inputs.ts';

/** Procedures of the window: robots.txt, its versions, drafts, assertions, and what other crawlers make of it. */
export const robotsProcedures = {
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

  /** Writes a draft to a file the user names in a dialog; null when cancelled. */
  'draft.export': shellCall<FileInfo | null>()(z.strictObject({ suggestedName: text(200), text: text(2 * longestDraft) })),

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
} as const;
