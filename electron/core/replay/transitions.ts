import type { Steps } from '../steps.ts';
import type { History } from './blame.ts';
import { allowedByEnding, comparedPath, type Judge, judgePath } from './judge.ts';
import { ROWS_A_STEP } from './replay.ts';
import type { TargetTable } from './target-table.ts';

/** What one version says of all rows, and what it changed against the version before. */
export interface VersionCounts {
  /** Rows that may not be fetched, and rows without a verdict, by this version. */
  readonly blocked: number;
  readonly undecided: number;
  /** Against the version before; all 0 for the first one. `newlyUndecided`: a verdict before, none now. */
  readonly newlyBlocked: number;
  readonly newlyAllowed: number;
  readonly newlyUndecided: number;
}

/**
 * The verdicts of every version over one table, as counts. A row is judged again only at versions whose edits touch
 * its path (see `History`), so many versions cost little more than one. When the table grows, `update` continues
 * where it ended.
 */
export class Transitions {
  /** Rows counted. */
  size = 0;
  private readonly history: History;
  private readonly totals: Float64Array;
  private readonly first = [0, 0, 0];

  constructor(history: History) {
    this.history = history;
    this.totals = new Float64Array(history.versions.length * 9);
  }

  /** Counts the rows that were added since. Yields rows done; what was counted stays when the caller stops. */
  *update(table: TargetTable): Steps<void> {
    const { history, totals, first } = this;
    const [oldest] = history.versions;
    if (oldest === undefined) return;
    const places = history.changingPlaces();
    while (this.size < table.size) {
      const end = Math.min(table.size, this.size + ROWS_A_STEP);
      for (let row = this.size; row < end; row += 1) {
        const path = comparedPath(oldest, table.origin, table.targets[row] as string, table.traits[row] as number);
        let verdict = codeOf(oldest, path);
        first[verdict] = (first[verdict] as number) + 1;
        for (const place of places) {
          if (!history.canChange(place, path)) continue;
          const now = codeOf(history.versions[place] as Judge, path);
          if (now === verdict) continue;
          const at = place * 9 + verdict * 3 + now;
          totals[at] = (totals[at] as number) + 1;
          verdict = now;
        }
      }
      this.size = end;
      yield end;
    }
  }

  /** By place of the version. */
  counts(): VersionCounts[] {
    let [blocked = 0, , undecided = 0] = this.first;
    return this.history.versions.map((_, place) => {
      const from = (before: number, now: number): number => this.totals[place * 9 + before * 3 + now] as number;
      const newlyBlocked = from(1, 0) + from(2, 0);
      const newlyAllowed = from(0, 1) + from(2, 1);
      const newlyUndecided = from(0, 2) + from(1, 2);
      blocked += newlyBlocked - from(0, 1) - from(0, 2);
      undecided += newlyUndecided - from(2, 0) - from(2, 1);
      return { blocked, undecided, newlyBlocked, newlyAllowed, newlyUndecided };
    });
  }
}

/** 0 blocked, 1 allowed, 2 no verdict. */
const codeOf = (judge: Judge, path: string): number => allowedByEnding[judgePath(judge, path).ending] as number;
