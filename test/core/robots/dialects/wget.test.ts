import { describe } from 'vitest';
import { fetches, plays } from './table.ts';

describe('wget (code)', () => {
  plays('wget', [
    ['only LF ends a line', 'User-agent: *\x0dDisallow: /a', 'wget', '/a', 'A no-group'],
    ['a CR before it is trimmed', 'User-agent: *\x0d|Disallow: /a\x0d', 'wget', '/a', 'D2'],
    ['# inside a word is no comment', 'User-agent: *|Disallow: /a#b', 'wget', '/a', 'A no-match'],
    ['a slash is put before', 'User-agent: *|Disallow: a', 'wget', '/a', 'D2'],
    ['stars are plain', 'User-agent: *|Disallow: /a*', 'wget', '/ab', 'A no-match'],
    ['the first line decides', 'User-agent: *|Disallow: /a|Allow: /a/b', 'wget', '/a/b', 'D2'],
    ['escapes are decoded', 'User-agent: *|Disallow: /%61', 'wget', '/a', 'D2'],
    ['but not the slash', 'User-agent: *|Disallow: /a%2Fb', 'wget', '/a/b', 'A no-match'],
    ['records of one name are merged', 'User-agent: wget|Disallow: /b|User-agent: wget|Disallow: /a', 'wget', '/a', 'D4'],
  ]);
  fetches('wget', ['allow-all', 'allow-all', 'allow-all', 'allow-all', 'allow-all', 'allow-all', null]);
});
