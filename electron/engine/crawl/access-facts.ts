import type { CrawlerProfile } from '#core/crawlers/profile.ts';
import type { AccessFacts } from '#core/decision/access.ts';
import { blockedListing, closedListing } from '#core/decision/listing.ts';
import { engineById } from '#core/directives/engines.ts';
import { closesWholeSite } from '#core/robots/whole-site.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { DecisionDraft, Evidence, MayList } from '#shared/model/decision.ts';
import { ofServer } from '../robots/gate.ts';
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
  delayRobots: ofServer(reading).version.id,
  maxDelayMs: settings.maxDelayMs,
});

/** The listing decision of a URL that robots.txt blocks, and the column that goes with it. */
export function blockedListingOf(
  profile: Pick<CrawlerProfile, 'directives'>,
  reading: RobotsReading,
  facts: AccessFacts,
  line: number,
): { readonly draft: DecisionDraft; readonly mayList: MayList } {
  const isClosed =
    engineById(profile.directives).closedSite.value === 'not-listed' && closesWholeSite(reading.file, facts.verdict);
  return isClosed
    ? { draft: closedListing(facts.robots, line), mayList: 'no' }
    : { draft: blockedListing(facts.robots, line), mayList: 'url-only' };
}

/** The robots.txt line that an access decision cites, 0 for none. */
export const lineOf = ({ verdict, strict }: AccessFacts, access: DecisionDraft): number =>
  access.rule === 'always-obey' && strict ? strict.line : verdict.line;
