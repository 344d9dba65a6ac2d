import { z } from 'zod';
import type { CrawlSettings } from '../model/crawl.ts';
import type { PolitenessCertificate } from '../model/politeness.ts';
import type { RuleFacts } from '../model/rule-report.ts';
import type { FileInfo, FileOutcome, GrantedFile, ShellInfo, SiteReportStarted } from '../model/shell.ts';
import { type SiteReportProgress, siteReportFormats, siteReportLimits, siteReportSectionIds } from '../model/site-report.ts';
import { type SqlCell, type SqlOutcome, type SqlSaved, type SqlTable, sqlFormats, sqlLimits } from '../model/sql-console.ts';
import { QueriesFile } from '../queries-file.ts';
import { readCall, shellCall } from '../rpc/define.ts';
import { Id, None, text, Url } from '../rpc/inputs.ts';
import { ViewsFile } from '../views-file.ts';

/** Procedures of the window: reports, SQL, saved queries and views, the shell. */
export const outputProcedures = {
  /** One line of a stored robots.txt: who it applies to, what it does, since when, and how other crawlers interpret it. */
  'report.line': readCall<RuleFacts>()(
    z.strictObject({ origin: text(500), version: Id.optional(), line: Id, profile: text(100) }),
  ),
  /** How politely an origin was crawled, computed from the journal. `upTo`: with the version numbers of an older certificate. */
  'report.politeness': readCall<PolitenessCertificate>()(z.strictObject({ origin: text(500), upTo: Id.optional() })),
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

  'shell.info': shellCall<ShellInfo>()(None),
  'shell.defaults': shellCall<Omit<CrawlSettings, 'seeds'>>()(None),
  'shell.openExternal': shellCall<void>()(z.strictObject({ url: text(2_048) })),
} as const;
