import type { Edit, Fix, LintOptions } from './diagnostic.ts';
import { applyEdits } from './edits.ts';
import { lintRobots } from './lint-robots.ts';

export interface Fixed {
  readonly bytes: Uint8Array;
  /** Fixes applied, by id of the diagnostic. */
  readonly applied: ReadonlyMap<string, number>;
}

/** One fix uncovers the next (a colon, then the path after it), but only a few times. */
const ROUNDS = 12;

const key = (fix: Fix): string => JSON.stringify(fix.edits);

/** The edits taken so far, ascending and without overlap. */
class Taken {
  private readonly edits: Edit[] = [];

  private indexOf(start: number): number {
    let low = 0;
    let high = this.edits.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.edits[middle] as Edit).start < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Whether an edit touches one that was taken; two insertions at one place do not. */
  meets({ start, end }: Edit): boolean {
    for (let index = this.indexOf(start) - 1; index < this.edits.length; index += 1) {
      const other = this.edits[index];
      if (!other || other.end < start) continue;
      if (other.start > end) return false;
      if (start < end || other.start < other.end) return true;
    }
    return false;
  }

  add(edit: Edit): void {
    this.edits.splice(this.indexOf(edit.start), 0, edit);
  }
}

/** Of all fixes those that do not touch each other, in file order. */
function apart(fixes: readonly { readonly id: string; readonly fix: Fix }[]): { readonly id: string; readonly fix: Fix }[] {
  const taken = new Taken();
  const seen = new Set<string>();
  return fixes.filter(({ fix }) => {
    const text = key(fix);
    if (seen.has(text)) return false;
    seen.add(text);
    if (fix.edits.some(edit => taken.meets(edit))) return false;
    for (const edit of fix.edits) taken.add(edit);
    return true;
  });
}

/** Fixes looked at in a round; further ones wait for the next. Keeps hostile files from costing the square of their size. */
const PER_ROUND = 2000;

/**
 * Applies the safe fixes (`wanted` may admit others) and those they uncover, until none is left. A round that would
 * add an error to the file is undone, and ends the work.
 */
export function fixRobots(bytes: Uint8Array, options: LintOptions = {}, wanted: (fix: Fix) => boolean = fix => fix.safe): Fixed {
  const applied = new Map<string, number>();
  let current = bytes;
  let report = lintRobots(current, options);
  const errors = (from: typeof report): number => from.diagnostics.filter(each => each.severity === 'E').length;
  for (let round = 0; round < ROUNDS; round += 1) {
    const offered = report.diagnostics.flatMap(({ id, fix }) => (fix && wanted(fix) ? [{ id, fix }] : []));
    if (offered.length === 0) break;
    const chosen = apart(offered.slice(0, PER_ROUND));
    const next = applyEdits(
      current,
      chosen.flatMap(({ fix }) => fix.edits),
    );
    const after = lintRobots(next, options);
    if (errors(after) > errors(report)) break;
    for (const { id } of chosen) applied.set(id, (applied.get(id) ?? 0) + 1);
    current = next;
    report = after;
  }
  return { bytes: current, applied };
}
