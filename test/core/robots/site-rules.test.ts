import { describe, expect, it } from 'vitest';
import { obedienceFor, siteRuleProblem } from '#core/robots/site-rules.ts';
import type { Obedience, SiteRule } from '#shared/model/crawl.ts';

const never = (pattern: string): SiteRule => ({ pattern, robots: 'never' });
const on = (rules: readonly SiteRule[], origin: string, robotsDefault: 'inherit' | 'always' = 'inherit'): Obedience =>
  obedienceFor({ siteRules: rules, robotsDefault }, origin).robots;

describe('the pattern of a site rule', () => {
  it.each([
    ['example.com', 'https://example.com', true],
    ['example.com', 'http://example.com', true],
    ['example.com', 'http://example.com:8080', false],
    ['example.com', 'https://www.example.com', false],
    ['example.com:443', 'https://example.com', true],
    ['example.com:443', 'http://example.com', false],
    ['EXAMPLE.com/', 'https://example.com', true],
    ['bücher.example', 'https://xn--bcher-kva.example', true],
    ['https://example.com', 'https://example.com', true],
    ['https://example.com', 'http://example.com', false],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', true],
    ['[::1]:80', 'http://[::1]', true],
    ['*.example.com', 'https://a.b.example.com', true],
    ['*.example.com', 'https://example.com', false],
    ['*.example.com', 'https://notexample.com', false],
    ['https://*.example.com', 'http://a.example.com', false],
  ])('%s on %s: %s', (pattern, origin, matches) => {
    expect(siteRuleProblem(never(pattern))).toBe('');
    expect(on([never(pattern)], origin)).toBe(matches ? 'never' : 'inherit');
  });

  it.each(['', ' ', 'https://example.com/path', 'a.com?x', 'user@example.com', '*.127.0.0.1', 'ftp://example.com', 'a b', '*.*'])(
    '“%s” names no site',
    pattern => {
      expect(siteRuleProblem(never(pattern))).toContain('names no site');
      expect(on([never(pattern)], 'https://example.com')).toBe('inherit');
    },
  );

  it.each(['*.com', '*.co.uk', '*.localhost'])('“%s” is too wide not to be obeyed, and may be obeyed always', pattern => {
    expect(siteRuleProblem(never(pattern))).toContain('many owners');
    expect(siteRuleProblem({ pattern, robots: 'always' })).toBe('');
  });
});

describe('the rule for every host', () => {
  it('says never, and counts where no other rule names the site', () => {
    expect(siteRuleProblem(never('*'))).toBe('');
    expect(siteRuleProblem({ pattern: '*', robots: 'always' })).toContain('only for “never”');
    const rules: SiteRule[] = [never('*'), { pattern: 'example.com', robots: 'always' }];
    expect(on(rules, 'https://example.com')).toBe('always');
    expect(on(rules, 'http://127.0.0.1:8080')).toBe('never');
    expect(obedienceFor({ siteRules: rules, robotsDefault: 'inherit' }, 'https://a.test')).toEqual({
      robots: 'never',
      setting: 'never obey robots.txt on any host',
      isForAll: true,
    });
  });

  it('is not what a rule for one host is', () => {
    expect(obedienceFor({ siteRules: [never('a.test')], robotsDefault: 'inherit' }, 'https://a.test').isForAll).toBe(false);
  });
});

describe('several rules', () => {
  it('the first that matches counts', () => {
    const rules: SiteRule[] = [{ pattern: 'www.example.com', robots: 'inherit' }, never('*.example.com')];
    expect(on(rules, 'https://www.example.com')).toBe('inherit');
    expect(on(rules, 'https://dev.example.com')).toBe('never');
    expect(on([...rules].reverse(), 'https://www.example.com')).toBe('never');
  });

  it('where none matches the default holds, and is cited', () => {
    expect(on([never('example.com')], 'https://other.example', 'always')).toBe('always');
    expect(obedienceFor({ siteRules: [], robotsDefault: 'always' }, 'https://a.example').setting).toBe('always obey robots.txt');
    expect(obedienceFor({ siteRules: [], robotsDefault: 'inherit' }, 'https://a.example').setting).toBe('');
  });
});
