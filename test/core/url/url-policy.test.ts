import { describe, expect, it, test } from 'vitest';
import { cleanedBy, cleanRules, mostCleanAsterisks, mostCleanNames } from '#core/robots/clean-param.ts';
import { readParameterRule } from '#core/url/parameter-rules.ts';
import { readRewriteRule } from '#core/url/rewrite-rules.ts';
import { trackingParameters } from '#core/url/tracking-parameters.ts';
import { urlPolicyOf } from '#core/url/url-policy.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';

const none = { rewrites: [], parameters: [], cleanParam: false };
const spelt = (
  settings: Partial<Pick<CrawlSettings, 'rewrites' | 'parameters' | 'cleanParam'>>,
  url: string,
  robots = '',
): string => {
  const clean = { robots: 7, rules: cleanRules(robots) };
  return (
    urlPolicyOf({ ...none, ...settings })
      ?.steps(url, clean)
      .at(-1)?.to ?? url
  );
};

describe('rules for parameters', () => {
  it.each([
    [['drop sid'], 'https://a.test/x?sid=1&id=2', 'https://a.test/x?id=2'],
    [['drop sid'], 'https://a.test/x?sid=1', 'https://a.test/x'],
    [['drop sid'], 'https://a.test/x?SID=1', 'https://a.test/x?SID=1'],
    [['drop sid,utm_*'], 'https://a.test/?utm_source=a&q=%20&sid', 'https://a.test/?q=%20'],
    [['drop *id*x'], 'https://a.test/?aidbx=1&idx=1&id=1', 'https://a.test/?id=1'],
    [['keep-only id,page'], 'https://a.test/?b=1&page=2&id=3', 'https://a.test/?page=2&id=3'],
    [['sort'], 'https://a.test/?b=2&a=9&b=1', 'https://a.test/?a=9&b=2&b=1'],
    [['drop-tracking'], 'https://a.test/?utm_id=1&gclid=2&fbclid=3&ref=4', 'https://a.test/?ref=4'],
    [['a.test drop x'], 'https://b.test/?x=1', 'https://b.test/?x=1'],
    [['*.test/shop/ drop x'], 'https://a.test/shop/y?x=1', 'https://a.test/shop/y'],
    [['/shop/ drop x'], 'https://a.test/blog/?x=1', 'https://a.test/blog/?x=1'],
    [['/shop/ keep', 'drop x'], 'https://a.test/shop/?x=1', 'https://a.test/shop/?x=1'],
    [['/shop/ keep', 'drop x'], 'https://a.test/blog/?x=1', 'https://a.test/blog/'],
    [['drop a', 'sort'], 'https://a.test/?c&b&a', 'https://a.test/?b&c'],
    [['drop x'], 'mailto:a@b.test?x=1', 'mailto:a@b.test?x=1'],
  ])('%j: %s becomes %s', (parameters, url, expected) => {
    expect(spelt({ parameters }, url)).toBe(expected);
  });

  it.each(['', 'drop', 'sort a', 'remove x', 'a.test', 'a b drop x', 'a?b drop x', `drop ${'x'.repeat(1_000)}`])(
    '%s is refused',
    rule => {
      expect(readParameterRule(rule)).toEqual(expect.stringMatching(/^“/));
    },
  );

  it('knows who documents each tracking parameter', () => {
    expect(trackingParameters.filter(({ source }) => source.length < 10)).toEqual([]);
    expect(new Set(trackingParameters.map(({ name }) => name)).size).toBe(trackingParameters.length);
  });
});

describe('rewriting', () => {
  it.each([
    [['^http: => https:'], 'http://a.test/', 'https://a.test/'],
    [['/(\\d+)/(\\w+)$ => /$2?id=$1'], 'https://a.test/12/shoe', 'https://a.test/shoe?id=12'],
    [['a => b', 'b => c'], 'https://x.test/a', 'https://x.test/c'],
    [['/$ => '], 'https://x.test/a/', 'https://x.test/a'],
    [['^.* => mailto:x@y.test'], 'https://x.test/', 'https://x.test/'],
    [['^.* => nonsense'], 'https://x.test/', 'https://x.test/'],
    [['^.* => https://X.test/%7ea#f'], 'https://x.test/', 'https://x.test/~a'],
  ])('%j: %s becomes %s', (rewrites, url, expected) => {
    expect(spelt({ rewrites }, url)).toBe(expected);
  });

  it.each(['', 'a', ' => b', '( => b', 'a(?=b) => c', 'a => $1', 'a => \\'])('%s is refused', rule => {
    expect(readRewriteRule(rule)).toEqual(expect.stringMatching(/^“/));
  });

  test('a rule that would make a URL too long leaves it', () => {
    expect(spelt({ rewrites: ['a => aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'] }, `https://x.test/${'a'.repeat(2_000)}`)).toHaveLength(
      2_015,
    );
  });
});

describe('Clean-param, as Yandex documents it', () => {
  const clean = (robots: string, url: string): string => spelt({ cleanParam: true }, url, robots);

  it.each([
    [
      'Clean-param: ref /some_dir/get_book.pl',
      'http://a.test/some_dir/get_book.pl?ref=site_1&book_id=123',
      'http://a.test/some_dir/get_book.pl?book_id=123',
    ],
    [
      'Clean-param: s /forum/showthread.php',
      'http://a.test/forum/showthread.php?s=681498b9648949605&t=8243',
      'http://a.test/forum/showthread.php?t=8243',
    ],
    [
      'Clean-param: sid&sort /forum/*.php',
      'http://a.test/forum/x/list.php?sid=1&sort=2&p=3',
      'http://a.test/forum/x/list.php?p=3',
    ],
    ['Clean-param: sid&sort /forum/*.php', 'http://a.test/shop/list.php?sid=1', 'http://a.test/shop/list.php?sid=1'],
    ['clean-PARAM: s', 'http://a.test/x?S=1&s=2', 'http://a.test/x?S=1'],
    ['Clean-param: a /x\nUser-agent: *\nDisallow: /\nClean-param: b /', 'http://a.test/x?a&b&c', 'http://a.test/x?c'],
    ['Clean-param: a b c', 'http://a.test/x?a=1', 'http://a.test/x?a=1'],
    [`Clean-param: a&${'b'.repeat(500)}`, 'http://a.test/x?a=1', 'http://a.test/x?a=1'],
    ['Clean-param: a # a note', 'http://a.test/x?a=1', 'http://a.test/x'],
  ])('%s on %s gives %s', (robots, url, expected) => {
    expect(clean(robots, url)).toBe(expected);
  });

  it('names version and line of each change, in order, after the rules of the settings', () => {
    const policy = urlPolicyOf({ rewrites: ['^http: => https:'], parameters: ['drop x'], cleanParam: true });
    expect(policy?.steps('http://a.test/?x=1&y=2', { robots: 7, rules: cleanRules('# robots\nClean-param: y') })).toEqual([
      {
        kind: 'respelled',
        from: 'http://a.test/?x=1&y=2',
        to: 'https://a.test/?x=1&y=2',
        name: 'rewrites',
        rule: '^http: => https:',
        robots: 0,
        line: 0,
      },
      {
        kind: 'respelled',
        from: 'https://a.test/?x=1&y=2',
        to: 'https://a.test/?y=2',
        name: 'parameters',
        rule: 'drop x',
        robots: 0,
        line: 0,
      },
      {
        kind: 'respelled',
        from: 'https://a.test/?y=2',
        to: 'https://a.test/',
        name: 'cleanParam',
        rule: 'Clean-param: y',
        robots: 7,
        line: 2,
      },
    ]);
  });

  it('makes one change of all lines, however many a robots.txt has', () => {
    const names = Array.from({ length: 300 }, (_, at) => `p${at}`);
    const robots = names.map(name => `Clean-param: ${name}`).join('\n');
    const url = `http://a.test/?${names.toReversed().join('&')}&id=1`;
    const steps = urlPolicyOf({ ...none, cleanParam: true })?.steps(url, { robots: 7, rules: cleanRules(robots) });
    expect(steps).toEqual([
      {
        kind: 'respelled',
        from: url,
        to: 'http://a.test/?id=1',
        name: 'cleanParam',
        rule: 'Clean-param: p0',
        robots: 7,
        line: 1,
        lines: Array.from({ length: 20 }, (_, at) => at + 1),
      },
    ]);
  });

  it('keeps a long comment out of the rule', () => {
    const [rule] = cleanRules(`Clean-param: a /x # ${'long '.repeat(1_000)}`).byName.get('a') ?? [];
    expect(rule?.text).toBe('Clean-param: a /x');
  });

  it('reads a pair of name and path once, and no more than its limits', () => {
    const named = (robots: string): number => [...cleanRules(robots).byName.values()].flat().length;
    const line = (from: number): string => `Clean-param: ${Array.from({ length: 80 }, (_, at) => `p${from + at}`).join('&')}`;
    expect(named(Array.from({ length: 1_003 }, () => line(100)).join('\n'))).toBe(80);
    expect(named(Array.from({ length: 1_003 }, (_, at) => line(100 + 80 * at)).join('\n'))).toBe(mostCleanNames);
    const starred = Array.from({ length: 1_003 }, (_, at) => `Clean-param: s /${at}${'*a'.repeat(200)}`);
    expect(named(starred.join('\n'))).toBe(Math.floor(mostCleanAsterisks / 200));
  });

  it('looks up each name of a URL once, whatever the number of lines', () => {
    let lookups = 0;
    class Counted<K, V> extends Map<K, V> {
      override get(key: K): V | undefined {
        lookups += 1;
        return super.get(key);
      }
    }
    const robots = Array.from({ length: 1_003 }, (_, at) => `Clean-param: a&b&c /${at}`).join('\n');
    const url = `http://a.test/x?${'a&b&d&'.repeat(300)}`;
    expect(cleanedBy({ byName: new Counted(cleanRules(robots).byName) }, url)).toBeNull();
    expect(lookups).toBe(4);
  });
});
