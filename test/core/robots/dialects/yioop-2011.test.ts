import { describe } from 'vitest';
import { fetches, plays } from './table.ts';

describe('yioop-2011 (page, before version 0.86)', () => {
  plays('yioop-2011', [
    ['a * in a path is a character', 'User-agent: *|Disallow: /*?', 'YioopBot', '/a?b', 'A no-match'],
    ['which may occur', 'User-agent: *|Disallow: /*?', 'YioopBot', '/*?b', 'D2'],
    ['so is a $', 'User-agent: *|Disallow: /a$', 'YioopBot', '/a', 'A no-match'],
    ['names have stars all the same', 'User-agent: *oop*|Disallow: /a', 'YioopBot', '/a', 'D2'],
    ['any Allow wins', 'User-agent: *|Allow: /a|Disallow: /a/b', 'YioopBot', '/a/b', 'A2'],
    ['the landing page is open', 'User-agent: *|Disallow: /', 'YioopBot', '/', 'A2 landing-page'],
  ]);
  fetches('yioop-2011', ['allow-all', 'allow-all', 'allow-all', 'disallow-all', 'allow-all', 'disallow-all', 86400]);
});
