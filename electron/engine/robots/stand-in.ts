import type { RobotsAccess } from '#core/robots/access.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import type { RobotsVersion } from '#storage/tables/robots-versions.ts';
import { accessNow } from './gate.ts';

/** Whether an outcome says nothing about the rules: no response, or a server error (RFC 9309 section 2.3.1.4). */
export const isUnreachable = ({ kind, knob }: RobotsAccess): boolean =>
  kind === 'disallow-all' && (knob === 'networkError' || knob === 'serverError');

/**
 * For each version of an origin, oldest first: the index of the version that applies while it is the newest. Usually
 * this is the version itself. If robots.txt was unreachable, the last file that was read applies for as long as the
 * dialect allows (RFC 9309 section 2.4), as in the crawl. Without such a file, the host is blocked. A check outside
 * the crawl that finds robots.txt unreachable changes nothing: the previous version stays in force.
 */
export function standIns(versions: readonly RobotsVersion[], dialect: Dialect): number[] {
  let inForce = -1;
  let lastGood = -1;
  return versions.map((version, place) => {
    const isImport = version.source === 'import';
    let counts = place;
    if (isUnreachable(accessNow(version, dialect)) && !isImport) {
      if (version.source === 'check') counts = inForce >= 0 ? inForce : place;
      else if (canStandIn(versions[lastGood], version, dialect)) counts = lastGood;
    }
    if (isImport) return counts;
    if (version.access === 'rules') lastGood = place;
    inForce = counts;
    return counts;
  });
}

/** Whether a crawl that finds robots.txt unreachable, as in `version`, continues with an older copy. */
export function canStandIn(good: RobotsVersion | undefined, version: RobotsVersion, dialect: Dialect): boolean {
  if (!good) return false;
  const age = Math.max(0, version.lastSeenAt - good.lastSeenAt) / 1_000;
  return accessNow(version, dialect, age).kind === 'stale';
}

/** The number of the version that applies at an index of `standIns`; 0 if it is the version at that index. */
export const standInNumber = (counting: readonly number[], place: number): number =>
  counting[place] === place ? 0 : (counting[place] ?? -1) + 1;
