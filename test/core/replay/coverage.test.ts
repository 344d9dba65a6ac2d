import { describe, expect, it } from 'vitest';
import { coverageOf, rowsDecidedBy, rowsLostBy } from '#core/replay/coverage.ts';
import { allowedAt, replay } from '#core/replay/replay.ts';
import { TargetTable } from '#core/replay/target-table.ts';
import { decideAs } from '#core/robots/choose/speaker.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import { finish } from '#core/steps.ts';
import { dice, fileFrom, judgeOfText, ORIGIN, ok, tableFrom } from './generated.ts';

const rfc9309 = dialectById('rfc9309') as Dialect;

function tableOf(...targets: string[]): TargetTable {
  const table = new TargetTable(ORIGIN);
  for (const [id, target] of targets.entries()) table.add({ id, target, inlinks: 0, depth: 0, inSitemap: false });
  return table;
}

describe('coverage', () => {
  it('counts for each line what it decides, what it loses and what it never touches', () => {
    const text = 'User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /never\nDisallow: /*x\n\nUser-agent: Other\nDisallow: /';
    const table = tableOf('/a', '/a/b', '/a/b/x', '/c', '/c/x', '/robots.txt');
    const verdicts = finish(replay(table, judgeOfText(text, rfc9309)));
    expect(finish(coverageOf(table, verdicts))).toEqual({
      lines: [
        { line: 2, decides: 1, allows: 0, blocks: 1, undecided: 0, loses: 2 },
        { line: 3, decides: 2, allows: 2, blocks: 0, undecided: 0, loses: 0 },
        { line: 4, decides: 0, allows: 0, blocks: 0, undecided: 0, loses: 0 },
        { line: 5, decides: 1, allows: 0, blocks: 1, undecided: 0, loses: 1 },
      ],
      noRule: 2,
      noRuleBlocked: 0,
      isFile: true,
      total: 6,
    });
    expect([...rowsDecidedBy(verdicts, 3)]).toEqual([1, 2]);
    expect([...finish(rowsLostBy(table, verdicts, 2))]).toEqual([1, 2]);
  });
});

describe.each(dialectIds())('coverage in the dialect %s', id => {
  const dialect = dialectById(id) as Dialect;
  const isUsual = dialect.literalSearch.value === 'all' && dialect.choice.value !== 'any';

  it('adds up to the URLs of the table and equals the lists of decideAs', () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const source = dice(seed * 104729);
      const text = fileFrom(source);
      const table = tableFrom(source, 80);
      const judge = judgeOfText(text, dialect);
      const coverage = finish(coverageOf(table, finish(replay(table, judge))));
      expect(coverage.lines.reduce((sum, each) => sum + each.decides, coverage.noRule)).toBe(table.size);
      const loses = new Map<number, number>();
      for (let row = 0; row < table.size; row += 1) {
        const verdict = decideAs(judge.speaker, ok(dialect), judge.file, dialect, table.url(row));
        const lines = new Set(verdict.matching.map(({ rule }) => rule.line));
        lines.delete(verdict.line);
        for (const line of lines) loses.set(line, (loses.get(line) ?? 0) + 1);
      }
      expect({ text, loses: coverage.lines.map(each => [each.line, each.loses]) }).toEqual({
        text,
        loses: coverage.lines.map(each => [each.line, loses.get(each.line) ?? 0]),
      });
    }
  });

  // A prefix that is searched for may hide a shorter one while it matches nothing itself. Where a robot may choose
  // among several groups, a line counts in some of them. In both cases, removing the line may change other URLs too;
  // only that it decides none is certain.
  const mutation = isUsual ? 'changes the URLs it decides and no other' : 'changes the URLs it decides';
  it(`is proven by mutation: a line taken out ${mutation}`, () => {
    let mutants = 0;
    for (let seed = 1; seed <= 12; seed += 1) {
      const source = dice(seed * 15485863);
      const text = fileFrom(source).replaceAll('\r', '\n');
      const table = tableFrom(source, 80);
      const judge = judgeOfText(text, dialect);
      const before = finish(replay(table, judge));
      for (const { line, decides } of finish(coverageOf(table, before)).lines) {
        const lines = text.split('\n');
        const old = lines[line - 1] ?? '';
        // Only the rule goes: the line stays, so that groups start and end where they did.
        if (!/^(Allow|Disallow):/.test(old)) continue;
        lines[line - 1] = `${old.split(':')[0]}: /no-such-path-${line}`;
        const after = finish(replay(table, judgeOfText(lines.join('\n'), dialect)));
        mutants += 1;
        let other = 0;
        let harmed = 0;
        let kept = 0;
        for (let row = 0; row < table.size; row += 1) {
          const isOther = before.lines[row] !== after.lines[row];
          const flips = allowedAt(before, row) !== allowedAt(after, row);
          if (isOther) other += 1;
          if (!isOther && before.lines[row] === line) kept += 1;
          if ((isOther || flips) && before.lines[row] !== line) harmed += 1;
        }
        expect({ text, line, kept }).toEqual({ text, line, kept: 0 });
        if (isUsual) expect({ text, line, other, harmed }).toEqual({ text, line, other: decides, harmed: 0 });
      }
    }
    expect(mutants).toBeGreaterThan(10);
  });
});
