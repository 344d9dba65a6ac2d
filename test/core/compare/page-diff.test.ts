import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linksPart, structuredPairs, textPart, valuesPart, wordRuns } from '#core/compare/page-diff.ts';
import type { DiffLink } from '#shared/model/page-diff.ts';

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
  );
  expect(found).toEqual({
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
  ).toEqual([
    ['Product', '(item)'],
    ['Product.name', 'Lamp'],
    ['Product.offers.Offer', '(item)'],
    ['Product.offers.Offer.price', '10'],
  ]);
});
