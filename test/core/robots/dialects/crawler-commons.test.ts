import { describe } from 'vitest';
import { fetches, plays } from './table.ts';

describe('crawler-commons (code)', () => {
  plays('crawler-commons', [
    ['NEL, LS and PS end lines', 'User-agent: *\u2028Disallow: /a\x85Disallow: /b', 'Bot', '/b', 'D3'],
    ['a known key needs no colon', 'User-agent *|Disallow /a:b', 'Bot', '/a:b', 'D2'],
    ['23 misspellings', 'users-agent: *|dsallow: /a', 'Bot', '/a', 'D2'],
    ['a key is not known by its beginning', 'User-agent: *|Disallowed: /a', 'Bot', '/a', 'A no-match'],
    ['a page without rules opens the site', '<html>|<body>|Disallow: /', 'Bot', '/a', 'A html'],
    ['tags are stripped', '<body>|User-agent: *<br>|<b>Disallow</b>: /a', 'Bot', '/a', 'D3'],
    ['but not from text', 'User-agent: *|Disallow: /<b>a', 'Bot', '/<b>a', 'D2'],
    ['a line that is no token is cut to one', 'User-agent: Bot/2.0|Disallow: /a', 'Bot', '/a', 'D2'],
    ['the rest of the line is no name', 'User-agent: X, Bot|Disallow: /a', 'Bot', '/a', 'A no-group'],
    ['a name with digits is compared whole', 'User-agent: B7|Disallow: /a', 'B7', '/a', 'D2'],
    ['what follows a star is looked for once', 'User-agent: *|Disallow: /*.gif$', 'Bot', '/a.gif.gif', 'A no-match'],
    ['unreserved escapes are plain', 'User-agent: *|Disallow: /%61', 'Bot', '/a', 'D2'],
    ['unsafe octets are escaped', 'User-agent: *|Disallow: /a b', 'Bot', '/a%20b', 'D2'],
    ['an inner $ meets only escaped ones', 'User-agent: *|Disallow: /a$b', 'Bot', '/a$b', 'A no-match'],
    ['an index page opens its directory', 'User-agent: *|Disallow: /|Allow: /d/index.htm', 'Bot', '/d/', 'A3'],
    ['or closes it', 'User-agent: *|Disallow: /d/index.html', 'Bot', '/d/', 'D2'],
    ['/robots.txt is open', 'User-agent: *|Disallow: /', 'Bot', '/robots.txt', 'A robots-txt'],
    ['a delay above 300 closes the site', 'User-agent: *|Crawl-delay: 301|Allow: /', 'Bot', '/robots.txt', 'D2'],
    ['a delay of 300 does not', 'User-agent: *|Crawl-delay: 300', 'Bot', '/a', 'A no-match'],
    ['the smallest delay counts', 'User-agent: *|Crawl-delay: 301|Crawl-delay: 3', 'Bot', '/a', 'A no-match'],
  ]);
  fetches('crawler-commons', ['allow-all', 'allow-all', 'allow-all', 'defer', 'defer', 'allow-all', null]);
});
