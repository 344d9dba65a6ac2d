import { followedKinds } from '#core/decision/admission.ts';
import { graphml } from '../../export/graphml.ts';
import type { CrawlGraph } from './crawl-graph.ts';
import type { GraphFile } from './graph-file.ts';
import { edgesOf, nodeCells, nodesOf } from './graph-rows.ts';

/** Characters of one piece. */
const pieceLength = 65_536;

/** A part of the document, and how many URLs and links were written up to its end. */
export interface GraphmlPiece {
  readonly text: string;
  readonly urls: number;
  readonly links: number;
}

/** The link graph as a GraphML document in pieces, with links of these kinds. The file of the graph must stay open. */
export function* graphmlPieces(
  made: CrawlGraph,
  reads: GraphFile['reads'],
  kinds: ReadonlySet<string> = followedKinds,
): Generator<GraphmlPiece, void> {
  const cells = nodeCells(made);
  const idOf = (row: number): number => made.links.table.numbers.id[row] as number;
  let [urls, links] = [0, 0];
  function* nodes() {
    for (const row of nodesOf(made, reads, kinds)) {
      urls++;
      yield { id: idOf(row), values: cells(row).slice(1) };
    }
  }
  function* edges() {
    for (const { from, to, kind, isNofollow, count } of edgesOf(made, reads, kinds)) {
      links++;
      yield { from: idOf(from), to: idOf(to), values: [kind, isNofollow, count] };
    }
  }
  let text = '';
  for (const each of graphml(nodes(), edges())) {
    text += each;
    if (text.length < pieceLength) continue;
    yield { text, urls, links };
    text = '';
  }
  yield { text, urls, links };
}
