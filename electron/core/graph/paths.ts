import type { Steps } from '../steps.ts';
import { type LinkGraph, linksOfStep } from './link-graph.ts';

/** The shortest ways from the roots. 8 bytes a row. */
export interface Distances {
  /** Fewest links from a root, 0 for a root, -1 where no way leads. */
  readonly depth: Int32Array;
  /** The row before on a shortest way: the first that was found. -1 for a root, and where no way leads. */
  readonly before: Int32Array;
  /** Rows in the order in which they were found. */
  readonly order: Int32Array;
}

/** Breadth-first search. Yields links followed. */
export function* distancesFrom({ start, to }: LinkGraph, roots: ArrayLike<number>): Steps<Distances> {
  const size = start.length - 1;
  const depth = new Int32Array(size).fill(-1);
  const before = new Int32Array(size).fill(-1);
  const queue = new Int32Array(size);
  let last = 0;
  for (let at = 0; at < roots.length; at++) {
    const root = roots[at] as number;
    if (depth[root] !== -1) continue;
    depth[root] = 0;
    queue[last++] = root;
  }
  let pause = linksOfStep;
  let followed = 0;
  for (let first = 0; first < last; first++) {
    const row = queue[first] as number;
    const end = start[row + 1] as number;
    for (let at = start[row] as number; at < end; at++) {
      const target = to[at] as number;
      if (depth[target] !== -1) continue;
      depth[target] = (depth[row] as number) + 1;
      before[target] = row;
      queue[last++] = target;
    }
    followed += end - (start[row] as number);
    if (followed < pause) continue;
    pause = followed + linksOfStep;
    yield followed;
  }
  return { depth, before, order: queue.subarray(0, last) };
}

/** A shortest way from a root to a row, both included; null where none leads there. */
export function wayTo({ depth, before }: Distances, row: number): readonly number[] | null {
  if (depth[row] === -1) return null;
  const way: number[] = [];
  for (let at = row; at >= 0; at = before[at] as number) way.push(at);
  return way.reverse();
}

/** Rows that link to a row. */
export interface Linking {
  /** The first of them, rising. */
  readonly rows: readonly number[];
  readonly total: number;
}

/** The rows one link nearer to a root that link to a row: each is the last but one of a shortest way. Reads all links. */
export function nearerRows({ start, to }: LinkGraph, { depth }: Distances, row: number, most: number): Linking {
  const wanted = (depth[row] as number) - 1;
  const rows: number[] = [];
  let total = 0;
  if (wanted < 0) return { rows, total };
  for (let source = 0; source < start.length - 1; source++) {
    if (depth[source] !== wanted) continue;
    const end = start[source + 1] as number;
    for (let at = start[source] as number; at < end; at++) {
      if (to[at] !== row) continue;
      total += 1;
      if (rows.length < most) rows.push(source);
      break;
    }
  }
  return { rows, total };
}
