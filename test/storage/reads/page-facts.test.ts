import { describe, expect, it } from 'vitest';
import { decodePageFacts } from '#storage/reads/page-facts.ts';

const at = { start: 0, end: 9 };
const block = { format: 'microdata', at };
const item = {
  block: 0,
  types: ['Person'],
  at,
  properties: [{ name: 'knows', values: ['x', 1, true, null, { item: 0 }, { ref: '#b' }] }],
};
const data = { blocks: [block], items: [item], dropped: { blocks: 0, items: 0, values: 0 } };
const structuredOf = (structured: unknown): unknown => {
  const json = JSON.stringify({
    v: 1,
    elements: 1,
    deepest: 1,
    text: { bytes: 0, characters: 0, words: 0, area: 'rest' },
    structured,
  });
  return decodePageFacts(json)?.structured ?? 'none';
};
const withItem = (change: object): unknown => ({ ...data, items: [{ ...item, ...change }] });
const withBlock = (change: object): unknown => ({ ...data, blocks: [{ ...block, ...change }] });
const error = { code: 'empty', line: 1, column: 1, offset: 0, byte: 0, found: '' };

describe('structured data of a foreign file', () => {
  it.each([
    ['as it was written', data],
    ['with all that may be missing', withItem({ id: 'a', parent: 0, via: 'b', unknownVocabulary: true })],
    [
      'with an error',
      withBlock({ error, wrapped: true, contextMissing: true, unknownContexts: ['x'], missingReferences: ['y'] }),
    ],
    ['empty', { ...data, blocks: [], items: [] }],
  ])('is kept %s', (_, value) => {
    expect(structuredOf(value)).toEqual(value);
  });

  it.each([
    ['not an object', 7],
    ['a list', []],
    ['without blocks', { ...data, blocks: undefined }],
    ['without items', { ...data, items: {} }],
    ['without counts', { ...data, dropped: {} }],
    ['with an item of no block', withItem({ block: 1 })],
    ['with an item in no item', withItem({ parent: 1 })],
    ['with types that are no texts', withItem({ types: [1] })],
    ['with no place', withItem({ at: [0, 9] })],
    ['with a value that leads nowhere', withItem({ properties: [{ name: 'a', values: [{ item: 1 }] }] })],
    ['with a value of another form', withItem({ properties: [{ name: 'a', values: [{ url: 'x' }] }] })],
    ['with a property without values', withItem({ properties: [{ name: 'a' }] })],
    ['with a damaged error', withBlock({ error: { ...error, line: '1' } })],
    ['with a damaged context', withBlock({ unknownContexts: [null] })],
  ])('is dropped %s', (_, value) => {
    expect(structuredOf(value)).toBe('none');
  });
});
