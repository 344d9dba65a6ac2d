import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
interface Line {
  readonly line: number;
  readonly since: string;
  readonly ends: string;
  readonly basis: string;
}
const { electronLines, supportProblem } = (await import(join(root, 'scripts/package/electron-support.mjs'))) as {
  electronLines(): Line[];
  supportProblem(version: string, now: number, lines?: readonly Line[]): string;
};
const at = (day: string): number => Date.parse(day);
const lines: Line[] = [
  { line: 43, since: '2026-06-30', ends: '2027-01-05', basis: '' },
  { line: 44, since: '2026-08-25', ends: '2027-03-02', basis: '' },
  { line: 45, since: '2026-10-21', ends: '2027-04-27', basis: '' },
];

test('E05: a release needs an Electron that is supported for 60 days more', () => {
  expect(supportProblem('45.4.1', at('2026-11-23'), lines)).toBe('');
  expect(supportProblem('45.4.1', at('2027-02-26'), lines)).toBe('');
  expect(supportProblem('45.4.1', at('2027-02-27'), lines)).toContain('ends on 2027-04-27, in 59 days');
  expect(supportProblem('45.4.1', at('2027-04-28'), lines)).toContain('ended on 2027-04-27');
  expect(supportProblem('46.0.0', at('2026-11-23'), lines)).toContain('Electron 46 is not in');
});

test('E05: a line that is two behind the newest is refused', () => {
  expect(supportProblem('43.0.0', at('2026-10-20'), lines)).toBe('');
  expect(supportProblem('43.0.0', at('2026-10-21'), lines)).toContain('2 lines newer than Electron 43');
});

test('E05: the table has dates in order, and a row for the Electron that is declared', () => {
  const table = electronLines();
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { devDependencies: Record<string, string> };
  expect(table.map(({ line }) => line)).toContain(Number.parseInt(manifest.devDependencies['electron'] ?? '', 10));
  for (const { since, ends, basis } of table) {
    expect([since, ends].every(day => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(at(day)))).toBe(true);
    expect(at(ends)).toBeGreaterThan(at(since));
    expect(basis).not.toBe('');
  }
  const inOrder = table.toSorted((a, b) => a.line - b.line);
  expect(inOrder.map(({ ends }) => ends)).toEqual(inOrder.map(({ ends }) => ends).toSorted());
});
