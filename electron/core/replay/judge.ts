import type { RobotsFile, RobotsReason, RobotsSpecial } from '#shared/model/robots.ts';
import type { CrawlerNames } from '../crawlers/profile.ts';
import type { RobotsAccess } from '../robots/access.ts';
import { type ChosenGroups, chooseGroups } from '../robots/choose/choose.ts';
import { type Speaker, speakerFor } from '../robots/choose/speaker.ts';
import { hasGroup, isExempt, isLanding, isUndecided } from '../robots/decide.ts';
import type { Dialect, Normalisation } from '../robots/dialect.ts';
import { pathOf } from '../robots/match/path.ts';
import { parseRobots } from '../robots/parse/parse.ts';
import { emptyFile } from '../robots/parse/parsed-file.ts';
import { trait } from './target-table.ts';

/** How the judgement of one URL can end. */
export interface Ending {
  /** null where the dialect gives no verdict or lets the robot choose. */
  readonly allowed: boolean | null;
  readonly reason: RobotsReason;
  readonly special?: RobotsSpecial;
}

/** Every ending, by its code in `Verdicts.endings`. */
export const endings = [
  { allowed: false, reason: 'rule' },
  { allowed: true, reason: 'rule' },
  { allowed: true, reason: 'no-match' },
  { allowed: true, reason: 'no-group' },
  { allowed: true, reason: 'robots-txt' },
  { allowed: true, reason: 'no-file' },
  { allowed: false, reason: 'unreachable' },
  { allowed: null, reason: 'rule', special: 'any-record' },
  { allowed: true, reason: 'rule', special: 'landing-page' },
  { allowed: true, reason: 'no-group', special: 'parse-error' },
  { allowed: null, reason: 'no-group', special: 'parse-error' },
  { allowed: false, reason: 'no-group', special: 'parse-error' },
  { allowed: true, reason: 'no-group', special: 'html' },
  { allowed: true, reason: 'no-group', special: 'too-large' },
] as const satisfies readonly Ending[];

export const BLOCKED = 0;
export const ALLOWED = 1;
export const NO_MATCH = 2;
export const NO_GROUP = 3;
export const ROBOTS_TXT = 4;
export const NO_FILE = 5;
export const UNREACHABLE = 6;
export const ANY_RECORD = 7;
export const LANDING_PAGE = 8;

/** By code of the ending: 0 blocked, 1 allowed, 2 no verdict. */
export const allowedByEnding: Uint8Array = Uint8Array.from(endings, ({ allowed }) => (allowed === null ? 2 : allowed ? 1 : 0));

/** One crawler with one robots.txt, prepared so that judging a URL costs little more than matching its path. */
export interface Judge {
  readonly dialect: Dialect;
  readonly speaker: Speaker;
  readonly access: RobotsAccess;
  /** The file as the dialect interprets it, null if there is none. */
  readonly file: RobotsFile | null;
  /** The groups that apply to the crawler, null if no rule counts. */
  readonly chosen: ChosenGroups | null;
  /** Set where every URL (except exempt ones) has the same result: code and line. */
  readonly everywhere: { readonly ending: number; readonly line: number } | null;
  /** Whether /robots.txt itself may be exempt. */
  readonly hasExempt: boolean;
  /** The ending where no rule matches. */
  readonly unmatched: number;
  /** Targets with one of these traits must be rewritten before they are compared. */
  readonly rewrites: number;
}

/** Prepares a judge from what `decideAs` takes. `access` is the meaning of the response for /robots.txt (`robotsAccess`). */
export function judgeFor(access: RobotsAccess, file: RobotsFile | null, dialect: Dialect, speaker: Speaker): Judge {
  const base = { dialect, speaker, access, file, rewrites: rewritingTraits(dialect) };
  const none = { chosen: null, hasExempt: false, unmatched: NO_GROUP };
  if (access.kind === 'allow-all') return { ...base, ...none, everywhere: { ending: NO_FILE, line: 0 } };
  if (access.kind === 'disallow-all')
    return { ...base, ...none, everywhere: { ending: UNREACHABLE, line: 0 }, hasExempt: dialect.selfExemption.value !== 'none' };
  if (file?.override !== undefined) {
    const { allowed, why, line } = file.override;
    const ending = endings.findIndex(each => 'special' in each && each.special === why && each.allowed === allowed);
    return { ...base, ...none, everywhere: { ending: ending < 0 ? NO_GROUP : ending, line } };
  }
  const counted = speaker.ignoresGroups || file === null ? emptyFile(dialect.id) : file;
  const chosen = chooseGroups(counted, dialect, speaker.agent);
  if (chosen.closedBy > 0) return { ...base, ...none, chosen, everywhere: { ending: BLOCKED, line: chosen.closedBy } };
  return {
    ...base,
    chosen,
    everywhere: null,
    hasExempt: dialect.selfExemption.value !== 'none',
    unmatched: hasGroup(chosen, dialect) ? NO_MATCH : NO_GROUP,
  };
}

/** Prepares a judge from bytes and the names of a crawler. `bytes` null: there is no file. */
export function judgeOf(access: RobotsAccess, bytes: Uint8Array | null, dialect: Dialect, names: CrawlerNames): Judge {
  const file = bytes === null ? null : parseRobots(bytes, dialect);
  return judgeFor(access, file, dialect, speakerFor(file, dialect, names));
}

/**
 * Equal for judges of one file that interpret the same groups of it the same way: they give the same verdict and line
 * for every URL.
 */
export function judgeKey({ dialect, access, everywhere, hasExempt, chosen, unmatched }: Judge): string {
  const groups = chosen?.groups.map(({ index }) => index).join(' ') ?? '-';
  return [dialect.id, access.kind, everywhere?.ending, everywhere?.line, hasExempt, groups, unmatched].join('|');
}

/** The path of a target as the judge compares it. `traits` are those of the target. */
export function comparedPath({ dialect, rewrites }: Judge, origin: string, target: string, traits: number): string {
  return (traits & rewrites) === 0 ? target : pathOf(origin + target, dialect);
}

/** The deciding line of a path, negative where the URL ends as blocked; `endingOf` says how. */
export function judgePath(judge: Judge, path: string): { readonly line: number; readonly ending: number } {
  const { dialect, everywhere, chosen } = judge;
  if (judge.hasExempt && isExempt(path, dialect)) return { line: 0, ending: ROBOTS_TXT };
  if (everywhere !== null || chosen === null) return everywhere ?? { line: 0, ending: NO_GROUP };
  const signed = chosen.compiled.verdictLine(path);
  return { line: Math.abs(signed), ending: endingOf(judge, chosen, path, signed) };
}

/** How a URL ends, given what the matching said. */
export function endingOf(judge: Judge, chosen: ChosenGroups, path: string, signedLine: number): number {
  if (signedLine === 0) return judge.unmatched;
  if (chosen.alternatives.length > 0 && isUndecided(chosen, path)) return ANY_RECORD;
  if (signedLine > 0) return ALLOWED;
  return isLanding(path, judge.dialect) ? LANDING_PAGE : BLOCKED;
}

const { plus, upper, query, punctuation, punctuatedPath, odd, weird } = trait;
const USUAL = trait.escape | trait.special | trait.high | weird;
const REWRITTEN: Readonly<Record<Normalisation, number>> = {
  none: weird,
  rfc9309: USUAL,
  'rfc9309-and-unsafe': USUAL | odd,
  unreserved: USUAL,
  'unreserved-and-unsafe': USUAL | odd,
  'escape-non-ascii': USUAL,
  'escape-octets': USUAL,
  'decode-except-slash': USUAL,
  'form-decode-except-slash': USUAL | plus,
  'form-decode': USUAL | plus,
  'unquote-quote': USUAL | plus | query | punctuation | odd,
  'quote-parts': USUAL | plus | query | punctuation | odd,
  requote: USUAL | punctuatedPath | odd,
  'encode-uri': USUAL | odd,
  whatwg: USUAL | odd,
  'whatwg-upper': USUAL | odd,
};

/** Traits of targets that a dialect may rewrite; more than needed only costs time. */
export function rewritingTraits(dialect: Dialect): number {
  return REWRITTEN[dialect.urlNormalisation.value] | (dialect.pathCase.value === 'ignored' ? upper : 0);
}
