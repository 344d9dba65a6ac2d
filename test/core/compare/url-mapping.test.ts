import { describe, expect, test } from 'vitest';
import { readComparison, writtenComparison } from '#core/compare/comparison-settings.ts';
import { readPairs } from '#core/compare/mapping-pairs.ts';
import { compileMapping } from '#core/compare/url-mapping.ts';
import type { MappingRule } from '#shared/model/url-mapping.ts';

const compiled = (rules: readonly MappingRule[], pairs: readonly (readonly [string, string])[] = []) => {
  const made = compileMapping({ rules, pairs });
  if ('problem' in made) throw new Error(made.problem);
  return (url: string) => made.map(url);
};
const problem = (rule: MappingRule): string => {
  const made = compileMapping({ rules: [rule], pairs: [] });
  return 'problem' in made ? made.problem : '';
};

describe('a mapping of URLs', () => {
  test('a host keeps scheme, path and query, and may name the scheme', () => {
    const map = compiled([{ kind: 'host', from: 'staging.example.com', to: 'www.example.com' }]);
    expect(map('https://staging.example.com/a?b=1')).toEqual({ url: 'https://www.example.com/a?b=1', rule: 0 });
    expect(map('https://example.com/a')).toEqual({ url: 'https://example.com/a', rule: -1 });
    expect(map('https://notstaging.example.com/')).toMatchObject({ rule: -1 });
    const secure = compiled([{ kind: 'host', from: 'http://old.example:8080', to: 'https://new.example' }]);
    expect(secure('http://old.example:8080/x').url).toBe('https://new.example/x');
    expect(secure('https://old.example:8080/x').rule).toBe(-1);
  });

  test('prefix and rewrite, the first that fits applies, pairs before all', () => {
    const map = compiled(
      [
        { kind: 'prefix', from: 'https://a.example/shop/', to: 'https://a.example/store/' },
        { kind: 'rewrite', from: '/product\\.php\\?id=(\\d+)$', to: '/p/$1' },
      ],
      [['https://a.example/shop/odd', 'https://a.example/even']],
    );
    expect(map('https://a.example/shop/lamp').url).toBe('https://a.example/store/lamp');
    expect(map('https://a.example/product.php?id=17')).toEqual({ url: 'https://a.example/p/17', rule: 1 });
    expect(map('https://a.example/shop/odd')).toEqual({ url: 'https://a.example/even', rule: 2 });
  });

  test('what cannot be used is named', () => {
    expect(problem({ kind: 'host', from: 'a b', to: 'x' })).toContain('“a b” is not a host');
    expect(problem({ kind: 'prefix', from: '', to: 'x' })).toContain('prefix is missing');
    expect(problem({ kind: 'rewrite', from: '(', to: 'x' })).toContain('“(” cannot be used as a pattern');
    expect(problem({ kind: 'rewrite', from: '(a)', to: '$2' })).toContain('names group 2');
    expect(problem({ kind: 'rewrite', from: 'a', to: '$x' })).toContain('names no group');
  });

  test('a pattern that backtracking engines need ages for is quick', () => {
    const map = compiled([{ kind: 'rewrite', from: '(a+)+b$', to: '' }]);
    expect(map(`https://a.example/${'a'.repeat(5_000)}`).rule).toBe(-1);
  });
});

describe('pairs of URLs as CSV', () => {
  test('comma, semicolon, tab, a heading, quotes and a byte-order mark', () => {
    const wanted = { pairs: [['https://a.example/1,2', 'https://b.example/']] };
    expect(readPairs('\ufeffold,new\r\n"https://a.example/1,2",https://b.example/\r\n')).toEqual(wanted);
    expect(readPairs('https://a.example/1,2;https://b.example/')).toMatchObject({ problem: expect.stringContaining('line 1') });
    expect(readPairs('https://a.example/1;https://b.example/\n')).toEqual({
      pairs: [['https://a.example/1', 'https://b.example/']],
    });
    expect(readPairs('https://a.example/1\thttps://b.example/')).toMatchObject({ pairs: [expect.anything()] });
  });

  test('a bad line is named', () => {
    expect(readPairs('https://a.example/,https://b.example/\n/x,https://b.example/')).toEqual({
      problem: 'line 2: “/x” is not a URL that starts with http:// or https://',
    });
    expect(readPairs('')).toEqual({ problem: 'it has no pairs of URLs' });
  });
});

test('the settings of a comparison are a file that reads back, and a wrong one is refused', () => {
  const settings = {
    mapping: {
      rules: [{ kind: 'host' as const, from: 'a.example', to: 'b.example' }],
      pairs: [['https://a.example/x', 'https://b.example/y'] as const],
    },
    fields: ['title', 'header:etag'],
  };
  expect(readComparison(writtenComparison(settings))).toEqual(settings);
  expect(readComparison('{')).toEqual({ problem: 'it is not JSON' });
  expect(readComparison('{"kind":"crawlscope-comparison","version":1,"fields":["tittle"]}')).toEqual({
    problem: 'there is no field “tittle”',
  });
  expect(readComparison('{"kind":"crawlscope-comparison","version":1,"rules":[{"kind":"hosts"}]}')).toMatchObject({
    problem: expect.stringContaining('rule 1'),
  });
});
