import { describe, expect, test } from 'vitest';
import { interpret, parseQuery } from '#core/query/query.ts';
import { conditionsOf, type Term } from '#core/query/term.ts';

/** The shape of terms: conditions by their text, groups as lists. */
const shape = (terms: readonly Term[]): unknown =>
  terms.map(term => {
    const sign = term.negated ? '-' : '';
    if (term.kind === 'any') return { [`${sign}any`]: term.alternatives.map(shape) };
    if (term.kind === 'text') return `${sign}${term.value}`;
    if (term.kind === 'number') return `${sign}${term.field}`;
    return `${sign}${term.kind}`;
  });
const read = (text: string): unknown => {
  const { terms, problem } = parseQuery(text);
  expect(problem).toBe('');
  return shape(terms);
};

describe('alternatives and groups', () => {
  test.each<[string, unknown]>([
    ['a OR b', [{ any: [['a'], ['b']] }]],
    ['a | b', [{ any: [['a'], ['b']] }]],
    ['a OR b c', [{ any: [['a'], ['b', 'c']] }]],
    ['a OR b AND c', [{ any: [['a'], ['b', 'c']] }]],
    ['(a OR b) c', [{ any: [['a'], ['b']] }, 'c']],
    ['(a OR b)c', [{ any: [['a'], ['b']] }, 'c']],
    ['(a OR (b OR c))', [{ any: [['a'], ['b'], ['c']] }]],
    ['a OR (b (c OR d))', [{ any: [['a'], ['b', { any: [['c'], ['d']] }]] }]],
    ['-(a OR b)', [{ '-any': [['a'], ['b']] }]],
    ['NOT (a b)', [{ '-any': [['a', 'b']] }]],
    ['NOT (a b)OR c', [{ any: [[{ '-any': [['a', 'b']] }], ['c']] }]],
    ['NOT a', ['-a']],
    ['NOT -a', ['a']],
    ['NOT NOT a', ['a']],
    ['-(NOT a)', ['a']],
    ['(status:404)', ['status']],
    ['-(status:404 depth:2)', [{ '-any': [['status', 'depth']] }]],
    ['-((-status:404) depth:2)', [{ '-any': [['-status', 'depth']] }]],
    ['(status:404 "a) b")', ['status', 'a) b']],
    ['wiki/Foo_(bar) OR (Foo_(baz) x)', [{ any: [['wiki/Foo_(bar)'], ['Foo_(baz)', 'x']] }]],
    ['status>=400 OR (title:none AND -in:sitemap)', [{ any: [['status'], ['text-state', '-sitemap']] }]],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

test.each<[string, unknown]>([
  ['wiki/Foo_(bar)', ['wiki/Foo_(bar)']],
  ['(2024) sale', ['(2024)', 'sale']],
  ['(a AND b)', ['(a', 'b)']],
  ['-(draft)', ['-(draft)']],
  ['-(a b)', ['-(a', 'b)']],
  ['a or b', ['a', 'or', 'b']],
  ['a and not b', ['a', 'and', 'not', 'b']],
  ['a|b', ['a|b']],
  ['"OR"', ['OR']],
  ['AND a AND', ['a']],
  ['title:a(b c)', ['a(b', 'c)']],
  ['NOT(a b)OR c', ['NOT(a', 'b)OR', 'c']],
  ['(statsu:404)', ['(statsu:404)']],
  [':-) status:404', [':-)', 'status']],
])('a filter from before there were groups means what it meant: %s', (text, expected) => {
  expect(read(text)).toEqual(expected);
});

describe('a problem names the place', () => {
  test.each<[string, string]>([
    ['OR a', '“OR” at character 1 has no condition before it. Add one, or quote it to search for it.'],
    ['a OR', '“OR” at character 3 has no condition after it. Add one, or quote it to search for it.'],
    ['a | | b', '“|” at character 3 has no condition after it. Add one, or quote it to search for it.'],
    ['x OR (OR a)', '“OR” at character 7 has no condition before it. Add one, or quote it to search for it.'],
    ['a NOT', '“NOT” at character 3 has no condition after it. Add one, or quote it to search for it.'],
    ['(a NOT) OR b', '“NOT” at character 4 has no condition after it. Add one, or quote it to search for it.'],
    ['(a OR b', 'The parenthesis at character 1 is not closed. Add a ) after the group.'],
    ['a OR b)', 'The parenthesis at character 7 closes nothing. Remove it, or quote the text that it belongs to.'],
    ['a OR ()', 'The parentheses at character 6 are empty. Add a condition, or remove them.'],
    [
      'title:(a OR b)',
      'The parenthesis in title:(a at character 1 is not closed before the space. Quote text with parentheses; a group begins before its first condition, as in (status:404 OR depth:0).',
    ],
    [
      `a OR ${'('.repeat(11)}b${')'.repeat(11)}`,
      'The parenthesis at character 16 is inside 10 others, which is the limit. Use fewer.',
    ],
    [`${Array.from({ length: 51 }, (_, i) => `a${i}`).join(' OR ')}`, 'The query has more than 50 conditions. Remove some.'],
  ])('%s', (text, problem) => {
    expect(parseQuery(text)).toEqual({ terms: [], problem });
  });

  test('of a condition in a group', () => {
    expect(parseQuery('a OR (b statsu:404)').problem).toContain('There is no operator “statsu:”.');
  });
});

test.each([
  ['status:404 OR title:none', 'Status 404 or no title'],
  ['(status:404 OR title:none) site:a.test', '(status 404 or no title), on a.test'],
  ['status:404 OR (title:none -in:sitemap)', 'Status 404 or (no title and not (in a sitemap))'],
  ['-(status:404 depth:2)', 'Not (status 404 and depth 2)'],
  [
    'a (b OR c (d OR e))',
    '“a” in the URL or title, (“b” in the URL or title or (“c” in the URL or title and (“d” in the URL or title or “e” in the URL or title)))',
  ],
])('%s is described', (text, description) => {
  expect(interpret(text)).toEqual({ kind: 'filter', filter: text, description });
});

test('the conditions of groups are those of the query', () => {
  const { terms } = parseQuery('a (b OR -(c d))');
  expect(shape(conditionsOf(terms))).toEqual(['a', 'b', 'c', 'd']);
});
