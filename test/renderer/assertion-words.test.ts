import { describe, expect, test } from 'vitest';
import { assertionReport, readFile, singleFile } from '#core/robots/assertions/report.ts';
import {
  appended,
  exampleFor,
  lineAt,
  lineCount,
  marksOf,
  openLines,
  startOfLine,
  totalWords,
} from '../../renderer/features/robots/assertion-words.ts';

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

test('what is added stands below what is there', () => {
  expect(appended(' \n', 'b\n')).toBe('b\n');
  expect(appended('a', 'b\n')).toBe('a\n\nb\n');
  expect(appended('a\n\n\n', 'b\n')).toBe('a\n\nb\n');
});
