import { expect, test } from 'vitest';
import { badLinesWords, readSeedLines, withScheme } from '#shared/seed-lines.ts';

test('a list has its URLs once, and names the lines that are none by their numbers', () => {
  const list = readSeedLines('\ufeffhttps://a.test/\r\n# a comment\n\nb.test/x\nnot a url\nftp://c.test/\nb.test/x\n');
  expect(list).toEqual({
    seeds: ['https://a.test/', 'b.test/x'],
    repeated: 1,
    bad: [
      { line: 5, text: 'not a url' },
      { line: 6, text: 'ftp://c.test/' },
    ],
  });
  expect(badLinesWords(list)).toBe('2 lines are not HTTP URLs: line 5 (“not a url”), line 6 (“ftp://c.test/”).');
  expect(badLinesWords(readSeedLines('a b'))).toBe('Line 1 is not an HTTP URL: “a b”. Write it like https://example.com/.');
  expect(badLinesWords(readSeedLines('a.test'))).toBe('');
  const many = readSeedLines(Array.from({ length: 9 }, (_, i) => `no url ${i}`).join('\n'));
  expect(badLinesWords(many)).toMatch(/^9 lines are not HTTP URLs: .*, and 6 more\.$/);
});

test.each([
  ['example.com', 'https://example.com'],
  ['localhost:8080', 'http://localhost:8080'],
  ['http://[broken/', null],
  ['mailto:a@b.test', null],
  ['example', null],
])('%s becomes %s', (typed, url) => {
  expect(withScheme(typed)).toBe(url);
});
