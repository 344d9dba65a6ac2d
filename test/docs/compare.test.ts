import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type CompareField, compareFields } from '#shared/model/compare-fields.ts';

test('docs/compare.md lists every field with its whole and its meaning', () => {
  const page = readFileSync('docs/compare.md', 'utf8');
  const rows = (compareFields as readonly CompareField[]).map(({ id, whole, help }) => `| \`${id}\` | ${whole} | ${help} |`);
  expect(rows.filter(row => !page.includes(row))).toEqual([]);
});
