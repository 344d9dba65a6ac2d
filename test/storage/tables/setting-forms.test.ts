import { expect, it } from 'vitest';
import { HostLimits } from '#shared/limits-input.ts';
import {
  between,
  flag,
  listBy,
  listOf,
  objectOf,
  oneOf,
  orNull,
  text,
  WrongForm,
  within,
} from '#storage/tables/setting-forms.ts';

const form = objectOf({
  name: text(3),
  size: within(1, 10),
  kind: oneOf(['a', 'b']),
  rules: listOf(objectOf({ on: flag }), 2),
  login: orNull(objectOf({ url: text(5) })),
});
const good = { name: 'abc', size: 10, kind: 'b', rules: [{ on: true }], login: null };

function placeOf(value: unknown): string {
  try {
    form(value, '');
  } catch (error) {
    if (error instanceof WrongForm) return error.place;
    throw error;
  }
  return 'fits';
}

it('gives back what fits, without members that it does not know', () => {
  expect(form({ ...good, more: 1, rules: [{ on: false, more: 1 }] }, '')).toEqual({ ...good, rules: [{ on: false }] });
});

it.each([
  ['', []],
  ['', null],
  ['', 'text'],
  ['name', { ...good, name: 'abcd' }],
  ['name', { ...good, name: undefined }],
  ['size', { ...good, size: 0 }],
  ['size', { ...good, size: Number.NaN }],
  ['size', { ...good, size: '5' }],
  ['kind', { ...good, kind: 'c' }],
  ['rules', { ...good, rules: {} }],
  ['rules', { ...good, rules: Array(3).fill({ on: true }) }],
  ['rules.1.on', { ...good, rules: [{ on: true }, { on: 1 }] }],
  ['login.url', { ...good, login: { url: 5 } }],
])('names the place of what does not fit: %o', (place, value) => {
  expect(placeOf(value)).toBe(place);
});

it('rounds and clamps numbers that need not be exact, and refuses what is none', () => {
  const pages = between(1, 100);
  expect([0, 1.6, 1e9].map(value => pages(value, ''))).toEqual([1, 2, 100]);
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, '5', null]) expect(() => pages(value, '')).toThrow(WrongForm);
});

it('reads a list by a schema, which an empty one does not need', () => {
  const never = (): typeof HostLimits => {
    throw new Error('loaded');
  };
  expect(listBy(never)([], 'hostLimits')).toEqual([]);
  const limits = listBy(() => HostLimits);
  expect(limits([{ host: 'a.example', pages: 5 }], '')).toEqual([{ host: 'a.example', pages: 5 }]);
  const refused = () => limits([{ host: 'a.example' }, { host: 'b.example', pages: 0 }], 'hostLimits');
  expect(refused).toThrow(expect.objectContaining({ place: 'hostLimits.1.pages' }));
  expect(() => limits('all', 'hostLimits')).toThrow(expect.objectContaining({ place: 'hostLimits' }));
});
