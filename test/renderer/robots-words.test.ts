import { describe, expect, test } from 'vitest';
import type { InterpretedFile, InterpretedLine } from '#shared/model/interpretation.ts';
import type { LintFinding } from '#shared/model/lint.ts';
import { interpreterInput } from '../../renderer/domain/interpreter-choice.ts';
import { changeBetween } from '../../renderer/features/robots/editor/editor.tsx';
import { partsOf } from '../../renderer/features/robots/editor/highlight.ts';
import { interpretedRows, nextDifference } from '../../renderer/features/robots/interpret/rows.ts';
import { lineOfByte, marksOf } from '../../renderer/features/robots/lint/marks.ts';

describe('the rows of a reading', () => {
  const line = (number: number, outcome: InterpretedLine['outcome']): InterpretedLine => ({
    line: number,
    lastLine: number,
    kind: 'disallow',
    outcome,
    text: '',
    group: -1,
    remarks: [],
  });
  const file = {
    source: [1, 2, 3, 4].map(number => ({ number, start: 0, end: 0, text: '', hidden: 0 })),
    lines: [line(1, 'used'), line(2, 'dropped'), line(2, 'changed'), line(4, 'changed')],
  } as unknown as InterpretedFile;
  const differences = [{ line: 2, other: [line(2, 'used')], onlyNames: false }];
  const numbers = (filter: 'all' | 'dropped' | 'changed' | 'differs') =>
    interpretedRows(file, differences, filter).map(row => row.source.number);
  test('each source line has its readings, also none or several', () => {
    expect(interpretedRows(file, [], 'all').map(row => row.own.length)).toEqual([1, 2, 0, 1]);
  });
  test('a filter leaves the lines with that outcome', () => {
    expect([numbers('all'), numbers('dropped'), numbers('changed'), numbers('differs')]).toEqual([
      [1, 2, 3, 4],
      [2],
      [2, 4],
      [2],
    ]);
  });
  test('the next difference is found both ways, and -1 at the end', () => {
    const rows = interpretedRows(file, differences, 'all');
    expect([nextDifference(rows, -1, 1), nextDifference(rows, 1, 1), nextDifference(rows, 4, -1)]).toEqual([1, -1, 1]);
  });
  test('a choice becomes a crawler, a dialect, or the crawl’s own', () => {
    expect(['', 'profile:googlebot', 'dialect:res-1994'].map(interpreterInput)).toEqual([
      {},
      { profile: 'googlebot' },
      { dialect: 'res-1994' },
    ]);
  });
});

describe('squiggles', () => {
  const finding = (place: Partial<LintFinding>): LintFinding => ({
    id: 'X',
    severity: 'W',
    line: 2,
    column: 3,
    endColumn: 5,
    start: 12,
    end: 14,
    message: 'm',
    why: 'w',
    fix: null,
    dialects: [],
    everybody: false,
    ...place,
  });
  const lines = [
    { number: 1, start: 0 },
    { number: 2, start: 10 },
    { number: 3, start: 20 },
  ];
  test('a byte stands in the line that begins before it', () => {
    expect([0, 9, 10, 19, 20, 99].map(byte => lineOfByte(lines, byte))).toEqual([1, 1, 2, 2, 3, 3]);
    expect(lineOfByte([], 5)).toBe(0);
  });
  test('columns are kept where both count lines alike; otherwise the whole line is marked', () => {
    expect(marksOf(lines, [finding({})])).toMatchObject([{ line: 2, column: 3, endColumn: 5, severity: 'warning' }]);
    expect(marksOf(lines, [finding({ line: 7 })])).toMatchObject([{ line: 2, column: 1, endColumn: Number.MAX_SAFE_INTEGER }]);
  });
  test('an empty place is one character wide, and the file as a whole has no place', () => {
    expect(marksOf(lines, [finding({ endColumn: 3 })])).toMatchObject([{ column: 3, endColumn: 4 }]);
    expect(marksOf(lines, [finding({ line: 0 })])).toEqual([]);
  });
});

describe('colours', () => {
  const kinds = (line: string) => partsOf(line).map(({ from, to, kind }) => `${kind} ${line.slice(from, to)}`);
  test('key, name, signs and comment are told apart', () => {
    expect(kinds('User-agent: bot # x')).toEqual(['agent User-agent', 'value  bot ', 'comment # x']);
    expect(kinds('  Disallow : /*.gif$')).toEqual(['disallow Disallow', 'sign *', 'sign $']);
    expect(kinds('Sitemap: https://e.com')).toEqual(['key Sitemap']);
    expect(kinds('no key at all')).toEqual([]);
  });
  test('parts rise and never overlap, whatever the line', () => {
    for (const line of ['#'.repeat(9), ':::', 'a:'.repeat(3_000), `Allow: ${'*$#'.repeat(2_000)}`, '\ufeffAllow: *', ' : *']) {
      let last = 0;
      for (const { from, to } of partsOf(line)) {
        expect(from).toBeGreaterThanOrEqual(last);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(line.length);
        last = to;
      }
    }
  });
});

test('only the part in which two texts differ is replaced', () => {
  expect(changeBetween('abcd', 'abXd')).toEqual({ from: 2, to: 3, insert: 'X' });
  expect(changeBetween('aa', 'aaa')).toEqual({ from: 2, to: 2, insert: 'a' });
  for (const [old, next] of [
    ['', 'x'],
    ['x', ''],
    ['abab', 'ab'],
    ['line\nline', 'line\nline\nline'],
  ] as const) {
    const { from, to, insert } = changeBetween(old, next);
    expect(old.slice(0, from) + insert + old.slice(to)).toBe(next);
  }
});
