import type { RobotsGroup } from '#shared/model/robots.ts';
import type { Dialect } from '../dialect.ts';
import { globNames, namesRobot, piecesName, STAR } from './agent.ts';

/** A group that applies to a robot, with the User-agent lines that name the robot. */
export interface Candidate {
  readonly group: RobotsGroup;
  readonly lines: readonly number[];
}

/** Every group with a matching name. */
export function candidates(groups: readonly RobotsGroup[], fits: (lineToken: string) => boolean): Candidate[] {
  const found: Candidate[] = [];
  for (const group of groups) {
    const agents = group.agents.filter(each => fits(each.token));
    if (agents.length > 0) found.push({ group, lines: agents.map(each => each.line) });
  }
  return found;
}

/** The groups that apply because they name the robot; empty if only groups for all robots are left. */
export function namedGroups(groups: readonly RobotsGroup[], token: string, dialect: Dialect, steps: string[]): Candidate[] {
  const onlyNames = dialect.mixedStar.value === 'only-everybody';
  const usable = onlyNames ? groups.filter(group => !group.agents.some(each => each.token === STAR)) : groups;
  const fits = (lineToken: string): boolean => namesRobot(lineToken, token, dialect);
  switch (dialect.choice.value) {
    case 'equal-resets':
      return resetting(usable, token);
    case 'equal-then-first':
      return equalThenFirst(usable, token, fits);
    case 'longest-token':
      return longest(usable, fits, dialect, steps);
    default:
      break;
  }
  const named = candidates(usable, fits);
  if (named.length === 0 && dialect.agentCompare.value === 'equal-then-glob') return globbed(usable, token);
  if (named.length < 2) return named;
  switch (dialect.choice.value) {
    case 'first':
      steps.push(`first of ${named.length} groups`);
      return [named.reduce((best, each) => ((each.lines[0] ?? 0) < (best.lines[0] ?? 0) ? each : best))];
    case 'last':
      steps.push(`last of ${named.length} groups`);
      return named.slice(-1);
    case 'any':
      steps.push(`any of ${named.length} groups`);
      return named;
    default:
      steps.push(`${named.length} groups merged`);
      return named;
  }
}

/** Groups whose names with stars match the robot's name. `*` matches too, but counts only together with another match. */
function globbed(groups: readonly RobotsGroup[], token: string): Candidate[] {
  if (!groups.some(group => group.agents.some(each => globNames(each.token, token)))) return [];
  return candidates(groups, lineToken => lineToken === STAR || globNames(lineToken, token));
}

/** In file order. A group of exactly this name discards the groups before it. */
function resetting(groups: readonly RobotsGroup[], token: string): Candidate[] {
  let found: Candidate[] = [];
  for (const group of groups) {
    const equal = group.agents.filter(each => each.token === token && token !== '');
    const fitting = equal.length > 0 ? equal : group.agents.filter(each => piecesName(each.token, token));
    if (fitting.length === 0) continue;
    if (equal.length > 0) found = [];
    found.push({ group, lines: fitting.map(each => each.line) });
  }
  return found;
}

/** The groups of each name, in the order of the names. */
function byName(groups: readonly RobotsGroup[]): Map<string, Candidate[]> {
  const names = new Map<string, Candidate[]>();
  for (const group of groups) {
    for (const { token, line } of group.agents) {
      const known = names.get(token);
      const last = known?.at(-1);
      if (known === undefined) names.set(token, [{ group, lines: [line] }]);
      else if (last?.group === group) known[known.length - 1] = { group, lines: [...last.lines, line] };
      else known.push({ group, lines: [line] });
    }
  }
  return names;
}

/** All groups of an equal name; else all groups of the first name that is part of the robot's name. */
function equalThenFirst(groups: readonly RobotsGroup[], token: string, fits: (lineToken: string) => boolean): Candidate[] {
  const names = byName(groups);
  const equal = token === '' ? undefined : names.get(token);
  if (equal !== undefined) return equal;
  // The matching names of each group, as written, because CPython merges groups by the written name. There are few of them: each is
  // part of the robot's name.
  const fitting = new Map(
    groups.map(group => [group, new Set(group.agents.filter(each => fits(each.token)).map(each => each.value))]),
  );
  for (const having of names.values()) {
    const [first, ...others] = having;
    const shared = [...(fitting.get((first as Candidate).group) ?? [])];
    if (shared.some(name => others.every(({ group }) => fitting.get(group)?.has(name)))) return having;
  }
  return [];
}

/** All groups of the longest matching name; of names of equal length, the first in the file. */
function longest(
  groups: readonly RobotsGroup[],
  fits: (lineToken: string) => boolean,
  dialect: Dialect,
  steps: string[],
): Candidate[] {
  const competes = dialect.star.value === 'competes' || dialect.star.value === 'competes-first';
  let best: string | null = null;
  const names = byName(groups);
  for (const name of names.keys()) {
    if (!(fits(name) || (competes && name === STAR))) continue;
    const beats =
      best === null ||
      name.length > best.length ||
      (name === STAR && name.length === best.length && dialect.star.value === 'competes-first');
    if (beats) best = name;
  }
  if (best === null) return [];
  steps.push('longest name');
  const chosen = new Set((names.get(best) ?? []).map(each => each.group));
  // Every line of the chosen groups that names the robot is shown.
  const shown = best;
  return candidates(
    groups.filter(group => chosen.has(group)),
    name => name === shown || fits(name),
  );
}
