/** Which lines of two texts are the same. Numbers count from 1; place 0 is not used. */
export interface LineDiff {
  /** By old line: the new line of the same text, moved or not; 0 for a line that is gone. */
  readonly newOf: Int32Array;
  /** By new line: the old line of the same text; 0 for an added one. */
  readonly oldOf: Int32Array;
  /** By new line: 1 where its old line moved. */
  readonly moved: Uint8Array;
  /** By removed old line: the added line that replaces it, 0 for none. And the reverse. */
  readonly changedTo: Int32Array;
  readonly changedFrom: Int32Array;
}

/** Edits after which the search for the longest common part ends; what is left is paired by text alone. Bounds time and memory. */
const MOST_EDITS = 2000;
/** Pairs of lines compared in one stretch, and how far from its place a line is looked for at least. */
const MOST_LOOKS = 250_000;
const LEAST_REACH = 40;

/**
 * Compares two texts by lines. First, a longest common subsequence (Myers, "An O(ND) Difference Algorithm", 1986).
 * Then lines of equal text in different places are paired as moved. The remaining lines between the same neighbours
 * are paired as changed, each with the most similar line; of equal ones, the first. `likeness` is 0 for lines that
 * are not edits of each other, otherwise larger for more similar lines, at most 1.
 */
export function diffLines(
  before: readonly string[],
  after: readonly string[],
  likeness: (old: string, now: string) => number = () => 1,
): LineDiff {
  const newOf = new Int32Array(before.length + 1);
  const oldOf = new Int32Array(after.length + 1);
  const changedTo = new Int32Array(before.length + 1);
  const changedFrom = new Int32Array(after.length + 1);
  const pair = (old: number, now: number): void => {
    newOf[old + 1] = now + 1;
    oldOf[now + 1] = old + 1;
  };
  const { a, b } = numbered(before, after);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) {
    pair(start, start);
    start += 1;
  }
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) {
    pair(a.length - 1 - end, b.length - 1 - end);
    end += 1;
  }
  commonLines(a.subarray(start, a.length - end), b.subarray(start, b.length - end), (old, now) => pair(old + start, now + start));
  const gaps = gapsOf(newOf, oldOf);
  const moved = new Uint8Array(after.length + 1);
  pairMoved(a, b, newOf, oldOf, (old, now) => {
    pair(old, now);
    moved[now + 1] = 1;
  });
  for (const [olds, news] of gaps) {
    const added = news.filter(line => oldOf[line] === 0);
    const gone = olds.filter(line => newOf[line] === 0);
    // In very long stretches a line is looked for near its own place only.
    const reach = Math.max(LEAST_REACH, Math.floor(MOST_LOOKS / Math.max(1, gone.length)));
    for (const [place, line] of gone.entries()) {
      const old = before[line - 1] as string;
      const middle = Math.round((place / gone.length) * added.length);
      const last = Math.min(added.length, middle + reach);
      let best = 0;
      let now = 0;
      for (let at = Math.max(0, middle - reach); at < last && best < 1; at += 1) {
        const each = added[at] as number;
        if (changedFrom[each] !== 0) continue;
        const alike = likeness(old, after[each - 1] as string);
        if (alike <= best) continue;
        best = alike;
        now = each;
      }
      changedTo[line] = now;
      if (now > 0) changedFrom[now] = line;
    }
  }
  return { newOf, oldOf, moved, changedTo, changedFrom };
}

/** Texts as numbers, equal ones with the same. */
function numbered(before: readonly string[], after: readonly string[]): { a: Int32Array; b: Int32Array } {
  const numbers = new Map<string, number>();
  const number = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
  return { a: Int32Array.from(before, number), b: Int32Array.from(after, number) };
}

/** Myers' greedy search with the frontier of every round kept, so that the way back can be walked. */
function commonLines(a: Int32Array, b: Int32Array, pair: (old: number, now: number) => void): void {
  if (a.length === 0 || b.length === 0) return;
  const most = Math.min(a.length + b.length, MOST_EDITS);
  const middle = most + 1;
  const reach = new Int32Array(2 * most + 3);
  const rounds: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    rounds.push(reach.slice(middle - edits - 1, middle + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const below = reach[middle + diagonal - 1] as number;
      const above = reach[middle + diagonal + 1] as number;
      let x = diagonal === -edits || (diagonal !== edits && below < above) ? above : below + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      reach[middle + diagonal] = x;
      if (x >= a.length && x - diagonal >= b.length) {
        walkBack(a.length, b.length, rounds, pair);
        return;
      }
    }
  }
}

function walkBack(endA: number, endB: number, rounds: readonly Int32Array[], pair: (old: number, now: number) => void): void {
  let x = endA;
  let y = endB;
  for (let edits = rounds.length - 1; edits >= 0; edits -= 1) {
    const reach = rounds[edits] as Int32Array;
    const at = (diagonal: number): number => reach[diagonal + edits + 1] as number;
    const diagonal = x - y;
    const isDown = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
    const previous = isDown ? diagonal + 1 : diagonal - 1;
    const fromX = edits === 0 ? 0 : at(previous);
    const fromY = edits === 0 ? 0 : fromX - previous;
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      pair(x, y);
    }
    x = fromX;
    y = fromY;
  }
}

/** Runs of unpaired lines between the same neighbours, line numbers from 1. */
function gapsOf(newOf: Int32Array, oldOf: Int32Array): [number[], number[]][] {
  const gaps: [number[], number[]][] = [];
  let old = 1;
  let now = 1;
  while (old < newOf.length || now < oldOf.length) {
    const olds: number[] = [];
    const news: number[] = [];
    for (; old < newOf.length && newOf[old] === 0; old += 1) olds.push(old);
    for (; now < oldOf.length && oldOf[now] === 0; now += 1) news.push(now);
    if (olds.length > 0 && news.length > 0) gaps.push([olds, news]);
    old += 1;
    now += 1;
  }
  return gaps;
}

/** Pairs what is left by text, in order. */
function pairMoved(
  a: Int32Array,
  b: Int32Array,
  newOf: Int32Array,
  oldOf: Int32Array,
  pair: (old: number, now: number) => void,
): void {
  const waiting = new Map<number, number[]>();
  for (let now = b.length - 1; now >= 0; now -= 1) {
    if (oldOf[now + 1] !== 0) continue;
    const same = waiting.get(b[now] as number);
    if (same === undefined) waiting.set(b[now] as number, [now]);
    else same.push(now);
  }
  for (let old = 0; old < a.length; old += 1) {
    if (newOf[old + 1] !== 0) continue;
    const now = waiting.get(a[old] as number)?.pop();
    if (now !== undefined) pair(old, now);
  }
}
