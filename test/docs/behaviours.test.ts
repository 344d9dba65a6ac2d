import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

interface Behaviour {
  readonly id: string;
  readonly group: string;
  readonly what: string;
  /** '' where no test shows it. */
  readonly test: string;
  /** Part of the test's source: its name, or its row in a table of cases. Without a test: why there is none. */
  readonly name: string;
}
const { behavioursTable, knownGroups, readBehaviours } = (await import(join(root, 'scripts/docs/behaviours-doc.mjs'))) as {
  behavioursTable(): string;
  readonly knownGroups: readonly string[];
  readBehaviours(): readonly Behaviour[];
};
const behaviours = readBehaviours();

it('test/behaviours.tsv has each hostile behaviour once, with what it is', () => {
  expect(behaviours.length).toBeGreaterThanOrEqual(296);
  expect(new Set(behaviours.map(({ id }) => id)).size).toBe(behaviours.length);
  for (const { id, group, what, name } of behaviours) {
    expect(knownGroups, id).toContain(group);
    expect(what.length, id).toBeGreaterThan(2);
    expect(name?.length, id).toBeGreaterThan(2);
  }
});

it('each row names a test that exists, or says why there is none', () => {
  const sources = new Map<string, string>();
  const missing = behaviours.filter(({ test, name }) => {
    if (test === '') return false;
    const path = join(root, 'test', test);
    if (!existsSync(path)) return true;
    const source = sources.get(path) ?? readFileSync(path, 'utf8');
    sources.set(path, source);
    return !source.includes(name);
  });
  expect(missing).toEqual([]);
});

it('a name of a test stands for few rows, so that it says what it shows', () => {
  const rows = new Map<string, number>();
  for (const { test, name } of behaviours)
    if (test !== '') rows.set(`${test} › ${name}`, (rows.get(`${test} › ${name}`) ?? 0) + 1);
  expect([...rows].filter(([, count]) => count > 8)).toEqual([]);
});

it('docs/trust.md has the counts; node scripts/docs/behaviours-doc.mjs writes them', () => {
  expect(readFileSync(join(root, 'docs/trust.md'), 'utf8')).toContain(behavioursTable());
});
