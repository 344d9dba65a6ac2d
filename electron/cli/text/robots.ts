import { decidedBy } from '#shared/explain/matrix.ts';
import { largest } from '#shared/lists.ts';
import type { RobotsVerdict } from '#shared/model/robots.ts';
import { pad } from '../../export/text-width.ts';

/** 'allowed', 'disallowed', or 'undecided' where the standard leaves it to the robot. */
export const verdictWord = (allowed: boolean | null): string =>
  allowed === null ? 'undecided' : allowed ? 'allowed' : 'disallowed';

export const robotsReasonWords = (verdict: RobotsVerdict): string => decidedBy(verdict);

/** How a robots.txt verdict came about: group, compared path, every matching rule, winner first. */
export function robotsLines(verdict: RobotsVerdict): string[] {
  const rules = verdict.matching.map(({ rule, length, won, lost }) => {
    const written = `${rule.allow ? 'Allow' : 'Disallow'}: ${rule.pattern}`;
    return {
      place: `line ${rule.line}`,
      written,
      outcome: won ? `decides (length ${length})` : `loses: ${lost || 'outranked'} (length ${length})`,
    };
  });
  const width = (name: 'place' | 'written'): number => Math.max(0, largest(rules.map(rule => rule[name].length)));
  const groups = verdict.groupLines.length > 0 ? `line ${verdict.groupLines.join(', line ')}` : 'none';
  return [
    `verdict: ${verdictWord(verdict.allowed)}, ${robotsReasonWords(verdict)}`,
    `group: ${groups}${verdict.choice.length > 0 ? ` (${verdict.choice.join('; ')})` : ''}`,
    ...(verdict.path === '' ? [] : [`compared: ${verdict.path}`]),
    ...rules.map(rule => `${pad(rule.place, width('place'))}  ${pad(rule.written, width('written'))}  ${rule.outcome}`),
  ];
}
