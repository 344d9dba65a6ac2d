import { figure } from '#shared/explain/figure.ts';
import { largest } from '#shared/lists.ts';
import { type FieldCounts, fieldWords } from '#shared/model/compare-fields.ts';
import type { MappingCounts, UrlMapping } from '#shared/model/url-mapping.ts';
import { pad, printable } from '../../export/text-width.ts';
import { count } from './units.ts';

const wholes = { urls: 'URLs', responses: 'URLs with a response in both', pages: 'pages in both' } as const;

/** '12 of 4,310 pages in both: 10 changed, 2 added', a line a field. */
export function fieldCountsText(counts: readonly FieldCounts[]): string {
  const label = (id: string): string => fieldWords(id).label;
  const width = Math.max(0, largest(counts.map(({ id }) => label(id).length)));
  const lines = counts.map(({ id, both, differ, notRecorded, ways, means }) => {
    const { whole } = fieldWords(id);
    const parts = [
      ...Object.entries(ways).flatMap(([way, urls]) => (urls > 0 ? [`${figure(urls)} ${way}`] : [])),
      ...(means ? [`mean ${rounded(means[0])} → ${rounded(means[1])}`] : []),
      ...(notRecorded > 0 ? [`${figure(notRecorded)} not recorded in one of the crawls`] : []),
    ];
    const tail = parts.length === 0 ? '' : `: ${parts.join(', ')}`;
    return `  ${pad(label(id), width)}  ${figure(differ)} of ${figure(both - notRecorded)} ${wholes[whole]}${tail}`;
  });
  return `${lines.join('\n')}\n`;
}

const rounded = (value: number): string => figure(Math.round(value * 10) / 10);

/** What a mapping does, with examples. */
export function mappingText({ rules }: UrlMapping, counts: MappingCounts): string {
  const { before, after, mapped, byRule, matched, doubles, unmatchedBefore, unmatchedAfter, examples } = counts;
  const pairs = byRule[rules.length] ?? 0;
  const example = ([url, to]: readonly [string, string]): string =>
    `  ${printable(url)}${url === to ? '' : ` → ${printable(to)}`}`;
  return `${[
    `${figure(mapped)} of ${figure(before)} URLs of the first crawl are mapped.`,
    ...rules.map(({ kind, from, to }, at) => `  ${figure(byRule[at] ?? 0)}  ${kind} ${printable(from)} → ${printable(to)}`),
    ...(pairs > 0 ? [`  ${figure(pairs)}  pairs`] : []),
    `${figure(matched)} of them are in the second crawl${doubles > 0 ? `; ${figure(doubles)} more lead to a URL that is already matched` : ''}.`.replace(
      'of them',
      `of ${figure(before)}`,
    ),
    ...(examples.length > 0 ? ['Matched by the mapping, for example', ...examples.slice(0, 5).map(example)] : []),
    ...(unmatchedBefore.length > 0
      ? [
          `${count(before - matched, 'URL')} of the first crawl unmatched, for example`,
          ...unmatchedBefore.slice(0, 10).map(example),
        ]
      : []),
    ...(unmatchedAfter.length > 0
      ? [
          `${count(after - matched, 'URL')} of the second crawl unmatched, for example`,
          ...unmatchedAfter.slice(0, 10).map(url => `  ${printable(url)}`),
        ]
      : []),
  ].join('\n')}\n`;
}
