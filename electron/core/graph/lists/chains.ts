import { chainFrom } from '../chain.ts';
import type { CrawlLinks } from '../crawl-links.ts';
import type { GraphCell, GraphTable } from './table.ts';
import { urlCells } from './url-cells.ts';

/** What the crawl stored of robots.txt when it decided about a URL. */
export interface HopRobots {
  /** Line that decided; 0: no line. Null: not checked. */
  readonly line: number | null;
  /** Number of the version among those of its host, from 1; null: not checked. */
  readonly version: number | null;
  /** When this version was first received, epoch milliseconds. */
  readonly seenAt: number | null;
  /** Crawl delay that the host's file in force requests, milliseconds; 0: none. */
  readonly delayMs: number;
  readonly delayLine: number;
}

/** Redirect chains, one row for each hop. `robotsOf`: by id of a URL. */
export function chainTable(links: CrawlLinks, robotsOf: (id: number) => HopRobots | null): GraphTable {
  const { table } = links;
  const { redirect, id } = table.numbers;
  const chainOfStart = new Map<number, ReturnType<typeof chainFrom>>();
  const groups: number[] = [];
  const startOf: number[] = [];
  const rowOf: number[] = [];
  for (let row = 0; row < table.size; row++) {
    if (redirect[row] === 0) continue;
    const chain = chainFrom(table, 'redirect', row);
    // It redirects to itself: that is a loop of one hop.
    const found = chain.hops.length === 0 ? { hops: [row], end: -1, loops: true } : chain;
    chainOfStart.set(row, found);
    groups.push(rowOf.length);
    for (const hop of found.hops) {
      startOf.push(row);
      rowOf.push(hop);
    }
  }
  const cells = urlCells(links);
  const chainOf = (at: number) => chainOfStart.get(startOf[at] as number) as ReturnType<typeof chainFrom>;
  const hopOf = (at: number): number => rowOf[at] as number;
  let [asked, known]: [number, HopRobots | null] = [-1, null];
  const robots =
    (read: (robots: HopRobots) => GraphCell) =>
    (at: number): GraphCell => {
      const wanted = id[hopOf(at)] as number;
      if (wanted !== asked) [asked, known] = [wanted, robotsOf(wanted)];
      return known && read(known);
    };
  return {
    size: rowOf.length,
    groups: Int32Array.from(groups),
    columns: {
      start: at => cells.url(startOf[at] as number),
      hops: at => chainOf(at).hops.length,
      hop: at => chainOf(at).hops.indexOf(hopOf(at)) + 1,
      url: at => cells.url(hopOf(at)),
      status: at => cells.status(hopOf(at)),
      redirect_to: at => cells.urlOrNull(table.rowOf(redirect[hopOf(at)] as number)),
      robots: at => cells.mayFetch(hopOf(at)),
      robots_line: robots(({ line }) => line),
      robots_version: robots(({ version }) => version),
      robots_seen_at: robots(({ seenAt }) => seenAt),
      delay_ms: robots(({ delayMs }) => delayMs),
      delay_line: robots(({ delayLine }) => delayLine),
      final_url: at => cells.urlOrNull(chainOf(at).end),
      final_status: at => cells.status(chainOf(at).end),
      loop: at => chainOf(at).loops,
    },
  };
}
