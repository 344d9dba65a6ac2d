import { describe } from 'vitest';
import { fetches, plays } from './table.ts';

describe('heritrix (code)', () => {
  plays('heritrix', [
    ['no space before the colon', 'User-agent : *|Disallow: /a', 'Bot', '/a', 'A no-group'],
    ['tags are stripped from every line', 'User-agent: *|<b>Disallow: /a</b>', 'Bot', '/a', 'D2'],
    ['a delay ends a run', 'User-agent: Bot|Crawl-delay: 1|User-agent: X|Disallow: /a', 'Bot', '/a', 'A no-match'],
    ['an empty name is everybody', 'User-agent:|Disallow: /a', 'Bot', '/a', 'D2'],
    [
      'the first name that is part of the header',
      'User-agent: compatible|Disallow: /a|User-agent: bot|Disallow: /b',
      'Mozilla/5.0 (compatible; bot)',
      '/a',
      'D2',
    ],
    [
      'the header is compared as it is written, the lines in lower case',
      'User-agent: Mozilla|Disallow: /a|User-agent: *|Disallow: /b',
      'Mozilla/5.0 (bot)',
      '/a',
      'A no-match',
    ],
    ['a bare name stands for one in lower case', 'User-agent: FooBot|Disallow: /a', 'FooBot', '/a', 'D2'],
    [
      'a known name leaves its run',
      'User-agent: a|Disallow: /x|User-agent: b|User-agent: a|Disallow: /y',
      'b',
      '/y',
      'A no-match',
    ],
    ['and goes on where it was', 'User-agent: a|Disallow: /x|User-agent: b|User-agent: a|Disallow: /y', 'a', '/y', 'D5'],
    ['one star is cut off the end', 'User-agent: *|Disallow: /a*', 'Bot', '/a', 'D2'],
    ['a rule of one star is empty', 'User-agent: *|Disallow: *', 'Bot', '/a', 'A no-match'],
    ['what follows a star is looked for once', 'User-agent: *|Disallow: /*.gif$', 'Bot', '/a.gif.gif', 'A no-match'],
    ['only the nearest prefix is tried', 'User-agent: *|Disallow: /a|Disallow: /ab/x', 'Bot', '/abc', 'A no-match'],
    ['which may be the shorter one', 'User-agent: *|Disallow: /a|Disallow: /ab/x', 'Bot', '/aa', 'D2'],
    ['each kind has its own nearest prefix', 'User-agent: *|Disallow: /a|Allow: /ab/x', 'Bot', '/abc', 'D2'],
    ['escapes are compared as written', 'User-agent: *|Disallow: /%61', 'Bot', '/a', 'A no-match'],
  ]);
  fetches('heritrix', ['allow-all', 'allow-all', 'allow-all', 'allow-all', 'allow-all', 'allow-all', 86400]);
});
