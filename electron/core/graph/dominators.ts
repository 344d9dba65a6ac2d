import type { Steps } from '../steps.ts';
import { type LinkGraph, linksOfStep, reversed } from './link-graph.ts';

/** Which rows are reached only through which. 12 bytes a row. */
export interface Dominators {
  /** The nearest row that every way from the roots to this row goes through; -1 where only the roots themselves are common, or no way leads. */
  readonly nearest: Int32Array;
  /** How many rows would be reached no more without this one, itself not counted. */
  readonly behind: Int32Array;
  /** Rows that are reached, each after its nearest dominator. */
  readonly order: Int32Array;
}

/**
 * Immediate dominators from a set of roots, as if one more node led to all of them (Lengauer and Tarjan, "A Fast Algorithm for Finding
 * Dominators in a Flowgraph", 1979, the simple version: O(m log n)). Yields links followed. Memory while it runs: 8 bytes a link and 50 a row.
 */
export function* dominatorsOf(graph: LinkGraph, roots: ArrayLike<number>): Steps<Dominators> {
  const size = graph.start.length - 1;
  const walk = yield* depthFirst(graph, roots);
  const back = yield* reversed(yield* numbered(graph, walk));
  const nearest = yield* lengauerTarjan(walk, back, size);
  const behind = new Int32Array(size);
  const { order } = walk;
  for (let at = order.length - 1; at >= 0; at--) {
    const row = order[at] as number;
    const above = nearest[row] as number;
    if (above >= 0) behind[above] = (behind[above] as number) + (behind[row] as number) + 1;
  }
  return { nearest, behind, order };
}

/** A depth-first walk. Numbers count from 1; 0 is the node that leads to all roots. */
interface Walk {
  /** Rows by number - 1. */
  readonly order: Int32Array;
  /** Numbers by row; 0: not reached. */
  readonly number: Int32Array;
  /** By number: that of the row before. */
  readonly parent: Int32Array;
  readonly isRoot: Uint8Array;
}

function* depthFirst({ start, to }: LinkGraph, roots: ArrayLike<number>): Steps<Walk> {
  const size = start.length - 1;
  const number = new Int32Array(size);
  const parent = new Int32Array(size + 1);
  const order = new Int32Array(size);
  const isRoot = new Uint8Array(size);
  const next = start.slice(0, size);
  const stack = new Int32Array(size);
  let count = 0;
  let seen = 0;
  for (let at = 0; at < roots.length; at++) isRoot[roots[at] as number] = 1;
  for (let at = 0; at < roots.length; at++) {
    const root = roots[at] as number;
    if (number[root] !== 0) continue;
    let top = 0;
    stack[0] = root;
    order[count++] = root;
    number[root] = count;
    while (top >= 0) {
      const row = stack[top] as number;
      const place = next[row] as number;
      if (place === start[row + 1]) {
        top -= 1;
        continue;
      }
      next[row] = place + 1;
      seen += 1;
      if (seen % linksOfStep === 0) yield seen;
      const target = to[place] as number;
      if (number[target] !== 0) continue;
      order[count++] = target;
      number[target] = count;
      parent[count] = number[row] as number;
      stack[++top] = target;
    }
  }
  return { order: order.subarray(0, count), number, parent, isRoot };
}

/** The links between the numbers of a walk: links to rows near in the walk then lie near in memory. */
function* numbered({ start, to }: LinkGraph, { order, number }: Walk): Steps<LinkGraph> {
  const count = order.length;
  const first = new Int32Array(count + 2);
  for (let at = 1; at <= count; at++) {
    const row = order[at - 1] as number;
    first[at + 1] = (first[at] as number) + (start[row + 1] as number) - (start[row] as number);
  }
  const targets = new Int32Array(first[count + 1] as number);
  let place = 0;
  let pause = linksOfStep;
  for (let at = 1; at <= count; at++) {
    const row = order[at - 1] as number;
    const end = start[row + 1] as number;
    for (let link = start[row] as number; link < end; link++) targets[place++] = number[to[link] as number] as number;
    if (place < pause) continue;
    pause = place + linksOfStep;
    yield place;
  }
  return { start: first, to: targets };
}

function* lengauerTarjan(walk: Walk, back: LinkGraph, size: number): Steps<Int32Array> {
  const { order, parent, isRoot } = walk;
  const count = order.length;
  const semi = new Int32Array(count + 1);
  const label = new Int32Array(count + 1);
  for (let at = 0; at <= count; at++) {
    semi[at] = at;
    label[at] = at;
  }
  const forest = new Forest(semi, label);
  const dominator = new Int32Array(count + 1);
  // Rows by the number of their semidominator, as linked lists.
  const first = new Int32Array(count + 1).fill(-1);
  const following = new Int32Array(count + 1).fill(-1);
  let seen = 0;
  let pause = linksOfStep;
  for (let at = count; at >= 1; at--) {
    const row = order[at - 1] as number;
    const end = back.start[at + 1] as number;
    let least = isRoot[row] === 1 ? 0 : at;
    for (let link = back.start[at] as number; link < end; link++) {
      const source = back.to[link] as number;
      // A lower number is in no tree yet: it is its own least.
      const found = source < at ? source : (semi[forest.leastOf(source)] as number);
      if (found < least) least = found;
    }
    semi[at] = least;
    following[at] = first[least] as number;
    first[least] = at;
    const above = parent[at] as number;
    forest.link(above, at);
    for (let each = first[above] as number; each !== -1; each = following[each] as number) {
      const best = forest.leastOf(each);
      dominator[each] = (semi[best] as number) < (semi[each] as number) ? best : above;
    }
    first[above] = -1;
    seen += end - (back.start[at] as number) + 1;
    if (seen < pause) continue;
    pause = seen + linksOfStep;
    yield seen;
  }
  const nearest = new Int32Array(size).fill(-1);
  for (let at = 1; at <= count; at++) {
    if (dominator[at] !== semi[at]) dominator[at] = dominator[dominator[at] as number] as number;
    const above = dominator[at] as number;
    if (above > 0) nearest[order[at - 1] as number] = order[above - 1] as number;
  }
  return nearest;
}

/** The forest of the algorithm: LINK and EVAL with path compression. */
class Forest {
  readonly #ancestor: Int32Array;
  readonly #way: Int32Array;
  readonly #semi: Int32Array;
  readonly #label: Int32Array;

  constructor(semi: Int32Array, label: Int32Array) {
    this.#semi = semi;
    this.#label = label;
    this.#ancestor = new Int32Array(semi.length).fill(-1);
    this.#way = new Int32Array(semi.length);
  }

  link(above: number, at: number): void {
    this.#ancestor[at] = above;
  }

  /** The node with the least semidominator on the way from a node up to the root of its tree, that root not included. */
  leastOf(node: number): number {
    const ancestor = this.#ancestor;
    if (ancestor[node] === -1) return node;
    const way = this.#way;
    let length = 0;
    let at = node;
    while (ancestor[ancestor[at] as number] !== -1) {
      way[length++] = at;
      at = ancestor[at] as number;
    }
    const label = this.#label;
    const semi = this.#semi;
    for (let place = length - 1; place >= 0; place--) {
      const each = way[place] as number;
      const above = ancestor[each] as number;
      if ((semi[label[above] as number] as number) < (semi[label[each] as number] as number))
        label[each] = label[above] as number;
      ancestor[each] = ancestor[above] as number;
    }
    return label[node] as number;
  }
}

/** The rows behind a row (see `Dominators.behind`), in the order of the walk. */
export function rowsBehind({ nearest, behind, order }: Dominators, row: number): Int32Array {
  const found = new Int32Array(behind[row] as number);
  const isBehind = new Uint8Array(nearest.length);
  isBehind[row] = 1;
  let count = 0;
  for (const each of order) {
    const above = nearest[each] as number;
    if (above < 0 || isBehind[above] === 0) continue;
    isBehind[each] = 1;
    found[count++] = each;
  }
  return found;
}

/** How many of the rows behind each row count. `counts`: 1 for a row that does. 4 bytes a row. */
export function countBehind({ nearest, order }: Dominators, counts: Uint8Array): Int32Array {
  const found = new Int32Array(nearest.length);
  for (let at = order.length - 1; at >= 0; at--) {
    const row = order[at] as number;
    const above = nearest[row] as number;
    if (above >= 0) found[above] = (found[above] as number) + (found[row] as number) + (counts[row] as number);
  }
  return found;
}
