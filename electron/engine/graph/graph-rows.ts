import { followedKinds } from '#core/decision/admission.ts';
import { urlCells } from '#core/graph/lists/url-cells.ts';
import { isInternal } from '#core/graph/stands-for.ts';
import type { ExportColumn } from '#shared/model/export.ts';
import type { LinkKind } from '#shared/model/page.ts';
import type { GraphReads } from '#storage/reads/graph-reads.ts';
import type { Cell } from '../../export/cell.ts';
import type { CrawlGraph } from './crawl-graph.ts';

/** The link graph as rows: URLs, and the links between them. */

export const nodeColumns: readonly ExportColumn[] = [
  { name: 'id', type: 'integer' },
  { name: 'url', type: 'text' },
  { name: 'status', type: 'integer' },
  { name: 'depth', type: 'integer' },
  { name: 'score', type: 'number' },
  { name: 'rank', type: 'number' },
  { name: 'indexable', type: 'boolean' },
];

export const edgeColumns: readonly ExportColumn[] = [
  { name: 'source', type: 'text' },
  { name: 'target', type: 'text' },
  { name: 'kind', type: 'text' },
  { name: 'nofollow', type: 'boolean' },
  { name: 'count', type: 'integer' },
];

/** A link of the graph by the rows of its ends. */
export interface GraphEdge {
  readonly from: number;
  readonly to: number;
  readonly kind: LinkKind;
  readonly isNofollow: boolean;
  readonly count: number;
}

/** The links of these kinds, in order of their pages. Redirects are links of the kind `redirect`. */
export function* edgesOf({ links: { table } }: CrawlGraph, reads: GraphReads, kinds: ReadonlySet<string>): Generator<GraphEdge> {
  for (const { from, to, ...edge } of reads.edges(kinds)) {
    const [source, target] = [table.rowOf(from), table.rowOf(to)];
    if (source >= 0 && target >= 0) yield { from: source, to: target, ...edge };
  }
}

/** Rows of the URLs that are shown: internal ones, and ends of links of these kinds. */
export function* nodesOf(graph: CrawlGraph, reads: GraphReads, kinds: ReadonlySet<string>): Generator<number> {
  const { table, steps } = graph.links;
  const isEnd = new Uint8Array(table.size);
  if ([...kinds].every(kind => followedKinds.has(kind as LinkKind)) && kinds.size === followedKinds.size)
    for (const to of steps.to) isEnd[to] = 1;
  else for (const { to } of edgesOf(graph, reads, kinds)) isEnd[to] = 1;
  for (let row = 0; row < table.size; row++) if (isEnd[row] === 1 || isInternal(table, row)) yield row;
}

/** The cells of a URL, in the order of `nodeColumns`. */
export function nodeCells({ links }: CrawlGraph): (row: number) => readonly Cell[] {
  const cells = urlCells(links);
  return row => [
    links.table.numbers.id[row] as number,
    cells.url(row),
    cells.status(row),
    cells.depth(row),
    cells.score(row),
    cells.score(row) === null ? null : (links.scores.rank[row] as number),
    cells.indexable(row),
  ];
}

/** The cells of a link, in the order of `edgeColumns`. */
export function edgeCells({ links: { table } }: CrawlGraph): (edge: GraphEdge) => readonly Cell[] {
  return ({ from, to, kind, isNofollow, count }) => [table.url(from), table.url(to), kind, isNofollow, count];
}
