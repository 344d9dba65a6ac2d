import type { CrawlLinks } from './crawl-links.ts';
import type { Dominators } from './dominators.ts';
import { shownScore } from './link-score.ts';
import { nearerRows, wayTo } from './paths.ts';

/** Where a URL is among the links of a crawl. Numbers are rows. */
export interface PlaceOfUrl {
  /** A shortest way from a start URL to it, both included; null: no link leads there. */
  readonly way: readonly number[] | null;
  /** The URLs one link nearer to a start URL that lead to it: each ends a shortest way. The first `most`. */
  readonly alternatives: readonly number[];
  readonly alternativesTotal: number;
  /** The URLs that all ways to it go through, nearest first. */
  readonly through: readonly number[];
  /** URLs that only it leads to. */
  readonly behind: number;
  /** 0 to 100; null: it has none. */
  readonly score: number | null;
  /** PageRank, a share of 1; 0: it has none. */
  readonly rank: number;
  /** How many URLs have a higher rank. */
  readonly higher: number;
  /** The URL that links to it count for: itself, or the end of its redirects and canonicals. */
  readonly standsFor: number;
}

/** Dominators of a URL that are named: in a chain as deep as a site can be, the nearest ones. */
const mostThrough = 100;

/** Shortest way, alternatives, dominators and score of a URL. Reads all links once. */
export function placeOfUrl(links: CrawlLinks, dominators: Dominators, row: number, most: number): PlaceOfUrl {
  const { steps, scores, distances } = links;
  const { rows, total } = nearerRows(steps, distances, row, most);
  const through: number[] = [];
  for (let at = dominators.nearest[row] as number; at >= 0 && through.length < mostThrough; at = dominators.nearest[at] as number)
    through.push(at);
  const rank = scores.rank[row] as number;
  let higher = 0;
  for (const other of scores.rank) if (other > rank) higher += 1;
  return {
    way: wayTo(distances, row),
    alternatives: rows,
    alternativesTotal: total,
    through,
    behind: dominators.behind[row] as number,
    score: shownScore(scores, row),
    rank,
    higher,
    standsFor: scores.standsFor[row] as number,
  };
}
