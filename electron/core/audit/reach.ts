import { countBehind, dominatorsOf } from '../graph/dominators.ts';
import { type LinkScores, linkScores, rankAt, shownScore } from '../graph/link-score.ts';
import type { SiteGraph } from '../graph/site-graph.ts';
import { finish } from '../steps.ts';
import type { AuditSite } from './check.ts';
import type { CrawlerSaying } from './robots/judges.ts';
import { robotsOfSite } from './robots/site-robots.ts';

/** Crawlers that are followed at the same time: one bit each. */
const mostCrawlers = 29;

/**
 * Finds the URLs that crawlers reach from the start URLs over links and redirects. `stops`: by row, the bits of the crawlers that cannot
 * go on from that URL. Returns by row the bits of the crawlers that reach the URL; 9 bytes a URL.
 */
function reachedBy({ table, steps: { start, to }, seeds }: SiteGraph, stops: Int32Array, crawlers: number): Int32Array {
  const reached = new Int32Array(table.size);
  const isWaiting = new Uint8Array(table.size);
  // Each row waits at most once, so the queue is a ring.
  const queue = new Int32Array(table.size);
  let [first, waiting] = [0, 0];
  const spread = (row: number, bits: number): void => {
    const before = reached[row] as number;
    if ((before | bits) === before) return;
    reached[row] = before | bits;
    if (isWaiting[row] === 1) return;
    isWaiting[row] = 1;
    queue[(first + waiting++) % queue.length] = row;
  };
  for (const seed of seeds) spread(seed, 2 ** crawlers - 1);
  while (waiting > 0) {
    const row = queue[first] as number;
    first = (first + 1) % queue.length;
    waiting -= 1;
    isWaiting[row] = 0;
    const bits = (reached[row] as number) & ~(stops[row] as number);
    const end = start[row + 1] as number;
    if (bits !== 0) for (let at = start[row] as number; at < end; at++) spread(to[at] as number, bits);
  }
  return reached;
}

/** Crawlers that get to a URL only through URLs that robots.txt forbids them. */
interface ByCrawler {
  /** Names of the crawlers, by bit. */
  readonly names: readonly string[];
  /** The bits of the crawlers that may not fetch a URL, and of those that reach it. */
  of(id: number): { readonly blocked: number; readonly reached: number };
}

const kept = new WeakMap<AuditSite, ByCrawler | null>();

/** Null: no page that links further is blocked for anybody, so every crawler gets everywhere. */
export function reachByCrawler(site: AuditSite): ByCrawler | null {
  const known = kept.get(site);
  if (known !== undefined) return known;
  const made = compute(site);
  kept.set(site, made);
  return made;
}

function compute(site: AuditSite): ByCrawler | null {
  const robots = robotsOfSite(site);
  const blockedIds = new Map<number, number>();
  const bits = new Map<string, number>();
  const names: string[] = [];
  const bitsOf = new Map<readonly CrawlerSaying[], number>();
  let matters = false;
  for (const url of site.urls()) {
    if (url.class !== 'page') continue;
    const says = robots.verdicts(url);
    if (typeof says === 'string') continue;
    let blockedFor = bitsOf.get(says);
    if (blockedFor === undefined) {
      blockedFor = blockedBits(says, bits, names);
      bitsOf.set(says, blockedFor);
    }
    if (blockedFor === 0) continue;
    blockedIds.set(url.id, blockedFor);
    // A page that was read, or a redirect: it can lead to other URLs.
    matters ||= url.status !== null;
  }
  if (!matters) return null;
  const graph = site.graph();
  const blocked = new Int32Array(graph.table.size);
  for (const [id, found] of blockedIds) blocked[graph.table.rowOf(id)] = found;
  const reached = reachedBy(graph, blocked, names.length);
  const of = (id: number) => {
    const row = graph.table.rowOf(id);
    return { blocked: blocked[row] ?? 0, reached: reached[row] ?? 0 };
  };
  return { names, of };
}

/** The bits of the crawlers that may not fetch. New names get the next bits. */
function blockedBits(says: readonly CrawlerSaying[], bits: Map<string, number>, names: string[]): number {
  let blocked = 0;
  for (const { name, allowed } of says) {
    let bit = bits.get(name);
    if (bit === undefined) {
      if (names.length === mostCrawlers) continue;
      bit = names.push(name) - 1;
      bits.set(name, bit);
    }
    if (allowed === false) blocked |= 1 << bit;
  }
  return blocked;
}

const hubsOf = new WeakMap<AuditSite, Hubs>();

/** By row of the graph: how many indexable pages are reached only through the URL. */
interface Hubs {
  readonly rowOf: (id: number) => number;
  readonly behind: Int32Array;
}

/** How many indexable pages are reached from the start URLs only through this URL, itself not counted. */
export function cutOffBy(site: AuditSite, id: number): number {
  let hubs = hubsOf.get(site);
  if (hubs === undefined) {
    const { table, steps, seeds } = site.graph();
    const counts = new Uint8Array(table.size);
    let row = 0;
    for (const { isIndexable } of table.all()) counts[row++] = isIndexable ? 1 : 0;
    hubs = { rowOf: table.rowOf.bind(table), behind: countBehind(finish(dominatorsOf(steps, seeds)), counts) };
    hubsOf.set(site, hubs);
  }
  const row = hubs.rowOf(id);
  return row < 0 ? 0 : (hubs.behind[row] as number);
}

/** Crawlers that obey get no further from the page. */
export const isClosed = ({ nofollow, isBlocked }: { readonly nofollow: boolean; readonly isBlocked: boolean }): boolean =>
  nofollow || isBlocked;

const scoresOf = new WeakMap<AuditSite, { readonly scores: LinkScores; readonly leasts: Map<number, number> }>();
/** Among fewer URLs, a percentile says nothing. */
const leastScored = 20;

/**
 * The link score of a URL, 0 to 100, if it is at or above this percentile of the internal URLs with a score, and above the lowest. Null
 * otherwise, and in a crawl with fewer than 20 such URLs.
 */
export function topScore(site: AuditSite, id: number, percentile: number): number | null {
  let known = scoresOf.get(site);
  if (known === undefined) {
    known = { scores: finish(linkScores(site.graph())), leasts: new Map() };
    scoresOf.set(site, known);
  }
  const { scores, leasts } = known;
  const least = leasts.get(percentile) ?? rankAt(scores, percentile / 100);
  leasts.set(percentile, least);
  const row = site.graph().table.rowOf(id);
  const own = row < 0 ? 0 : (scores.rank[row] as number);
  return scores.members >= leastScored && own >= least && own > scores.lowest ? shownScore(scores, row) : null;
}
