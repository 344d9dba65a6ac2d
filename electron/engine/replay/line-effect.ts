import { coverageOf, rowsDecidedBy, rowsLostBy } from '#core/replay/coverage.ts';
import { allowedAt, type Verdicts } from '#core/replay/replay.ts';
import type { TargetTable } from '#core/replay/target-table.ts';
import { sectionsOf, weightOf } from '#core/replay/weight.ts';
import type { Steps } from '#core/steps.ts';
import type { RuleEffect, RuleSample } from '#shared/model/rule-report.ts';

/** Samples of each kind. */
const mostSamples = 200;
const mostSections = 100;

/** The effect of one line on all rows. Yields rows done, of twice the table. */
export function* lineEffect(table: TargetTable, verdicts: Verdicts, line: number): Steps<RuleEffect> {
  const coverage = yield* coverageOf(table, verdicts);
  const decided = rowsDecidedBy(verdicts, line);
  const lost = yield* rowsLostBy(table, verdicts, line);
  const sections = sectionsOf(table, decided, table.sectionNames.length);
  const weight = weightOf(table, decided);
  const samples = (rows: Int32Array): RuleSample[] =>
    rows
      .toSorted((a, b) => (table.inlinks[b] as number) - (table.inlinks[a] as number) || a - b)
      .subarray(0, mostSamples)
      .reduce<RuleSample[]>((all, row) => {
        all.push(sampleAt(table, verdicts, row, line));
        return all;
      }, []);
  return {
    coverage: coverage.lines.find(each => each.line === line) ?? null,
    total: coverage.total,
    weight: { ...weight, byDepth: [...weight.byDepth] },
    sections: sections.slice(0, mostSections),
    sectionCount: sections.length,
    decides: samples(decided),
    loses: samples(lost),
  };
}

function sampleAt(table: TargetTable, verdicts: Verdicts, row: number, line: number): RuleSample {
  const by = verdicts.lines[row] as number;
  return {
    url: table.url(row),
    inlinks: table.inlinks[row] as number,
    depth: table.depthOf(row),
    inSitemap: table.inSitemap[row] === 1,
    allowed: [false, true, null][allowedAt(verdicts, row)] ?? null,
    decidedBy: by === line ? 0 : by,
  };
}
