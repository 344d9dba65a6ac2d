import {
  type GraphNode,
  type GraphPicture,
  mostLabels,
  mostNodes,
  mostSectionColours,
  type NodeLinks,
} from '#shared/model/graph-picture.ts';
import type { Steps } from '../../steps.ts';
import { folderOf } from '../../url/folder.ts';
import type { CrawlLinks } from '../crawl-links.ts';
import { shownScore } from '../link-score.ts';
import { urlCells } from '../lists/url-cells.ts';
import { ringLayout } from './layout.ts';
import { pageRows } from './page-facts.ts';

/** Links of a node that are drawn, in each direction. */
const mostLinks = 1_000;

/** The drawn pages of a crawl. About 60 bytes a URL. */
export class DrawnNodes {
  readonly picture: GraphPicture;
  readonly #links: CrawlLinks;
  /** By place. */
  readonly #rows: Int32Array;
  /** By row; -1 where it is not drawn. */
  readonly #places: Int32Array;

  private constructor(links: CrawlLinks, rows: Int32Array, places: Int32Array, picture: GraphPicture) {
    this.#links = links;
    this.#rows = rows;
    this.#places = places;
    this.picture = picture;
  }

  /** `most`: pages that are drawn. Yields pages. `indexability`: see `indexabilityOf`. */
  static *of(links: CrawlLinks, indexability: Uint8Array, most = mostNodes): Steps<DrawnNodes> {
    const { table, scores, distances } = links;
    const { rank } = scores;
    const all = Int32Array.from(pageRows(table));
    yield all.length;
    // By rank; pages without one by their way to them.
    all.sort((a, b) => (rank[b] as number) - (rank[a] as number) || a - b);
    yield all.length;
    const rows = all.slice(0, most);
    const places = new Int32Array(table.size).fill(-1);
    for (const [place, row] of rows.entries()) places[row] = place;
    const { section, sections } = sectionsOf(rows.length, place => table.url(rows[place] as number));
    yield all.length;
    const parents = new Int32Array(rows.length).fill(-1);
    const depths = new Int32Array(rows.length);
    for (const [place, row] of rows.entries()) {
      depths[place] = distances.depth[row] as number;
      let above = distances.before[row] as number;
      while (above >= 0 && places[above] === -1) above = distances.before[above] as number;
      parents[place] = above < 0 ? -1 : (places[above] as number);
    }
    const { x, y } = yield* ringLayout({ parents, rings: depths, order: section });
    const picture: GraphPicture = {
      ...{ total: all.length, x, y, parents, depths, section, sections },
      ids: rows.map(row => table.numbers.id[row] as number),
      scores: Float32Array.from(rows, row => shownScore(scores, row) ?? -1),
      statuses: Int16Array.from(rows, row => table.numbers.status[row] as number),
      indexable: Uint8Array.from(rows, row => indexability[row] as number),
      labels: Array.from(rows.subarray(0, mostLabels), row => table.url(row)),
    };
    return new DrawnNodes(links, rows, places, picture);
  }

  /** Nodes as rows; a place without a node has none. */
  rows(places: readonly number[]): readonly GraphNode[] {
    const cells = urlCells(this.#links);
    return places.flatMap(place => {
      const row = this.#rows[place];
      if (row === undefined) return [];
      return [{ place, url: cells.url(row), status: cells.status(row), depth: cells.depth(row), score: cells.score(row) }];
    });
  }

  /** The drawn pages around a node. Reads all links once. */
  around(place: number): NodeLinks {
    const { steps } = this.#links;
    const own = this.#rows[place] ?? -1;
    const to = new Set<number>();
    const from: number[] = [];
    if (own >= 0) {
      const end = steps.start[own + 1] as number;
      for (let at = steps.start[own] as number; at < end; at++) to.add(this.#places[steps.to[at] as number] as number);
      let source = 0;
      for (let at = 0; at < steps.to.length; at++) {
        if (steps.to[at] !== own) continue;
        while ((steps.start[source + 1] as number) <= at) source += 1;
        from.push(this.#places[source] as number);
      }
    }
    const drawn = (places: Iterable<number>): readonly number[] => [...places].filter(each => each >= 0).sort((a, b) => a - b);
    const [sources, targets] = [drawn(from), drawn(to)];
    return {
      ...{ from: sources.slice(0, mostLinks), fromTotal: sources.length },
      ...{ to: targets.slice(0, mostLinks), toTotal: targets.length },
    };
  }
}

/** The largest first folders, and which of them each node is in. */
function sectionsOf(size: number, urlOf: (place: number) => string): Pick<GraphPicture, 'section' | 'sections'> {
  const numbers = new Map<string, number>();
  const counts: number[] = [];
  const own = new Int32Array(size);
  for (let place = 0; place < size; place++) {
    const folder = folderOf(urlOf(place)) ?? '';
    let number = numbers.get(folder);
    if (number === undefined) numbers.set(folder, (number = counts.push(0) - 1));
    counts[number] = (counts[number] as number) + 1;
    own[place] = number;
  }
  const names = [...numbers.keys()];
  const largest = [...counts.keys()]
    .sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b)
    .slice(0, mostSectionColours);
  const codes = new Uint8Array(counts.length).fill(largest.length);
  for (const [code, number] of largest.entries()) codes[number] = code;
  return {
    section: Uint8Array.from(own, number => codes[number] as number),
    sections: largest.map(number => names[number] as string),
  };
}
