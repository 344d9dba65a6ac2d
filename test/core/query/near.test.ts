import { expect, test } from 'vitest';
import { didYouMean, nearMatches } from '#core/query/near.ts';

test.each<[string, string[], string[]]>([
  ['colums', ['columns', 'limit'], ['columns']],
  ['lmiit', ['columns', 'limit'], ['limit']],
  ['form', ['format', 'from', 'to'], ['format', 'from']],
  ['zzzzzz', ['format'], []],
  ['x', ['out'], []],
])('%s of %j is near %j', (word, known, expected) => {
  expect(nearMatches(word, known).sort()).toEqual([...expected].sort());
});

test('nothing near, nothing said', () => {
  expect(didYouMean('zzzzzz', ['format'])).toBe('');
  expect(didYouMean('formt', ['format'])).toBe(' Did you mean “format”?');
});
