import type { HostVerdict } from '#core/decision/check-outcome.ts';
import type { HostSpeed } from '#core/frontier/host-limits.ts';
import type { Speaker } from '#core/robots/choose/speaker.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import type { SiteObedience } from '#core/robots/site-rules.ts';
import type { CrawlDelay, RobotsFile, RobotsVerdict } from '#shared/model/robots.ts';
import type { OriginRecord } from '#storage/tables/origins.ts';
import type { RobotsVersion } from '#storage/tables/robots-versions.ts';

import { type GuardState, newGuardState } from './host-guards.ts';

/** The interpretation of an origin's current robots.txt. */
export interface RobotsReading {
  /** The version that decides: of the server's file, or a text of the user. */
  readonly version: RobotsVersion;
  /** The reading of the server's file where a text of the user decides in its place. Delays and sitemaps are from it. */
  readonly server?: RobotsReading;
  /** `stale`: unreachable now, the last good copy is used (RFC 9309 §2.4). */
  readonly stale: boolean;
  readonly dialect: Dialect;
  /** The parsed file. Parses it again if it is no longer cached. */
  readonly file: RobotsFile | null;
  /** The product token used to select the group. */
  readonly speaker: Speaker;
  readonly delay: CrawlDelay | null;
  /** What the user decided for this site. */
  readonly obedience: SiteObedience;
  /** The profile's interpretation of the file. */
  decide(url: string): RobotsVerdict;
  /** The RFC 9309 interpretation for the same name; null unless a site rule says to always obey robots.txt. */
  strictly(url: string): RobotsVerdict | null;
}

/** An active origin: its record in the file, its robots.txt and its requests in flight. One process owns it. */
export class Slot {
  readonly record: OriginRecord;
  reading: RobotsReading | null = null;
  /** Requests sent and not settled. */
  inFlight = 0;
  /** Responses that may slow the crawl down (throttling, failures) and are not settled yet. Meanwhile no request is sent. */
  unread = 0;
  /** How often the host asked for a pause: it never goes down. */
  pauses = 0;
  /** Earliest start of the next request, monotonic milliseconds. The stored wall-clock time is only for restarts. */
  nextMono = 0;
  /** Earliest start of the next request by the rate of the host, monotonic milliseconds. */
  startMono = 0;
  /** How fast the user's settings let the host be requested. */
  speed: HostSpeed = { delayMs: 0, intervalMs: 0, connections: Number.POSITIVE_INFINITY, isLimited: false };
  /** Earliest monotonic time at which queued work becomes due; null: no work. */
  dueMono: number | null = 0;
  /** Consecutive failed attempts to read robots.txt. */
  robotsFailures = 0;
  /** The redirect chain of robots.txt; the last URL is the next to request. Empty if there is no redirect. */
  robotsTrail: readonly string[] = [];
  robotsInFlight = false;
  /** Since when (epoch milliseconds) every request fails, and how. Null: the last request got a response. */
  failingSince: { readonly at: number; readonly detail: string } | null = null;
  /** Alternates pages and sitemap files, so neither starves the other. */
  sitemapTurn = true;
  /** Pages or sitemap files of the origin are wanted, not only resources and checks. */
  isOfCrawl = false;
  /** Its robots.txt was read, and its sitemaps are queued when the crawl wants pages of it. */
  owesSitemaps = false;
  /** Only checks request this host. */
  readonly isOutside: boolean;
  /** Earliest monotonic time at which a check becomes due; null: none waits. */
  checkMono: number | null = null;
  /** The state of the host that applies to all its checks. */
  checkVerdict: HostVerdict | null = null;
  /** Failures in a row, until a response of another host shows that the network works. */
  unproven = 0;
  readonly guard: GuardState = newGuardState();
  fetched = 0;
  failed = 0;
  blocked = 0;

  constructor(record: OriginRecord, isOutside = false) {
    this.record = record;
    this.isOutside = isOutside;
    // A host outside the crawl has no pages. Its sitemap files are marked as outside themselves.
    if (isOutside) this.dueMono = null;
  }
}
