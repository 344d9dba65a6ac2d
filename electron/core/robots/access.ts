import type { RobotsAccessKind, RobotsFile, RobotsVerdict } from '#shared/model/robots.ts';
import { decideRobots, isExempt } from './decide.ts';
import type { Dialect, OutcomeMeaning, Unreachable } from './dialect.ts';
import { pathOf } from './match/path.ts';
import { emptyFile } from './parse/parsed-file.ts';

/** How the request for /robots.txt ended, after redirects. `cause` is a short name such as `dns` or `timeout`. */
export type RobotsOutcome =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'network'; readonly cause: string }
  | { readonly kind: 'too-many-redirects' };

export type AccessKnob =
  | 'success'
  | 'redirectsExceeded'
  | 'forbidden'
  | 'clientError'
  | 'tooManyRequests'
  | 'serverError'
  | 'networkError';

/** What the outcome means, and the dialect's setting that decides it. */
export interface RobotsAccess {
  readonly kind: RobotsAccessKind;
  /** As the dialect says. `defer` and `home-page` block the site for now. */
  readonly meaning: OutcomeMeaning;
  /** A short phrase: `status 503`, `network: dns`, `too many redirects`. */
  readonly why: string;
  readonly knob: AccessKnob;
  readonly source: string;
}

/**
 * What an outcome means in a dialect (RFC 9309 section 2.3.1). `lastGoodAge` is the age in seconds of the last copy that was read,
 * if there is one. If the file cannot be fetched, that copy may be used instead (`stale`, section 2.4).
 */
export function robotsAccess(outcome: RobotsOutcome, dialect: Dialect, lastGoodAge: number | null = null): RobotsAccess {
  if (outcome.kind === 'too-many-redirects') return plain(dialect, 'redirectsExceeded', 'too many redirects');
  if (outcome.kind === 'network') return unreachable(dialect, 'networkError', `network: ${outcome.cause}`, lastGoodAge);
  const { status } = outcome;
  const why = `status ${status}`;
  if (status === 200 || (status >= 200 && status < 300 && dialect.success.value === '2xx'))
    return { kind: 'rules', meaning: 'rules', why, knob: 'success', source: dialect.success.source };
  // 304 brings no file, and does not say that there is none. A caller that can confirm a copy has done so before.
  if (status === 304) return unreachable(dialect, 'serverError', why, lastGoodAge);
  // A redirect that could not be followed (no Location, a target that is no web URL) counts as one redirect too many.
  if (status >= 300 && status < 400) return plain(dialect, 'redirectsExceeded', why);
  if (status === 401 || status === 403) return plain(dialect, 'forbidden', why);
  if (status === 429) return plain(dialect, 'tooManyRequests', why);
  if (status >= 400 && status < 500) return plain(dialect, 'clientError', why);
  if (status >= 500 && status < 600) return unreachable(dialect, 'serverError', why, lastGoodAge);
  // A 2xx status that the dialect does not accept counts as no file. Ours: a status outside 200 to 599 counts as a server error.
  return status >= 200 && status < 300
    ? plain(dialect, 'clientError', why)
    : unreachable(dialect, 'serverError', why, lastGoodAge);
}

function plain(
  dialect: Dialect,
  knob: 'redirectsExceeded' | 'forbidden' | 'clientError' | 'tooManyRequests',
  why: string,
): RobotsAccess {
  const { value, source } = dialect[knob];
  return { kind: kindOf(value), meaning: value, why, knob, source };
}

function unreachable(
  dialect: Dialect,
  knob: 'serverError' | 'networkError',
  why: string,
  lastGoodAge: number | null,
): RobotsAccess {
  const { value, source } = dialect[knob];
  const isClosed = value.meaning !== 'allow-all' && value.meaning !== 'rules';
  if (lastGoodAge !== null && isClosed) return withLastGood(value, lastGoodAge, { why, knob, source });
  return { kind: kindOf(value.meaning), meaning: value.meaning, why, knob, source };
}

function withLastGood(value: Unreachable, age: number, said: Pick<RobotsAccess, 'why' | 'knob' | 'source'>): RobotsAccess {
  const mayStandIn = value.lastGoodFor === null || age <= value.lastGoodFor;
  if (mayStandIn) return { kind: 'stale', meaning: value.meaning, ...said };
  return { kind: kindOf(value.afterwards), meaning: value.afterwards, ...said };
}

function kindOf(meaning: OutcomeMeaning): RobotsAccessKind {
  if (meaning === 'rules' || meaning === 'allow-all') return meaning;
  return 'disallow-all';
}

/**
 * The verdict for a URL, from the access and the file if there is one. Without rules, no line decides: the line is 0 and the
 * reason is `no-file` or `unreachable`. `file` is used only for `rules` and `stale`, where null means an empty file.
 */
export function decideAccess(
  access: RobotsAccess,
  file: RobotsFile | null,
  dialect: Dialect,
  agent: string,
  url: string,
): RobotsVerdict {
  if (access.kind === 'rules' || access.kind === 'stale') return decideRobots(file ?? emptyFile(dialect.id), dialect, agent, url);
  const path = pathOf(url, dialect);
  const isOpen = access.kind === 'allow-all';
  const exempt = !isOpen && isExempt(path, dialect);
  return {
    allowed: isOpen || exempt,
    line: 0,
    reason: isOpen ? 'no-file' : exempt ? 'robots-txt' : 'unreachable',
    rule: '',
    groups: [],
    groupLines: [],
    choice: [`/robots.txt: ${access.why}`],
    matching: [],
    path,
  };
}
