import { expect, test } from 'vitest';
import { headerIndex, headerValue, headerValues } from '#shared/header-values.ts';

const headers = [
  ['Vary', 'Accept'],
  ['X-Robots-Tag', 'noindex'],
  ['x-robots-tag', ''],
  ['VARY', 'Cookie'],
] as const;

test('names have no case, the first header counts, and an empty value is one', () => {
  expect(headerValue(headers, 'vary')).toBe('Accept');
  expect(headerValue([['X-Robots-Tag', '']], 'x-robots-tag')).toBe('');
  expect(headerValue(headers, 'location')).toBeNull();
  expect(headerValues(headers, 'x-robots-tag')).toEqual(['noindex', '']);
  expect(headerValues(headers, '__proto__')).toEqual([]);
  expect([headerIndex(headers, 'x-robots-tag'), headerIndex(headers, 'location')]).toEqual([1, -1]);
});
