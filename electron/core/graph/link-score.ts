import type { Steps } from '../steps.ts';
import { type LinkGraph, linksOfStep } from './link-graph.ts';
import { pageRank, type Ranks } from './page-rank.ts';
import type { SiteGraph } from './site-graph.ts';
import { isInternal, standsFor } from './stands-for.ts';

/** The link scores of a crawl. 12 bytes a URL. */
export interface LinkScores extends Ranks {
  /** By row: the row that its links count for (see `standsFor`). Only rows that stand for themselves have a rank. */
  readonly standsFor: Int32Array;
  /** Rows that have a rank. */
  readonly members: number;
  readonly lowest: number;
  readonly highest: number;
}

/**
 * PageRank over the internal URLs of a crawl. A link counts once for each page that has it, for the URL that its target stands for. A URL
 * that redirects, or names another page as canonical, has no score of its own, and its links count nowhere. nofollow links, frames and
 * the links of a page that says nofollow count nowhere: "nofollow" asks search engines not to use a link for ranking (Google Search
 * Central, "Qualify your outbound links"). Yields links processed. Memory while it runs: 8 bytes a link and 40 a URL.
 */
export function* linkScores(graph: SiteGraph): Steps<LinkScores> {
  const stands = standsFor(graph.table);
  const { size } = graph.table;
  const takesPart = new Uint8Array(size);
  let members = 0;
  for (let row = 0; row < size; row++) {
    if (stands[row] !== row || !isInternal(graph.table, row)) continue;
    takesPart[row] = 1;
    members += 1;
  }
  const ranks = yield* pageRank(yield* countedLinks(graph, stands, takesPart), { takesPart });
  let lowest = Number.POSITIVE_INFINITY;
  let highest = 0;
  for (let row = 0; row < size; row++) {
    if (takesPart[row] === 0) continue;
    lowest = Math.min(lowest, ranks.rank[row] as number);
    highest = Math.max(highest, ranks.rank[row] as number);
  }
  return { ...ranks, standsFor: stands, members, lowest: members === 0 ? 0 : lowest, highest };
}

/** The links that score flows through: from page to the URL that the target stands for, each once. Yields links read. */
export function* countedLinks({ table, steps, passes }: SiteGraph, stands: Int32Array, takesPart: Uint8Array): Steps<LinkGraph> {
  const { size } = table;
  const ends = endsOf(stands, takesPart);
  const start = new Int32Array(size + 1);
  const to = new Int32Array(steps.to.length);
  const last = new Int32Array(size).fill(-1);
  let count = 0;
  let pause = linksOfStep;
  for (let row = 0; row < size; row++) {
    start[row] = count;
    if (takesPart[row] === 0 || table.has('nofollow', row)) continue;
    const end = steps.start[row + 1] as number;
    for (let at = steps.start[row] as number; at < end; at++) {
      if (passes[at] === 0) continue;
      let target = ends[steps.to[at] as number] as number;
      if (target < 0) {
        target = -2 - target;
        if (target < 0 || target === row || last[target] === row) continue;
        last[target] = row;
      }
      to[count++] = target;
    }
    if (end < pause) continue;
    pause = end + linksOfStep;
    yield end;
  }
  start[size] = count;
  return { start, to: to.subarray(0, count) };
}

/** By row: the row that a link to it counts for. -1: none. Below -1: -2 minus the row, where other rows count for the same one. */
function endsOf(stands: Int32Array, takesPart: Uint8Array): Int32Array {
  const ends = new Int32Array(stands.length);
  const isShared = new Uint8Array(stands.length);
  for (const [row, end] of stands.entries()) if (end !== row) isShared[end] = 1;
  for (const [row, end] of stands.entries()) ends[row] = takesPart[end] === 0 ? -1 : isShared[end] === 1 ? -2 - end : end;
  return ends;
}

/**
 * The score as it is shown: 0 for the lowest rank of the crawl, 100 for the highest, in between by the logarithm of the rank. Ranks differ
 * by factors, not by sums. Null: the URL has no score. 100 if all ranks are equal.
 */
export function shownScore({ rank, lowest, highest }: LinkScores, row: number): number | null {
  const own = rank[row] as number;
  if (own === 0) return null;
  if (!(highest > lowest)) return 100;
  return Math.round((1_000 * Math.log(own / lowest)) / Math.log(highest / lowest)) / 10;
}

/** The rank that this share of the URLs with a rank does not exceed (nearest rank): 0.9 for the 90th percentile. */
export function rankAt({ rank, members }: LinkScores, share: number): number {
  const sorted = rank.filter(each => each > 0).sort();
  return members === 0 ? 0 : (sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] as number);
}
