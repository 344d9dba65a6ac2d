import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { standardOperators } from '#core/query/operators.ts';
import { parseQuery } from '#core/query/query.ts';

const root = resolve(import.meta.dirname, '../..');

/** The generator is plain JavaScript, so that it needs no build; only these two names of it are used. */
const generator = (await import(join(root, 'scripts/docs/filters-doc.mjs'))) as {
  readonly FILTERS_FILE: string;
  filtersDocument(): string;
};
const page = readFileSync(generator.FILTERS_FILE, 'utf8');

it('docs/filters.md is what node scripts/docs/filters-doc.mjs writes', () => {
  expect(page).toBe(generator.filtersDocument());
});

it('docs/filters.md names every operator, and its examples can be read', () => {
  for (const name of standardOperators.keys()) expect(page).toContain(`\`${name}:\``);
  const examples = [...page.matchAll(/--where "([^"]+)"/g)].map(match => match[1] ?? '');
  expect(examples.length).toBeGreaterThan(1);
  for (const example of examples) expect([example, parseQuery(example).problem]).toEqual([example, '']);
});
