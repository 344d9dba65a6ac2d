import type { GrowingGroup } from './group-parser.ts';

/** Joins every group to an earlier one that has all of its names. Its rules then apply to all names of the earlier group. */
export function joinSubsets(groups: readonly GrowingGroup[]): GrowingGroup[] {
  const kept: GrowingGroup[] = [];
  const holders = new Map<string, GrowingGroup[]>();
  const tokens = new Map<GrowingGroup, Set<string>>();
  for (const group of groups) {
    const own = new Set(group.agents.map(each => each.token));
    // Only groups that have the rarest of the names can have them all.
    let few: readonly GrowingGroup[] = kept;
    for (const token of own) {
      const having = holders.get(token) ?? [];
      if (having.length < few.length) few = having;
    }
    const home = few.find(each => [...own].every(token => tokens.get(each)?.has(token)));
    if (home !== undefined) {
      for (const agent of group.agents) home.agents.push(agent);
      for (const rule of group.rules) home.rules.push(rule);
      for (const delay of group.crawlDelays) home.crawlDelays.push(delay);
      continue;
    }
    kept.push(group);
    tokens.set(group, own);
    for (const token of own) {
      const having = holders.get(token);
      if (having === undefined) holders.set(token, [group]);
      else having.push(group);
    }
  }
  return kept;
}
