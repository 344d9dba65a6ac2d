import type { Steps } from '../steps.ts';
import { type LinkGraph, linksOfStep } from './link-graph.ts';

export interface RankChoice {
  /** 1 for a row that takes part, 0 for one that has no rank. Links from and to the latter are ignored. */
  readonly takesPart: Uint8Array;
  /** Share of a rank that goes through links. 0.85 as in Brin and Page, 1998, section 2.1.1. */
  readonly damping?: number;
  /** Ends when the ranks of a round differ from those before by less than this in sum. */
  readonly tolerance?: number;
  readonly mostRounds?: number;
}

export interface Ranks {
  /** By row; they add up to 1. 0 where a row takes no part. 8 bytes a row. */
  readonly rank: Float64Array;
  readonly rounds: number;
  /** Sum of the differences in the last round. */
  readonly change: number;
}

/**
 * PageRank by power iteration (Brin and Page, "The Anatomy of a Large-Scale Hypertextual Web Search Engine", 1998, section 2.1). A row
 * without links gives its rank to all rows in equal parts (Langville and Meyer, "Deeper Inside PageRank", 2004, section 3.1). The error
 * is at most `change` × damping / (1 - damping). Yields links followed. Memory besides the graph: 16 bytes a row.
 */
export function* pageRank({ start, to }: LinkGraph, choice: RankChoice): Steps<Ranks> {
  const { takesPart, damping = 0.85, tolerance = 1e-9, mostRounds = 200 } = choice;
  const size = start.length - 1;
  let members = 0;
  for (let row = 0; row < size; row++) members += takesPart[row] as number;
  let rank = new Float64Array(size);
  if (members === 0) return { rank, rounds: 0, change: 0 };
  for (let row = 0; row < size; row++) rank[row] = (takesPart[row] as number) / members;
  const links = new Int32Array(size);
  for (let row = 0; row < size; row++) if (takesPart[row] === 1) links[row] = linksOf(row, { start, to }, takesPart);
  let following = new Float64Array(size);
  let change = Number.POSITIVE_INFINITY;
  let rounds = 0;
  let followed = 0;
  let pause = linksOfStep;
  for (; change > tolerance && rounds < mostRounds; rounds++) {
    let lost = 0;
    for (let row = 0; row < size; row++) if (takesPart[row] === 1 && links[row] === 0) lost += rank[row] as number;
    const base = (1 - damping + damping * lost) / members;
    for (let row = 0; row < size; row++) following[row] = takesPart[row] === 1 ? base : 0;
    for (let row = 0; row < size; row++) {
      const count = links[row] as number;
      if (count === 0) continue;
      const share = (damping * (rank[row] as number)) / count;
      const end = start[row + 1] as number;
      for (let at = start[row] as number; at < end; at++) {
        const target = to[at] as number;
        if (takesPart[target] === 1) following[target] = (following[target] as number) + share;
      }
      followed += end - (start[row] as number);
      if (followed < pause) continue;
      pause = followed + linksOfStep;
      yield followed;
    }
    change = 0;
    for (let row = 0; row < size; row++) change += Math.abs((following[row] as number) - (rank[row] as number));
    [rank, following] = [following, rank];
  }
  return { rank, rounds, change };
}

function linksOf(row: number, { start, to }: LinkGraph, takesPart: Uint8Array): number {
  let count = 0;
  const end = start[row + 1] as number;
  for (let at = start[row] as number; at < end; at++) count += takesPart[to[at] as number] as number;
  return count;
}
