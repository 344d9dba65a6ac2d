import { describe } from 'vitest';
import { fetches, plays } from './table.ts';

describe('texting-robots (code)', () => {
  plays('texting-robots', [
    ['part of a byte order mark is skipped', '\ufeffUser-agent: *|Disallow: /a', 'Bot', '/a', 'D2'],
    ['a known key needs no colon', 'User agent *|Dissallow /a', 'Bot', '/a', 'D2'],
    ['NUL ends a line', 'User-agent: *|Disallow: /a\x00Disallow: /b', 'Bot', '/b', 'D2'],
    ['a delay ends a run', 'User-agent: Bot|Crawl-delay: 1|User-agent: X|Disallow: /a', 'Bot', '/a', 'A no-match'],
    ['without any name the rules are for everybody', 'Disallow: /a', 'Bot', '/a', 'D1'],
    ['with one they are not', 'Disallow: /a|User-agent: X|Disallow:', 'Bot', '/a', 'A no-group'],
    ['an empty Disallow is Allow: /', 'User-agent: *|Disallow:', 'Bot', '/a', 'A2'],
    ['which is one long', 'User-agent: *|Disallow:|Disallow: /', 'Bot', '/a', 'A2'],
    ['an empty Allow has no length', 'User-agent: *|Allow:|Disallow: /', 'Bot', '/a', 'D3'],
    ['non-ASCII is escaped', 'User-agent: *|Disallow: /é', 'Bot', '/%C3%A9', 'D2'],
    ['digits of escapes stay', 'User-agent: *|Disallow: /%c3%a9', 'Bot', '/%C3%A9', 'A no-match'],
    ['the URL is parsed', 'User-agent: *|Disallow: /b', 'Bot', '/a/../b', 'D2'],
    ['and keeps an empty query', 'User-agent: *|Disallow: /a?', 'Bot', '/a?', 'D2'],
    ['/robots.txt is open', 'User-agent: *|Disallow: /', 'Bot', '/robots.txt', 'A robots-txt'],
  ]);
  fetches('texting-robots', ['allow-all', 'allow-all', 'allow-all', 'disallow-all', 'allow-all', 'disallow-all', null]);
});
