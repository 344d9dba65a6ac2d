import { changeWords, facetWords } from '#shared/explain/comparison.ts';
import { titleOf } from '#shared/explain/describe.ts';
import { figure } from '#shared/explain/figure.ts';
import { largest } from '#shared/lists.ts';
import type { CrawlComparison, MissingGroup } from '#shared/model/comparison.ts';
import { pad, printable } from '../../export/text-width.ts';
import { count } from './units.ts';

const shownGroups = 20;
const shownMissing = 6;

/** One screen: what changed, how many URLs each change flipped, an example of each; then what only one crawl has. */
export function comparisonText(first: string, second: string, comparison: CrawlComparison): string {
  const { before, after, both, flipped, retargeted, groups, settings, onlyBefore, onlyAfter } = comparison;
  const width = Math.max(0, largest(groups.slice(0, shownGroups).map(({ urls }) => figure(urls).length)));
  return `${[
    `${printable(first)} (${count(before, 'URL')}) compared with ${printable(second)} (${figure(after)}): ${figure(both)} in both`,
    groups.length === 0 ? 'No changes.' : `${changed(flipped, retargeted)}, by ${count(groups.length, 'change')}:`,
    ...groups
      .slice(0, shownGroups)
      .flatMap(group => [
        `  ${pad(figure(group.urls), width, true)}  ${printable(changeWords(group))}`,
        `  ${' '.repeat(width)}  ${facetWords(group.facets)}; ${titleOf(group.reasons[0])} → ${titleOf(group.reasons[1])}, as ${printable(group.examples[0] ?? '')}`,
      ]),
    ...(groups.length > shownGroups ? [`  and ${count(groups.length - shownGroups, 'other change')}; --json has all`] : []),
    ...missing(`Only in ${printable(first)}`, before - both, onlyBefore),
    ...missing(`Only in ${printable(second)}`, after - both, onlyAfter),
    ...(settings.length > 0 ? ['Settings that differ'] : []),
    ...settings.map(({ name, before: was, after: is }) => `  ${name}: ${printable(was)} → ${printable(is)}`),
  ].join('\n')}\n`;
}

/** '12 URLs flipped, and 3 more point elsewhere' */
function changed(flipped: number, retargeted: number): string {
  const more = `${figure(retargeted)} more ${retargeted === 1 ? 'points' : 'point'} elsewhere`;
  if (flipped === 0)
    return `No verdict or status changed, but ${count(retargeted, 'URL')} ${retargeted === 1 ? 'points' : 'point'} elsewhere`;
  return `${count(flipped, 'URL')} flipped${retargeted === 0 ? '' : `, and ${more}`}`;
}

function missing(head: string, urls: number, groups: readonly MissingGroup[]): string[] {
  if (urls === 0) return [];
  return [
    `${head}: ${count(urls, 'URL')}`,
    ...groups
      .slice(0, shownMissing)
      .map(group => `  ${figure(group.urls)}  ${titleOf(group.reason)}, as ${printable(group.examples[0] ?? '')}`),
    ...(groups.length > shownMissing ? [`  and ${count(groups.length - shownMissing, 'other reason')}; --json has all`] : []),
  ];
}
