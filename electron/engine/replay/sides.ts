import type { CrawlerNames, CrawlerProfile } from '#core/crawlers/profile.ts';
import type { ProfileSet } from '#core/crawlers/profile-set.ts';
import { type Judge, judgeOf } from '#core/replay/judge.ts';
import { robotsAccess } from '#core/robots/access.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import type { ReplaySide } from '#shared/model/replay.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { RobotsTable, RobotsVersion } from '#storage/tables/robots-versions.ts';
import { accessNow } from '../robots/gate.ts';

export interface SideSource {
  readonly robots: Pick<RobotsTable, 'byId' | 'body' | 'numberOf' | 'all'>;
  /** Id of the crawl's own profile. */
  readonly ownProfile: () => string;
  /** The profiles of the settings in force, the user's own among them. */
  readonly profiles: () => ProfileSet;
}

/** A prepared judge and its robots.txt. */
export interface PreparedSide {
  readonly judge: Judge;
  readonly profile: CrawlerProfile;
  /** Null for a draft. */
  readonly version: number | null;
  /** The text with the deciding lines; '' if there is no file. */
  readonly text: string;
  /** Equal for sides with the same verdicts. */
  readonly key: string;
}

const encoder = new TextEncoder();

/** A profile ('' for the crawl's own) and its dialect. Refuses unknown names. */
export function crawlerFor(source: Pick<SideSource, 'ownProfile' | 'profiles'>, wanted: string) {
  const id = wanted || source.ownProfile();
  const profile = source.profiles().byId(id) ?? fail('not_found', `There is no crawler profile “${id}”.`);
  return { profile, dialect: dialectById(profile.dialect) ?? fail('not_found', `There is no dialect “${profile.dialect}”.`) };
}

/** The stored file of a version, null where the response was not a file. */
export const bytesOf = (robots: Pick<RobotsTable, 'body'>, { access, bodyHash }: RobotsVersion): Uint8Array | null =>
  access === 'rules' ? (robots.body(bodyHash) ?? new Uint8Array()) : null;

/** One side of a comparison. */
export interface WantedSide {
  /** The origin, and its version in force. */
  readonly origin: { readonly id: number; readonly robotsId: number | null };
  readonly side: ReplaySide;
  /** Other names than the crawler's own. */
  readonly names?: CrawlerNames;
}

/** Prepares the judge of a side. Refuses unknown profiles and versions of other origins. */
export function prepareSide(source: SideSource, { origin, side, names }: WantedSide): PreparedSide {
  const { profile, dialect } = crawlerFor(source, side.profile);
  if (side.text !== null) {
    const access = robotsAccess({ kind: 'status', status: 200 }, dialect);
    const judge = judgeOf(access, encoder.encode(side.text), dialect, names ?? profile);
    return { judge, profile, version: null, text: side.text, key: `${profile.id} draft ${side.text}` };
  }
  const wanted = side.version ?? origin.robotsId;
  const version = wanted === null ? undefined : source.robots.byId(wanted);
  if (version === undefined || version.originId !== origin.id)
    return fail('not_found', 'That version of robots.txt is not stored for this origin.');
  const access = accessNow(version, dialect);
  const bytes = bytesOf(source.robots, version);
  const judge = judgeOf(access, bytes, dialect, names ?? profile);
  const text = bytes ? new TextDecoder().decode(bytes) : '';
  return { judge, profile, version: version.id, text, key: `${profile.id} version ${version.id}` };
}
