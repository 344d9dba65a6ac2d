import { firstOf } from '#shared/lists.ts';
import type { LintGroup, SourceLine } from './source.ts';
import { nameOf } from './source.ts';

/** Characters of a name in a sentence. */
const longestName = 100;

/** The names of a group, for sentences. */
export const namesOf = (group: LintGroup): string => firstOf(group.agents.map(agent => agent.value.slice(0, longestName)));
/** Whether a group names a robot; `name` in lower case. */
export const isFor = (group: LintGroup, name: string): boolean => group.agents.some(agent => nameOf(agent) === name);
/** Whether a rule blocks anything. */
export const restricts = (line: SourceLine): boolean => line.kind === 'disallow' && line.value !== '';

/** Whether nothing at all may be fetched: `Disallow: /` and no Allow. */
export const closesAll = (group: LintGroup): boolean =>
  group.rules.some(rule => rule.kind === 'disallow' && /^\/\*?$/.test(rule.value)) &&
  !group.rules.some(rule => rule.kind === 'allow' && rule.value !== '');

/** Whether the group allows everything, which nobody writes by accident. */
export const opensAll = (group: LintGroup): boolean => group.rules.length > 0 && !group.rules.some(restricts);
