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

/** Different sets of verdicts of one file that are kept. */
const mostSayings = 2_000;

/**
 * What several crawlers with one robots.txt may do. Crawlers that get the same verdicts are judged once, and URLs with the same verdicts get
 * the same list: most URLs of a host have one of a few.
 */
export class Sayings {
  readonly #judges: readonly CrawlerJudge[];
  /** One judge of each kind, and the kind of each crawler. */
  readonly #kinds: readonly Judge[];
  readonly #kindOf: readonly number[];
  /** Line and ending of each kind, for the URL at hand. */
  readonly #codes: Int32Array;
  #last: { readonly codes: Int32Array; readonly list: readonly CrawlerSaying[] } | null = null;
  readonly #known = new Map<string, { readonly codes: Int32Array; readonly list: readonly CrawlerSaying[] }>();

  constructor(judges: readonly CrawlerJudge[]) {
    const kinds = new Map<string, number>();
    const each: Judge[] = [];
    this.#judges = judges;
    this.#kindOf = judges.map(({ key, judge }) => {
      let kind = kinds.get(key);
      if (kind === undefined) {
        kind = each.push(judge) - 1;
        kinds.set(key, kind);
      }
      return kind;
    });
    this.#kinds = each;
    this.#codes = new Int32Array(each.length);
  }

  of(origin: string, target: string): readonly CrawlerSaying[] {
    const traits = traitsOf(target);
    const codes = this.#codes;
    let isLast = this.#last !== null;
    for (let kind = 0; kind < codes.length; kind++) {
      const judge = this.#kinds[kind] as Judge;
      const { ending, line } = judgePath(judge, comparedPath(judge, origin, target, traits));
      const code = line * 16 + ending;
      codes[kind] = code;
      if (isLast && this.#last?.codes[kind] !== code) isLast = false;
    }
    if (this.#last === null || !isLast) this.#last = this.#find();
    return this.#last.list;
  }

  #find(): { readonly codes: Int32Array; readonly list: readonly CrawlerSaying[] } {
    const codes = this.#codes;
    const key = codes.join(' ');
    let found = this.#known.get(key);
    if (found === undefined) {
      if (this.#known.size >= mostSayings) this.#known.clear();
      const list = this.#judges.map(({ profile: { name } }, at) => {
        const code = codes[this.#kindOf[at] as number] as number;
        return { name, allowed: endings[code % 16]?.allowed ?? null, line: Math.floor(code / 16) };
      });
      found = { codes: codes.slice(), list };
      this.#known.set(key, found);
    }
    return found;
  }
}
