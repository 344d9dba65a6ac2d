import { expect, test } from 'vitest';
import { renamedIn, withNamed } from '../../../renderer/domain/named.ts';

const a = { name: 'a', value: 1 };
const b = { name: 'b', value: 2 };

test('what is saved replaces what has its name, and the oldest goes when there are too many', () => {
  expect(withNamed([a, b], [{ name: 'a', value: 3 }], 10)).toEqual([b, { name: 'a', value: 3 }]);
  expect(withNamed([a, b], [{ name: 'c', value: 3 }], 2)).toEqual([b, { name: 'c', value: 3 }]);
});

test('a new name takes the place of another one, in the same order', () => {
  expect(renamedIn([a, b], 'a', 'c')).toEqual([{ name: 'c', value: 1 }, b]);
  expect(renamedIn([a, b], 'a', 'b')).toEqual([{ name: 'b', value: 1 }]);
  expect(renamedIn([a, b], 'a', 'a')).toEqual([a, b]);
});
