import type { Steps } from '../steps.ts';

/** Links between rows: those of row r are `to[start[r]]` to `to[start[r + 1] - 1]`. 4 bytes a link, 4 bytes a row. */
export interface LinkGraph {
  /** One longer than there are rows. */
  readonly start: Int32Array;
  readonly to: Int32Array;
}

/** Pairs of rows, `from[i]` links to `to[i]`, in any order. The first `count` places count. */
export interface LinkPairs {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly count: number;
}

/** Links between two yields of long work. */
export const linksOfStep = 65_536;

/** Sorts links by their source row; yields links processed. Pairs with a row outside 0 … size-1 are omitted. */
export function* graphOf(size: number, { from, to, count }: LinkPairs): Steps<LinkGraph> {
  const start = new Int32Array(size + 1);
  const fits = (at: number): boolean => {
    const [source, target] = [from[at] as number, to[at] as number];
    return source >= 0 && source < size && target >= 0 && target < size;
  };
  let kept = 0;
  for (let at = 0; at < count; at += 1) {
    if (at > 0 && at % linksOfStep === 0) yield at;
    if (!fits(at)) continue;
    kept += 1;
    const next = (from[at] as number) + 1;
    start[next] = (start[next] as number) + 1;
  }
  for (let row = 0; row < size; row += 1) start[row + 1] = (start[row + 1] as number) + (start[row] as number);
  const place = start.slice(0, size);
  const sorted = new Int32Array(kept);
  for (let at = 0; at < count; at += 1) {
    if (at > 0 && at % linksOfStep === 0) yield count + at;
    if (!fits(at)) continue;
    const source = from[at] as number;
    const free = place[source] as number;
    sorted[free] = to[at] as number;
    place[source] = free + 1;
  }
  return { start, to: sorted };
}

/** The same links by their targets: row r has the rows that link to it, rising. Yields links processed. */
export function* reversed({ start, to }: LinkGraph): Steps<LinkGraph> {
  const size = start.length - 1;
  const count = start[size] as number;
  const first = new Int32Array(size + 1);
  for (let at = 0; at < count; at += 1) {
    if (at > 0 && at % linksOfStep === 0) yield at;
    const next = (to[at] as number) + 1;
    first[next] = (first[next] as number) + 1;
  }
  for (let row = 0; row < size; row += 1) first[row + 1] = (first[row + 1] as number) + (first[row] as number);
  const place = first.slice(0, size);
  const from = new Int32Array(count);
  let pause = linksOfStep;
  for (let row = 0; row < size; row += 1) {
    const end = start[row + 1] as number;
    for (let at = start[row] as number; at < end; at += 1) {
      const target = to[at] as number;
      const free = place[target] as number;
      from[free] = row;
      place[target] = free + 1;
    }
    if (end < pause) continue;
    pause = end + linksOfStep;
    yield count + end;
  }
  return { start: first, to: from };
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
  let pause = linksOfStep;
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
    pause = followed + linksOfStep;
    yield followed;
  }
  return found;
}
