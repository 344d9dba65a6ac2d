import { describe } from 'vitest';
import { fetches, plays } from './table.ts';

describe('urllib (code before 2026)', () => {
  plays('urllib', [
    ['str.splitlines ends lines', 'User-agent: *\x1dDisallow: /a', 'Bot', '/a', 'D2'],
    ['an empty line before the rules drops the names', 'User-agent: *||Disallow: /a', 'Bot', '/a', 'A no-group'],
    ['empty parameters are dropped, also before a query', 'User-agent: *|Disallow: /a?b', 'Bot', '/a;?b', 'D2'],
    ['parameters are not', 'User-agent: *|Disallow: /a?b', 'Bot', '/a;;?b', 'A no-match'],
    ['a line of spaces does not', 'User-agent: *| |Disallow: /a', 'Bot', '/a', 'D3'],
    ['Request-rate ends a run', 'User-agent: Bot|Request-rate: 1/5|User-agent: X|Disallow: /a', 'Bot', '/a', 'A no-match'],
    ['a name without lines is no record', 'User-agent: *|Disallow: /a||User-agent: Bot', 'Bot', '/a', 'D2'],
    ['a name with a delay is', 'User-agent: *|Disallow: /a||User-agent: Bot|Crawl-delay: x', 'Bot', '/a', 'A no-match'],
    [
      'a record with * is for everybody only',
      'User-agent: Bot|User-agent: *|Disallow: /a||User-agent: Bot|Disallow: /b',
      'Bot',
      '/a',
      'A no-match',
    ],
    ['an empty name is everybody', 'User-agent:|Disallow: /a', 'Bot', '/a', 'D2'],
    ['a line may be part of the name', 'User-agent: Foo|Disallow: /a', 'FooBot/2', '/a', 'D2'],
    ['the first record that fits', 'User-agent: Foo|Disallow: /b||User-agent: Foo|Disallow: /a', 'Foo', '/a', 'A no-match'],
    ['the first line decides', 'User-agent: *|Disallow: /a|Allow: /a/b', 'Bot', '/a/b', 'D2'],
    ['an empty Disallow allows all where it stands', 'User-agent: *|Disallow:|Disallow: /a', 'Bot', '/a', 'A2'],
    ['%2F is a slash', 'User-agent: *|Disallow: /a%2Fb', 'Bot', '/a/b', 'D2'],
    ['stars are plain', 'User-agent: *|Disallow: /a*', 'Bot', '/a*b', 'D2'],
    ['a rule of two slashes is empty', 'User-agent: *|Disallow: //', 'Bot', '/a', 'D2'],
    ['fragments are compared', 'User-agent: *|Disallow: /a%23b', 'Bot', '/a#b', 'D2'],
    ['an empty query is dropped', 'User-agent: *|Disallow: /a?', 'Bot', '/ab', 'D2'],
    ['a query without a path', 'User-agent: *|Disallow: /', 'Bot', '?q', 'A no-match'],
  ]);
  fetches('urllib', ['disallow-all', 'allow-all', 'allow-all', 'disallow-all', 'allow-all', 'disallow-all', null]);
});
