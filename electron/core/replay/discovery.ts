import type { Steps } from '../steps.ts';
import { rowsWhere } from './rows.ts';

/** Links between rows: those of row r are `to[start[r]]` to `to[start[r + 1] - 1]`. */
export interface LinkGraph {
  /** One longer than there are rows. */
  readonly start: Int32Array;
  readonly to: Int32Array;
}

/** What crawlers no longer discover after a change of the rules. */
export interface LostDiscovery {
  /** Rows that were found before and are not found after, although a crawler may still fetch them. Ascending. */
  readonly lost: Int32Array;
  /** Rows found before and after, including blocked ones: crawlers still see a link to them. */
  readonly foundBefore: number;
  readonly foundAfter: number;
}

const LINKS_A_STEP = 65_536;

/** Pairs of rows, `from[i]` links to `to[i]`, in any order. The first `count` places count. */
export interface LinkPairs {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly count: number;
}

/** Sorts links by their source row; yields links processed. Pairs with a row outside 0 … size-1 are omitted. */
export function* graphOf(size: number, { from, to, count }: LinkPairs): Steps<LinkGraph> {
  const start = new Int32Array(size + 1);
  const fits = (at: number): boolean => {
    const [source, target] = [from[at] as number, to[at] as number];
    return source >= 0 && source < size && target >= 0 && target < size;
  };
  let kept = 0;
  for (let at = 0; at < count; at += 1) {
    if (at > 0 && at % LINKS_A_STEP === 0) yield at;
    if (!fits(at)) continue;
    kept += 1;
    const next = (from[at] as number) + 1;
    start[next] = (start[next] as number) + 1;
  }
  for (let row = 0; row < size; row += 1) start[row + 1] = (start[row + 1] as number) + (start[row] as number);
  const place = start.slice(0, size);
  const sorted = new Int32Array(kept);
  for (let at = 0; at < count; at += 1) {
    if (at > 0 && at % LINKS_A_STEP === 0) yield count + at;
    if (!fits(at)) continue;
    const source = from[at] as number;
    const free = place[source] as number;
    sorted[free] = to[at] as number;
    place[source] = free + 1;
  }
  return { start, to: sorted };
}

/**
 * Which rows a crawler finds from the roots when it reads the links of every found row that is not blocked: 1 by row.
 * `blocked` is 1 for each row that may not be fetched. Yields links followed.
 */
export function* foundFrom({ start, to }: LinkGraph, roots: ArrayLike<number>, blocked: Uint8Array): Steps<Uint8Array> {
  const size = start.length - 1;
  const found = new Uint8Array(size);
  const queue = new Int32Array(size);
  let last = 0;
  for (let at = 0; at < roots.length; at += 1) {
    const row = roots[at] as number;
    if (row < 0 || row >= size || found[row] === 1) continue;
    found[row] = 1;
    queue[last++] = row;
  }
  let followed = 0;
  let pause = LINKS_A_STEP;
  for (let first = 0; first < last; first += 1) {
    const row = queue[first] as number;
    if (blocked[row] === 1) continue;
    const end = start[row + 1] as number;
    for (let at = start[row] as number; at < end; at += 1) {
      const target = to[at] as number;
      if (found[target] === 1) continue;
      found[target] = 1;
      queue[last++] = target;
    }
    followed += end - (start[row] as number) + 1;
    if (followed < pause) continue;
    pause = followed + LINKS_A_STEP;
    yield followed;
  }
  return found;
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
