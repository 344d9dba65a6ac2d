import type { CrawlLinks } from '../crawl-links.ts';
import { isInternal } from '../stands-for.ts';
import type { GraphTable } from './table.ts';
import { urlCells } from './url-cells.ts';

/** How the crawl knows a URL that no link from the start URLs leads to. `orphans`: only such URLs lead to it. */
export type OrphanSource = 'sitemap' | 'list' | 'reference' | 'orphans';

/** By row: how an orphan is known; null for other URLs, and for a single start URL. */
export function orphanSource(links: CrawlLinks, isLinked: Uint8Array, row: number): OrphanSource | null {
  const { table, seeds, distances } = links;
  if (!isInternal(table, row)) return null;
  const isSeed = distances.depth[row] === 0;
  if (isLinked[row] === 1) return isSeed || distances.depth[row] !== -1 ? null : 'orphans';
  // Nobody expects a link to the one page where a crawl starts.
  if (isSeed) return seeds.length > 1 ? 'list' : null;
  return (table.numbers.inSitemaps[row] as number) > 0 ? 'sitemap' : 'reference';
}

/** By row: 1 if another URL links or redirects to it. */
export function linkedRows({ table, steps: { to } }: Pick<CrawlLinks, 'table' | 'steps'>): Uint8Array {
  const isLinked = new Uint8Array(table.size);
  for (let at = 0; at < to.length; at++) isLinked[to[at] as number] = 1;
  return isLinked;
}

export function orphanTable(links: CrawlLinks): GraphTable {
  const isLinked = linkedRows(links);
  const rows: number[] = [];
  for (let row = 0; row < links.table.size; row++) if (orphanSource(links, isLinked, row) !== null) rows.push(row);
  const cells = urlCells(links);
  const of =
    <T>(read: (row: number) => T) =>
    (at: number): T =>
      read(rows[at] as number);
  return {
    size: rows.length,
    columns: {
      url: of(cells.url),
      source: of(row => orphanSource(links, isLinked, row)),
      status: of(cells.status),
      indexable: of(cells.indexable),
      in_sitemaps: of(cells.inSitemaps),
      inlinks: of(cells.inlinks),
      score: of(cells.score),
    },
  };
}
