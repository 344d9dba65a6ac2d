import type { CrawlLinks } from '../crawl-links.ts';
import type { GraphTable } from './table.ts';
import { urlCells } from './url-cells.ts';

/** URLs with a link score. */
export function scoreTable(links: CrawlLinks): GraphTable {
  const { rank } = links.scores;
  const rows = Int32Array.from(rank.keys()).filter(row => (rank[row] as number) > 0);
  const cells = urlCells(links);
  const of =
    <T>(read: (row: number) => T) =>
    (at: number): T =>
      read(rows[at] as number);
  return {
    size: rows.length,
    columns: {
      url: of(cells.url),
      score: of(cells.score),
      rank: of(row => rank[row] as number),
      status: of(cells.status),
      indexable: of(cells.indexable),
      depth: of(cells.depth),
      inlinks: of(cells.inlinks),
    },
  };
}
