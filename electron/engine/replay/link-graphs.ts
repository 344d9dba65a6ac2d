import { graphOf, type LinkGraph } from '#core/graph/link-graph.ts';
import { type LostDiscovery, lostDiscovery } from '#core/replay/discovery.ts';
import { blockedRows, type Verdicts } from '#core/replay/replay.ts';
import { rowsWhere } from '#core/replay/rows.ts';
import type { TargetTable } from '#core/replay/target-table.ts';
import type { Steps } from '#core/steps.ts';
import { joinPairs, type TargetTableReads } from '#storage/reads/target-tables.ts';

/** Links that are read for one question. Ours: about 200 MB while they are sorted, and half a minute on a slow machine. */
const mostLinks = 12_000_000;

interface Kept {
  readonly table: TargetTable;
  readonly size: number;
  readonly change: number;
  /** Null where there are too many links. */
  readonly graph: LinkGraph | null;
  readonly roots: readonly number[];
  readonly links: number;
}

export interface GraphSource {
  readonly reads: TargetTableReads;
  /** Changes when another connection changes the file. */
  readonly changes: () => number;
}

/** The links between the URLs of one origin, cached for the next edit of a draft until the file changes. */
export class LinkGraphs {
  readonly #source: GraphSource;
  #kept: Kept | null = null;

  constructor(source: GraphSource) {
    this.#source = source;
  }

  /** The pages that the second of two replays makes undiscoverable; null for too many links. Yields links and URLs read. */
  *lost(
    table: TargetTable,
    originId: number,
    before: Verdicts,
    after: Verdicts,
  ): Steps<{ readonly lost: LostDiscovery | null; readonly links: number }> {
    const { graph, roots, links } = yield* this.#graph(table, originId);
    if (graph === null) return { lost: null, links };
    return { lost: yield* lostDiscovery(graph, roots, blockedRows(before), blockedRows(after)), links };
  }

  *#graph(table: TargetTable, originId: number): Steps<Kept> {
    const { reads, changes } = this.#source;
    const change = changes();
    const kept = this.#kept;
    if (kept?.table === table && kept.size === table.size && kept.change === change) return kept;
    this.#kept = null;
    const size = table.size;
    const { seeds, redirects } = yield* reads.ways(table, originId);
    const { pairs, fromOutside, isCut } = yield* reads.links(table, mostLinks);
    const named = rowsWhere(size, row => table.inSitemap[row] === 1);
    const all = joinPairs(pairs, redirects);
    const graph = isCut ? null : yield* graphOf(size, all);
    const made = {
      table,
      size,
      change,
      graph,
      roots: [...seeds, ...named, ...fromOutside],
      links: isCut ? mostLinks : all.count,
    };
    this.#kept = made;
    return made;
  }
}
