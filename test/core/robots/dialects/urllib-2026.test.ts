import { describe } from 'vitest';
import { fetches, plays } from './table.ts';

describe('urllib-2026 (code since 2026)', () => {
  plays('urllib-2026', [
    ['an empty line is nothing', 'User-agent: *||Disallow: /a', 'Bot', '/a', 'D3'],
    ['records of one name are merged', 'User-agent: Bot|Disallow: /a|User-agent: Bot|Disallow: /b', 'Bot', '/a', 'D2'],
    ['an equal name goes first', 'User-agent: Foo|Disallow: /a|User-agent: FooBot|Disallow: /b', 'FooBot', '/a', 'A no-match'],
    [
      'else the first part of the name',
      'User-agent: Foo|Disallow: /a|User-agent: Bot|Disallow: /b',
      'FooBot',
      '/b',
      'A no-match',
    ],
    [
      'a version in the name is no equal name',
      'User-agent: Fo|Disallow: /b|User-agent: Foo|Disallow: /a',
      'Foo/1',
      '/a',
      'A no-match',
    ],
    [
      'records merge only where the name is written alike',
      'User-agent: Fo|Disallow: /a|User-agent: fO|Disallow: /b',
      'Foo',
      '/a',
      'A no-group',
    ],
    ['an empty name is everybody', 'User-agent:|Disallow: /a', 'Bot', '/a', 'D2'],
    ['the matched text is measured', 'User-agent: *|Allow: /p*|Disallow: /private/', 'Bot', '/private/a', 'A2'],
    ['up to the last place of the last piece', 'User-agent: *|Allow: /*a|Disallow: /bcd', 'Bot', '/bcda', 'A2'],
    ['Allow wins a tie', 'User-agent: *|Disallow: /a|Allow: /a', 'Bot', '/a', 'A3'],
    ['an empty Disallow has no length', 'User-agent: *|Disallow:|Disallow: /a', 'Bot', '/a', 'D3'],
    ['and is named', 'User-agent: *|Disallow:', 'Bot', '/a', 'A2'],
    ['an inner $ drops the rule', 'User-agent: *|Disallow: /a$b', 'Bot', '/a$b', 'A no-match'],
    ['$* is $', 'User-agent: *|Disallow: /a$*', 'Bot', '/ab', 'A no-match'],
    ['escapes are decoded and quoted', 'User-agent: *|Disallow: /a%2fb', 'Bot', '/a/b', 'D2'],
    ['an escaped star is plain', 'User-agent: *|Disallow: /a%2Ab', 'Bot', '/axb', 'A no-match'],
    ['the query by its parts', 'User-agent: *|Disallow: /a?x=%61', 'Bot', '/a?x=a', 'D2'],
    ['fragments are compared', 'User-agent: *|Disallow: /a%23b', 'Bot', '/a#b', 'D2'],
    ['/robots.txt is open', 'User-agent: *|Disallow: /', 'Bot', '/robots.txt', 'A robots-txt'],
  ]);
  fetches('urllib-2026', ['disallow-all', 'allow-all', 'allow-all', 'disallow-all', 'allow-all', 'disallow-all', null]);
});
