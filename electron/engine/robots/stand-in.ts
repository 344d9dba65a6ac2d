import type { RobotsAccess } from '#core/robots/access.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import type { RobotsVersion } from '#storage/tables/robots-versions.ts';
import { accessNow } from './gate.ts';

/** Whether a response says nothing about the rules: none came at all, or a server error (RFC 9309 section 2.3.1.4). */
export const isUnreachable = ({ kind, knob }: RobotsAccess): boolean =>
  kind === 'disallow-all' && (knob === 'networkError' || knob === 'serverError');

/**
 * For each version of an origin, oldest first, the place of the one whose reading counts while it is the newest: itself, unless
 * robots.txt was unreachable. Then the last file that was read stands in for as long as the dialect lets it (RFC 9309 section 2.4), as in
 * the crawl; without one the host is closed. A check outside the crawl that found it unreachable changes nothing here: what was in
 * force before stays so.
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

/** The number of the version that counts at a place of `standIns`, 0 where it is the one of that place. */
export const standInNumber = (counting: readonly number[], place: number): number =>
  counting[place] === place ? 0 : (counting[place] ?? -1) + 1;
