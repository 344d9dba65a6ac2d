import { describe } from 'vitest';
import { fetches, plays } from './table.ts';

describe('res-1994 (text of 1994)', () => {
  plays('res-1994', [
    ['Allow is unknown', 'User-agent: *|Disallow: /a|Allow: /a/b', 'Bot', '/a/b', 'D2'],
    ['in any order', 'User-agent: *|Allow: /a/b|Disallow: /a', 'Bot', '/a/b', 'D3'],
    ['a line may be part of the name', 'User-agent: Foo|Disallow: /a', 'FooBot', '/a', 'D2'],
    ['and the other way round', 'User-agent: FooBot|Disallow: /a', 'Foo', '/a', 'D2'],
    ['the version does not count', 'User-agent: Foo/2|Disallow: /a', 'Foo/1', '/a', 'D2'],
    ['# inside a word is no comment', 'User-agent: *|Disallow: /a#b', 'Bot', '/a', 'A no-match'],
    ['# behind white space is', 'User-agent: *|Disallow: /a #b', 'Bot', '/a', 'D2'],
    ['stars are plain', 'User-agent: *|Disallow: /*', 'Bot', '/a', 'A no-match'],
    ['an empty line ends a record', 'User-agent: *||Disallow: /a', 'Bot', '/a', 'A no-match'],
  ]);
  fetches('res-1994', ['allow-all', 'allow-all', 'allow-all', 'allow-all', 'allow-all', 'allow-all', null]);
});
