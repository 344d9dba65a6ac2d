import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { catalogue } from '#core/lint/catalogue.ts';

/** The generator is plain JavaScript, so that it needs no build; only these two names of it are used. */
const generator = (await import(join(resolve(import.meta.dirname, '../..'), 'scripts/docs/lint-doc.mjs'))) as {
  readonly LINT_FILE: string;
  lintDocument(): string;
};

test('docs/lint.md is what node scripts/docs/lint-doc.mjs writes', () => {
  expect(readFileSync(generator.LINT_FILE, 'utf8')).toBe(generator.lintDocument());
});

test('docs/lint.md has one row of eight cells for every diagnostic', () => {
  const rows = readFileSync(generator.LINT_FILE, 'utf8')
    .split('\n')
    .filter(line => line.startsWith('| `'));
  expect(rows.map(row => /`([^`]+)`/.exec(row)?.[1]).sort()).toEqual(catalogue.map(({ id }) => id).sort());
  for (const row of rows) expect(row.split(/(?<!\\)\|/)).toHaveLength(10);
});
