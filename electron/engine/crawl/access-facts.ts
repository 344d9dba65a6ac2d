import type { AccessFacts } from '#core/decision/access.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { DecisionDraft, Evidence } from '#shared/model/decision.ts';
import type { RobotsReading } from './slot.ts';

/** A decision to fetch in spite of robots.txt. */
export interface AccessOverride {
  readonly decisionId: number;
  /** The robots.txt that forbids it, and the line (0: no single line is the cause). */
  readonly robots: number;
  readonly line: number;
  /** The setting, cited by every later decision of this attempt. */
  readonly setting: Evidence;
}

/** What robots.txt and the current settings say about a URL, as input for `mayAccess`. */
export const accessFacts = (
  { settings, settingsId }: { readonly settings: CrawlSettings; readonly settingsId: number },
  reading: RobotsReading,
  url: string,
): AccessFacts => ({
  verdict: reading.decide(url),
  strict: reading.strictly(url),
  obedience: reading.obedience,
  robots: reading.version.id,
  settings: settingsId,
  delay: reading.delay,
  maxDelayMs: settings.maxDelayMs,
});

/** The robots.txt line that an access decision cites, 0 for none. */
export const lineOf = ({ verdict, strict }: AccessFacts, access: DecisionDraft): number =>
  access.rule === 'always-obey' && strict ? strict.line : verdict.line;
