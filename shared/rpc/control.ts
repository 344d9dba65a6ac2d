import type { ExportWish } from '../export-list.ts';
import type { AuditSettingsChanged } from '../model/audit-settings.ts';
import type { ComparisonMapping } from '../model/comparison-details.ts';
import type { CrawlSettings } from '../model/crawl.ts';
import type { TrendFiles } from '../model/crawl-trend.ts';
import type { CredentialUse, Secret } from '../model/credentials.ts';
import type { RobotsImported } from '../model/history.ts';
import type { ProfileList, UserProfile } from '../model/profile.ts';
import type { ReportRequest } from '../model/report.ts';
import type { ReportLogo, SiteReportWish } from '../model/site-report.ts';
import type { SitemapWish } from '../model/sitemap-make.ts';
import type { PortableSettings } from '../settings-file.ts';

/** Calls that only the shell may make to the engine, because file paths never come from the window. The wire format is that of the contract. */
export interface ControlCalls {
  /** Creates a new crawl file and starts crawling. Never overwrites a file. `again`: requests conditionally what the open crawl has. */
  'session.create': (input: {
    readonly path: string;
    readonly settings: CrawlSettings;
    readonly secrets: readonly Secret[];
    readonly again: boolean;
  }) => Promise<void>;
  /** Values of credentials for the open crawl. They stay in the engine's memory until the file is closed. */
  'session.giveSecrets': (input: { readonly secrets: readonly Secret[] }) => Promise<void>;
  /** The credentials of the open crawl whose values the engine does not have. */
  'session.missingCredentials': (input: Record<string, never>) => Promise<readonly CredentialUse[]>;
  /** Starts the built-in demo site on loopback and crawls it into a new file. */
  'session.demo': (input: { readonly path: string }) => Promise<void>;
  /**
   * Opens an existing crawl file. An unfinished crawl can then be resumed; it does not resume automatically. `original`: path of the file as it was
   * before it was converted just now.
   */
  'session.open': (input: { readonly path: string; readonly original?: string }) => Promise<void>;
  /** Continues the crawl of the open file that was running when the engine died. Nothing happens if none was. */
  'session.resumeAfterCrash': (input: Record<string, never>) => Promise<void>;
  /** The engine is alive. */
  'engine.heartbeat': (input: Record<string, never>) => Promise<void>;
  'session.close': (input: Record<string, never>) => Promise<void>;
  /** Writes a consistent copy of the open file. The session continues with the copy. */
  'session.saveAs': (input: { readonly path: string }) => Promise<void>;
  /** Writes a report on the open file, completely or not at all. The dialog confirms before it replaces a file. */
  'session.report': (input: { readonly path: string; readonly wanted: ReportRequest }) => Promise<void>;
  /** A report on the whole open file as HTML. Null: cancelled. One at a time. */
  'session.siteReport': (input: { readonly wish: SiteReportWish }) => Promise<string | null>;
  /** How far that report is. */
  'session.siteReportProgress': (input: Record<string, never>) => Promise<{ readonly step: string; readonly share: number }>;
  'session.cancelSiteReport': (input: Record<string, never>) => Promise<void>;
  /** Reads a picture for a report. Refuses what is neither PNG nor JPEG, or too large. */
  'session.readLogo': (input: { readonly path: string }) => Promise<ReportLogo>;
  /** Imports earlier robots.txt versions into the open file: from a file, a folder of dated files, or another crawl. */
  'session.importRobots': (input: { readonly path: string; readonly origin: string }) => Promise<RobotsImported>;
  /** Adds the custom rules of a JSON file to the open crawl, and starts a run. Fails, and adds none, if one cannot be used. */
  'session.importRules': (input: { readonly path: string }) => Promise<{ readonly added: number }>;
  /** Writes the custom rules as a JSON file. The dialog confirms before it replaces a file. */
  'session.exportRules': (input: { readonly path: string }) => Promise<void>;
  /** Starts to compare the open crawl with another file. The window reads the result. Files that cannot be compared are refused. */
  'session.compare': (input: { readonly path: string }) => Promise<void>;
  /** Writes the comparison with this number, completely or not at all. The dialog confirms before it replaces a file. */
  'session.saveComparison': (input: {
    readonly run: number;
    readonly path: string;
    readonly format: 'csv' | 'json';
  }) => Promise<void>;
  /** Takes over a mapping of URLs for comparisons: settings of a comparison as JSON, or pairs as CSV. */
  'session.takeMapping': (input: { readonly path: string }) => Promise<ComparisonMapping>;
  /** Starts the trend over these crawls and the open one. The window reads the result. */
  'session.trend': (input: TrendFiles) => Promise<void>;
  /** Writes the mapping. The dialog confirms before it replaces a file. */
  'session.saveMapping': (input: { readonly path: string }) => Promise<void>;
  /** Starts to write a list of the open file, completely or not at all. Returns the number of the export. The dialog confirms before it
   * replaces a file. */
  'session.export': (input: { readonly path: string; readonly wish: ExportWish }) => Promise<number>;
  /** Starts to write an unpacked copy of the open file, completely or not at all. Returns the number of the export. Replaces nothing. */
  'session.unpack': (input: { readonly path: string }) => Promise<number>;
  /** The same for the requests of the URLs that a filter finds, as HAR. Refuses a filter that cannot be used; does only that, and returns 0, without a path. */
  'session.exportHar': (input: { readonly path: string | null; readonly filter: string }) => Promise<number>;
  /** Starts to write the link graph as GraphML, completely or not at all. Returns the number of the export. The dialog confirms before it
   * replaces a file. */
  'session.exportGraphml': (input: { readonly path: string }) => Promise<number>;
  /** The same for a copy of the crawl as it is now, also while it runs. The engine stays with its file. */
  'session.snapshot': (input: { readonly path: string }) => Promise<number>;
  /** Starts to write sitemap files of the open file, all or none. `path`: the first one, which the dialog confirmed to replace. Without a path
   * it only refuses what cannot be used, and returns 0. */
  'session.makeSitemap': (input: { readonly path: string | null; readonly wish: SitemapWish }) => Promise<number>;
  /** Compares the audit with an earlier crawl. Refuses what cannot be compared. */
  'session.setBaseline': (input: { readonly path: string }) => Promise<void>;
  /** The same with the crawl of the last time, if it is still in the folder of the open file. */
  'session.setLastBaseline': (input: Record<string, never>) => Promise<void>;
  /** Adds the ignore rules of another crawl file or of a JSON document. */
  'session.takeIgnoreRules': (input: { readonly path: string }) => Promise<AuditSettingsChanged>;
  /** Writes the ignore rules as JSON, whole or not at all. The dialog confirms before it replaces a file. */
  'session.saveIgnoreRules': (input: { readonly path: string }) => Promise<void>;
  /** Field name → problem; empty if a crawl with these settings can start. */
  'session.check': (input: { readonly settings: CrawlSettings }) => Promise<Readonly<Record<string, string>>>;
  /** The settings of a settings file or a crawl file that can be used elsewhere. */
  'session.readSettings': (input: { readonly path: string }) => Promise<PortableSettings>;
  /** The built-in profiles and the user's own, as shown in lists. */
  'profiles.describe': (input: { readonly own: readonly UserProfile[] }) => Promise<Omit<ProfileList, 'problem'>>;
  /** Field → problem; empty if the profile is valid together with `others`. */
  'profiles.check': (input: {
    readonly profile: UserProfile;
    readonly others: readonly UserProfile[];
  }) => Promise<Readonly<Record<string, string>>>;
}
export type ControlName = keyof ControlCalls;
export const controlNames = [
  'session.create',
  'session.giveSecrets',
  'session.missingCredentials',
  'session.demo',
  'session.open',
  'session.resumeAfterCrash',
  'engine.heartbeat',
  'session.close',
  'session.saveAs',
  'session.report',
  'session.siteReport',
  'session.siteReportProgress',
  'session.cancelSiteReport',
  'session.readLogo',
  'session.importRobots',
  'session.importRules',
  'session.exportRules',
  'session.compare',
  'session.saveComparison',
  'session.takeMapping',
  'session.saveMapping',
  'session.trend',
  'session.export',
  'session.unpack',
  'session.exportHar',
  'session.exportGraphml',
  'session.snapshot',
  'session.makeSitemap',
  'session.setBaseline',
  'session.setLastBaseline',
  'session.takeIgnoreRules',
  'session.saveIgnoreRules',
  'session.check',
  'session.readSettings',
  'profiles.describe',
  'profiles.check',
] as const satisfies readonly ControlName[];
