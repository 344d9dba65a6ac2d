import type { CrawlLinks } from '#core/graph/crawl-links.ts';
import { depthBars, sectionBars } from '#core/graph/pictures/bars.ts';
import { DirectoryMap } from '#core/graph/pictures/map.ts';
import { DrawnNodes } from '#core/graph/pictures/nodes.ts';
import { indexabilityOf } from '#core/graph/pictures/page-facts.ts';
import { timeBars } from '#core/graph/pictures/times.ts';
import type { Steps } from '#core/steps.ts';
import type { BarsPicture, BarsWish, MapPicture } from '#shared/model/pictures.ts';
import type { GraphReads } from '#storage/reads/graph-reads.ts';

/** The pictures of one crawl as it was when its links were read. Each is made at the first question, and kept. */
export class CrawlPictures {
  readonly #reads: GraphReads;
  readonly #links: CrawlLinks;
  readonly #bars = new Map<string, BarsPicture>();
  #indexability: Uint8Array | null = null;
  #map: DirectoryMap | null = null;
  #nodes: DrawnNodes | null = null;

  constructor(reads: GraphReads, links: CrawlLinks) {
    this.#reads = reads;
    this.#links = links;
  }

  /** By row: see `indexabilityOf`. */
  get indexability(): Uint8Array {
    this.#indexability ??= indexabilityOf(this.#links.table, this.#reads.indexability());
    return this.#indexability;
  }

  *bars({ picture, verdict }: BarsWish): Steps<BarsPicture> {
    const key = `${picture} ${verdict}`;
    const known = this.#bars.get(key);
    if (known !== undefined) return known;
    yield 0;
    const made = this.#make({ picture, verdict });
    this.#bars.set(key, made);
    return made;
  }

  #make({ picture, verdict }: BarsWish): BarsPicture {
    const { table } = this.#links;
    if (picture === 'depths') return depthBars(table, this.indexability);
    return picture === 'sections' ? sectionBars(table, verdict) : timeBars(this.#reads.attempts());
  }

  /** The drawn pages. */
  *nodes(): Steps<DrawnNodes> {
    this.#nodes ??= yield* DrawnNodes.of(this.#links, this.indexability);
    return this.#nodes;
  }

  *map(folder: string): Steps<MapPicture> {
    this.#map ??= yield* DirectoryMap.of(this.#links, this.indexability);
    return this.#map.picture(folder);
  }
}
