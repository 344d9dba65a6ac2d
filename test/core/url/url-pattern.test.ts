import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { maxPatternLength, maxPatternSize, readPattern, readPatterns } from '#core/url/url-pattern.ts';

const matches = (pattern: string, url: string): boolean => {
  const reading = readPattern(pattern);
  if (reading.kind === 'problem') throw new Error(reading.problem);
  return reading.pattern.test(url);
};

describe('a URL pattern', () => {
  it.each([
    ['/keep/', 'https://a.test/keep/x', true],
    ['^https?:\\/\\/a\\.test\\/', 'http://a.test/', true],
    ['\\.pdf$', 'https://a.test/x.pdf', true],
    ['\\.pdf$', 'https://a.test/x.pdf?y', false],
    ['\\u0041b', 'https://a.test/Ab', true],
    ['(?<year>\\d{4})/', 'https://a.test/2024/', true],
    ['(?i)/ADMIN', 'https://a.test/admin', true],
  ])('%s on %s gives %s, as in ECMAScript', (pattern, url, expected) => {
    expect(matches(pattern, url)).toBe(expected);
  });

  it.each([
    ['(a)\\1', 'backreference'],
    ['(?<n>a)\\k<n>', 'backreference'],
    ['x(?=y)', 'look-ahead'],
    ['(?<!x)y', 'look-behind'],
    ['[', 'missing closing ]'],
    ['a'.repeat(maxPatternLength + 1), 'characters'],
  ])('%s is refused, and the reason is named', (pattern, reason) => {
    const { problems, patterns } = readPatterns([pattern]);
    expect(patterns).toEqual([]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(reason);
  });

  // As a JavaScript expression, each blocked the crawl's thread for seconds to hours.
  it.each([
    ['(a+)+$', `/${'a'.repeat(2_000)}!`],
    ['.*page.*sort.*order.*', `http://h/${'pagesort'.repeat(250)}`],
    ['^https?://.*/.*/.*\\.(jpg|png)$', `http://h${'/a'.repeat(1_000)}`],
    ['\\?.*&.*&.*&utm_', `http://h/?${'a&'.repeat(1_000)}`],
    ['(x+x+)+y', 'x'.repeat(2_000)],
  ])('%s answers in linear time', (pattern, url) => {
    const reading = readPattern(pattern);
    if (reading.kind === 'problem') throw new Error(reading.problem);
    const started = process.cpuUsage();
    expect(reading.pattern.test(url)).toBe(false);
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(250);
  });

  it('costs at most so much that all of a crawl stay below the limit', () => {
    const worst = readPattern('[ab]*a[ab]{200}$');
    expect(worst.kind === 'pattern' && worst.size).toBeLessThan(maxPatternSize);
    const tooLarge = readPattern('(?:\\pL{0,900}){1}\\d{900}');
    expect(tooLarge.kind === 'pattern' && tooLarge.size).toBeGreaterThan(maxPatternSize);
  });
});

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(entry.name)) yield path;
  }
}

describe('production code', () => {
  it('makes no JavaScript expression from data: patterns run in RE2', () => {
    // Made of constants of the same file, of packed data of ours, or of a literal text whose special characters are escaped.
    const constant = new Set([
      join('electron', 'core', 'directives', 'date.ts'),
      join('electron', 'core', 'rules', 'patterns.ts'),
      join('electron', 'core', 'sitemap', 'well-formed.ts'),
      join('electron', 'core', 'text', 'language-scores.ts'),
      // Words of our phrases: letters only.
      join('electron', 'core', 'text', 'phrase-set.ts'),
      join('electron', 'core', 'structured', 'value-forms.ts'),
      join('electron', 'export', 'neutralise.ts'),
      join('electron', 'storage', 'file', 'unpack.ts'),
    ]);
    const found = ['electron', 'renderer', 'shared']
      .flatMap(folder => [...sources(folder)])
      .filter(path => !constant.has(path))
      .filter(path => /\bRegExp\(/.test(readFileSync(path, 'utf8')));
    expect(found).toEqual([]);
  });
});
