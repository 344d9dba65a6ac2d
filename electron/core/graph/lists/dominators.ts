import { isIndexableRow } from '../../audit/url-row.ts';
import type { CrawlLinks } from '../crawl-links.ts';
import { countBehind, type Dominators } from '../dominators.ts';
import type { GraphTable } from './table.ts';
import { urlCells } from './url-cells.ts';

/** By row: 1 for an indexable page. */
export function indexableRows({ table }: Pick<CrawlLinks, 'table'>): Uint8Array {
  const found = new Uint8Array(table.size);
  let row = 0;
  for (const url of table.all()) found[row++] = isIndexableRow(url) ? 1 : 0;
  return found;
}

/** URLs that others are reached only through. */
export function dominatorTable(links: CrawlLinks, dominators: Dominators): GraphTable {
  const { behind, nearest } = dominators;
  const indexableBehind = countBehind(dominators, indexableRows(links));
  const rows = Int32Array.from(behind.keys()).filter(row => (behind[row] as number) > 0);
  const cells = urlCells(links);
  const of =
    <T>(read: (row: number) => T) =>
    (at: number): T =>
      read(rows[at] as number);
  return {
    size: rows.length,
    columns: {
      url: of(cells.url),
      behind: of(row => behind[row] as number),
      behind_indexable: of(row => indexableBehind[row] as number),
      status: of(cells.status),
      depth: of(cells.depth),
      score: of(cells.score),
      may_fetch: of(cells.mayFetch),
      nearest: of(row => cells.urlOrNull(nearest[row] as number)),
    },
  };
}
