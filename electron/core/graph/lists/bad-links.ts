import type { UrlTable } from '../../audit/url-table.ts';
import type { Steps } from '../../steps.ts';
import type { CrawlLinks } from '../crawl-links.ts';
import { isInternal } from '../stands-for.ts';
import type { GraphTable } from './table.ts';
import { urlCells } from './url-cells.ts';

/** A link with its place in the page (a, area), as it is stored. Those of one page come one after the other. */
export interface PlacedLink {
  readonly from: number;
  readonly to: number;
  /** Path of elements to it; '' where none was stored. Read only when it is needed. */
  place(): string;
}

export type LinkProblem = 'broken' | 'blocked' | 'noindex' | 'redirect';

const linksOfStep = 4_096;
/** Places of one target that are kept; further ones count as one without a place. */
const mostPlaces = 200;

/** What is wrong with an internal URL as the target of a link; null: nothing, or not known. */
export function problemOf(table: UrlTable, row: number): LinkProblem | null {
  if (!isInternal(table, row)) return null;
  if (table.has('broken', row)) return 'broken';
  if (table.word('mayFetch', row) === 'no') return 'blocked';
  const status = table.numbers.status[row] as number;
  if (status >= 300 && status < 400 && table.numbers.redirect[row] !== 0) return 'redirect';
  return table.has('page', row) && table.has('noindex', row) ? 'noindex' : null;
}

/** Links to URLs with a problem, one row for each target and place in the template. Yields the ids of the pages that are read. */
export function* badLinkTable(crawl: CrawlLinks, links: Iterable<PlacedLink>): Steps<GraphTable> {
  const { table } = crawl;
  const rows = new Map<string, number>();
  const placesOf = new Map<number, number>();
  const targets: number[] = [];
  const places: string[] = [];
  const counts: number[] = [];
  const pages: number[] = [];
  const examples: number[] = [];
  const last: number[] = [];
  let read = 0;
  for (const link of links) {
    if (++read % linksOfStep === 0) yield link.from;
    const row = table.rowOf(link.to);
    const from = table.rowOf(link.from);
    if (row < 0 || from < 0 || row === from || problemOf(table, row) === null) continue;
    const known = placesOf.get(row) ?? 0;
    let key = `${row} ${link.place()}`;
    if (known >= mostPlaces && !rows.has(key)) key = `${row} `;
    let at = rows.get(key);
    if (at === undefined) {
      at = targets.push(row) - 1;
      places.push(key.slice(key.indexOf(' ') + 1));
      counts.push(0);
      pages.push(0);
      examples.push(from);
      last.push(-1);
      rows.set(key, at);
      placesOf.set(row, known + 1);
    }
    counts[at] = (counts[at] as number) + 1;
    if (last[at] !== from) pages[at] = (pages[at] as number) + 1;
    last[at] = from;
  }
  const cells = urlCells(crawl);
  return {
    size: targets.length,
    columns: {
      problem: at => problemOf(table, targets[at] as number),
      place: at => places[at] as string,
      target: at => cells.url(targets[at] as number),
      status: at => cells.status(targets[at] as number),
      links: at => counts[at] as number,
      pages: at => pages[at] as number,
      example: at => cells.url(examples[at] as number),
    },
  };
}
