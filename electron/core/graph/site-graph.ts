import type { UrlTable } from '../audit/url-table.ts';
import type { Steps } from '../steps.ts';
import { type LinkGraph, linksOfStep } from './link-graph.ts';

/** Where the links of one page lead: a, area, frame, iframe and meta refresh. Valid until the next page is read. */
export interface PageSteps {
  /** Id of the page. */
  readonly from: number;
  readonly count: number;
  /** Ids of the targets. */
  readonly to: ArrayLike<number>;
  /** 1 for a link whose page recommends its target: an a or area without nofollow. */
  readonly passes: ArrayLike<number>;
}

/**
 * The links between the URLs of a crawl. Row r is row r of the table. 5 bytes a link, 4 bytes a URL; while it is read, up to twice that.
 */
export interface SiteGraph {
  readonly table: UrlTable;
  /** Each different link that a crawler follows from a URL, and its redirect. nofollow counts; links of a page to itself do not. */
  readonly steps: LinkGraph;
  /** By place in `steps.to`: 1 where a link passes score on (see `PageSteps.passes`). */
  readonly passes: Uint8Array;
  /** Rows of the start URLs. */
  readonly seeds: Int32Array;
}

/**
 * Reads the links of a crawl into a graph. `pages` are in the order of their ids. Links to URLs that the table does not have are left
 * out. Yields URLs whose links are read.
 */
export function* siteGraph(table: UrlTable, seeds: readonly string[], pages: Iterable<PageSteps>): Steps<SiteGraph> {
  const builder = new GraphBuilder(table);
  let pause = linksOfStep;
  for (const page of pages) {
    builder.add(page);
    if (builder.read < pause) continue;
    pause = builder.read + linksOfStep;
    yield builder.done;
  }
  const starts = new Set(seeds.flatMap(seed => table.find(seed)?.id ?? []).map(id => table.rowOf(id)));
  return { table, ...builder.end(), seeds: Int32Array.from(starts) };
}

class GraphBuilder {
  readonly #table: UrlTable;
  readonly #start: Int32Array;
  #to = new Int32Array(4_096);
  #passes = new Uint8Array(4_096);
  #count = 0;
  /** Rows whose links are complete. */
  done = 0;
  /** By row: one more than the place of the last link that leads to it. */
  readonly #last: Int32Array;
  /** Links read. */
  read = 0;

  constructor(table: UrlTable) {
    this.#table = table;
    this.#start = new Int32Array(table.size + 1);
    this.#last = new Int32Array(table.size);
  }

  add({ from, count, to, passes }: PageSteps): void {
    this.read += count;
    const row = this.#table.rowOf(from);
    // Another order, as only a damaged file has it.
    if (row < this.done) return;
    this.#endRows(row);
    for (let at = 0; at < count; at++) this.#link(row, this.#table.rowOf(to[at] as number), passes[at] as number);
  }

  end(): { readonly steps: LinkGraph; readonly passes: Uint8Array } {
    this.#endRows(this.#table.size);
    const [start, count] = [this.#start, this.#count];
    return { steps: { start, to: this.#to.subarray(0, count) }, passes: this.#passes.subarray(0, count) };
  }

  /** Ends all rows before this one. A redirect is the last link of a row. */
  #endRows(end: number): void {
    const { redirect } = this.#table.numbers;
    for (; this.done < end; this.done++) {
      const target = redirect[this.done] as number;
      if (target !== 0) this.#link(this.done, this.#table.rowOf(target), 0);
      this.#start[this.done + 1] = this.#count;
    }
  }

  #link(row: number, target: number, passes: number): void {
    if (target < 0 || target === row) return;
    const known = (this.#last[target] as number) - 1;
    if (known >= (this.#start[row] as number)) {
      this.#passes[known] = (this.#passes[known] as number) | passes;
      return;
    }
    if (this.#count === this.#to.length) this.#grow();
    this.#to[this.#count] = target;
    this.#passes[this.#count] = passes;
    this.#count += 1;
    this.#last[target] = this.#count;
  }

  #grow(): void {
    const room = Math.ceil(this.#to.length * 1.5);
    const to = new Int32Array(room);
    to.set(this.#to);
    const passes = new Uint8Array(room);
    passes.set(this.#passes);
    this.#to = to;
    this.#passes = passes;
  }
}
