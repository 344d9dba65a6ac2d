import { isExempt } from '../robots/decide.ts';
import { pathOf } from '../robots/match/path.ts';
import type { Steps } from '../steps.ts';
import { allowedByEnding, type Ending, endingOf, endings, type Judge, judgePath, NO_GROUP, ROBOTS_TXT } from './judge.ts';
import type { TargetTable } from './target-table.ts';

/** What one judge says of every row of a table. */
export interface Verdicts {
  readonly judge: Judge;
  /** Rows judged. */
  readonly size: number;
  /** The deciding line by row, 0 where no line decided. The ending says whether it allows. */
  readonly lines: Int32Array;
  /** The code of the ending by row (`endings` in judge.ts). */
  readonly endings: Uint8Array;
}

/** Rows between two steps: about a millisecond of work. */
export const ROWS_A_STEP = 4096;

/** The ending of a row. */
export const endingAt = (verdicts: Verdicts, row: number): Ending => endings[verdicts.endings[row] as number] as Ending;

/** 0 blocked, 1 allowed, 2 no verdict. */
export const allowedAt = (verdicts: Verdicts, row: number): number => allowedByEnding[verdicts.endings[row] as number] as number;

/**
 * Judges the rows of a table as `decideAs` would, URL by URL, in steps of `ROWS_A_STEP` rows (yields rows done).
 * `known` are the verdicts of the same judge for the first rows of the same table, so that only later rows are
 * judged.
 */
export function* replay(table: TargetTable, judge: Judge, known: Verdicts | null = null): Steps<Verdicts> {
  const size = table.size;
  const lines = new Int32Array(size);
  const codes = new Uint8Array(size);
  const from = Math.min(known?.size ?? 0, size);
  if (known !== null) {
    lines.set(known.lines.subarray(0, from));
    codes.set(known.endings.subarray(0, from));
  }
  for (let start = from; start < size; start += ROWS_A_STEP) {
    const end = Math.min(size, start + ROWS_A_STEP);
    judgeRows(table, judge, start, end, lines, codes, 0);
    yield end;
  }
  return { judge, size, lines, endings: codes };
}

/** Judges rows `start` to `end - 1`; row r goes to place r - `base` of the two columns. */
export function judgeRows(
  table: TargetTable,
  judge: Judge,
  start: number,
  end: number,
  lines: Int32Array,
  codes: Uint8Array,
  base: number,
): void {
  const { targets, traits, origin } = table;
  const { dialect, everywhere, chosen, hasExempt, rewrites } = judge;
  if (everywhere !== null && !hasExempt) {
    lines.fill(everywhere.line, start - base, end - base);
    codes.fill(everywhere.ending, start - base, end - base);
    return;
  }
  for (let row = start; row < end; row += 1) {
    const target = targets[row] as string;
    const path = ((traits[row] as number) & rewrites) === 0 ? target : pathOf(origin + target, dialect);
    const at = row - base;
    // Only a path of this length can be the rules file.
    if (hasExempt && path.length === 11 && isExempt(path, dialect)) {
      lines[at] = 0;
      codes[at] = ROBOTS_TXT;
    } else if (everywhere !== null || chosen === null) {
      lines[at] = everywhere?.line ?? 0;
      codes[at] = everywhere?.ending ?? NO_GROUP;
    } else {
      const signed = chosen.compiled.verdictLine(path);
      lines[at] = signed < 0 ? -signed : signed;
      codes[at] = endingOf(judge, chosen, path, signed);
    }
  }
}

/** The verdict for one URL, seen or not, as `replay` gives it. */
export function judgeUrl(judge: Judge, url: string): { readonly line: number; readonly ending: Ending } {
  const { line, ending } = judgePath(judge, pathOf(url, judge.dialect));
  return { line, ending: endings[ending] as Ending };
}

/** 1 for each row that may not be fetched. A row without a verdict counts as open. */
export function blockedRows(verdicts: Verdicts): Uint8Array {
  const blocked = new Uint8Array(verdicts.size);
  for (let row = 0; row < verdicts.size; row += 1) blocked[row] = allowedAt(verdicts, row) === 0 ? 1 : 0;
  return blocked;
}
