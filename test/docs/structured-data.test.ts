import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { googleRules } from '#core/structured/google/rules.ts';
import { longestAddress, longestValue, structuredLimits } from '#core/structured/limits.ts';
import { vocabularyVersion } from '#core/structured/vocabulary-data.ts';

const read = (name: string) => readFileSync(join(resolve(import.meta.dirname, '../..'), name), 'utf8');
const page = read('docs/structured-data.md');

it.each(googleRules.map(rule => [rule.id, rule] as const))('the rule %s is documented as it is', (id, { types, source }) => {
  const name = source.page.split('/').at(-1);
  expect(page).toContain(`| \`${id}\` | ${types.join(', ')} | [${name}](${source.page}) | ${source.asOf} | ${source.note} |`);
});

it('names the release of the vocabulary where it is documented and where its licence is', () => {
  const { version, date } = vocabularyVersion;
  expect(page).toContain(`schema.org ${version} of ${date}`);
  expect(read('NOTICE.md')).toContain(`version ${version} of ${date}`);
});

it('names the limits', () => {
  const { blocks, nodes, items, depth, values, characters } = structuredLimits;
  const number = (value: number) => value.toLocaleString('en');
  expect(page).toContain(`| ${blocks}; 1 MiB each; 2 MiB together; ${number(nodes)} values and containers |`);
  expect(page).toContain(`| ${number(items)}; ${depth} deep |`);
  expect(page).toContain(`| ${number(values)}; ${number(characters)} characters with names and ids |`);
  expect(page).toContain(`| ${longestValue} characters; ${number(longestAddress)} characters;`);
  expect([structuredLimits.blockLength, structuredLimits.totalLength]).toEqual([1 << 20, 2 << 20]);
});
