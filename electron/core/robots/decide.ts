import type { CrawlDelay, RankedRule, RobotsFile, RobotsGroup, RobotsReason, RobotsVerdict } from '#shared/model/robots.ts';
import { type ChosenGroups, chooseGroups } from './choose.ts';
import type { Dialect } from './dialect.ts';
import { pathOf } from './path.ts';

/**
 * Whether a robot may fetch a URL, and everything that led there. `agent` is a product token or a user agent; what of it counts
 * is the dialect's affair. Any text may stand for agent and URL; the authority of the URL is not looked at (RFC 9309 section 2.3:
 * the caller picks the file). RFC 9309 section 2.2.
 */
export function decideRobots(file: RobotsFile, dialect: Dialect, agent: string, url: string): RobotsVerdict {
  const path = pathOf(url, dialect);
  const chosen = chooseGroups(file, dialect, agent);
  if (isExempt(path, dialect)) return verdict('robots-txt', true, path, chosen, []);
  const matching = chosen.compiled.matching(path);
  const winner = matching[0];
  if (winner === undefined) return verdict(chosen.groups.length === 0 ? 'no-group' : 'no-match', true, path, chosen, []);
  const signedLine = chosen.compiled.verdictLine(path);
  return {
    ...verdict('rule', signedLine > 0, path, chosen, matching),
    line: winner.rule.line,
    rule: ruleAsWritten(file, winner),
  };
}

/** A verdict without the reasons: the deciding line (0 for none), and whether the robot may fetch. Many times faster than `decideRobots`. */
export function quickVerdict(
  file: RobotsFile,
  dialect: Dialect,
  agent: string,
  url: string,
): { readonly allowed: boolean; readonly line: number } {
  const path = pathOf(url, dialect);
  if (isExempt(path, dialect)) return { allowed: true, line: 0 };
  const signedLine = chooseGroups(file, dialect, agent).compiled.verdictLine(path);
  return { allowed: signedLine >= 0, line: Math.abs(signedLine) };
}

/** Whether a path is that of the rules file itself, in a dialect that always allows it. `path` is in the dialect's form. */
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
  const key = file.lines[rule.line - 1]?.key ?? (rule.allow ? 'Allow' : 'Disallow');
  return `${key}: ${rule.pattern}`.trimEnd();
}

/**
 * The pause a robot is asked to keep between two requests, null where none is asked for or the dialect ignores such lines.
 * Ours where honoured: RFC 9309 does not define Crawl-delay.
 */
export function crawlDelayFor(file: RobotsFile, dialect: Dialect, agent: string): CrawlDelay | null {
  const reading = dialect.crawlDelay.value;
  if (reading.use === 'ignored') return null;
  const own = pick(chooseGroups(file, dialect, agent).groups, reading.several);
  if (own !== null || reading.scope !== 'chosen-then-star') return own;
  return pick(chooseGroups(file, dialect, '*').groups, reading.several);
}

function pick(groups: readonly RobotsGroup[], several: 'largest' | 'smallest' | 'first' | 'last'): CrawlDelay | null {
  let picked: CrawlDelay | null = null;
  for (const group of groups) {
    for (const delay of group.crawlDelays) {
      const isBetter =
        picked === null ||
        several === 'last' ||
        (several === 'largest' && delay.seconds > picked.seconds) ||
        (several === 'smallest' && delay.seconds < picked.seconds);
      if (isBetter) picked = { seconds: delay.seconds, line: delay.line };
    }
  }
  return picked;
}
