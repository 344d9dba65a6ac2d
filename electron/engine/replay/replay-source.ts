import type { CrawlerProfile } from '#core/crawlers/profile.ts';
import type { ProfileSet } from '#core/crawlers/profile-set.ts';
import { graphOf } from '#core/graph/link-graph.ts';
import { History } from '#core/replay/blame.ts';
import { Disagreements } from '#core/replay/disagreements.ts';
import { type LostDiscovery, lostDiscovery } from '#core/replay/discovery.ts';
import { type Judge, judgeOf } from '#core/replay/judge.ts';
import { type FixAnswer, minimalFix } from '#core/replay/minimal-fix.ts';
import { blockedRows, type Verdicts } from '#core/replay/replay.ts';
import { robotsAccess } from '#core/robots/access.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import type { Steps } from '#core/steps.ts';
import { originOf } from '#core/url/authority.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { RobotsReads } from '#storage/reads/robots-reads.ts';
import { joinPairs, type StoredTable, type TargetTableReads } from '#storage/reads/target-tables.ts';
import type { OriginTable } from '#storage/tables/origins.ts';
import type { RobotsTable, RobotsVersion } from '#storage/tables/robots-versions.ts';
import { accessNow } from '../robots/gate.ts';

export interface ReplayContext {
  readonly reads: TargetTableReads;
  readonly origins: Pick<OriginTable, 'byKey'>;
  readonly robots: Pick<RobotsTable, 'byId' | 'body' | 'all' | 'numberOf'>;
  /** Origins with a stored robots.txt, those with most URLs first. */
  readonly list: RobotsReads['origins'];
  /** Of the crawl: its profile and its first seed. */
  readonly profile: string;
  readonly profiles: ProfileSet;
  readonly seed: string;
}

export interface ReplayQuery {
  /** A URL of the origin. Default: the first seed's origin, otherwise the one with most URLs. */
  readonly origin?: string | undefined;
  /** Id of a stored version of robots.txt. Default: the current one. */
  readonly version?: number | undefined;
}

/** One origin ready to be replayed. */
export interface ReplaySource {
  readonly origin: string;
  /** Id of the crawl's own profile. */
  readonly profile: string;
  readonly version: RobotsVersion;
  /** Number of that version by time, from 1, as in the Versions tab. */
  readonly number: number;
  /** The stored robots.txt; null if that version is not a file. */
  readonly bytes: Uint8Array | null;
  /** Reads the stored URLs once. A second call returns the same table. */
  table(): Steps<StoredTable>;
  /** The judge of a crawler for the stored version. */
  stored(profile: string): Judge;
  /** The judge of a crawler for a draft, as if the server returned it with status 200. */
  draft(profile: string, bytes: Uint8Array): Judge;
  /** The pages that the second of two replays makes undiscoverable. Reads the stored links. */
  lost(before: Verdicts, after: Verdicts): Steps<LostDiscovery>;
  /** The URLs on which these crawlers disagree about the stored version; the others are compared with the first one. */
  disagreements(profiles: readonly string[]): Steps<Disagreements>;
  /** Every stored version of the origin as one crawler reads it, oldest first, with their ids in the same order. */
  history(profile: string): { readonly ids: readonly number[]; readonly history: History };
  /** The smallest edit of the stored version that allows or blocks rows of the table for a crawler. */
  fix(verdicts: Verdicts, chosen: ArrayLike<number>, goal: 'free' | 'block'): Steps<FixAnswer>;
}

/** The names of a profile and its dialect. */
function crawlerOf(
  profiles: ProfileSet,
  id: string,
): {
  readonly profile: CrawlerProfile;
  readonly dialect: NonNullable<ReturnType<typeof dialectById>>;
} {
  const profile = profiles.byId(id) ?? fail('not_found', `There is no crawler profile “${id}”.`);
  return { profile, dialect: dialectById(profile.dialect) ?? fail('not_found', `There is no dialect “${profile.dialect}”.`) };
}

/** Finds origin and version. If they are not in the file, throws an error that lists the available ones. */
export function replaySource(context: ReplayContext, query: ReplayQuery): ReplaySource {
  const key = originFor(context, query.origin);
  const origin = context.origins.byKey(key) ?? fail('not_found', `${key} is not in this crawl.`);
  const version = versionFor(context, key, origin, query.version);
  const bytes = bytesOf(context, version);
  let read: StoredTable | null = null;
  function* table(): Steps<StoredTable> {
    read ??= yield* context.reads.table(origin.id, key);
    return read;
  }
  return {
    origin: key,
    profile: context.profile,
    version,
    number: context.robots.numberOf(version),
    bytes,
    table,
    stored: id => judgeFor(context.profiles, id, version, bytes),
    draft(id, draft) {
      const { profile, dialect } = crawlerOf(context.profiles, id);
      return judgeOf(robotsAccess({ kind: 'status', status: 200 }, dialect), draft, dialect, profile);
    },
    *lost(before, after) {
      const { table: urls, roots, redirects } = yield* table();
      const { pairs, fromOutside } = yield* context.reads.links(urls);
      const graph = yield* graphOf(urls.size, joinPairs(pairs, redirects));
      return yield* lostDiscovery(graph, [...roots, ...fromOutside], blockedRows(before), blockedRows(after));
    },
    *disagreements(ids) {
      const { table: urls } = yield* table();
      const parties = ids.map(id => ({
        profile: id,
        names: crawlerOf(context.profiles, id).profile,
        judge: judgeFor(context.profiles, id, version, bytes),
      }));
      const found = new Disagreements(urls, parties, bytes);
      yield* found.update();
      return found;
    },
    history(id) {
      const all = context.robots.all(origin.id);
      const history = new History(all.map(each => judgeFor(context.profiles, id, each, bytesOf(context, each))));
      return { ids: all.map(each => each.id), history };
    },
    *fix(verdicts, chosen, goal) {
      const { table: urls } = yield* table();
      return yield* minimalFix(urls, verdicts, bytes ?? new Uint8Array(), chosen, goal);
    },
  };
}

const bytesOf = ({ robots }: ReplayContext, { access, bodyHash }: RobotsVersion): Uint8Array | null =>
  access === 'rules' ? (robots.body(bodyHash) ?? new Uint8Array()) : null;

/** The judge of a crawler for a stored version. */
function judgeFor(profiles: ProfileSet, id: string, version: RobotsVersion, bytes: Uint8Array | null): Judge {
  const { profile, dialect } = crawlerOf(profiles, id);
  return judgeOf(accessNow(version, dialect), bytes, dialect, profile);
}

function originFor({ list, seed }: ReplayContext, wanted: string | undefined): string {
  if (wanted !== undefined) return originOf(wanted)?.key ?? fail('bad_request', `“${wanted}” is not an origin.`);
  const own = originOf(seed)?.key;
  const known = list().map(each => each.origin);
  const [largest] = known;
  if (own !== undefined && known.includes(own)) return own;
  return largest ?? fail('not_found', 'No robots.txt is stored in this crawl yet.');
}

function versionFor(
  { robots }: ReplayContext,
  key: string,
  origin: { readonly id: number; readonly robotsId: number | null },
  wanted: number | undefined,
): RobotsVersion {
  const all = robots.all(origin.id);
  if (all.length === 0) return fail('not_found', `No robots.txt of ${key} is stored in this crawl.`);
  if (wanted !== undefined)
    return (
      all[wanted - 1] ??
      fail('not_found', `${key} has no version ${wanted}. Stored: ${all.length === 1 ? 'only version 1' : `1 to ${all.length}`}.`)
    );
  return (origin.robotsId === null ? undefined : robots.byId(origin.robotsId)) ?? (all.at(-1) as RobotsVersion);
}
