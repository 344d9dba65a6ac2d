import type { SignalValue } from '#shared/model/signals.ts';
import type { CrawlerProfile } from '../crawlers/profile.ts';
import type { CanonicalReading } from '../directives/engine.ts';
import { comparedPath, type Judge } from '../replay/judge.ts';
import { targetOf, traitsOf } from '../replay/target-table.ts';
import type { Steps } from '../steps.ts';
import {
  type CrawlerPart,
  commonSigns,
  crawlerCode,
  crawlerCodes,
  crawlerPart,
  IN_SITEMAP,
  isElsewhere,
  LISTED,
  LISTS_VERSIONS,
  PRESENT,
  responseCode,
  withCanonical,
} from './cell-codes.ts';
import { responseOf, type SignalPage, SignReader } from './page-signs.ts';
import { robotsSign } from './robots-sign.ts';

/** URLs with the same signals. */
export interface Cell {
  readonly common: ReturnType<typeof commonSigns>;
  /** In the order of the crawlers. */
  readonly parts: readonly CrawlerPart[];
  /** The first URL. */
  readonly first: number;
  urls: number;
}

/** URLs between two steps. */
const idsOfStep = 20_000;

/**
 * The truth table of a crawl: the signals of each internal page, as several crawlers see them, and how many URLs have the same.
 * `add` every page, then run `count`. Costs about 10 bytes a URL, and 2 for each crawler.
 */
export class SignalTable {
  readonly crawlers: readonly CrawlerProfile[];
  readonly #readers: readonly SignReader[];
  readonly #last: number;
  readonly #common: Uint8Array;
  readonly #codes: readonly Uint16Array[];
  /** By how canonicals are read: the id of the canonical URL, 0 for none in the crawl. */
  readonly #targets = new Map<CanonicalReading, Int32Array>();
  #cellOf = new Int32Array(0);
  #cells: Cell[] = [];
  #size = 0;

  /** `last`: the greatest id. `now`: epoch milliseconds, compared with unavailable_after. */
  constructor(crawlers: readonly CrawlerProfile[], { last, now }: { readonly last: number; readonly now: number }) {
    this.crawlers = crawlers;
    this.#last = last;
    this.#readers = crawlers.map(profile => new SignReader(profile, now));
    this.#common = new Uint8Array(last + 1);
    this.#codes = crawlers.map(() => new Uint16Array(last + 1));
  }

  /** URLs in the table. */
  get size(): number {
    return this.#size;
  }

  get cells(): readonly Cell[] {
    return this.#cells;
  }

  /**
   * Adds a page. `judges`: the robots.txt of its origin as each crawler interprets it, null where none is stored. `idOf`: the id of
   * a URL, 0 if the crawl does not have it.
   */
  add(page: SignalPage, judges: readonly (Judge | null)[], idOf: (url: string) => number): void {
    const { id } = page;
    if (id < 1 || id > this.#last) return;
    this.#size += 1;
    const marks = PRESENT | (page.inSitemap ? IN_SITEMAP : 0) | (page.listsVersions ? LISTS_VERSIONS : 0);
    this.#common[id] = (this.#common[id] as number) | marks | responseCode(responseOf(page));
    for (const to of page.versions) if (to !== id && to <= this.#last) this.#common[to] = (this.#common[to] as number) | LISTED;
    const target = targetOf(page.url);
    const origin = page.url.slice(0, page.url.length - target.length);
    const traits = traitsOf(target);
    for (const [place, reader] of this.#readers.entries()) {
      const judge = judges[place] ?? null;
      const robots = judge === null ? 'unknown' : robotsSign(judge, comparedPath(judge, origin, target, traits));
      const signs = reader.of(page);
      (this.#codes[place] as Uint16Array)[id] = crawlerCode({ ...signs, robots });
      if (signs.target !== '') this.#targetsOf(reader)[id] = idOf(signs.target);
    }
  }

  /** Groups the URLs into cells. Yields URLs done. */
  *count(): Steps<void> {
    const cells: Cell[] = [];
    const cellOf = new Int32Array(this.#last + 1).fill(-1);
    // A group by what all crawlers share, divided by the signals of one crawler after the other.
    const levels = this.#codes.map(() => new Map<number, number>());
    for (let id = 1; id <= this.#last; id += 1) {
      if (id % idsOfStep === 0) yield id;
      const bits = this.#common[id] as number;
      if ((bits & PRESENT) === 0) continue;
      let group = bits;
      for (const [place, level] of levels.entries()) {
        const key = group * crawlerCodes + this.#resolved(place, id);
        const known = level.get(key);
        group = known ?? level.size;
        if (known === undefined) level.set(key, group);
      }
      const cell = cells[group];
      if (cell) cell.urls += 1;
      else {
        const parts = levels.map((_, place) => crawlerPart(this.#resolved(place, id)));
        cells[group] = { common: commonSigns(bits), parts, first: id, urls: 1 };
      }
      cellOf[id] = group;
    }
    this.#cells = cells;
    this.#cellOf = cellOf;
  }

  /** The cell of a URL by its place in `cells`, -1 for none. */
  cellOf(id: number): number {
    return this.#cellOf[id] ?? -1;
  }

  /** The ids of the URLs in these cells, ascending. */
  idsIn(wanted: ReadonlySet<number>): Int32Array {
    const size = [...wanted].reduce((sum, place) => sum + (this.#cells[place]?.urls ?? 0), 0);
    const ids = new Int32Array(size);
    for (let id = 1, at = 0; at < size; id += 1) if (wanted.has(this.#cellOf[id] as number)) ids[at++] = id;
    return ids;
  }

  #targetsOf({ engine }: SignReader): Int32Array {
    const reading = engine.canonical.value;
    let found = this.#targets.get(reading);
    if (found === undefined) {
      found = new Int32Array(this.#last + 1);
      this.#targets.set(reading, found);
    }
    return found;
  }

  /** A crawler's code, with a canonical that leads to another URL named after what is there. */
  #resolved(place: number, id: number): number {
    const code = (this.#codes[place] as Uint16Array)[id] as number;
    const reader = this.#readers[place] as SignReader;
    if (!isElsewhere(code)) return code;
    return withCanonical(code, this.#targetSign(place, this.#targetsOf(reader)[id] as number));
  }

  #targetSign(place: number, target: number): SignalValue<'canonical'> {
    const bits = target > 0 && target <= this.#last ? (this.#common[target] as number) : 0;
    if ((bits & PRESENT) === 0) return 'to-unknown';
    const { robots, index, canonical } = crawlerPart((this.#codes[place] as Uint16Array)[target] as number);
    if (robots === 'blocked' || robots === 'site-blocked') return 'to-blocked';
    switch (commonSigns(bits).response) {
      case 'redirect':
        return 'to-redirect';
      case '4xx':
      case '5xx':
        return 'to-error';
      case '2xx':
        if (index === 'unknown') return 'to-unknown';
        if (index === 'no') return 'to-noindex';
        return canonical === 'other' ? 'to-chain' : 'other';
      default:
        return 'to-unknown';
    }
  }
}
