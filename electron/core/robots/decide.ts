import type { CrawlDelay, RankedRule, RobotsFile, RobotsOverride, RobotsReason, RobotsVerdict } from '#shared/model/robots.ts';
import { type ChosenGroups, chooseGroups, pickDelay } from './choose/choose.ts';
import type { Dialect } from './dialect.ts';
import { pathOf } from './match/path.ts';

/**
 * Whether a robot may fetch a URL, with every step of the decision. `agent` is a product token or a User-Agent; the dialect decides
 * which part of it is compared. Agent and URL may be any text. The authority of the URL is ignored (RFC 9309 section 2.3:
 * the caller chooses the file). RFC 9309 section 2.2.
 */
export function decideRobots(file: RobotsFile, dialect: Dialect, agent: string, url: string): RobotsVerdict {
  const path = pathOf(url, dialect);
  const chosen = chooseGroups(file, dialect, agent);
  if (file.override !== undefined) return overridden(file.override, path, chosen);
  if (chosen.closedBy > 0) return closed(file, path, chosen);
  if (isExempt(path, dialect)) return verdict('robots-txt', true, path, chosen, []);
  const matching = chosen.compiled.matching(path);
  const winner = matching[0];
  if (winner === undefined) return verdict(hasGroup(chosen, dialect) ? 'no-match' : 'no-group', true, path, chosen, []);
  const signedLine = chosen.compiled.verdictLine(path);
  const decided = {
    ...verdict('rule', signedLine > 0, path, chosen, matching),
    line: winner.rule.line,
    rule: ruleAsWritten(file, winner),
  };
  if (isUndecided(chosen, path)) return { ...decided, allowed: null, special: 'any-record' };
  return decided.allowed || !isLanding(path, dialect) ? decided : { ...decided, allowed: true, special: 'landing-page' };
}

/** Whether the verdicts of several groups differ, if the robot may choose any of them. */
export function isUndecided(chosen: ChosenGroups, path: string): boolean {
  const [first, ...others] = chosen.alternatives;
  if (first === undefined) return false;
  const isOpen = first.verdictLine(path) >= 0;
  return others.some(each => each.verdictLine(path) >= 0 !== isOpen);
}

/** Whether a path is the home page in a dialect that always allows it. */
export const isLanding = (path: string, dialect: Dialect): boolean => dialect.landingPage.value === 'root' && path === '/';

/** Whether any group applies to the robot. In some dialects there is always a group for all robots. */
export const hasGroup = (chosen: ChosenGroups, dialect: Dialect): boolean =>
  chosen.groups.length > 0 || dialect.starPresence.value === 'always';

/** The verdict for every URL of a file that has no valid rules. */
function overridden({ allowed, line, why }: RobotsOverride, path: string, chosen: ChosenGroups): RobotsVerdict {
  return { ...verdict('no-group', true, path, chosen, []), allowed, line, special: why };
}

/** The verdict for every URL if Crawl-delay is too long for the robot. */
function closed(file: RobotsFile, path: string, chosen: ChosenGroups): RobotsVerdict {
  const line = chosen.closedBy;
  return { ...verdict('rule', false, path, chosen, []), line, rule: lineAsWritten(file, line) };
}

/** The verdict without its steps: the deciding line (0 for none), and whether the robot may fetch. Many times faster than `decideRobots`. */
export function quickVerdict(
  file: RobotsFile,
  dialect: Dialect,
  agent: string,
  url: string,
): { readonly allowed: boolean | null; readonly line: number } {
  if (file.override !== undefined) return { allowed: file.override.allowed, line: file.override.line };
  const path = pathOf(url, dialect);
  const chosen = chooseGroups(file, dialect, agent);
  if (chosen.closedBy > 0) return { allowed: false, line: chosen.closedBy };
  if (isExempt(path, dialect)) return { allowed: true, line: 0 };
  const signedLine = chosen.compiled.verdictLine(path);
  const line = Math.abs(signedLine);
  if (chosen.alternatives.length > 0 && isUndecided(chosen, path)) return { allowed: null, line };
  return { allowed: signedLine >= 0 || isLanding(path, dialect), line };
}

/** Whether a path is /robots.txt itself, in a dialect that always allows it. `path` is normalized as the dialect says. */
export function isExempt(path: string, dialect: Dialect): boolean {
  if (dialect.selfExemption.value === 'none') return false;
  return path === '/robots.txt' || (dialect.selfExemption.value === 'case-ignored' && path.toLowerCase() === '/robots.txt');
}

function verdict(
  reason: RobotsReason,
  allowed: boolean,
  path: string,
  chosen: ChosenGroups,
  matching: readonly RankedRule[],
): RobotsVerdict {
  return {
    allowed,
    line: 0,
    reason,
    rule: '',
    groups: chosen.groups.map(each => each.index),
    groupLines: chosen.lines,
    choice: chosen.steps,
    matching,
    path,
  };
}

function ruleAsWritten(file: RobotsFile, { rule }: RankedRule): string {
  const line = file.line(rule.line);
  if (line?.kind === 'crawl-delay') return lineAsWritten(file, rule.line);
  return `${line?.key ?? (rule.allow ? 'Allow' : 'Disallow')}: ${rule.pattern}`.trimEnd();
}

function lineAsWritten(file: RobotsFile, number: number): string {
  const line = file.line(number);
  return line === undefined ? '' : `${line.key}: ${line.value}`.trimEnd();
}

/**
 * The Crawl-delay between two requests, null if there is none or the dialect ignores such lines.
 * RFC 9309 does not define Crawl-delay, so each dialect that honours it says how.
 */
export function crawlDelayFor(file: RobotsFile, dialect: Dialect, agent: string): CrawlDelay | null {
  const { use, scope, several } = dialect.crawlDelay.value;
  if (use === 'ignored') return null;
  if (scope === 'whole-file') return pickDelay(file.groups, several);
  const own = pickDelay(chooseGroups(file, dialect, agent).groups, several);
  if (own !== null || scope !== 'chosen-then-star') return own;
  return pickDelay(chooseGroups(file, dialect, '*').groups, several);
}
