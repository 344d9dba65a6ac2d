import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/invariants.md'), 'utf8');

interface Row {
  readonly number: string;
  /** Paths below test/. */
  readonly tests: readonly string[];
}
const rows: readonly Row[] = [...page.matchAll(/^\| ([EIRT]\d+) \| .* \| ([^|]+) \|$/gm)].map(([, number = '', tests = '']) => ({
  number,
  tests: [...tests.matchAll(/`([^`]+)`/g)].map(match => match[1] ?? ''),
}));

/** The Electron assertions each test file names: E01, R01. */
const cited = new Map<string, string[]>();
for (const path of globSync('test/**/*.{test,spec}.{ts,tsx}', { cwd: root })) {
  const file = path.replaceAll('\\', '/').slice('test/'.length);
  if (file === 'docs/invariants.test.ts') continue;
  const text = readFileSync(join(root, path), 'utf8');
  for (const number of new Set([...text.matchAll(/\b(?:E\d{2,3}|R\d{2})\b(?=[: ',])/g)].map(match => match[0])))
    cited.set(number, [...(cited.get(number) ?? []), file]);
}

describe('docs/invariants.md', () => {
  it('numbers each row once, in order, and names at least one test in each', () => {
    const numbers = rows.map(({ number }) => number);
    expect(numbers.length).toBeGreaterThan(60);
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const letter of ['I', 'T', 'E']) {
      const own = numbers.filter(number => number[0] === letter).map(number => Number(number.slice(1)));
      expect(own).toEqual(own.toSorted((a, b) => a - b));
    }
    expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([]);
  });

  it('names only tests that exist', () => {
    const missing = rows.flatMap(({ tests }) => tests.filter(test => !existsSync(join(root, 'test', test))));
    expect(missing).toEqual([]);
  });

  it('lists the Electron assertions that tests cite, each with exactly those tests', () => {
    const listed = rows.filter(({ number }) => /^[ER]/.test(number)).map(({ number, tests }) => [number, [...tests].sort()]);
    const found = [...cited].map(([number, files]) => [number, files.toSorted()]);
    const byNumber = (a: unknown[], b: unknown[]): number => String(a[0]).localeCompare(String(b[0]), 'en', { numeric: true });
    expect(listed.toSorted(byNumber)).toEqual(found.toSorted(byNumber));
  });
});
