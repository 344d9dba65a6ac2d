import { expect, test } from 'vitest';
import { inForce, readLimits } from '#engine/audit/limits.ts';
import type { CheckInfo } from '#shared/model/audit.ts';

const info: CheckInfo = {
  id: 'title.long',
  name: 'Title too long',
  group: 'title',
  type: 'warning',
  priority: 'M',
  population: 'indexable',
  trigger: '',
  why: '',
  fix: '',
  sources: [],
  thresholds: { most: { value: 60, label: 'At most', unit: 'characters', min: 1, max: 500 } },
};
const known = new Map([[info.id, info]]);

test('thresholds in force are those that exist, differ from the default, and are within their bounds', () => {
  expect(inForce({ 'title.long': { most: 70 } }, known)).toEqual({ 'title.long': { most: 70 } });
  expect(inForce({ 'title.long': { most: 60 } }, known)).toEqual({});
  expect(inForce({ 'title.long': { most: 10_000 } }, known)).toEqual({ 'title.long': { most: 500 } });
  expect(inForce({ 'title.long': { most: -1 } }, known)).toEqual({ 'title.long': { most: 1 } });
  expect(inForce({ 'title.long': { most: Number.NaN, least: 3, constructor: 1 }, 'no.such': { most: 1 } }, known)).toEqual({});
});

test('what is wrong with stored thresholds is named', () => {
  expect(readLimits({ 'title.long': { most: 10_000, least: 3 }, 'no.such': { most: 1 } }, known)).toEqual({
    limits: { 'title.long': { most: 500 } },
    problems: [
      'There is no check “no.such”: its thresholds are not used.',
      'The check title.long has no threshold “least”.',
      'The threshold title.long.most is 10000, outside 1 to 500: 500 is used.',
    ],
  });
});
