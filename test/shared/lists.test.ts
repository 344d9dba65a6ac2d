import { describe, expect, it } from 'vitest';
import { append, firstOf, largest, least } from '#shared/lists.ts';

describe('lists of any length', () => {
  const million = Array.from({ length: 1_000_000 }, (_, at) => at);

  it('are added to others, and their extremes found', () => {
    const into = [-1];
    append(into, million);
    expect([into.length, into.at(-1), largest(into), least(into)]).toEqual([1_000_001, 999_999, 999_999, -1]);
    expect([largest([]), least([])]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
  });

  it('are named in a sentence by their first words', () => {
    expect([[], ['a'], ['a', 'b', 'c', 'd', 'e'], ['a', 'b', 'c', 'd', 'e', 'f', 'g']].map(words => firstOf(words))).toEqual([
      '',
      'a',
      'a, b, c, d, e',
      'a, b, c, d, e and 2 more',
    ]);
  });
});
