import { describe, expect, test } from 'vitest';
import { assertionReport, readFile, singleFile } from '#core/assertions/report.ts';
import {
  addedWords,
  endOfLine,
  exampleFor,
  lineAt,
  lineCount,
  marksOf,
  openLines,
  startOfLine,
  totalWords,
} from '../../../../../renderer/features/robots/assertions/words.ts';

const origin = 'https://example.com';
const report = (text: string) =>
  assertionReport(text, singleFile(readFile('robots.txt', new TextEncoder().encode('User-agent: *\nDisallow: /cart\n')), origin));

describe('the marks beside assertions', () => {
  const found = report('deny * /cart\nallow Googlebot,bingbot /cart\nsame as v1\nnope\n# nothing\n');
  test('each line has one, with a sign that does not depend on colour', () => {
    const marks = marksOf(found);
    expect([...marks].map(([line, { sign, tone }]) => [line, sign, tone])).toEqual([
      [1, '✓', 'ok'],
      [2, '✗', 'bad'],
      [3, '?', 'warn'],
      [4, '!', 'bad'],
    ]);
    expect(marks.get(2)?.text).toBe('Googlebot: disallowed by line 2 and 1 more');
    expect(openLines(marks)).toEqual([2, 3, 4]);
  });
  test('the totals name every kind there is', () => {
    expect(totalWords(found)).toBe('3 assertions: 1 met, 1 not met, 1 not checkable; 1 line cannot be read');
    expect(totalWords(report('deny * /cart'))).toBe('1 assertion: 1 met');
    expect(totalWords(report('nope'))).toBe('1 line cannot be read');
    expect(totalWords(report(''))).toBe('No assertion yet');
  });
});

test('the example can be read', () => {
  const found = report(exampleFor(origin));
  expect(found.problems).toEqual([]);
  expect(found.results).toHaveLength(6);
});

test('lines are counted as an editor does', () => {
  const text = 'a\n\nbc\n';
  expect(lineCount(text)).toBe(4);
  expect([0, 1, 2, 3, 5, 6].map(at => lineAt(text, at))).toEqual([1, 1, 2, 3, 3, 4]);
  expect([1, 2, 3, 4, 5].map(line => startOfLine(text, line))).toEqual([0, 2, 3, 6, 6]);
});

test('what became of assertions that came is said in full, and no more', () => {
  const made = { crawler: 'googlebot', urls: 3, undecided: 0, more: false };
  const merged = { added: 3, present: 0, contrary: 0, contraryLine: 0, first: 2, last: 4 };
  expect(addedWords(made, merged)).toBe('3 assertions for googlebot added, lines 2 to 4.');
  expect(addedWords(made, { ...merged, added: 1, first: 5, last: 5, present: 1, contrary: 1, contraryLine: 2 })).toBe(
    '1 assertion for googlebot added, line 5. 1 verdict was already asserted. The assertion in line 2 expects the opposite of today’s verdict and stays.',
  );
  expect(addedWords({ ...made, urls: 10_000, undecided: 2, more: true }, { ...merged, added: 0, present: 9_998 })).toBe(
    'Nothing was added. 9,998 verdicts were already asserted. 2 URLs skipped: robots.txt was not read there. More URLs match; the first 10,000 URLs were used.',
  );
});

test('a line ends before its line feed', () => {
  expect([1, 2, 3].map(line => endOfLine('ab\n\ncd', line))).toEqual([2, 3, 6]);
});
