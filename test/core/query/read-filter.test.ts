import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { standardOperators } from '#core/query/operators.ts';
import { parseQuery } from '#core/query/query.ts';
import { readFilter } from '#core/query/read-filter.ts';
import { type FilterCondition, type FilterPart, filterText } from '#shared/model/filter-tree.ts';
import { urlColumns } from '#shared/model/url-columns.ts';

const read = (text: string) => readFilter(text, standardOperators, urlColumns);
const treeOf = (text: string) => read(text).tree ?? expect.fail();

/** A part in few words. */
const shape = (part: FilterPart): unknown =>
  part.kind === 'condition'
    ? `${part.negated ? 'not ' : ''}${part.field} ${part.sign} ${part.value}`
    : { [`${part.negated ? 'not ' : ''}${part.join}`]: part.parts.map(shape) };

describe('a filter taken apart', () => {
  test.each<[string, unknown]>([
    ['', { all: [] }],
    ['shoes', { all: [' : shoes'] }],
    ['status:>=400 -title:none', { all: ['status >= 400', 'not title : none'] }],
    ['status>=400', { all: ['status >= 400'] }],
    ['status:404 OR intitle:"not found"', { any: ['status : 404', 'intitle : not found'] }],
    ['(a OR b c) -d', { all: [{ any: [' : a', { all: [' : b', ' : c'] }] }, 'not  : d'] }],
    ['-(a OR b)', { all: [{ 'not any': [' : a', ' : b'] }] }],
    ['NOT (status:404 depth:1)', { all: [{ 'not all': ['status : 404', 'depth : 1'] }] }],
  ])('%s', (text, expected) => {
    const { tree, problem } = read(text);
    expect(problem).toBe('');
    expect(tree && shape(tree)).toEqual(expected);
  });

  test('a condition with a problem is still a row, and says what is wrong', () => {
    const reading = read('status:404 OR (statsu:1 depth:x)');
    expect(reading.tree && shape(reading.tree)).toEqual({ any: ['status : 404', { all: ['statsu : 1', 'depth : x'] }] });
    expect(reading.conditions.map(each => each.slice(0, 22))).toEqual(['', 'There is no operator “', '“x” in depth:x is not ']);
    expect(reading.problem).toBe(reading.conditions[1]);
    expect(reading.description).toBe('');
  });

  test('a text that cannot be taken apart has no rows', () => {
    expect(read('(a OR b')).toMatchObject({ tree: null, problem: expect.stringContaining('character 1') });
  });
});

describe('a filter written from rows', () => {
  test.each([
    'status:404',
    'status:404 OR title:none',
    '(status:404 OR title:none) -in:sitemap',
    'a OR (b c)',
    'NOT (a OR b) c',
    'NOT (status:404 depth:2)',
    'title:"none" "status:404" inurl:"a b"',
    '"OR" "-x" "(a)"',
  ])('%s stays as it is', text => expect(filterText(treeOf(text))).toBe(text));

  const condition = (value: string): FilterCondition => ({
    ...{ kind: 'condition', field: 'title', sign: ':', value, quoted: false, negated: false },
  });
  test('leaves out what nobody has typed yet', () => {
    const group = (...parts: FilterPart[]): FilterPart => ({ kind: 'group', join: 'any', parts, negated: false });
    expect(
      filterText({ kind: 'group', join: 'all', parts: [condition(' '), group(condition('')), condition('a')], negated: false }),
    ).toBe('title:a');
    expect(filterText({ kind: 'group', join: 'all', parts: [condition('')], negated: false })).toBe('');
  });
});

test('a space in quotes is a condition, and stays one', () => {
  expect(filterText(treeOf('" "'))).toBe('" "');
});

test('a filter taken apart and written again means the same', () => {
  const pieces = fc.oneof(
    fc.constantFrom(
      'status:',
      'title:',
      '-',
      '"',
      '(',
      ')',
      ' ',
      ' OR ',
      ' NOT ',
      ' | ',
      '404',
      'none',
      '\\',
      '>=',
      'a',
      ' (a',
      'b) ',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  let read4 = 0;
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), parts => {
      const text = parts.join('');
      const { terms, problem } = parseQuery(text);
      if (problem !== '') return;
      read4 += 1;
      expect(parseQuery(filterText(treeOf(text)))).toEqual({ terms, problem: '' });
    }),
    { numRuns: 2_000 },
  );
  expect(read4).toBeGreaterThan(200);
});
