import { expect, test } from 'vitest';
import { folderOf, untilWords, whereWords } from '../../../renderer/domain/ignore-words.ts';

test('a rule says which URLs it covers', () => {
  expect(whereWords({ kind: 'all' })).toBe('on all URLs');
  expect(whereWords({ kind: 'urls', urls: ['http://a.test/x'] })).toBe('on http://a.test/x');
  expect(whereWords({ kind: 'urls', urls: ['http://a.test/x', 'http://a.test/y'] })).toBe('on 2 URLs');
  expect(whereWords({ kind: 'prefix', prefix: 'http://a.test/x/' })).toBe('on URLs that start with http://a.test/x/');
  expect(whereWords({ kind: 'pattern', pattern: '\\?s=' })).toBe('on URLs that match \\?s=');
  expect([untilWords(''), untilWords('2027-01-31')]).toEqual(['no end', 'until 2027-01-31']);
});

test('the folder of a URL ends at the last slash of its path', () => {
  expect(folderOf('https://a.test/x/y?q=/1#/2')).toBe('https://a.test/x/');
  expect(folderOf('https://a.test/x/')).toBe('https://a.test/x/');
});
