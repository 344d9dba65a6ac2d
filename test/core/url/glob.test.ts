import { expect, it } from 'vitest';
import { readCrawlPattern } from '#core/url/url-pattern.ts';

const matches = (pattern: string, url: string): boolean => {
  const reading = readCrawlPattern(pattern);
  if (reading.kind === 'problem') throw new Error(reading.problem);
  return reading.pattern.test(url);
};

it.each([
  ['glob:/blog/*', 'https://a.test/blog/x', true],
  ['glob:/blog/*', 'https://a.test/blog/x/y', false],
  ['glob:/blog/**', 'https://a.test/blog/x/y?z=1', true],
  ['glob:/blog/**', 'https://a.test/en/blog/x', false],
  ['glob:/**.pdf', 'https://a.test/files/x.pdf', true],
  ['glob:/**.pdf', 'https://a.test/files/xXpdf', false],
  ['glob:/list?page=*', 'https://a.test/list?page=2', true],
  ['glob:/list?page=*', 'https://a.test/lis', false],
  ['glob:https://*.a.test/**', 'https://www.a.test/', true],
  ['glob:https://*.a.test/**', 'https://a.test/', false],
  ['glob:*://a.test/(x)[y]+', 'http://a.test/(x)[y]+', true],
  ['re:\\.pdf$', 'https://a.test/x.pdf', true],
  ['\\.pdf$', 'https://a.test/x.pdf', true],
])('%s on %s: %s', (pattern, url, expected) => {
  expect(matches(pattern, url)).toBe(expected);
});

it('keeps the pattern as written, and names what a glob lacks', () => {
  const reading = readCrawlPattern('glob:/a/*');
  expect(reading.kind === 'pattern' && reading.pattern.source).toBe('glob:/a/*');
  expect(readCrawlPattern('glob:blog')).toMatchObject({
    kind: 'problem',
    problem: expect.stringContaining('starts with a slash'),
  });
});
