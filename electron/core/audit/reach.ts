import type { AuditSite } from './check.ts';
import type { CrawlerSaying } from './robots/judges.ts';
import { robotsOfSite } from './robots/site-robots.ts';

/** Sets of URLs that are followed at the same time: one bit each. */
export const mostSets = 29;
/** Ids of URLs are given in the order they were found, so links mostly lead to later ones: few rounds are needed. */
const mostRounds = 100;

/**
 * Finds the URLs that a crawler reaches from the start URLs over links and redirects, for up to 30 crawlers at once.
 * `stops`: by id, the bits of the crawlers that cannot go on from that URL. Returns by id the bits of the crawlers
 * that reach the URL; 4 bytes an id. Each round reads all links once.
 */
export function reachedBy(site: AuditSite, stops: ReadonlyMap<number, number> | Int32Array, sets: number): Int32Array {
  const stopOf = stops instanceof Int32Array ? (id: number) => stops[id] ?? 0 : (id: number) => stops.get(id) ?? 0;
  const all = 2 ** sets - 1;
  let largest = 0;
  for (const { id } of site.urls()) largest = Math.max(largest, id);
  const reached = new Int32Array(largest + 1);
  for (const seed of site.source.settings.seeds) {
    const start = site.byAddress(seed);
    if (start) reached[start.id] = all;
  }
  let hasChanged = true;
  const spread = (from: number, to: number): void => {
    const before = reached[to] ?? 0;
    const after = before | ((reached[from] as number) & ~stopOf(from));
    if (after === before || to >= reached.length) return;
    reached[to] = after;
    hasChanged = true;
  };
  for (let round = 0; hasChanged && round < mostRounds; round++) {
    hasChanged = false;
    for (const url of site.urls()) if (url.redirectId !== 0) spread(url.id, url.redirectId);
    for (const { from, to } of site.source.hyperlinks()) for (const target of to) spread(from, target);
  }
  return reached;
}

/** Crawlers that get to a URL only through URLs that robots.txt forbids them. */
interface ByCrawler {
  /** Names of the crawlers, by bit. */
  readonly names: readonly string[];
  readonly blocked: Int32Array;
  readonly reached: Int32Array;
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
  let largest = 0;
  for (const { id } of site.urls()) largest = Math.max(largest, id);
  const blocked = new Int32Array(largest + 1);
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
    blocked[url.id] = blockedFor;
    // A page that was read, or a redirect: it can lead to other URLs.
    matters ||= url.status !== null;
  }
  return matters ? { names, blocked, reached: reachedBy(site, blocked, names.length) } : null;
}

/** The bits of the crawlers that may not fetch. New names get the next bits. */
function blockedBits(says: readonly CrawlerSaying[], bits: Map<string, number>, names: string[]): number {
  let blocked = 0;
  for (const { name, allowed } of says) {
    let bit = bits.get(name);
    if (bit === undefined) {
      if (names.length === mostSets) continue;
      bit = names.push(name) - 1;
      bits.set(name, bit);
    }
    if (allowed === false) blocked |= 1 << bit;
  }
  return blocked;
}

const hubsOf = new WeakMap<AuditSite, ReadonlyMap<number, number>>();
/** Pages that are looked at as hubs, in the order of their ids. */
const mostHubs = 300;

/** How many indexable pages are reached only through each page that is nofollow or blocked. */
export function cutOffBy(site: AuditSite): ReadonlyMap<number, number> {
  const known = hubsOf.get(site);
  if (known) return known;
  const hubs: number[] = [];
  for (const url of site.urls()) if (url.isPage && isClosed(url) && hubs.length < mostHubs) hubs.push(url.id);
  const found = new Map<number, number>();
  for (let at = 0; at < hubs.length; at += mostSets) count(site, hubs.slice(at, at + mostSets), found);
  hubsOf.set(site, found);
  return found;
}

/** Crawlers that obey get no further from the page. */
export const isClosed = ({ nofollow, isBlocked }: { readonly nofollow: boolean; readonly isBlocked: boolean }): boolean =>
  nofollow || isBlocked;

function count(site: AuditSite, hubs: readonly number[], found: Map<number, number>): void {
  const stops = new Map(hubs.map((id, bit) => [id, 1 << bit]));
  // One more set, which nothing stops: what no link leads to is not cut off by anybody.
  const free = 1 << hubs.length;
  const reached = reachedBy(site, stops, hubs.length + 1);
  for (const { id, isIndexable } of site.urls()) {
    const bits = reached[id] as number;
    if (!isIndexable || (bits & free) === 0 || bits === free * 2 - 1) continue;
    for (const [bit, hub] of hubs.entries()) if ((bits & (1 << bit)) === 0) found.set(hub, (found.get(hub) ?? 0) + 1);
  }
}
