import { isIndexableRow } from '../../audit/url-row.ts';
import type { CrawlLinks } from '../crawl-links.ts';
import { shownScore } from '../link-score.ts';

/** Cells about a URL, by its row in the graph. */
export function urlCells({ table, scores, distances }: Pick<CrawlLinks, 'table' | 'scores' | 'distances'>) {
  const { numbers } = table;
  const orNull = (value: number): number | null => (value < 0 ? null : value);
  return {
    url: (row: number): string => table.url(row),
    /** '' where there is none. */
    urlOrNull: (row: number): string | null => (row < 0 ? null : table.url(row)),
    status: (row: number): number | null => (row < 0 ? null : orNull(numbers.status[row] as number)),
    depth: (row: number): number | null => orNull(distances.depth[row] as number),
    inlinks: (row: number): number => numbers.inlinks[row] as number,
    inSitemaps: (row: number): number => numbers.inSitemaps[row] as number,
    mayFetch: (row: number): string => table.word('mayFetch', row),
    score: (row: number): number | null => shownScore(scores, row),
    indexable: (row: number): boolean => isIndexableRow(table.view(row)),
  };
}
