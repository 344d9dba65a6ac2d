import type { MapCell, MapPicture } from '#shared/model/pictures.ts';
import type { Steps } from '../../steps.ts';
import type { CrawlLinks } from '../crawl-links.ts';
import { DirectoryTree } from '../directories.ts';
import { shownScore } from '../link-score.ts';
import { filterOf, pagesOnly } from './filters.ts';
import { indexabilityCodes, pageRows } from './page-facts.ts';

/** Directories of the first level that are drawn, and of the second in each of them. */
const mostCells = 200;
const mostInside = 40;

const pagesOfStep = 5_000;

const sums = ['urls', 'fetched', 'notOk', 'notIndexable', 'judged', 'scored', 'score'] as const;
type Sum = (typeof sums)[number];
type Sums = Record<Sum, number>;

const none = (): Sums => ({ urls: 0, fetched: 0, notOk: 0, notIndexable: 0, judged: 0, scored: 0, score: 0 });

/** The directories of a crawl's pages with what they add up to. About 300 bytes a directory. */
export class DirectoryMap {
  readonly #tree = new DirectoryTree();
  readonly #own: Sums[] = [];
  readonly #all: Sums[] = [];

  /** Yields pages counted. `indexability`: see `indexabilityOf`. */
  static *of({ table, scores }: CrawlLinks, indexability: Uint8Array): Steps<DirectoryMap> {
    const map = new DirectoryMap();
    let read = 0;
    for (const row of pageRows(table)) {
      if (++read % pagesOfStep === 0) yield read;
      const status = table.numbers.status[row] as number;
      const score = shownScore(scores, row);
      map.#add(table.url(row), {
        urls: 1,
        fetched: status >= 0 ? 1 : 0,
        notOk: status >= 0 && status !== 200 ? 1 : 0,
        notIndexable: indexability[row] === indexabilityCodes.not ? 1 : 0,
        judged: indexability[row] === indexabilityCodes.unknown ? 0 : 1,
        scored: score === null ? 0 : 1,
        score: score ?? 0,
      });
    }
    map.#rollUp();
    return map;
  }

  #add(url: string, by: Sums): void {
    const place = this.#tree.placeOf(url);
    while (this.#own.length < this.#tree.size) this.#own.push(none());
    const own = this.#own[place] as Sums;
    for (const name of sums) own[name] += by[name];
  }

  #rollUp(): void {
    for (const own of this.#own) this.#all.push({ ...own });
    for (let place = this.#tree.size - 1; place >= 0; place--) {
      const parent = this.#all[this.#tree.parents[place] as number];
      if (parent) for (const name of sums) parent[name] += (this.#all[place] as Sums)[name];
    }
  }

  /** The directories in a directory ('': the sites) and those in them. An unknown directory counts as ''. */
  picture(folder: string): MapPicture {
    const tree = this.#tree;
    const at = folder === '' ? -1 : tree.paths.indexOf(folder);
    const above: string[] = [];
    for (let place = at < 0 ? -1 : (tree.parents[at] as number); place >= 0; place = tree.parents[place] as number)
      above.unshift(tree.paths[place] as string);
    const cells: MapCell[] = [];
    const inside = this.#sorted(at);
    for (const place of inside.slice(0, mostCells)) {
      const parent = cells.push(this.#cell(place, -1)) - 1;
      for (const child of this.#sorted(place).slice(0, mostInside)) cells.push(this.#cell(child, parent));
    }
    if (at >= 0 && (this.#own[at] as Sums).urls > 0) cells.push(this.#rest(at));
    const sites = tree.childrenOf(-1).reduce((all, place) => all + this.#urlsOf(place), 0);
    const leftOut = inside.slice(mostCells);
    return {
      folder: at < 0 ? '' : folder,
      ...{ above, cells, total: sites, urls: at < 0 ? sites : this.#urlsOf(at) },
      left: { directories: leftOut.length, urls: leftOut.reduce((all, place) => all + this.#urlsOf(place), 0) },
    };
  }

  #urlsOf = (place: number): number => (this.#all[place] as Sums).urls;

  /** Directories in this one, largest first. */
  #sorted = (place: number): readonly number[] =>
    [...this.#tree.childrenOf(place)].sort((a, b) => this.#urlsOf(b) - this.#urlsOf(a) || a - b);

  #cell(place: number, parent: number): MapCell {
    const path = this.#tree.paths[place] as string;
    const filter = filterOf(pagesOnly, ['host', path]);
    return cellOf(this.#all[place] as Sums, {
      path,
      isRest: false,
      parent,
      filter,
      hasMore: this.#tree.childrenOf(place).length > 0,
    });
  }

  #rest(place: number): MapCell {
    const path = this.#tree.paths[place] as string;
    const below = this.#tree.childrenOf(place).map(child => ['-host', this.#tree.paths[child] as string] as const);
    // A filter has a limit, and many directories are better left out by name.
    const filter = below.length > 20 ? '' : filterOf(pagesOnly, ['host', path], ...below);
    return cellOf(this.#own[place] as Sums, { path, isRest: true, parent: -1, filter, hasMore: false });
  }
}

function cellOf(
  { urls, fetched, notOk, notIndexable, judged, scored, score }: Sums,
  rest: Pick<MapCell, 'path' | 'isRest' | 'parent' | 'filter' | 'hasMore'>,
): MapCell {
  const meanScore = scored === 0 ? null : Math.round((10 * score) / scored) / 10;
  return { ...rest, urls, fetched, notOk, notIndexable, judged, scored, meanScore };
}
