import { decideAccess, type RobotsOutcome, robotsAccess } from '#core/robots/access.ts';
import { parseRobots } from '#core/robots/parse.ts';
import type { CrawlerProfile } from '#core/robots/profiles.ts';
import type { RobotsFileView } from '#shared/model/explanation.ts';
import type { RobotsVerdict } from '#shared/model/robots.ts';
import { requireDialect } from './robots-choice.ts';
import { robotsReasonWords, verdictWord } from './text/robots.ts';

/** How another crawler reads the stored robots.txt for one URL; null where the crawl holds no answer to /robots.txt. */
export interface OtherReading {
  readonly profile: CrawlerProfile;
  readonly verdict: RobotsVerdict | null;
}

function outcomeOf(version: NonNullable<RobotsFileView['version']>): RobotsOutcome {
  // `stale` keeps the lines of the last good copy; whether that copy still counts was judged when it was asked for.
  if (version.access === 'rules' || version.access === 'stale') return { kind: 'status', status: 200 };
  return version.status === null
    ? { kind: 'network', cause: version.cause ?? 'unknown' }
    : { kind: 'status', status: version.status };
}

/** Reads the stored file the way `profile` does. Lines are joined again as they are numbered in the file. */
export function readAs(profile: CrawlerProfile, view: RobotsFileView | null, url: string): OtherReading {
  if (!view?.version) return { profile, verdict: null };
  const dialect = requireDialect(profile.dialect);
  const body = new TextEncoder().encode(view.lines.map(line => `${line.text}\n`).join(''));
  const access = robotsAccess(outcomeOf(view.version), dialect);
  return { profile, verdict: decideAccess(access, parseRobots(body, dialect), dialect, profile.productToken, url) };
}

export const readingWords = ({ verdict }: OtherReading): string =>
  verdict === null
    ? 'unknown: robots.txt of this site was not asked for'
    : `${verdictWord(verdict.allowed)}: ${robotsReasonWords(verdict)}`;

/** The JSON of a reading. */
export const readingDocument = ({ profile, verdict }: OtherReading): object => ({
  profile: profile.id,
  agent: profile.productToken,
  dialect: profile.dialect,
  allowed: verdict?.allowed ?? null,
  line: verdict?.line ?? 0,
  rule: verdict?.rule ?? '',
  reason: verdict?.reason ?? 'not-asked',
});
