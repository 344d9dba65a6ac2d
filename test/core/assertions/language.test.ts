import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Assertion } from '#core/assertions/assertion.ts';
import { parseAssertions } from '#core/assertions/parse-assertions.ts';

/** The only assertion of a text without problems. */
function only(text: string): Assertion {
  const { assertions, problems } = parseAssertions(text);
  expect(problems).toEqual([]);
  expect(assertions).toHaveLength(1);
  return assertions[0] as Assertion;
}
const crawlersOf = (text: string): string[] => {
  const assertion = only(text);
  return 'crawlers' in assertion ? assertion.crawlers.map(each => each.key) : [];
};
const problemOf = (text: string) => {
  const { problems } = parseAssertions(text);
  expect(problems).toHaveLength(1);
  return problems[0];
};

describe('the lines of an assertion file', () => {
  test('allow and deny name crawlers and a URL or a path', () => {
    expect(only('allow Googlebot https://example.com/a?b=1')).toMatchObject({
      verb: 'allow',
      origin: 'https://example.com',
      target: 'https://example.com/a?b=1',
      by: null,
      line: 1,
      column: 1,
      endColumn: 42,
    });
    expect(only('deny * /cart')).toMatchObject({ verb: 'deny', origin: null, target: '/cart' });
  });

  test('by pins the rule by its path, by its line, or to none', () => {
    expect(only('deny * /cart by /car*')).toMatchObject({ by: { kind: 'pattern', pattern: '/car*' } });
    expect(only('deny * /cart by line 7')).toMatchObject({ by: { kind: 'line', line: 7 } });
    expect(only('allow * / by nothing')).toMatchObject({ by: { kind: 'nothing' } });
  });

  test('delay compares seconds, with or without blanks, or says none', () => {
    expect(only('delay bingbot <= 5')).toMatchObject({ limit: { operator: '<=', seconds: 5 } });
    expect(only('delay bingbot >=0.5s')).toMatchObject({ limit: { operator: '>=', seconds: 0.5 } });
    expect(only('delay bingbot = 5 seconds')).toMatchObject({ limit: { operator: '=', seconds: 5 } });
    expect(only('delay bingbot none')).toMatchObject({ limit: null });
  });

  test('sitemap names an address, a path or none', () => {
    expect(only('sitemap https://cdn.example.com/s.xml')).toMatchObject({ url: 'https://cdn.example.com/s.xml', origin: null });
    expect(only('sitemap /s.xml')).toMatchObject({ url: '/s.xml' });
    expect(only('sitemap none')).toMatchObject({ url: null });
  });

  test('same as names a version, unchanged means the one before; both take for and except', () => {
    expect(only('same as v12 except /sale/* *.pdf$')).toMatchObject({ version: 12, except: ['/sale/*', '*.pdf$'] });
    expect(only('same-as 3')).toMatchObject({ version: 3, except: [] });
    expect(only('unchanged')).toMatchObject({ verb: 'same', version: 'previous' });
    expect(crawlersOf('same as v1 for Googlebot,bingbot except /a')).toEqual(['googlebot@google', 'bingbot@bing']);
    expect(crawlersOf('same as v1 except /a for Googlebot')).toEqual(['googlebot@google']);
    expect(crawlersOf('unchanged')).toEqual(['*@crawlscope']);
  });

  test('lint and size are about the file', () => {
    expect(only('lint no errors')).toMatchObject({ none: 'errors' });
    expect(only('lint no k-typo')).toMatchObject({ none: { id: 'K-TYPO' } });
    expect(only('size <= 500 KiB')).toMatchObject({ operator: '<=', bytes: 512_000, written: '500 KiB' });
    expect(only('size <2kB')).toMatchObject({ operator: '<', bytes: 2_000 });
    expect(only('size > 0')).toMatchObject({ bytes: 0 });
  });

  test('comments, blank lines, every line end and a byte order mark are read over; numbers count every line', () => {
    const { assertions, problems } = parseAssertions('\ufeff# first\r\n\r\ndeny * /a # why\n\tallow * /#b\rallow * /c');
    expect(problems).toEqual([]);
    expect(assertions.map(each => [each.line, each.column, 'target' in each && each.target])).toEqual([
      [3, 1, '/a'],
      [4, 2, '/#b'],
      [5, 1, '/c'],
    ]);
  });

  test('site gives the paths below it their origin, and a whole URL has its own', () => {
    const { assertions } = parseAssertions(
      'site HTTPS://Example.com:443/\ndeny * /a\ndeny * http://b.test/c\nsite http://c.test\ndeny * /',
    );
    expect(assertions.map(each => each.origin)).toEqual(['https://example.com', 'http://b.test', 'http://c.test']);
  });
});

describe('the crawlers of an assertion', () => {
  test.each([
    ['Googlebot', 'googlebot@google'],
    ['googlebot-image', 'googlebot-image@google'],
    ['YIOOPBOT', 'yioopbot@yioop'],
    ['"Any robot (RFC 9309)"', 'generic-rfc9309@rfc9309'],
    ['*', '*@crawlscope'],
    ['*@rfc9309', '*@rfc9309'],
    ['MyBot', 'MyBot@crawlscope'],
    ['MyBot@google', 'MyBot@google'],
    ['Googelbot@crawlscope', 'Googelbot@crawlscope'],
    ['Googlebot@bing', 'googlebot@bing'],
  ])('%s is %s', (written, key) => {
    expect(crawlersOf(`deny ${written} /`)).toEqual([key]);
  });

  test('a list has commas, with blanks behind them or without', () => {
    expect(crawlersOf('deny Googlebot,bingbot /')).toEqual(['googlebot@google', 'bingbot@bing']);
    expect(crawlersOf('deny Googlebot, bingbot, * /')).toEqual(['googlebot@google', 'bingbot@bing', '*@crawlscope']);
  });

  test('every is each known profile', () => {
    const all = crawlersOf('deny every /');
    expect(all.length).toBeGreaterThan(50);
    expect(all).toContain('slurp@slurp');
  });

  test('as sets the dialect below it, @ wins over it, as own ends it', () => {
    const { assertions } = parseAssertions('as google\ndeny bingbot /\ndeny bingbot@yandex /\nas own\ndeny bingbot /');
    expect(assertions.map(each => ('crawlers' in each ? each.crawlers[0]?.dialect.id : ''))).toEqual([
      'google',
      'yandex',
      'bing',
    ]);
  });
});

describe('a line that cannot be read', () => {
  test.each([
    ['disallow * /a', 1, 'Write deny.'],
    ['alow * /a', 1, 'Did you mean “allow”?'],
    ['deny /cart', 6, 'Write deny * /cart'],
    ['deny', 1, 'Write its name, Googlebot,bingbot for several, or * for any other.'],
    ['deny *', 6, 'Write deny Googlebot /path.'],
    ['deny * cart', 8, 'Start with /, as in deny * /cart, or with https://.'],
    ['deny * /a b', 11, expect.stringContaining('%20')],
    ['deny Googelbot /a', 6, 'Write Googlebot, or Googelbot@crawlscope to mean just that.'],
    ['deny Googlebot@gogle /a', 6, expect.stringContaining('“google”')],
    ['deny a,,b /a', 8, expect.stringContaining('Googlebot')],
    ['deny "Any /a', 6, 'Write a second one after the name.'],
    ['deny * /a by', 11, 'Write by /path, by line 12 or by nothing.'],
    ['deny * /a by line x', 19, 'Write by /path, by line 12 or by nothing.'],
    ['delay bingbot 5', 15, expect.stringContaining('delay bingbot <= 5')],
    ['delay bingbot <= soon', 18, expect.stringContaining('delay bingbot <= 5')],
    ['sitemap', 1, expect.stringContaining('sitemap none')],
    ['sitemap ftp://x/', 9, expect.stringContaining('sitemap none')],
    ['same v1', 6, expect.stringContaining('same as v12')],
    ['same as v0', 9, 'Write v12 for the twelfth stored version, or previous.'],
    ['same as v1 except sale', 19, expect.stringContaining('/sale/*')],
    ['same as v1 except', 12, 'Write except /sale/*'],
    ['lint errors', 6, expect.stringContaining('lint no errors')],
    ['lint no K-TYPOS', 9, expect.stringContaining('“K-TYPO”')],
    ['size <= 500 GB', 13, expect.stringContaining('MiB')],
    ['site example.com', 6, 'Write site https://example.com'],
    ['site https://example.com/a', 6, 'Write site https://example.com'],
    ['as gogle', 4, expect.stringContaining('google')],
  ])('%s is told at column %d what to write', (text, column, fix) => {
    const problem = problemOf(`# first line\n${text}`);
    expect(problem).toMatchObject({ line: 2, column, fix });
    expect(problem?.endColumn).toBeGreaterThan(column);
  });

  test('all problems are told at once, and the good lines still count', () => {
    const { assertions, problems } = parseAssertions('nope\ndeny * /a\ndeny\nallow x,y@z,Googelbot /b');
    expect(problems.map(each => each.line)).toEqual([1, 3, 4, 4]);
    expect(assertions.map(each => each.line)).toEqual([2]);
  });

  test('no text throws, and every problem lies within its line', () => {
    const word = fc.constantFrom(
      ...[
        'allow',
        'deny',
        '*',
        '/a',
        'by',
        'line',
        '<=',
        '5',
        'same',
        'as',
        'v1',
        'except',
        'for',
        ',',
        '"',
        '#',
        '@',
        '\n',
        'size',
        'lint no',
        'site http://a',
      ],
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(word).map(words => words.join(' ')),
    );
    fc.assert(
      fc.property(text, written => {
        const lines = written.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
        for (const { line, column, endColumn } of parseAssertions(written).problems) {
          expect(column).toBeGreaterThan(0);
          expect(endColumn).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 2);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
