import { describe } from 'vitest';
import { fetches, plays } from './table.ts';

describe('bing (help pages)', () => {
  plays('bing', [
    ['escapes are read as in RFC 9309', 'User-agent: *|Disallow: /%61', 'Bot', '/a', 'D2'],
    ['the most specific rule decides', 'User-agent: *|Disallow: /a|Allow: /a/b', 'Bot', '/a/b', 'A3'],
    ['a named group hides *', 'User-agent: Bingbot|Disallow: /b||User-agent: *|Disallow: /a', 'Bingbot', '/a', 'A no-match'],
    ['/robots.txt is open (assumed)', 'User-agent: *|Disallow: /', 'Bingbot', '/robots.txt', 'A robots-txt'],
  ]);
  fetches('bing', ['allow-all', 'allow-all', 'allow-all', 'disallow-all', 'allow-all', 'disallow-all', 21600]);
});
