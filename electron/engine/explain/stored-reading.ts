import { profileSet } from '#core/crawlers/profile-set.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { obedienceFor } from '#core/robots/site-rules.ts';
import { originOf } from '#core/url/authority.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { UrlExplanation } from '#shared/model/explanation.ts';
import type { OriginTable } from '#storage/tables/origins.ts';
import type { RobotsTable } from '#storage/tables/robots-versions.ts';
import type { RobotsReading } from '../crawl/slot.ts';
import { readingOf } from '../robots/gate.ts';

interface Source {
  readonly robots: RobotsTable;
  readonly origins: Pick<OriginTable, 'byKey'>;
  readonly settings: Pick<CrawlSettings, 'profile' | 'profiles' | 'siteRules' | 'robotsDefault'>;
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
    const known = this.#made.get(version.id);
    const reading =
      known ?? readingOf(robots, version, { dialect, names: profile, obedience: obedienceFor(settings, origin.key) });
    this.#made.set(version.id, reading);
    return { reading, origin: origin.key };
  }

  /** What a stored robots.txt says about a URL, for display. */
  shown({ reading, origin }: StoredReading, url: string): NonNullable<UrlExplanation['robots']> {
    return {
      ...reading.decide(url),
      origin,
      version: reading.version.id,
      versionNumber: this.#source.robots.numberOf(reading.version),
      agent: reading.speaker.agent,
    };
  }
}
