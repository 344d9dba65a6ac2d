import { isIndexableRow } from '../audit/url-row.ts';
import type { UrlTable } from '../audit/url-table.ts';
import type { Steps } from '../steps.ts';
import { isInternal } from './stands-for.ts';

/** URLs deeper than this count in the directory at this level. */
const deepest = 30;
/** A site with more directories makes them up: URLs of further ones count in the directory above. */
const mostDirectories = 100_000;

const urlsOfStep = 2_000;

/** What a directory adds up to, with those below it. */
export const directorySums = [
  'urls',
  'fetched',
  'indexable',
  'clientErrors',
  'serverErrors',
  'bytes',
  'timed',
  'totalMs',
  'inlinks',
] as const;
export type DirectorySum = (typeof directorySums)[number];

/** The directories of a crawl's internal URLs. Directories come after those that they are in. About 200 bytes a directory. */
export class DirectoryTree {
  /** Place of the directory that it is in; -1 for a site. */
  readonly parents: number[] = [];
  readonly levels: number[] = [];
  /** The start that its URLs share: `https://example.com/shop/`. */
  readonly paths: string[] = [];
  readonly sums: Readonly<Record<DirectorySum, number[]>> = {
    urls: [],
    fetched: [],
    indexable: [],
    clientErrors: [],
    serverErrors: [],
    bytes: [],
    timed: [],
    totalMs: [],
    inlinks: [],
  };
  readonly #places = new Map<string, number>();
  #children: readonly (readonly number[])[] | null = null;

  get size(): number {
    return this.parents.length;
  }

  /** Directories directly in this one, or the sites (-1), in the order in which they were found. */
  childrenOf(place: number): readonly number[] {
    if (this.#children === null) {
      const children: number[][] = Array.from({ length: this.size + 1 }, () => []);
      for (const [child, parent] of this.parents.entries()) (children[parent + 1] as number[]).push(child);
      this.#children = children;
    }
    return this.#children[place + 1] ?? [];
  }

  /** The directory of a URL. */
  placeOf(url: string): number {
    const host = url.indexOf('://') + 3;
    const slash = url.indexOf('/', host);
    const site = slash < 0 ? url : url.slice(0, slash);
    let place = this.#directory(`${site}/`, -1);
    if (slash < 0) return place;
    const query = url.slice(slash).search(/[?#]/);
    const end = query < 0 ? url.length : slash + query;
    for (
      let level = 1, at = url.indexOf('/', slash + 1);
      at >= 0 && at < end && level <= deepest;
      at = url.indexOf('/', at + 1)
    ) {
      const next = this.#directory(url.slice(0, at + 1), place);
      if (next === place) break;
      place = next;
      level += 1;
    }
    return place;
  }

  /** The directory of this path; `parent` if there are too many. */
  #directory(path: string, parent: number): number {
    const known = this.#places.get(path);
    if (known !== undefined) return known;
    if (this.size >= mostDirectories && parent >= 0) return parent;
    const place = this.parents.push(parent) - 1;
    this.levels.push(parent < 0 ? 0 : (this.levels[parent] as number) + 1);
    this.paths.push(path);
    for (const name of directorySums) this.sums[name].push(0);
    this.#places.set(path, place);
    return place;
  }

  /** Adds the numbers of each directory to the one that it is in. Call it once. */
  rollUp(): void {
    for (let place = this.size - 1; place >= 0; place--) {
      const parent = this.parents[place] as number;
      if (parent < 0) continue;
      for (const name of directorySums) {
        const sum = this.sums[name];
        sum[parent] = (sum[parent] as number) + (sum[place] as number);
      }
    }
  }
}

/** The directories of the internal URLs of a crawl, with what their URLs add up to. Yields URLs read. */
export function* directoriesOf(table: UrlTable): Steps<DirectoryTree> {
  const tree = new DirectoryTree();
  const { numbers } = table;
  for (let row = 0; row < table.size; row++) {
    if (row % urlsOfStep === 0) yield row;
    if (!isInternal(table, row)) continue;
    const place = tree.placeOf(table.url(row));
    const add = (name: DirectorySum, by: number): void => {
      tree.sums[name][place] = (tree.sums[name][place] as number) + by;
    };
    const status = numbers.status[row] as number;
    const totalMs = numbers.totalMs[row] as number;
    add('urls', 1);
    add('inlinks', numbers.inlinks[row] as number);
    if (isIndexableRow(table.view(row))) add('indexable', 1);
    if (status >= 0) add('fetched', 1);
    if (status >= 400 && status < 500) add('clientErrors', 1);
    if (status >= 500) add('serverErrors', 1);
    if (totalMs >= 0) {
      add('timed', 1);
      add('totalMs', totalMs);
    }
    add('bytes', Math.max(0, table.bytes(row)));
  }
  tree.rollUp();
  return tree;
}
