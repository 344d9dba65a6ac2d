import type { Steps } from '../steps.ts';
import { type LinkGraph, linksOfStep, reversed } from './link-graph.ts';

export interface RankChoice {
  /** 1 for a row that takes part, 0 for one that has no rank. The graph must have no link from or to the latter. */
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
 * PageRank (Brin and Page, "The Anatomy of a Large-Scale Hypertextual Web Search Engine", 1998, section 2.1). A row without links gives
 * its rank to all rows in equal parts. That equals leaving its rank out and making the sum 1 in the end (Langville and Meyer, "Deeper
 * Inside PageRank", 2004, section 5.2), so a round is a sweep of Gauss and Seidel over the links to each row. The error is at most
 * `change` × damping / (1 - damping). Yields links followed. Memory while it runs: 4 bytes a link and 24 a row.
 */
export function* pageRank(graph: LinkGraph, choice: RankChoice): Steps<Ranks> {
  const { takesPart, damping = 0.85, tolerance = 1e-9, mostRounds = 200 } = choice;
  const size = graph.start.length - 1;
  const rank = new Float64Array(size);
  let members = 0;
  for (let row = 0; row < size; row++) members += takesPart[row] as number;
  if (members === 0) return { rank, rounds: 0, change: 0 };
  const { start, to: from } = yield* reversed(graph);
  // What one link of a row passes on of a rank of 1; 0 for a row without links.
  const passedOn = new Float64Array(size);
  // What one link of a row passes on.
  const share = new Float64Array(size);
  for (let row = 0; row < size; row++) {
    const links = (graph.start[row + 1] as number) - (graph.start[row] as number);
    passedOn[row] = links === 0 ? 0 : damping / links;
    rank[row] = (takesPart[row] as number) / members;
    share[row] = (rank[row] as number) * (passedOn[row] as number);
  }
  let change = Number.POSITIVE_INFINITY;
  let sum = 0;
  let rounds = 0;
  let followed = 0;
  let pause = linksOfStep;
  for (; change > tolerance && rounds < mostRounds; rounds++) {
    change = 0;
    sum = 0;
    let passed = 0;
    for (let row = 0; row < size; row++) {
      if (takesPart[row] === 0) continue;
      const end = start[row + 1] as number;
      let own = 1 / members;
      for (let at = start[row] as number; at < end; at++) own += share[from[at] as number] as number;
      change += Math.abs(own - (rank[row] as number));
      sum += own;
      rank[row] = own;
      if ((passedOn[row] as number) > 0) passed += own;
      share[row] = own * (passedOn[row] as number);
      followed += end - (start[row] as number);
      if (followed < pause) continue;
      pause = followed + linksOfStep;
      yield followed;
    }
    change /= sum;
    // The equations sum up to this. Keeping it in every round halves the rounds.
    const scale = 1 / (sum - damping * passed);
    for (let row = 0; row < size; row++) {
      rank[row] = (rank[row] as number) * scale;
      share[row] = (share[row] as number) * scale;
    }
    sum *= scale;
  }
  for (let row = 0; row < size; row++) rank[row] = (rank[row] as number) / sum;
  return { rank, rounds, change };
}
