import { append } from '#shared/lists.ts';
/** Characters in a target that some dialect would rewrite. A dialect compares a target without any of its traits unchanged. */
export const trait = {
  /** A percent sign. */
  escape: 1,
  /** `*` or `$`. */
  special: 2,
  /** A unit from 0x80 up. */
  high: 4,
  plus: 8,
  /** A letter A to Z. */
  upper: 16,
  query: 32,
  /** One of `:@!&(),;=`. */
  punctuation: 64,
  /** Anything else that must be escaped in a URL, a segment that starts with a dot, or a `?` or `;` at the end. */
  odd: 128,
  /** A fragment, no slash at the start, or two of them. */
  weird: 256,
  /** Punctuation or a plus before the query. */
  punctuatedPath: 512,
} as const;

/** One stored URL as a replay needs it. */
export interface TargetRow {
  /** Id of the URL in the crawl file, or any number of the caller's. */
  readonly id: number;
  /** Path, query and fragment as stored (`targetOf`). */
  readonly target: string;
  readonly inlinks: number;
  /** -1 where no followed link leads to it. */
  readonly depth: number;
  readonly inSitemap: boolean;
}

/** A section of a site: the first segment of the path, `/` for the top level. */
export const TOP_SECTION = '/';
/** Represents all sections beyond the first `MOST_SECTIONS`. */
export const OTHER_SECTIONS = '…';
export const MOST_SECTIONS = 20_000;

const FIRST_CAPACITY = 1024;

/** Everything after the authority of a URL; the whole URL where there is none. */
export function targetOf(url: string): string {
  const mark = url.indexOf('://');
  if (mark < 0) return url;
  for (let at = mark + 3; at < url.length; at += 1) {
    const unit = url.charCodeAt(at);
    if (unit === 0x2f || unit === 0x3f || unit === 0x23) return url.slice(at);
  }
  return '';
}

/**
 * The URLs of one origin in columns, for replays. Rows are numbered from 0 in the order they were added; rows are
 * added at the end only, so results for the first rows stay valid. Costs about 30 bytes a URL besides the text
 * itself.
 */
export class TargetTable {
  /** Scheme, host and port (`originOf(url).key`). */
  readonly origin: string;
  /** By row. */
  readonly targets: string[] = [];
  /** Names of the sections; `sections` points in here. */
  readonly sectionNames: string[] = [TOP_SECTION];
  ids = new Float64Array(FIRST_CAPACITY);
  inlinks = new Int32Array(FIRST_CAPACITY);
  depths = new Int32Array(FIRST_CAPACITY);
  inSitemap = new Uint8Array(FIRST_CAPACITY);
  sections = new Int32Array(FIRST_CAPACITY);
  traits = new Uint16Array(FIRST_CAPACITY);
  private readonly sectionByName = new Map<string, number>([[TOP_SECTION, 0]]);
  private otherSections = -1;
  private rising = true;
  private rowById: Map<number, number> | null = null;

  constructor(origin: string) {
    this.origin = origin;
  }

  get size(): number {
    return this.targets.length;
  }

  /** Clicks from a start URL; null where no followed link leads to it. */
  depthOf(row: number): number | null {
    const depth = this.depths[row] as number;
    return depth < 0 ? null : depth;
  }

  /** Adds a URL, returns its row. The columns are replaced by larger ones now and then: do not keep them across a call. */
  add({ id, target, inlinks, depth, inSitemap }: TargetRow): number {
    const row = this.targets.length;
    if (row === this.ids.length) this.grow();
    if (row > 0 && id <= (this.ids[row - 1] as number)) this.rising = false;
    this.rowById = null;
    this.targets.push(target);
    this.ids[row] = id;
    this.inlinks[row] = inlinks;
    this.depths[row] = depth;
    this.inSitemap[row] = inSitemap ? 1 : 0;
    this.sections[row] = this.sectionOf(target);
    this.traits[row] = traitsOf(target);
    return row;
  }

  /** A separate table: these rows, and more after them. The rows are copied; their texts are shared. */
  with(entries: readonly TargetRow[]): TargetTable {
    const copy = new TargetTable(this.origin);
    for (const target of this.targets) copy.targets.push(target);
    copy.sectionNames.length = 0;
    append(copy.sectionNames, this.sectionNames);
    for (const [name, index] of this.sectionByName) copy.sectionByName.set(name, index);
    copy.otherSections = this.otherSections;
    copy.rising = this.rising;
    copy.ids = this.ids.slice();
    copy.inlinks = this.inlinks.slice();
    copy.depths = this.depths.slice();
    copy.inSitemap = this.inSitemap.slice();
    copy.sections = this.sections.slice();
    copy.traits = this.traits.slice();
    for (const entry of entries) copy.add(entry);
    return copy;
  }

  url(row: number): string {
    return this.origin + (this.targets[row] ?? '');
  }

  /** The row of an id, -1 for an unknown one. A search where ids rise, a map otherwise. */
  rowOf(id: number): number {
    if (!this.rising) {
      this.rowById ??= new Map(this.targets.map((_, row) => [this.ids[row] as number, row]));
      return this.rowById.get(id) ?? -1;
    }
    let low = 0;
    let high = this.size - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.ids[middle] as number;
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  private sectionOf(target: string): number {
    const slash = target.indexOf('/', 1);
    if (slash < 0) return 0;
    const query = target.indexOf('?');
    if (query >= 0 && query < slash) return 0;
    const name = target.slice(0, slash + 1);
    const known = this.sectionByName.get(name);
    if (known !== undefined) return known;
    if (this.sectionNames.length >= MOST_SECTIONS) {
      if (this.otherSections < 0) this.otherSections = this.sectionNames.push(OTHER_SECTIONS) - 1;
      return this.otherSections;
    }
    const index = this.sectionNames.push(name) - 1;
    this.sectionByName.set(name, index);
    return index;
  }

  private grow(): void {
    const capacity = this.ids.length * 2;
    const larger = <T extends Float64Array | Int32Array | Uint16Array | Uint8Array>(empty: T, full: T): T => {
      empty.set(full);
      return empty;
    };
    this.ids = larger(new Float64Array(capacity), this.ids);
    this.inlinks = larger(new Int32Array(capacity), this.inlinks);
    this.depths = larger(new Int32Array(capacity), this.depths);
    this.inSitemap = larger(new Uint8Array(capacity), this.inSitemap);
    this.sections = larger(new Int32Array(capacity), this.sections);
    this.traits = larger(new Uint16Array(capacity), this.traits);
  }
}

/** The traits of each ASCII character. */
const OF_UNIT: Uint16Array = (() => {
  const traits = new Uint16Array(128).fill(trait.odd);
  const mark = (characters: string, value: number): void => {
    for (let at = 0; at < characters.length; at += 1) traits[characters.charCodeAt(at)] = value;
  };
  mark('abcdefghijklmnopqrstuvwxyz0123456789-._~/', 0);
  mark('ABCDEFGHIJKLMNOPQRSTUVWXYZ', trait.upper);
  mark(':@!&(),;=', trait.punctuation);
  mark('?', trait.query);
  mark('+', trait.plus);
  mark('%', trait.escape);
  mark('*$', trait.special);
  mark('#', trait.weird);
  return traits;
})();

/** The traits of a target, one pass. */
export function traitsOf(target: string): number {
  let found = target.charCodeAt(0) !== 0x2f || target.charCodeAt(1) === 0x2f ? trait.weird : 0;
  let before = 0;
  for (let at = 0; at < target.length; at += 1) {
    const unit = target.charCodeAt(at);
    found |= unit < 0x80 ? (OF_UNIT[unit] as number) : trait.high;
    if (unit === 0x2e && before === 0x2f) found |= trait.odd;
    else if (unit === 0x3f && (found & (trait.punctuation | trait.plus)) !== 0) found |= trait.punctuatedPath;
    before = unit;
  }
  if ((found & trait.query) === 0 && (found & (trait.punctuation | trait.plus)) !== 0) found |= trait.punctuatedPath;
  return before === 0x3f || before === 0x3b ? found | trait.odd : found;
}
