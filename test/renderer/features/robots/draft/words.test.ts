import { describe, expect, test } from 'vitest';
import type { LintFinding } from '#shared/model/lint.ts';
import { coverageGutters, coverageSums, pickOfLine } from '../../../../../renderer/features/robots/coverage/marks.ts';
import {
  agentsIn,
  becauseWords,
  completeAt,
  depthWords,
  draftMarks,
  keptWords,
} from '../../../../../renderer/features/robots/draft/words.ts';

const finding = (change: Partial<LintFinding>): LintFinding => ({
  id: 'x',
  severity: 'E',
  line: 1,
  column: 1,
  endColumn: 3,
  start: 0,
  end: 0,
  message: '',
  why: '',
  fix: null,
  dialects: [],
  everybody: true,
  ...change,
});

describe('the draft editor', () => {
  test('makes fixes at the places that bytes of UTF-8 mean, also behind characters of several bytes', () => {
    const text = '# é𝄞\nDisalow: /';
    const start = new TextEncoder().encode('# é𝄞\n').length;
    const fix = { title: 'Write Disallow', edits: [{ start, end: start + 7, insert: 'Disallow' }] };
    const [mark] = draftMarks(text, [finding({ line: 2, fix }), finding({ line: 0 })]);
    const [change] = mark?.fix?.changes ?? [];
    expect(text.slice(change?.from, change?.to)).toBe('Disalow');
    expect(
      draftMarks('abc', [finding({ fix: { title: '', edits: [{ start: 1, end: 2, insert: '' }] } })])[0]?.fix?.changes,
    ).toEqual([{ from: 1, to: 2, insert: '' }]);
  });

  test('completes keys, names of crawlers, and sections of the site', () => {
    const source = {
      agents: ['bingbot', 'Googlebot'],
      own: ['googlebot', '*'],
      sections: [{ section: '/shop/', urls: 1_204 }],
      origin: 'https://e.com',
    };
    const at = (line: string) => completeAt(source, line, line.length);
    expect(at('  Dis')).toMatchObject({ from: 2 });
    expect(at('User-agent: g')?.options.map(({ label }) => label)).toEqual(['*', 'googlebot', 'bingbot']);
    expect(at('Disallow: /s')).toEqual({ from: 10, options: [{ label: '/shop/', detail: '1,204 URLs' }] });
    expect(at('Crawl-delay: 1')).toBeNull();
    expect(at('# Dis')).toBeNull();
    expect(agentsIn('User-agent: A\nuser-agent:a # x\n User-Agent : *\n')).toEqual(['a', '*']);
  });

  test('says how deep URLs lie; the last depth stands for all beyond', () => {
    expect(depthWords({ urls: 6, inlinks: 0, inSitemap: 0, byDepth: [1, 0, 5] })).toBe('1 at depth 0, 5 at depth 2 and beyond');
  });
});

describe('coverage beside the file', () => {
  const line = (number: number, start: number, decides: number, loses: number) => ({
    line: number,
    start,
    decides,
    allows: 0,
    blocks: decides,
    undecided: 0,
    loses,
  });
  const coverage = {
    origin: 'https://e.com',
    version: 1,
    profile: 'x',
    total: 10,
    noRule: 6,
    noRuleBlocked: 0,
    isFile: true,
    lines: [line(3, 20, 4, 1), line(4, 30, 0, 2), line(5, 40, 0, 0)],
  };
  // The shown file counts a line less than the crawler before these rules.
  const lines = [
    { number: 1, start: 0 },
    { number: 2, start: 20 },
    { number: 3, start: 30 },
    { number: 4, start: 40 },
  ];

  test('marks stand at the place of the rule in the file, whatever number the crawler gives it', () => {
    const [decides, loses] = coverageGutters(coverage, lines, () => undefined);
    expect([...(decides?.marks ?? [])].map(([at, { text, onClick }]) => [at, text, onClick !== undefined])).toEqual([
      [2, '4', true],
      [3, '0', false],
      [4, '0', false],
    ]);
    expect([...(loses?.marks.keys() ?? [])]).toEqual([2, 3]);
    expect(pickOfLine(coverage, lines, 2)).toEqual({ line: 3, matches: false });
    expect(pickOfLine(coverage, lines, 3)).toEqual({ line: 4, matches: true });
    expect(pickOfLine(coverage, lines, 4)).toBeNull();
  });

  test('decided and by no rule add up to all URLs', () => {
    const sums = coverageSums(coverage);
    expect(sums).toEqual({ decided: 4, deciding: 1, losing: 1, idle: 1 });
    expect(sums.decided + coverage.noRule).toBe(coverage.total);
  });
});

describe('a draft beside an answer that was no file', () => {
  test('is not called stored, and no edit of it is blamed', () => {
    expect([keptWords(false, false, true), keptWords(false, true, false), keptWords(true, false, false)]).toEqual([
      'as stored',
      'saved',
      'not saved',
    ]);
    expect(keptWords(false, false, false)).toBe('empty, as no file is stored');
    expect([becauseWords(1, false), becauseWords(1, true)]).toEqual([
      'Because of 1 edit',
      'Because a file replaces the error response',
    ]);
  });
});
