import type { PathStep, UrlPath } from '#shared/model/graph.ts';
import { printable } from '../../export/text-width.ts';

const step = ({ url, text }: PathStep): string => printable(text === null || text === '' ? url : `${url}  “${text}”`);
const times = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** Path, alternatives, dominators and score of a URL in words. */
export function urlPathText(found: UrlPath): string {
  const { depth, way, alternatives, alternativesTotal, through, behind, score, position, scored, countsFor } = found;
  const lines: string[] = [printable(found.url)];
  if (score !== null && position !== null)
    lines.push(
      `Link score: ${score} of 100 (place ${position} of ${scored.toLocaleString('en-US')}, PageRank ${found.rank.toExponential(3)})`,
    );
  else if (countsFor !== null) lines.push(`Link score: none. Links to it count for ${printable(countsFor)}`);
  else lines.push('Link score: none. Only internal URLs have one.');
  if (depth === null) lines.push('Path: no link or redirect from a start URL leads to it.');
  else if (depth === 0) lines.push('Path: it is a start URL.');
  else {
    lines.push(
      `Shortest path: ${times(depth, 'step', 'steps')} from a start URL${way.length <= depth ? ', the last ones:' : ''}`,
    );
    for (const each of way) lines.push(`  ${step(each)}`);
    lines.push(`Pages with a last link of such a path: ${alternativesTotal.toLocaleString('en-US')}`);
    for (const each of alternatives) lines.push(`  ${step(each)}`);
    if (alternatives.length < alternativesTotal) lines.push(`  … and ${alternativesTotal - alternatives.length} more`);
    lines.push(through.length === 0 ? 'All paths go through: no single page' : 'All paths go through, nearest first:');
    for (const url of through) lines.push(`  ${printable(url)}`);
  }
  lines.push(
    behind === 0
      ? 'No other URL would vanish without it.'
      : `${times(behind, 'URL', 'URLs')} would vanish without it: no other path leads there.`,
  );
  return `${lines.join('\n')}\n`;
}
