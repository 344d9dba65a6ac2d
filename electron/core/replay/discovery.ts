import { foundFrom, type LinkGraph } from '../graph/link-graph.ts';
import type { Steps } from '../steps.ts';
import { rowsWhere } from './rows.ts';

/** What crawlers no longer discover after a change of the rules. */
export interface LostDiscovery {
  /** Rows that were found before and are not found after, although a crawler may still fetch them. Ascending. */
  readonly lost: Int32Array;
  /** Rows found before and after, including blocked ones: crawlers still see a link to them. */
  readonly foundBefore: number;
  readonly foundAfter: number;
}

/**
 * URLs that no link leads to any longer. `roots` are what a crawler starts from: seeds, sitemap entries, targets of links from
 * other origins. Links on pages that were never fetched are unknown, so only losses can be computed, not gains.
 */
export function* lostDiscovery(
  graph: LinkGraph,
  roots: ArrayLike<number>,
  blockedBefore: Uint8Array,
  blockedAfter: Uint8Array,
): Steps<LostDiscovery> {
  const before = yield* foundFrom(graph, roots, blockedBefore);
  const after = yield* foundFrom(graph, roots, blockedAfter);
  const count = (found: Uint8Array): number => {
    let sum = 0;
    for (let row = 0; row < found.length; row += 1) sum += found[row] as number;
    return sum;
  };
  const lost = rowsWhere(before.length, row => before[row] === 1 && after[row] === 0 && blockedAfter[row] !== 1);
  return { lost, foundBefore: count(before), foundAfter: count(after) };
}
