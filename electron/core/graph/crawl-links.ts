import { readUrls } from '../audit/read-urls.ts';
import type { AuditSource } from '../audit/source.ts';
import type { Steps } from '../steps.ts';
import { type LinkScores, linkScores } from './link-score.ts';
import { type Distances, distancesFrom } from './paths.ts';
import { type SiteGraph, siteGraph } from './site-graph.ts';

/** The links of a crawl with what follows from them. About 120 bytes and its text a URL, 5 bytes a link. */
export interface CrawlLinks extends SiteGraph {
  readonly scores: LinkScores;
  readonly distances: Distances;
}

/** `crawlLinks` yields how many of these parts of its work are done. */
export const partsOfWork = 1_000;

/** Where each step of the work begins, in parts: about the time that each takes in a large crawl. */
const begins = { urls: 0, links: 200, score: 600, distances: 950 } as const;

/** Reads the links of a crawl, and computes link scores and distances from the start URLs. Yields parts done: see `partsOfWork`. */
export function* crawlLinks(source: Pick<AuditSource, 'urlCount' | 'urls' | 'hyperlinks' | 'settings'>): Steps<CrawlLinks> {
  const table = yield* within(readUrls(source), begins.urls, begins.links, source.urlCount);
  const graph = yield* within(
    siteGraph(table, source.settings.seeds, source.hyperlinks()),
    begins.links,
    begins.score,
    table.size,
  );
  const links = graph.steps.to.length;
  // A site needs about fifteen rounds.
  const scores = yield* within(linkScores(graph), begins.score, begins.distances, links * 15);
  const distances = yield* within(distancesFrom(graph.steps, graph.seeds), begins.distances, partsOfWork, links);
  return { ...graph, scores, distances };
}

/** A step of the work: what it yields, up to about `total`, as parts of the whole. */
function* within<T>(steps: Steps<T>, first: number, end: number, total: number): Steps<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    yield first + Math.min(1, step.value / Math.max(1, total)) * (end - first);
  }
}
