import { expect, test } from 'vitest';
import { lintRobots } from '#core/lint/lint-robots.ts';
import { testExamples } from './example.ts';
import { groupsExamples } from './groups-examples.ts';

testExamples(groupsExamples);

test('a sentence about a group of very many names names the first ones', () => {
  const names = (count: number, name: string): string => Array.from({ length: count }, () => `User-agent: ${name}\n`).join('');
  const text = `${names(10_000, 'bingbot')}${names(10_000, 'x'.repeat(90))}Disallow: /\n`;
  const said = lintRobots(new TextEncoder().encode(text)).diagnostics.map(({ message }) => message);
  expect(said).toContain('bingbot may fetch nothing');
  expect(said.filter(each => each.length > 1_000)).toEqual([]);
});
