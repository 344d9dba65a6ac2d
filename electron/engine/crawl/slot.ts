import type { Speaker } from '#core/robots/choose/speaker.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import type { SiteObedience } from '#core/robots/site-rules.ts';
import type { CrawlDelay, RobotsFile, RobotsVerdict } from '#shared/model/robots.ts';
import type { OriginRecord } from '#storage/tables/origins.ts';
import type { RobotsVersion } from '#storage/tables/robots-versions.ts';

/** The reading of an origin's robots.txt in force, ready to be asked. */
export interface RobotsReading {
  readonly version: RobotsVersion;
  /** `stale`: unreachable now, the last good copy is used (RFC 9309 §2.4). */
  readonly stale: boolean;
  readonly dialect: Dialect;
  /** The parsed file; parsed again when it is no longer kept. */
  readonly file: RobotsFile | null;
  /** The name under which the file was asked. */
  readonly speaker: Speaker;
  readonly delay: CrawlDelay | null;
  /** What the user decided for this site. */
  readonly obedience: SiteObedience;
  /** As the profile reads the file. */
  decide(url: string): RobotsVerdict;
  /** As RFC 9309 reads it under the same name; null unless the site is always obeyed. */
  strictly(url: string): RobotsVerdict | null;
}

/** An origin at work: its record in the file, its reading of robots.txt and what is in flight. One process owns it. */
export class Slot {
  readonly record: OriginRecord;
  reading: RobotsReading | null = null;
  inFlight = 0;
  /** Monotonic milliseconds before which no request may start; the stored wall-clock time only survives restarts. */
  nextMono = 0;
  /** Earliest monotonic time at which queued work becomes due; null: no work. */
  dueMono: number | null = 0;
  /** robots.txt attempts in a row that could not be read. */
  robotsFailures = 0;
  /** URLs on the way to a redirected robots.txt, the next one to request last; empty while no redirect is followed. */
  robotsTrail: readonly string[] = [];
  robotsInFlight = false;
  /** Since when, in epoch milliseconds, every request to it fails, and how; null: the last one got a response. */
  failingSince: { readonly at: number; readonly detail: string } | null = null;
  /** Alternates pages and sitemap files, so neither starves the other. */
  sitemapTurn = true;
  fetched = 0;
  failed = 0;
  blocked = 0;

  constructor(record: OriginRecord) {
    this.record = record;
  }
}
