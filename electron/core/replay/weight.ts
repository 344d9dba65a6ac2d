import type { TargetTable } from './target-table.ts';

/** The size of a set of URLs. */
export interface Weight {
  urls: number;
  inlinks: number;
  inSitemap: number;
  /** URLs by depth. The last element counts that depth and all greater ones. */
  readonly byDepth: Int32Array;
}

export const MOST_DEPTHS = 16;

export const noWeight = (): Weight => ({ urls: 0, inlinks: 0, inSitemap: 0, byDepth: new Int32Array(MOST_DEPTHS) });

/** Counts one row in. */
export function weigh(weight: Weight, table: TargetTable, row: number): void {
  weight.urls += 1;
  weight.inlinks += table.inlinks[row] as number;
  weight.inSitemap += table.inSitemap[row] as number;
  const stored = table.depths[row] as number;
  // URLs that no followed link leads to are beyond every depth.
  const depth = stored < 0 ? MOST_DEPTHS - 1 : Math.min(stored, MOST_DEPTHS - 1);
  weight.byDepth[depth] = (weight.byDepth[depth] as number) + 1;
}

/** What rows weigh together. */
export function weightOf(table: TargetTable, rows: ArrayLike<number>): Weight {
  const weight = noWeight();
  for (let at = 0; at < rows.length; at += 1) weigh(weight, table, rows[at] as number);
  return weight;
}

/** Rows by section of the site, the sections with most of them first. */
export function sectionsOf(
  table: TargetTable,
  rows: ArrayLike<number>,
  most: number,
): { readonly section: string; readonly urls: number }[] {
  const counts = new Int32Array(table.sectionNames.length);
  for (let at = 0; at < rows.length; at += 1) {
    const section = table.sections[rows[at] as number] as number;
    counts[section] = (counts[section] as number) + 1;
  }
  return [...counts]
    .map((urls, section) => ({ section: table.sectionNames[section] as string, urls }))
    .filter(each => each.urls > 0)
    .sort((a, b) => b.urls - a.urls || (a.section < b.section ? -1 : 1))
    .slice(0, most);
}
