import type { CrawlLinks } from '../crawl-links.ts';
import type { GraphTable } from './table.ts';
import { urlCells } from './url-cells.ts';

/** What one page says by hreflang: language codes in lower case, and ids of URLs. */
export interface HreflangPage {
  readonly id: number;
  readonly entries: readonly { readonly code: string; readonly to: number }[];
}

/** Codes of a member that are named; further ones are left out. */
const mostCodes = 20;

class Clusters {
  readonly #above = new Map<number, number>();

  headOf(row: number): number {
    let head = row;
    for (let above = this.#above.get(head); above !== undefined && above !== head; above = this.#above.get(head)) head = above;
    // Makes the way short for the next time.
    for (let at = row; at !== head; ) {
      const above = this.#above.get(at) as number;
      this.#above.set(at, head);
      at = above;
    }
    return head;
  }

  join(a: number, b: number): void {
    const [first, second] = [this.headOf(a), this.headOf(b)];
    this.#above.set(Math.max(first, second), Math.min(first, second));
  }
}

/** Clusters of URLs that hreflang connects, one row for each member. A page that names only itself is in no cluster. */
export function hreflangTable(links: CrawlLinks, pages: Iterable<HreflangPage>): GraphTable {
  const { table } = links;
  const names = new Map<number, Set<number>>();
  const namedBy = new Map<number, Set<number>>();
  const codes = new Map<number, Set<string>>();
  const clusters = new Clusters();
  for (const { id, entries } of pages) {
    const from = table.rowOf(id);
    if (from < 0) continue;
    for (const { code, to: toId } of entries) {
      const to = table.rowOf(toId);
      if (to < 0) continue;
      const known = setOf(codes, to);
      if (known.size < mostCodes) known.add(code);
      if (to === from) continue;
      setOf(names, from).add(to);
      setOf(namedBy, to).add(from);
      clusters.join(from, to);
    }
  }
  const members = new Map<number, number[]>();
  for (const row of [...new Set([...names.keys(), ...namedBy.keys()])].sort((a, b) => a - b)) {
    const head = clusters.headOf(row);
    const list = members.get(head);
    if (list) list.push(row);
    else members.set(head, [row]);
  }
  const rows: number[] = [];
  const groups: number[] = [];
  const clusterOf: number[] = [];
  const sizes: number[] = [];
  for (const list of members.values()) {
    groups.push(rows.length);
    sizes.push(list.length);
    for (const row of list) {
      rows.push(row);
      clusterOf.push(sizes.length);
    }
  }
  const cells = urlCells(links);
  const rowOf = (at: number): number => rows[at] as number;
  return {
    size: rows.length,
    groups: Int32Array.from(groups),
    columns: {
      cluster: at => clusterOf[at] as number,
      members: at => sizes[(clusterOf[at] as number) - 1] as number,
      url: at => cells.url(rowOf(at)),
      languages: at => [...(codes.get(rowOf(at)) ?? [])].sort().join(' '),
      status: at => cells.status(rowOf(at)),
      indexable: at => cells.indexable(rowOf(at)),
      names: at => names.get(rowOf(at))?.size ?? 0,
      named_by: at => namedBy.get(rowOf(at))?.size ?? 0,
      unanswered(at) {
        const own = rowOf(at);
        let count = 0;
        for (const other of names.get(own) ?? []) if (!names.get(other)?.has(own)) count += 1;
        return count;
      },
    },
  };
}

function setOf<T>(sets: Map<number, Set<T>>, row: number): Set<T> {
  let found = sets.get(row);
  if (found === undefined) {
    found = new Set();
    sets.set(row, found);
  }
  return found;
}
