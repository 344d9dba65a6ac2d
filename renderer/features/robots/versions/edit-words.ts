import type { ReplayCause } from '#shared/model/replay.ts';

/** 'line 14 “Disallow: /x” added': the edit of robots.txt that changed verdicts. */
export function editWords({ edit, oldLine, newLine, oldText, newText }: Omit<ReplayCause, 'counts' | 'weight'>): string {
  const was = oldLine > 0 ? `line ${oldLine} “${oldText}”` : 'no rule';
  const is = newLine > 0 ? `line ${newLine} “${newText}”` : 'no rule';
  if (edit === 'added') return `${is} added`;
  if (edit === 'removed') return `${was} removed`;
  if (edit === 'changed') return `${was} changed to ${is}`;
  if (edit === 'structure') return `groups or order changed: ${was}, now ${is}`;
  return 'another response to robots.txt';
}
