import type { Bar, BarPart, BarsPicture, SectionVerdict } from '#shared/model/pictures.ts';
import type { UrlTable } from '../../audit/url-table.ts';
import { folderOf } from '../../url/folder.ts';
import { type Condition, filterOf, pagesOnly } from './filters.ts';
import { indexabilityCodes, pageRows } from './page-facts.ts';

/** A part of the bars with the condition that finds it. */
type Part = BarPart & { readonly conditions: readonly Condition[] };

const part = (key: string, label: string, tone: BarPart['tone'], ...conditions: Condition[]): Part => ({
  ...{ key, label, tone, conditions },
});

const indexable: readonly Part[] = [
  part('yes', 'Indexable', 'ok', ['indexable', 'yes']),
  part('no', 'Not indexable', 'bad', ['indexable', 'no']),
  part('unknown', 'Not known', 'none', ['-indexable', 'yes'], ['-indexable', 'no']),
];

const verdicts: Readonly<Record<SectionVerdict, readonly Part[]>> = {
  mayList: [
    part('yes', 'May be listed', 'ok', ['list', 'yes']),
    part('url-only', 'URL only', 'warn', ['list', 'url-only']),
    part('no', 'Not listed', 'bad', ['list', 'no']),
    part('unknown', 'Not known', 'none', ['list', 'unknown']),
  ],
  mayFetch: [
    part('yes', 'May be fetched', 'ok', ['fetch', 'yes']),
    part('no', 'Blocked by robots.txt', 'bad', ['fetch', 'no']),
    part('unknown', 'Not checked', 'none', ['fetch', 'unknown']),
  ],
  linksFollowed: [
    part('yes', 'Links followed', 'ok', ['follow', 'yes']),
    part('none', 'No links', 'soft', ['follow', 'none']),
    part('no', 'Links not followed', 'bad', ['follow', 'no']),
    part('unknown', 'Not known', 'none', ['follow', 'unknown']),
  ],
};
const verdictColumn = { mayList: 'mayList', mayFetch: 'mayFetch', linksFollowed: 'followed' } as const;

/** Sections that are drawn. */
const mostSections = 100;
/** Depths that are drawn. */
const mostDepths = 200;

/** A bar of these counts. `conditions` find the whole of it. */
export function barOf(
  [label, full]: readonly [label: string, full: string],
  counts: readonly number[],
  parts: readonly Part[],
  conditions: readonly Condition[],
): Bar {
  const filters = parts.map(({ conditions: own }) => filterOf(...conditions, ...own));
  return { label, full, counts: [...counts], filters, filter: filterOf(...conditions) };
}

export const shownParts = (parts: readonly Part[]): readonly BarPart[] =>
  parts.map(({ key, label, tone }) => ({ key, label, tone }));

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

/**
 * Pages by their fewest steps from a start URL, divided by indexability (see `indexabilityOf`). The last bar is of pages that no link
 * leads to.
 */
export function depthBars(table: UrlTable, indexability: Uint8Array): BarsPicture {
  const byDepth = new Map<number, number[]>();
  for (const row of pageRows(table)) {
    const depth = table.numbers.depth[row] as number;
    let counts = byDepth.get(depth);
    if (counts === undefined) byDepth.set(depth, (counts = indexable.map(() => 0)));
    const code = indexability[row] as number;
    const place = code === indexabilityCodes.indexable ? 0 : code === indexabilityCodes.not ? 1 : 2;
    counts[place] = (counts[place] as number) + 1;
  }
  const depths = [...byDepth].filter(([depth]) => depth >= 0).sort(([a], [b]) => a - b);
  const unreachable = byDepth.get(-1);
  const bars = depths
    .slice(0, mostDepths)
    .map(([depth, counts]) => barOf([String(depth), `Depth ${depth}`], counts, indexable, [pagesOnly, ['depth', String(depth)]]));
  if (unreachable)
    bars.push(
      barOf(['Unreachable', 'No link from a start URL leads there'], unreachable, indexable, [pagesOnly, ['depth', 'none']]),
    );
  return pictureOf(
    indexable,
    bars,
    depths.slice(mostDepths).map(([, counts]) => counts),
  );
}

/** Pages by the first folder of their path, divided by a verdict: the largest folders. */
export function sectionBars(table: UrlTable, verdict: SectionVerdict): BarsPicture {
  const parts = verdicts[verdict];
  const placeOf = new Map(parts.map(({ key }, place) => [key, place]));
  const last = parts.length - 1;
  const byFolder = new Map<string, number[]>();
  const hosts = new Set<string>();
  for (const row of pageRows(table)) {
    const url = table.url(row);
    const folder = folderOf(url) ?? '';
    let counts = byFolder.get(folder);
    if (counts === undefined) {
      byFolder.set(folder, (counts = parts.map(() => 0)));
      hosts.add(folder.split('/', 3).join('/'));
    }
    const place = placeOf.get(table.word(verdictColumn[verdict], row)) ?? last;
    counts[place] = (counts[place] as number) + 1;
  }
  const folders = [...byFolder].sort(([a, own], [b, other]) => sum(other) - sum(own) || (a < b ? -1 : 1));
  const bars = folders.slice(0, mostSections).map(([folder, counts]) => {
    const label = hosts.size > 1 ? folder.replace(/^https?:\/\//, '') : folder.replace(/^https?:\/\/[^/]+/, '');
    return barOf([label, folder], counts, parts, folder === '' ? [] : [pagesOnly, ['folder', folder]]);
  });
  return pictureOf(
    parts,
    bars,
    folders.slice(mostSections).map(([, counts]) => counts),
  );
}

/** The picture of these bars; those that are left out count, too. */
export function pictureOf(
  parts: readonly Part[],
  bars: readonly Bar[],
  left: readonly (readonly number[])[],
  seconds: number | null = null,
): BarsPicture {
  const leftOut = left.reduce((all, counts) => all + sum(counts), 0);
  const counted = bars.reduce((all, { counts }) => all + sum(counts), leftOut);
  return { parts: shownParts(parts), bars, counted, left: { bars: left.length, counted: leftOut }, seconds };
}
