import type { CrawlerProfile } from '../../crawlers/profile.ts';
import {
  allowedByEnding,
  comparedPath,
  endings,
  type Judge,
  judgeFor,
  judgeKey,
  judgePath,
  UNREACHABLE,
} from '../../replay/judge.ts';
import { traitsOf } from '../../replay/target-table.ts';
import { robotsAccess } from '../../robots/access.ts';
import { speakerFor } from '../../robots/choose/speaker.ts';
import type { Dialect } from '../../robots/dialect.ts';
import { dialectById } from '../../robots/dialects/registry.ts';
import { rfc9309 } from '../../robots/dialects/rfc9309.ts';
import { parseRobots } from '../../robots/parse/parse.ts';
import type { RobotsRow } from '../source.ts';

/** Whether the rules let a crawler fetch a URL, and the deciding line; 0: no line decides. */
export interface RobotsSaid {
  readonly allowed: boolean;
  readonly line: number;
}

/** What the rules say to one crawler. `allowed` null: it may choose. */
export interface CrawlerSaying {
  /** The crawler's name. */
  readonly name: string;
  readonly allowed: boolean | null;
  readonly line: number;
}

export interface CrawlerJudge {
  readonly profile: CrawlerProfile;
  /** Equal for crawlers that get the same verdict on every URL. */
  readonly key: string;
  readonly judge: Judge;
}

/** How crawlers interpret one stored robots.txt. The file is parsed once a dialect. */
export function judgesOf({ cause, status, text }: RobotsRow, crawlers: readonly CrawlerProfile[]): readonly CrawlerJudge[] {
  const failed = cause !== null || status === null;
  const files = new Map<Dialect, ReturnType<typeof parseRobots>>();
  return crawlers.map(profile => {
    const dialect = dialectById(profile.dialect) ?? rfc9309;
    const access = robotsAccess(failed ? { kind: 'network', cause: cause ?? '' } : { kind: 'status', status }, dialect);
    const hasFile = access.kind === 'rules' && text !== null;
    const file = hasFile ? (files.get(dialect) ?? parseRobots(text, dialect)) : null;
    if (file !== null) files.set(dialect, file);
    const judge = judgeFor(access, file, dialect, speakerFor(file, dialect, profile));
    return { profile, key: judgeKey(judge), judge };
  });
}

/** One crawler with a stored robots.txt. */
export const judgeOfRow = (robots: RobotsRow, profile: CrawlerProfile): Judge =>
  (judgesOf(robots, [profile])[0] as CrawlerJudge).judge;

const ending = (judge: Judge, origin: string, target: string) =>
  judgePath(judge, comparedPath(judge, origin, target, traitsOf(target)));

/** What a judge says of a path, query included. */
export function said(judge: Judge, origin: string, target: string): RobotsSaid | 'no-response' {
  const found = ending(judge, origin, target);
  return found.ending === UNREACHABLE ? 'no-response' : { allowed: allowedByEnding[found.ending] !== 0, line: found.line };
}

/** What several crawlers with one robots.txt may do. Crawlers that get the same verdicts are judged once. */
export function sayingsOf(judges: readonly CrawlerJudge[], origin: string, target: string): readonly CrawlerSaying[] {
  const made = new Map<string, Omit<CrawlerSaying, 'name'>>();
  return judges.map(({ profile, key, judge }) => {
    let verdict = made.get(key);
    if (verdict === undefined) {
      const found = ending(judge, origin, target);
      verdict = { allowed: endings[found.ending]?.allowed ?? null, line: found.line };
      made.set(key, verdict);
    }
    return { name: profile.name, ...verdict };
  });
}
