import type { CrawlSettings, CrawlState, CrawlStatus } from '#shared/model/crawl.ts';
import type { DiskWait } from '#shared/model/disk-wait.ts';
import type { FileRequests } from '#shared/model/file-requests.ts';
import type { OutageStatus } from '#shared/model/outage.ts';
import type { RenderErrand } from '../crawl/context.ts';

/** Crawling into the open file. */
export interface CrawlControl {
  /** Counts the file first where that was not done: seconds for millions of URLs. The next five need no count. */
  status(): CrawlStatus;
  settings(): CrawlSettings;
  state(): CrawlState;
  /** What a file from another installation may not do yet; null: nothing waits. */
  waiting(): FileRequests | null;
  /** The crawl waits for room on the disk; null: it does not. */
  diskWait(): DiskWait | null;
  /** The crawl waits for its own network; null: it does not. */
  outage(): OutageStatus | null;
  /** Starts or continues the crawl; resolves when it ends for whatever reason, rejects when it could not go on. */
  run(): Promise<CrawlState>;
  /** Renders pages of the file that the user names. Requests robots.txt and their resources only. Refuses while a crawl runs. */
  render(errand: RenderErrand, how?: Partial<RenderSettings>): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** The same after the engine died while it crawled this file. */
  resumeAfterCrash(): Promise<void>;
  /** Resolves when the last request is cut off and everything is on disk. `why`: what the state says afterwards. */
  stop(why?: StopReason): Promise<void>;
  /** New settings for the rest of the crawl, as a new settings version. */
  changeSettings(change: Partial<CrawlSettings>): void;
}

/**
 * How pages are rendered that were asked for, where it is not as the settings of the crawl say. `siteRules`: rules that the user gives for
 * this rendering alone, before those of the file.
 */
export type RenderSettings = Pick<
  CrawlSettings,
  'renderDevice' | 'renderWait' | 'renderLocale' | 'renderThrottle' | 'renderThirdParty' | 'renderScreenshots' | 'siteRules'
>;

/** Who ended the crawl: the user, closing its file, or the end of the program. */
export type StopReason = 'user' | 'file-closed' | 'program-ended';

export const stopWords: Readonly<Record<StopReason, string>> = {
  user: 'Stopped by you.',
  'file-closed': 'Stopped because its file was closed. Resume to continue.',
  'program-ended': 'Stopped because Crawlscope was closed. Resume to continue.',
};
