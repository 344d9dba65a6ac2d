import type { UrlTable } from '../audit/url-table.ts';

/** A longer chain is cut here: crawlers give up long before. */
const mostHops = 100;

/** Where a redirect or a canonical leads in the end. */
export interface Chain {
  /** The rows that lead on, from the first to the last. */
  readonly hops: readonly number[];
  /** The row at the end. -1: the chain returns to one of its URLs, is cut, or its next URL is not in the table. */
  readonly end: number;
  readonly loops: boolean;
}

/** Follows the redirects, or the canonicals, of a URL. A URL that names itself as canonical is an end. */
export function chainFrom(table: UrlTable, by: 'redirect' | 'canonical', row: number): Chain {
  const { numbers } = table;
  const column = numbers[by];
  const hops: number[] = [];
  const met = new Set<number>();
  let at = row;
  for (;;) {
    const id = column[at] as number;
    if (id === 0 || id === numbers.id[at]) return { hops, end: at, loops: false };
    if (met.has(at)) return { hops, end: -1, loops: true };
    if (hops.length === mostHops) return { hops, end: -1, loops: false };
    met.add(at);
    hops.push(at);
    const next = table.rowOf(id);
    if (next < 0) return { hops, end: -1, loops: false };
    at = next;
  }
}
