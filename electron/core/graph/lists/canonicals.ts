import { type Chain, chainFrom } from '../chain.ts';
import type { CrawlLinks } from '../crawl-links.ts';
import type { GraphTable } from './table.ts';
import { urlCells } from './url-cells.ts';

/** Pages that name another URL as canonical, each with the end of its chain and how many pages share that end. */
export function canonicalTable(links: CrawlLinks): GraphTable {
  const { table } = links;
  const { canonical, id } = table.numbers;
  const rows: number[] = [];
  const chains: Chain[] = [];
  const sizes = new Map<number, number>();
  for (let row = 0; row < table.size; row++) {
    if (canonical[row] === 0 || canonical[row] === id[row]) continue;
    const chain = chainFrom(table, 'canonical', row);
    rows.push(row);
    chains.push(chain);
    if (chain.end >= 0) sizes.set(chain.end, (sizes.get(chain.end) ?? 1) + 1);
  }
  const cells = urlCells(links);
  const endOf = (at: number): number => (chains[at] as Chain).end;
  return {
    size: rows.length,
    columns: {
      url: at => cells.url(rows[at] as number),
      canonical: at => cells.urlOrNull(table.rowOf(canonical[rows[at] as number] as number)),
      hops: at => (chains[at] as Chain).hops.length,
      end: at => cells.urlOrNull(endOf(at)),
      end_status: at => cells.status(endOf(at)),
      end_indexable: at => (endOf(at) < 0 ? null : cells.indexable(endOf(at))),
      loop: at => (chains[at] as Chain).loops,
      cluster: at => (endOf(at) < 0 ? null : (sizes.get(endOf(at)) as number)),
    },
  };
}
