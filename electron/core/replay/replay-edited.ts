import type { RobotsRule } from '#shared/model/robots.ts';
import { compileGroup } from '../robots/match/match.ts';
import type { Steps } from '../steps.ts';
import { comparedPath, type Judge, ROBOTS_TXT } from './judge.ts';
import { diffLines } from './line-diff.ts';
import { judgeRows, ROWS_A_STEP, replay, type Verdicts } from './replay.ts';
import type { TargetTable } from './target-table.ts';

/** Most added rules for which this pays. With more, judging every row again costs about the same. */
const MOST_ADDED = 64;

/**
 * Judges the rows of a table like `replay`, starting from the verdicts of a file that differs by a few rules. Of several such
 * files it takes the one of which most verdicts stay valid. The winner of a path is the greatest matching rule in an order that
 * does not depend on other rules. So a verdict stays valid while its rule stays, in the same order among the remaining rules, and
 * no added rule matches. Dialects and files for which this is not true are judged again as a whole. Yields rows done.
 */
export function* replayEdited(table: TargetTable, judge: Judge, candidates: readonly Verdicts[]): Steps<Verdicts> {
  let best: { readonly known: Verdicts; readonly edit: Edit; readonly lost: number } | null = null;
  for (const known of candidates) {
    const edit = editBetween(known.judge, judge);
    if (edit === null) continue;
    const lost = lostRows(known, edit);
    if (best === null || lost < best.lost) best = { known, edit, lost };
  }
  if (best === null) return yield* replay(table, judge);
  const { known, edit } = best;
  const { size } = table;
  const { newLineOf, added } = edit;
  const lines = new Int32Array(size);
  const codes = new Uint8Array(size);
  const stands = Math.min(known.size, size);
  for (let start = 0; start < size; start += ROWS_A_STEP) {
    const end = Math.min(size, start + ROWS_A_STEP);
    for (let row = start; row < end; row += 1) {
      const oldLine = row < stands ? (known.lines[row] as number) : 0;
      const newLine = newLineOf[oldLine] as number;
      const code = row < stands ? (known.endings[row] as number) : -1;
      if (code === ROBOTS_TXT) codes[row] = ROBOTS_TXT;
      else if (code >= 0 && (oldLine === 0 || newLine > 0) && !(added?.(row, table) ?? false)) {
        lines[row] = newLine;
        codes[row] = oldLine === 0 ? judge.unmatched : code;
      } else judgeRows(table, judge, row, row + 1, lines, codes, 0);
    }
    yield end;
  }
  return { judge, size, lines, endings: codes };
}

/** Rows whose deciding rule is gone. */
function lostRows({ lines }: Verdicts, { newLineOf }: Edit): number {
  let lost = 0;
  for (const line of lines) if (line > 0 && newLineOf[line] === 0) lost += 1;
  return lost;
}

interface Edit {
  /** By old line: the new line of the same rule, 0 for one that is gone. */
  readonly newLineOf: Int32Array;
  /** Whether a rule that came matches a row; null where none came. */
  readonly added: ((row: number, table: TargetTable) => boolean) | null;
}

function editBetween(old: Judge, now: Judge): Edit | null {
  const { dialect } = now;
  if (old.dialect !== dialect || dialect.literalSearch.value === 'nearest' || dialect.crawlDelay.value.closesAbove !== null)
    return null;
  const [before, after] = [rulesOf(old), rulesOf(now)];
  if (before === null || after === null) return null;
  const diff = diffLines(before.map(textOf), after.map(textOf));
  const newLineOf = new Int32Array((before.reduce((most, { line }) => Math.max(most, line), 0) as number) + 1);
  for (const [index, { line }] of before.entries()) {
    const place = diff.newOf[index + 1] as number;
    if (place > 0 && diff.moved[place] === 0) newLineOf[line] = (after[place - 1] as RobotsRule).line;
  }
  const came = after.filter((_, index) => diff.oldOf[index + 1] === 0 || diff.moved[index + 1] === 1);
  if (came.length > MOST_ADDED) return null;
  const compiled = compileGroup(came, dialect);
  const matches = (row: number, table: TargetTable): boolean =>
    compiled.verdictLine(comparedPath(now, table.origin, table.targets[row] as string, table.traits[row] as number)) !== 0;
  return { newLineOf, added: came.length === 0 ? null : matches };
}

/** The rules a judge matches; null where something else decides too, or a line contains several rules. */
function rulesOf({ everywhere, chosen }: Judge): readonly RobotsRule[] | null {
  if (everywhere !== null || chosen === null || chosen.alternatives.length > 0) return null;
  const rules = chosen.groups.flatMap(group => group.rules);
  return new Set(rules.map(({ line }) => line)).size === rules.length ? rules : null;
}

const textOf = (rule: RobotsRule): string => JSON.stringify({ ...rule, line: 0 });
