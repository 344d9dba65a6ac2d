import type { ExportWish } from '../export-list.ts';
import type { CrawlSettings } from '../model/crawl.ts';
import type { RobotsImported } from '../model/history.ts';
import type { ProfileList, UserProfile } from '../model/profile.ts';
import type { ReportRequest } from '../model/report.ts';

/** What only the shell may ask of the engine: file paths never come from the window. Same wire format as the contract. */
export interface ControlCalls {
  /** Creates a new crawl file and starts crawling. Refuses to overwrite. */
  'session.create': (input: { readonly path: string; readonly settings: CrawlSettings }) => Promise<void>;
  /** Starts the built-in demo site on loopback and crawls it into a new file. */
  'session.demo': (input: { readonly path: string }) => Promise<void>;
  /** Opens an existing crawl file for review; an unfinished crawl is offered for resuming, not resumed. */
  'session.open': (input: { readonly path: string }) => Promise<void>;
  'session.close': (input: Record<string, never>) => Promise<void>;
  /** Writes a consistent copy of the open file; the session goes on with the copy. */
  'session.saveAs': (input: { readonly path: string }) => Promise<void>;
  /** Writes a report on the open file, whole or not at all; the dialog has asked before it replaces a file. */
  'session.report': (input: { readonly path: string; readonly wanted: ReportRequest }) => Promise<void>;
  /** Brings robots.txt versions of the past into the open file: a file, a folder of dated files, another crawl. */
  'session.importRobots': (input: { readonly path: string; readonly origin: string }) => Promise<RobotsImported>;
  /** Begins to compare the open crawl with another file; the window reads what it finds. Refuses what cannot be compared. */
  'session.compare': (input: { readonly path: string }) => Promise<void>;
  /** Writes the comparison with this number, whole or not at all; the dialog has asked before it replaces a file. */
  'session.saveComparison': (input: {
    readonly run: number;
    readonly path: string;
    readonly format: 'csv' | 'json';
  }) => Promise<void>;
  /** Begins to write a list of the open file, whole or not at all, and returns the number of the export. The dialog has asked before it replaces a file. */
  'session.export': (input: { readonly path: string; readonly wish: ExportWish }) => Promise<number>;
  /** Field name → problem; empty when the settings can be crawled. */
  'session.check': (input: { readonly settings: CrawlSettings }) => Promise<Readonly<Record<string, string>>>;
  /** The built-in profiles and these of the user, as lists show them. */
  'profiles.describe': (input: { readonly own: readonly UserProfile[] }) => Promise<Omit<ProfileList, 'problem'>>;
  /** Field → problem; empty when the profile can be used beside `others`. */
  'profiles.check': (input: {
    readonly profile: UserProfile;
    readonly others: readonly UserProfile[];
  }) => Promise<Readonly<Record<string, string>>>;
}
export type ControlName = keyof ControlCalls;
export const controlNames = [
  'session.create',
  'session.demo',
  'session.open',
  'session.close',
  'session.saveAs',
  'session.report',
  'session.importRobots',
  'session.compare',
  'session.saveComparison',
  'session.export',
  'session.check',
  'profiles.describe',
  'profiles.check',
] as const satisfies readonly ControlName[];
