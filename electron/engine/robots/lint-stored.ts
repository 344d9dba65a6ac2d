import type { CrawlerProfile } from '#core/crawlers/profile.ts';
import type { ProfileSet } from '#core/crawlers/profile-set.ts';
import type { CrawlFacts } from '#core/lint/crawl-facts.ts';
import type { LintOptions, LintReport } from '#core/lint/diagnostic.ts';
import { lintRobots } from '#core/lint/lint-robots.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { ReadDb } from '#storage/file/handle.ts';
import { lintFacts, type StoredFacts } from '#storage/reads/lint-facts.ts';
import { lintRequests, urlCounts } from '#storage/reads/lint-requests.ts';
import type { Store } from '#storage/store.ts';
import type { RobotsTable, RobotsVersion } from '#storage/tables/robots-versions.ts';
import { timeUpTo } from '../../export/instant.ts';

export interface LintQuery {
  /** `https://example.com`; every origin with a robots.txt if omitted. */
  readonly origin?: string | undefined;
  /** Number of a stored version by time, from 1; the one in force if omitted. */
  readonly version?: number | undefined;
  /** Id of the crawler profile, built-in or of the crawl file, whose verdicts count; Googlebot if omitted. */
  readonly profile?: string | undefined;
}

/** The diagnostics of one stored robots.txt. */
export interface StoredLint extends LintReport {
  readonly origin: string;
  readonly version: number;
  /** The file as stored, empty where there was none. */
  readonly bytes: Uint8Array;
}

/** What the lint gets about a stored robots.txt besides its bytes. */
export interface StoredLintOptions extends LintOptions {
  readonly crawl: CrawlFacts & { readonly linkBlocks: StoredFacts['linkBlocks'] };
}

/** The reads that the lint of stored files needs. */
export function lintReads(db: ReadDb, robots: Pick<RobotsTable, 'all' | 'body'>) {
  const facts = lintFacts(db);
  const requests = lintRequests(db);
  return {
    urls: urlCounts(db),
    /** Lists are read from the file during iteration. `profile`: the crawler whose verdicts count; Googlebot if omitted. */
    options(
      origin: { readonly id: number; readonly key: string },
      version: RobotsVersion,
      profile?: CrawlerProfile,
    ): StoredLintOptions {
      const hash = version.bodyHash && Buffer.from(version.bodyHash);
      const earlier = robots
        .all(origin.id)
        .findLast(
          each => each.id < version.id && each.access === 'rules' && each.bodyHash !== null && !hash?.equals(each.bodyHash),
        );
      const bytes = earlier && robots.body(earlier.bodyHash);
      return {
        url: `${origin.key}/robots.txt`,
        fetch: requests(version),
        crawl: {
          ...facts(origin, version.id),
          earlier: earlier && bytes ? { bytes, until: timeUpTo(earlier.lastSeenAt, 'minute') } : null,
          ...(profile === undefined ? {} : { profile }),
        },
      };
    },
  };
}
export type LintReads = ReturnType<typeof lintReads>;

/**
 * Lints stored robots.txt files with what the crawl knows, one origin after the other. Refuses origins, versions and profiles that
 * are not there. `profiles` are those of the crawl file.
 */
export function* lintStored(store: Store, query: LintQuery, profiles: ProfileSet): Generator<StoredLint> {
  const { origin: wanted, version: wantedVersion, profile: id } = query;
  const profile = id === undefined ? undefined : (profiles.byId(id) ?? fail('not_found', `There is no crawler profile “${id}”.`));
  const origins = store.origins.all().filter(each => wanted === undefined || each.key === wanted);
  if (wanted !== undefined && origins.length === 0)
    fail('not_found', `There is no origin ${wanted} in this crawl. Write it as https://example.com.`);
  if (wantedVersion !== undefined && !origins.some(each => store.robots.all(each.id)[wantedVersion - 1]))
    fail('not_found', `There is no version ${wantedVersion} of ${wanted ?? 'a'}${wanted ? '/' : ' '}robots.txt in this crawl.`);
  const reads = lintReads(store.db, store.robots);
  for (const origin of origins) {
    const versions = store.robots.all(origin.id);
    const current = store.origins.byId(origin.id)?.robotsId ?? null;
    const version =
      wantedVersion === undefined ? (versions.find(({ id }) => id === current) ?? versions.at(-1)) : versions[wantedVersion - 1];
    if (!version) continue;
    const bytes = store.robots.body(version.bodyHash) ?? new Uint8Array();
    const report = lintRobots(bytes, reads.options(origin, version, profile));
    yield { origin: origin.key, version: store.robots.numberOf(version), bytes, ...report };
  }
}
