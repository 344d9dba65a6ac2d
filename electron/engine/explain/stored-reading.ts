import { profileSet } from '#core/crawlers/profile-set.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { ownRobotsFor } from '#core/robots/own-robots.ts';
import { obedienceFor } from '#core/robots/site-rules.ts';
import { originOf } from '#core/url/authority.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { UrlExplanation } from '#shared/model/explanation.ts';
import type { OriginTable } from '#storage/tables/origins.ts';
import { isOwnText, type RobotsTable, type RobotsVersion } from '#storage/tables/robots-versions.ts';
import type { RobotsReading } from '../crawl/slot.ts';
import { inPlaceOf, mayBeReplaced, type ReadAs, readingOf } from '../robots/gate.ts';

interface Source {
  readonly robots: RobotsTable;
  readonly origins: Pick<OriginTable, 'byKey'>;
  readonly settings: Pick<CrawlSettings, 'profile' | 'profiles' | 'siteRules' | 'robotsDefault' | 'ownRobots'>;
}

/** A parsed stored robots.txt and its origin. */
export interface StoredReading {
  readonly reading: RobotsReading;
  readonly origin: string;
}

/** The stored robots.txt files that one explanation needs, each parsed once, as the crawl's own profile interprets them. */
export class StoredReadings {
  readonly #source: Source;
  readonly #made = new Map<number, RobotsReading>();

  constructor(source: Source) {
    this.#source = source;
  }

  /** `robotsId`: the version to use; null for the current one. Returns null if none is stored. */
  for(url: string, robotsId: number | null): StoredReading | null {
    const { settings, origins, robots } = this.#source;
    const origin = originOf(url);
    const profile = profileSet(settings.profiles).byId(settings.profile);
    const dialect = profile && dialectById(profile.dialect);
    if (!origin || !profile || !dialect) return null;
    const id = robotsId ?? origins.byKey(origin.key)?.robotsId ?? null;
    const version = id === null ? undefined : robots.byId(id);
    if (!version) return null;
    const key = robotsId === null ? -version.originId : version.id;
    const how = { dialect, names: profile, obedience: obedienceFor(settings, origin.key) };
    const reading = this.#made.get(key) ?? this.#read(version, how, { origin: origin.key, isInForce: robotsId === null });
    this.#made.set(key, reading);
    return { reading, origin: origin.key };
  }

  /** `isInForce`: the version is in force now, so that a text of the user may decide in its place. */
  #read(
    version: RobotsVersion,
    how: ReadAs,
    { origin, isInForce }: { readonly origin: string; readonly isInForce: boolean },
  ): RobotsReading {
    const { settings, origins, robots } = this.#source;
    const isOwn = isOwnText(version);
    const wanted = isInForce && !isOwn ? ownRobotsFor(settings, origin) : null;
    const text = wanted === null ? undefined : robots.ownText(version.originId, wanted.text);
    const server = isOwn ? robots.byId(origins.byKey(origin)?.robotsId ?? 0) : version;
    if (!server) return readingOf(robots, version, how);
    const reading = readingOf(robots, server, how);
    if (isOwn) return inPlaceOf(reading, robots, version, how);
    return text && mayBeReplaced(reading) ? inPlaceOf(reading, robots, text, how) : reading;
  }

  /** What a stored robots.txt says about a URL, for display. */
  shown({ reading, origin }: StoredReading, url: string): NonNullable<UrlExplanation['robots']> {
    return {
      ...reading.decide(url),
      origin,
      version: reading.version.id,
      versionNumber: reading.server ? null : this.#source.robots.numberOf(reading.version),
      isOwn: reading.server !== undefined,
      agent: reading.speaker.agent,
    };
  }
}
