import type { Steps } from '../steps.ts';
import { comparedPath, type Judge } from './judge.ts';
import { allowedAt, ROWS_A_STEP, type Verdicts } from './replay.ts';
import { rowsWhere } from './rows.ts';
import type { TargetTable } from './target-table.ts';

/** The effect of one line on the URLs of a table. */
export interface LineCoverage {
  readonly line: number;
  /** Number of URLs that this line decides. The next three are parts of it. */
  readonly decides: number;
  readonly allows: number;
  readonly blocks: number;
  /** URLs for which the dialect leaves the choice to the robot. */
  readonly undecided: number;
  /** Number of URLs that it matches and another line decides. */
  readonly loses: number;
}

export interface Coverage {
  /**
   * Every rule line of the groups that apply to the crawler, in file order. Other lines that decide are here too: a
   * Crawl-delay that closes the site, or the line for which a file is refused. Rule lines of other groups are absent:
   * they apply to other crawlers.
   */
  readonly lines: readonly LineCoverage[];
  /** URLs no line decides: no match, no group, no file, /robots.txt itself. Σ decides + noRule = total. */
  readonly noRule: number;
  /** How many of these are blocked because the response to the request for robots.txt decides. */
  readonly noRuleBlocked: number;
  /** False where the response was not a file and decides as a whole. */
  readonly isFile: boolean;
  readonly total: number;
}

/**
 * What each line does to the URLs judged in `verdicts`; yields rows done. Removing a line that decides nothing
 * changes no verdict of the table. There are two exceptions: the dialect has an unusual search (`literalSearch:
 * nearest`: a rule may hide a shorter one), or lets the robot choose among several groups.
 */
export function* coverageOf(table: TargetTable, verdicts: Verdicts): Steps<Coverage> {
  const { judge, size, lines } = verdicts;
  let last = 0;
  for (let row = 0; row < size; row += 1) last = Math.max(last, lines[row] as number);
  const listed = new Set(judge.everywhere === null ? ruleLines(judge) : []);
  for (const line of listed) last = Math.max(last, line);
  const answers = [new Int32Array(last + 1), new Int32Array(last + 1), new Int32Array(last + 1)] as const;
  const matches = new Int32Array(last + 1);
  const lastRow = new Int32Array(last + 1).fill(-1);
  const matched: number[] = [];
  for (let start = 0; start < size; start += ROWS_A_STEP) {
    const end = Math.min(size, start + ROWS_A_STEP);
    for (let row = start; row < end; row += 1) {
      const answer = answers[allowedAt(verdicts, row) as 0 | 1 | 2];
      const line = lines[row] as number;
      answer[line] = (answer[line] as number) + 1;
      // Where no line decides none matches.
      if (line === 0 || judge.everywhere !== null) continue;
      matched.length = 0;
      collectLines(table, judge, row, matched);
      for (let at = 0; at < matched.length; at += 1) {
        const each = matched[at] as number;
        if (lastRow[each] === row) continue;
        lastRow[each] = row;
        matches[each] = (matches[each] as number) + 1;
      }
    }
    yield end;
  }
  const [blocked, allowed, undecided] = answers;
  const found: LineCoverage[] = [];
  for (let line = 1; line <= last; line += 1) {
    const [blocks = 0, allows = 0, open = 0] = [blocked[line], allowed[line], undecided[line]];
    const decides = blocks + allows + open;
    if (decides === 0 && !listed.has(line)) continue;
    found.push({ line, decides, allows, blocks, undecided: open, loses: Math.max(0, (matches[line] ?? 0) - decides) });
  }
  const [noRuleBlocked = 0, others = 0, open = 0] = [blocked[0], allowed[0], undecided[0]];
  const isFile = judge.access.kind !== 'allow-all' && judge.access.kind !== 'disallow-all';
  return { lines: found, noRule: noRuleBlocked + others + open, noRuleBlocked, isFile, total: size };
}

const ruleLines = ({ chosen }: Judge): number[] => chosen?.groups.flatMap(group => group.rules.map(rule => rule.line)) ?? [];

function collectLines(table: TargetTable, judge: Judge, row: number, into: number[]): void {
  const path = comparedPath(judge, table.origin, table.targets[row] as string, table.traits[row] as number);
  judge.chosen?.compiled.matchingLines(path, into);
}

/** Rows a line decides, rising; line 0 gives those no line decides. */
export function rowsDecidedBy({ size, lines }: Verdicts, line: number): Int32Array {
  return rowsWhere(size, row => lines[row] === line);
}

/** Rows a line matches though another one decides, rising; yields rows done. */
export function* rowsLostBy(table: TargetTable, { judge, size, lines }: Verdicts, line: number): Steps<Int32Array> {
  const found: number[] = [];
  const matched: number[] = [];
  for (let row = 0; row < size; row += 1) {
    if (row > 0 && row % ROWS_A_STEP === 0) yield row;
    if (lines[row] === 0 || lines[row] === line || judge.everywhere !== null) continue;
    matched.length = 0;
    collectLines(table, judge, row, matched);
    if (matched.includes(line)) found.push(row);
  }
  return Int32Array.from(found);
}
