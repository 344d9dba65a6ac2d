import type { RobotsFile, RobotsVerdict } from '#shared/model/robots.ts';
import type { CrawlerNames } from '../../crawlers/profile.ts';
import { decideAccess, type RobotsAccess } from '../access.ts';
import type { Dialect } from '../dialect.ts';
import { robotTokenOf, STAR } from './agent.ts';
import { namedGroups } from './named-groups.ts';

/** The name under which a crawler reads one file. */
export interface Speaker {
  readonly agent: string;
  /** Whether the name is a fallback, not the crawler's own name. */
  readonly borrowed: boolean;
  /** Whether no group applies: no group names the crawler, and it ignores groups for all robots. */
  readonly ignoresGroups: boolean;
  /** The names tried, in order; empty if a group has its own name or it has no fallback. */
  readonly steps: readonly string[];
}

/**
 * The name whose group a crawler uses in a file: its own if a group has it, else the first fallback name that a group has,
 * else its own. Ours: RFC 9309 has one product token; vendors document the order of several (see the profiles).
 */
export function speakerFor(file: RobotsFile | null, dialect: Dialect, names: CrawlerNames): Speaker {
  const own = names.namedByHeader === true ? names.userAgent : names.productToken;
  const hasChoice = (names.fallsBackTo ?? []).length > 0 || names.ignoresStar === true;
  if (file === null || !hasChoice || isNamed(file, dialect, own))
    return { agent: own, borrowed: false, ignoresGroups: false, steps: [] };
  const others = names.fallsBackTo ?? [];
  const other = others.find(name => isNamed(file, dialect, name));
  return {
    agent: other ?? own,
    borrowed: other !== undefined,
    ignoresGroups: other === undefined && names.ignoresStar === true,
    steps: stepsOf(own, others, other),
  };
}

function stepsOf(own: string, others: readonly string[], found: string | undefined): string[] {
  if (others.length === 0) return [];
  const tried = found === undefined ? others : others.slice(0, others.indexOf(found));
  return [
    `no group names ${own}`,
    ...tried.map(name => `no group names ${name}, which it falls back to`),
    found === undefined ? `read as ${own}` : `falls back to the name ${found}`,
  ];
}

function isNamed(file: RobotsFile, dialect: Dialect, name: string): boolean {
  const groups = file.groups.filter(group => group.counts !== false);
  return namedGroups(groups, robotTokenOf(name, dialect), dialect, []).some(({ group, lines }) =>
    group.agents.some(({ line, token }) => token !== STAR && lines.includes(line)),
  );
}

/** The verdict of `decideAccess` under the name that `speaker` found. If no group applies, no rule applies either. */
export function decideAs(
  speaker: Speaker,
  access: RobotsAccess,
  file: RobotsFile | null,
  dialect: Dialect,
  url: string,
): RobotsVerdict {
  const { steps } = speaker;
  if (!speaker.ignoresGroups || file?.override !== undefined) {
    const verdict = decideAccess(access, file, dialect, speaker.agent, url);
    return steps.length === 0 || file === null ? verdict : { ...verdict, choice: [...steps, ...verdict.choice] };
  }
  const verdict = decideAccess(access, null, dialect, speaker.agent, url);
  return verdict.reason === 'no-group'
    ? { ...verdict, choice: [...steps, 'own group: none', 'groups for * do not count'] }
    : verdict;
}
