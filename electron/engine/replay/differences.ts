import { type Cause, changeClasses, type Difference, differenceOf, rowsOfChange } from '#core/replay/difference.ts';
import type { LostDiscovery } from '#core/replay/discovery.ts';
import { allowedAt, replay, type Verdicts } from '#core/replay/replay.ts';
import { replayEdited } from '#core/replay/replay-edited.ts';
import type { TargetTable } from '#core/replay/target-table.ts';
import type { Weight } from '#core/replay/weight.ts';
import type { Steps } from '#core/steps.ts';
import type { ReplayChange, ReplayDifference, ReplayDiscovery, ReplayUrl, ReplayWeight } from '#shared/model/replay.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { PreparedSide } from './sides.ts';

const keptDifferences = 8;
const keptVerdicts = 6;
/** Stored versions that a draft may be an edit of. */
const likelyStored = 2;
const shownSections = 200;
const shownCauses = 200;

export interface Kept {
  readonly handle: number;
  readonly table: TargetTable;
  readonly before: Verdicts;
  readonly after: Verdicts;
  readonly difference: Difference;
  /** The URLs it makes undiscoverable, once that was requested. */
  discovery: Discovery | null;
}

/** `lost` null: there are too many links to walk. */
export interface Discovery {
  readonly lost: LostDiscovery | null;
  readonly links: number;
  readonly ms: number;
}

/** A list that is read by position. */
export interface PagedList<T> {
  readonly total: number;
  readonly page: (from: number, limit: number) => readonly T[];
}

/** Selects some of the changed URLs. */
export interface UrlsWanted {
  readonly handle: number;
  /** Null: any change. */
  readonly change: Exclude<ReplayChange, 'unchanged'> | null;
  /** Place in `causes`, null for all. */
  readonly cause: number | null;
  /** Name of a section, null for all. */
  readonly section: string | null;
  readonly from: number;
  readonly limit: number;
}

/** What differs between two interpretations for the stored URLs of an origin. Keeps the last ones, so that the window can page through their URLs. */
export class Differences {
  readonly #kept: Kept[] = [];
  readonly #verdicts = new Map<string, Verdicts>();
  /** The last verdicts, by origin and crawler. Only one entry is cached. */
  readonly #lastJudged = new Map<string, Verdicts>();
  #next = 1;

  /** Compares in steps (yields URLs judged, of twice the table). */
  *compare(table: TargetTable, before: PreparedSide, after: PreparedSide): Steps<Kept> {
    const old = yield* this.verdictsOf(table, before, 0);
    const now = yield* this.verdictsOf(table, after, table.size);
    const difference = yield* differenceOf(table, old, now);
    const kept = { handle: this.#next++, table, before: old, after: now, difference, discovery: null };
    this.#kept.push(kept);
    if (this.#kept.length > keptDifferences) this.#kept.shift();
    return kept;
  }

  /** Verdicts of one side; those of stored versions from memory where they were judged before. */
  *verdictsOf(table: TargetTable, { judge, version, profile, key }: PreparedSide, offset = 0): Steps<Verdicts> {
    const name = `${table.origin} ${key}`;
    const known = this.#verdicts.get(name) ?? null;
    const place = `${table.origin} ${profile.id}`;
    const judging = known ? replay(table, known.judge, known) : replayEdited(table, judge, this.#alike(table, profile.id));
    for (;;) {
      const step = judging.next();
      if (step.done !== true) {
        yield offset + step.value;
        continue;
      }
      // The next draft is this one with an edit; the first one is the stored file with an edit.
      if (version === null || !this.#lastJudged.has(place)) {
        this.#lastJudged.clear();
        this.#lastJudged.set(place, step.value);
      }
      if (version !== null) {
        this.#verdicts.delete(name);
        this.#verdicts.set(name, step.value);
        const oldest = this.#verdicts.keys().next();
        if (this.#verdicts.size > keptVerdicts && oldest.done !== true) this.#verdicts.delete(oldest.value);
      }
      return step.value;
    }
  }

  /** What was judged of a table as one crawler: the last draft, and the stored versions judged last. */
  #alike({ origin }: TargetTable, profile: string): Verdicts[] {
    const last = this.#lastJudged.get(`${origin} ${profile}`);
    const stored = [...this.#verdicts].filter(([name]) => name.startsWith(`${origin} ${profile} `)).slice(-likelyStored);
    return [...(last ? [last] : []), ...stored.map(([, verdicts]) => verdicts).filter(verdicts => verdicts !== last)];
  }

  /** Drops verdicts of tables that are read again. */
  forget(): void {
    this.#verdicts.clear();
    this.#lastJudged.clear();
  }

  /** A cached difference; throws `not_found` if it is not cached any more. */
  open(handle: number): Kept {
    return (
      this.#kept.find(each => each.handle === handle) ?? fail('not_found', 'This result is not stored any more. Compare again.')
    );
  }

  urls({ from, limit, ...chosen }: UrlsWanted): { total: number; rows: readonly ReplayUrl[] } {
    const { total, page } = this.chosen(chosen);
    return { total, rows: page(from, limit) };
  }

  /** Some of the changed URLs, chosen once and then read by position. */
  chosen({ handle, change, cause, section }: Omit<UrlsWanted, 'from' | 'limit'>): PagedList<ReplayUrl> {
    const kept = this.open(handle);
    const { table, difference } = kept;
    let rows = rowsOfChange(difference, change, cause);
    if (section !== null) rows = rows.filter(row => table.sectionNames[table.sections[row] as number] === section);
    return { total: rows.length, page: (from, limit) => [...rows.subarray(from, from + limit)].map(row => urlRow(kept, row)) };
  }
}

const verdictWord = (verdicts: Verdicts, row: number): boolean | null => [false, true, null][allowedAt(verdicts, row)] ?? null;

const urlRow = ({ table, before, after, difference }: Kept, row: number): ReplayUrl => ({
  url: table.url(row),
  inlinks: table.inlinks[row] as number,
  depth: table.depthOf(row),
  inSitemap: table.inSitemap[row] === 1,
  change: changeClasses[difference.classes[row] as number] ?? 'unchanged',
  before: verdictWord(before, row),
  after: verdictWord(after, row),
  oldLine: before.lines[row] as number,
  newLine: after.lines[row] as number,
});

/** One page of the URLs that a change makes undiscoverable. */
export function discoveryView(kept: Kept, { lost, links, ms }: Discovery, from: number, limit: number): ReplayDiscovery {
  const { lost: rows = null, foundBefore = 0, foundAfter = 0 } = lost ?? {};
  const page = rows === null ? [] : [...rows.subarray(from, from + limit)];
  return { total: rows?.length ?? null, rows: page.map(row => urlRow(kept, row)), foundBefore, foundAfter, links, ms };
}

const weightWords = ({ urls, inlinks, inSitemap, byDepth }: Weight): ReplayWeight => ({
  urls,
  inlinks,
  inSitemap,
  byDepth: [...byDepth],
});

const causeWords = ({ weight, ...cause }: Cause) => ({ ...cause, weight: weightWords(weight) });

/** The part of a difference for the window. */
export function differenceView({ handle, table, difference }: Kept, ms: number): ReplayDifference {
  const { counts, weights, sections, causes } = difference;
  return {
    handle,
    origin: table.origin,
    total: table.size,
    counts,
    weights: {
      newlyBlocked: weightWords(weights.newlyBlocked),
      newlyAllowed: weightWords(weights.newlyAllowed),
      undecided: weightWords(weights.undecided),
      otherLine: weightWords(weights.otherLine),
      unchanged: weightWords(weights.unchanged),
    },
    sections: sections.slice(0, shownSections),
    sectionCount: sections.length,
    causes: causes.slice(0, shownCauses).map(causeWords),
    causeCount: causes.length,
    ms,
  };
}
