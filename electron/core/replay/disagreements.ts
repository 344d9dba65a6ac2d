import { append } from '#shared/lists.ts';
import type { CrawlerNames } from '../crawlers/profile.ts';
import type { Steps } from '../steps.ts';
import { allowedByEnding, type Judge, judgeKey } from './judge.ts';
import { judgeRows } from './replay.ts';
import { rowsWhere } from './rows.ts';
import { type SplitCause, splitCause } from './split-cause.ts';
import type { TargetTable } from './target-table.ts';

/** A crawler and its interpretation of the origin's robots.txt. All parties read the same bytes. */
export interface Party {
  readonly profile: string;
  readonly names: CrawlerNames;
  readonly judge: Judge;
}

/** One party's verdict on a URL. `allowed` is null if it may choose, or if the dialect gives no verdict. */
export interface Saying {
  readonly profile: string;
  readonly allowed: boolean | null;
  readonly line: number;
}

/** URLs with the same tuple of verdicts and lines, on which the parties do not all agree. */
export interface Disagreement {
  /** In order of the parties. */
  readonly says: readonly Saying[];
  readonly urls: number;
  /** The first rows, at most `MOST_EXAMPLES`. */
  readonly examples: readonly number[];
}

/** Why one party's verdict is not that of the first: the setting and the lines because of which they differ. */
export interface Split {
  readonly cause: SplitCause;
  /** The first party's verdict and line, and the other's. */
  readonly own: Pick<Saying, 'allowed' | 'line'>;
  readonly other: Pick<Saying, 'allowed' | 'line'>;
  /** Profiles that differ from the first party because of this. */
  readonly profiles: readonly string[];
  readonly urls: number;
  readonly examples: readonly number[];
}

export const MOST_EXAMPLES = 5;
/** Number of groups by tuple of verdicts. Further tuples share a last group, which shows the verdicts of its first URL. */
export const MOST_GROUPS = 20_000;
const ROWS_A_BLOCK = 2048;
/** A line and a verdict as one number: line * 4 + verdict. */
const UNITS = 4;

interface Group {
  /** By distinct judge: line and verdict. */
  readonly codes: Int32Array;
  urls: number;
  readonly examples: number[];
}

interface Pair {
  readonly own: number;
  readonly other: number;
  /** Place of the other judge among the distinct ones. */
  readonly judge: number;
  urls: number;
  readonly examples: number[];
}

/**
 * On which URLs crawlers disagree, and why. Parties with equivalent judges share one run. Rows are added as the table grows
 * (`update`). Causes are searched on request (`splits`), once for each pair of verdicts and lines, on one URL.
 */
export class Disagreements {
  private readonly table: TargetTable;
  private readonly parties: readonly Party[];
  private readonly bytes: Uint8Array | null;
  /** Judges that differ, the first party's first, and by party the place among them. */
  private readonly judges: Judge[] = [];
  private readonly judgeOf: number[] = [];
  private readonly groups: Group[] = [];
  private readonly byHash = new Map<number, number>();
  /** By row: place in `groups`, -1 where all agree. */
  private groupOf = new Int32Array(0);
  private done = 0;
  private readonly causes = new Map<string, SplitCause>();

  /** `bytes`: the robots.txt all parties read, null where there is none. */
  constructor(table: TargetTable, parties: readonly Party[], bytes: Uint8Array | null) {
    this.table = table;
    this.parties = parties;
    this.bytes = bytes;
    const places = new Map<string, number>();
    for (const { judge } of parties) {
      const key = judgeKey(judge);
      const place = places.get(key) ?? this.judges.push(judge) - 1;
      places.set(key, place);
      this.judgeOf.push(place);
    }
  }

  /** Judges the rows added since the last time; yields rows done. */
  *update(): Steps<void> {
    const { table, judges } = this;
    const size = table.size;
    if (this.groupOf.length < size) {
      const larger = new Int32Array(Math.max(size, this.groupOf.length * 2)).fill(-1);
      larger.set(this.groupOf);
      this.groupOf = larger;
    }
    const columns = judges.map(() => ({ lines: new Int32Array(ROWS_A_BLOCK), endings: new Uint8Array(ROWS_A_BLOCK) }));
    const codes = new Int32Array(judges.length);
    while (this.done < size) {
      const start = this.done;
      const end = Math.min(size, start + ROWS_A_BLOCK);
      for (const [place, judge] of judges.entries()) {
        const { lines, endings } = columns[place] as (typeof columns)[number];
        judgeRows(table, judge, start, end, lines, endings, start);
      }
      for (let row = start; row < end; row += 1) {
        let differ = false;
        let first = -1;
        for (let place = 0; place < judges.length; place += 1) {
          const { lines, endings } = columns[place] as (typeof columns)[number];
          const answer = allowedByEnding[endings[row - start] as number] as number;
          if (first < 0) first = answer;
          else if (answer !== first) differ = true;
          codes[place] = (lines[row - start] as number) * UNITS + answer;
        }
        if (differ) this.groupOf[row] = this.add(codes, row);
      }
      this.done = end;
      yield end;
    }
  }

  private add(codes: Int32Array, row: number): number {
    let hash = 0x811c9dc5;
    for (let place = 0; place < codes.length; place += 1) hash = Math.imul(hash ^ (codes[place] as number), 0x01000193);
    for (;;) {
      const known = this.byHash.get(hash);
      if (known === undefined) break;
      const group = this.groups[known] as Group;
      if (isSame(group.codes, codes)) return count(group, row, known);
      hash = (hash + 1) | 0;
    }
    const index = Math.min(this.groups.length, MOST_GROUPS);
    if (index === this.groups.length) this.groups.push({ codes: codes.slice(), urls: 0, examples: [] });
    if (index < MOST_GROUPS) this.byHash.set(hash, index);
    return count(this.groups[index] as Group, row, index);
  }

  /** Number of URLs judged, and of those on which not all agree. */
  counts(): { readonly total: number; readonly disagreed: number } {
    return { total: this.done, disagreed: this.groups.reduce((sum, each) => sum + each.urls, 0) };
  }

  /** The largest first, `most` of them. */
  list(most = Number.POSITIVE_INFINITY): (Disagreement & { readonly group: number })[] {
    return this.groups
      .map((_, group) => group)
      .sort((a, b) => (this.groups[b] as Group).urls - (this.groups[a] as Group).urls || a - b)
      .slice(0, most)
      .map(group => {
        const { codes, urls, examples } = this.groups[group] as Group;
        return { group, says: this.sayings(codes), urls, examples };
      });
  }

  /** Number of groups `list` has. */
  get size(): number {
    return this.groups.length;
  }

  /** Rows of a group of `list`, rising; all disagreed rows for null. */
  rows(group: number | null): Int32Array {
    return rowsWhere(this.done, row => (group === null ? this.groupOf[row] !== -1 : this.groupOf[row] === group));
  }

  private sayings(codes: Int32Array): Saying[] {
    return this.parties.map(({ profile }, index) => ({ profile, ...sayingOf(codes[this.judgeOf[index] as number] as number) }));
  }

  /**
   * Why the others differ from the first party: one split for each cause and pair of lines, those with the most URLs
   * first. At most `searches` causes are looked for, and each parses the file at most `tries` times (tens of
   * milliseconds for a large file). The remaining differences are attributed to the dialect as a whole. Causes found
   * are cached. Yields the number of causes searched.
   */
  *splits(searches: number, tries: number): Steps<Split[]> {
    const found = new Map<string, { cause: SplitCause; pair: Pair; judges: Set<number> }>();
    let searched = 0;
    for (const [key, pair] of this.pairs()) {
      let cause = this.causes.get(key);
      if (cause === undefined) {
        const url = this.table.url(pair.examples[0] as number);
        const isSearched = searched < searches;
        const other = this.parties[this.judgeOf.indexOf(pair.judge)] as Party;
        cause = splitCause({ bytes: this.bytes, url, tries: isSearched ? tries : 0 }, this.judges[0] as Judge, other);
        if (isSearched) {
          this.causes.set(key, cause);
          searched += 1;
          yield searched;
        }
      }
      const place = `${JSON.stringify(cause)} ${pair.own} ${pair.other}`;
      const same = found.get(place);
      if (same === undefined) found.set(place, { cause, pair, judges: new Set([pair.judge]) });
      else same.judges.add(pair.judge);
    }
    return [...found.values()]
      .map(({ cause, pair, judges }) => ({
        cause,
        own: sayingOf(pair.own),
        other: sayingOf(pair.other),
        profiles: this.parties.filter((_, index) => judges.has(this.judgeOf[index] as number)).map(each => each.profile),
        urls: this.urlsOf(pair, judges),
        examples: pair.examples,
      }))
      .sort((a, b) => b.urls - a.urls);
  }

  /** URLs on which the first party says `own` and one of the judges says `other`. */
  private urlsOf({ own, other }: Pair, judges: ReadonlySet<number>): number {
    const places = [...judges];
    let urls = 0;
    for (const { codes, urls: each } of this.groups)
      if (codes[0] === own && places.some(judge => codes[judge] === other)) urls += each;
    return urls;
  }

  /** What is to be explained, most URLs first. */
  private pairs(): [key: string, pair: Pair][] {
    const pairs = new Map<string, Pair>();
    for (const { codes, urls, examples } of this.groups) {
      const own = codes[0] as number;
      for (let judge = 1; judge < codes.length; judge += 1) {
        const other = codes[judge] as number;
        if (other % UNITS === own % UNITS) continue;
        const key = `${judge} ${own} ${other}`;
        const pair = pairs.get(key);
        if (pair === undefined) {
          pairs.set(key, { own, other, judge, urls, examples: [...examples] });
          continue;
        }
        pair.urls += urls;
        append(pair.examples, examples.slice(0, MOST_EXAMPLES - pair.examples.length));
      }
    }
    return [...pairs].sort((a, b) => b[1].urls - a[1].urls);
  }
}

function count(group: Group, row: number, index: number): number {
  group.urls += 1;
  if (group.examples.length < MOST_EXAMPLES) group.examples.push(row);
  return index;
}

function isSame(a: Int32Array, b: Int32Array): boolean {
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}

const sayingOf = (code: number): Pick<Saying, 'allowed' | 'line'> => ({
  allowed: [false, true, null][code % UNITS] as boolean | null,
  line: Math.floor(code / UNITS),
});
