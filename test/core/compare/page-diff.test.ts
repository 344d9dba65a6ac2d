import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { linksPart, structuredPairs, textPart, valuesPart, wordRuns } from '#core/compare/page-diff.ts';
import type { DiffLink } from '#shared/model/page-diff.ts';
import type { StructuredData } from '#shared/model/structured-data.ts';

const link = (to: string, text = 'x', rel = ''): DiffLink => ({ to, kind: 'a', rel, text });

test('words that were added and removed are runs between those that stayed', () => {
  expect(wordRuns('The old shop is open', 'The new shop is open today')).toEqual([
    { kind: 'same', text: 'The ' },
    { kind: 'removed', text: 'old ' },
    { kind: 'added', text: 'new ' },
    { kind: 'same', text: 'shop is open ' },
    { kind: 'added', text: 'today ' },
  ]);
});

test('the runs of any two texts make up both', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 40 });
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const runs = wordRuns(before.join(' '), after.join(' '));
      const words = (without: string): string[] =>
        runs.filter(({ kind }) => kind !== without).flatMap(({ text }) => text.split(/\s+/).filter(Boolean));
      expect(words('added').sort()).toEqual([...before].sort());
      expect(words('removed')).toEqual(after);
    }),
  );
});

test('a text counts its words, folds what stayed, and shows changed blocks', () => {
  const lines = Array.from({ length: 20 }, (_, at) => `Line number ${at}`);
  const part = textPart(lines, [...lines.slice(0, 10), 'Line number ten', ...lines.slice(11), 'One more'], false);
  expect(part).toMatchObject({ before: 60, after: 62, added: 3, removed: 1, isCut: false });
  expect(part.rows.map(({ kind }) => kind)).toContain('gap');
});

test('links are compared as a whole, then by target; repetitions count', () => {
  const found = linksPart(
    [link('/a'), link('/a'), link('/b', 'old'), link('/c')],
    [link('/a'), link('/b', 'new'), link('/d')],
    false,
  );
  expect(found).toMatchObject({ before: 4, after: 3, addedCount: 1, removedCount: 2, changedCount: 1 });
  expect(found.added.map(({ to }) => to)).toEqual(['/d']);
  expect(found.removed.map(({ to }) => to)).toEqual(['/a', '/c']);
  expect(found.changed).toEqual([{ before: link('/b', 'old'), after: link('/b', 'new') }]);
});

test('values by name, several of one name in any order', () => {
  const found = valuesPart(
    [
      ['via', 'a'],
      ['via', 'b'],
      ['etag', '1'],
    ],
    [
      ['via', 'b'],
      ['via', 'a'],
      ['etag', '2'],
      ['age', '3'],
    ],
    false,
  );
  expect(found).toEqual({
    isCut: false,
    same: 2,
    differCount: 2,
    differ: [
      { name: 'etag', before: '1', after: '2' },
      { name: 'age', before: null, after: '3' },
    ],
  });
});

test('structured data becomes paths and values', () => {
  const at = { start: 0, end: 0 };
  expect(
    structuredPairs({
      blocks: [{ format: 'json-ld', at }],
      items: [
        {
          block: 0,
          types: ['Product'],
          at,
          properties: [
            { name: 'name', values: ['Lamp'] },
            { name: 'offers', values: [{ item: 1 }] },
          ],
        },
        { block: 0, types: ['Offer'], parent: 0, via: 'offers', at, properties: [{ name: 'price', values: [10] }] },
      ],
      dropped: { blocks: 0, items: 0, values: 0 },
    }),
  ).toEqual({
    isCut: false,
    pairs: [
      ['Product', '(item)'],
      ['Product.name', 'Lamp'],
      ['Product.offers.Offer', '(item)'],
      ['Product.offers.Offer.price', '10'],
    ],
  });
});

test('values of one name are compared by their number', () => {
  const values = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
  const many = (all: readonly (string | null)[], value: string): number => all.filter(each => each === value).length;
  fc.assert(
    fc.property(values, values, (before, after) => {
      const named = (all: readonly string[]) => all.map(value => ['via', value] as const);
      const { same, differ } = valuesPart(named(before), named(after), false);
      let equal = 0;
      for (const value of ['a', 'b', 'c', 'd']) {
        const both = Math.min(many(before, value), many(after, value));
        equal += both;
        expect(
          many(
            differ.map(each => each.before),
            value,
          ),
        ).toBe(many(before, value) - both);
        expect(
          many(
            differ.map(each => each.after),
            value,
          ),
        ).toBe(many(after, value) - both);
      }
      expect(same).toBe(equal);
    }),
  );
});

test('many values of one name are not searched one by one', () => {
  const pairs = Array.from({ length: 20_000 }, (_, at) => ['via', String(at)] as const);
  const work = [vi.spyOn(Array.prototype, 'indexOf'), vi.spyOn(Array.prototype, 'splice')];
  const found = valuesPart(pairs, pairs.toReversed(), false);
  const calls = work.map(({ mock }) => mock.calls.length);
  for (const spy of work) spy.mockRestore();
  expect(found).toMatchObject({ same: 20_000, differCount: 0 });
  expect(Math.max(...calls)).toBeLessThan(100);
});

const at = { start: 0, end: 0 };
const dataOf = (items: StructuredData['items']): StructuredData => ({
  blocks: [{ format: 'microdata', at }],
  items,
  dropped: { blocks: 0, items: 0, values: 0 },
});

test('items that refer to the same items cost one pair for each value', () => {
  // Eight levels of four items; each item has all items of the next level as values, as nested itemrefs give it.
  const [levels, wide] = [8, 4];
  const level = (of: number) => Array.from({ length: wide }, (_, item) => ({ item: 1 + of * wide + item }));
  const items = Array.from({ length: 1 + levels * wide }, (_, index) => {
    const next = index === 0 ? 0 : Math.floor((index - 1) / wide) + 1;
    return {
      block: 0,
      at,
      types: [`T${index}`],
      ...(index === 0 ? {} : { parent: next === 1 ? 0 : 1 + (next - 2) * wide }),
      properties: next < levels ? [{ name: 'p', values: level(next) }] : [],
    };
  });
  const { pairs, isCut } = structuredPairs(dataOf(items));
  const values = items.flatMap(({ properties }) => properties).flatMap(each => each.values);
  expect(pairs).toHaveLength(1 + values.length);
  expect(isCut).toBe(false);
});

test('an item with two names is read under the first, and has a line under the second', () => {
  const person = { block: 0, at, types: ['Person'], parent: 0, properties: [{ name: 'name', values: ['Ann'] }] };
  const properties = ['author', 'editor'].map(name => ({ name, values: [{ item: 1 }] }));
  expect(structuredPairs(dataOf([{ block: 0, at, types: ['Article'], properties }, person])).pairs).toEqual([
    ['Article', '(item)'],
    ['Article.author.Person', '(item)'],
    ['Article.author.Person.name', 'Ann'],
    ['Article.editor.Person', '(item)'],
  ]);
});

test.each([
  ['values', 20_001, 'T'],
  ['characters of paths', 10_000, 'T'.repeat(1_000)],
])('structured data with too many %s is cut, and says so', (_what, count, type) => {
  const of = (values: number) =>
    structuredPairs(dataOf([{ block: 0, at, types: [type], properties: [{ name: 'p', values: Array(values).fill('x') }] }]));
  const { pairs, isCut } = of(count);
  expect(isCut).toBe(true);
  expect(pairs.length).toBeLessThanOrEqual(20_000);
  expect(pairs.reduce((sum, [path]) => sum + path.length, 0)).toBeLessThanOrEqual(5_000_000);
  expect(of(1_000).isCut).toBe(false);
});

test('structured data nested too deeply is cut, and says so', () => {
  const chain = (length: number) =>
    Array.from({ length }, (_, index) => ({
      block: 0,
      at,
      types: ['T'],
      ...(index === 0 ? {} : { parent: index - 1 }),
      properties: index + 1 < length ? [{ name: 'p', values: [{ item: index + 1 }] }] : [],
    }));
  expect(structuredPairs(dataOf(chain(21)))).toMatchObject({ isCut: false });
  const deep = structuredPairs(dataOf(chain(22)));
  expect([deep.isCut, deep.pairs.length]).toEqual([true, 21]);
});
