import { describe } from 'vitest';
import { fetches, plays } from './table.ts';

describe('temoto (code)', () => {
  plays('temoto', [
    ['a byte order mark is skipped', '\ufeffUser-agent: *|Disallow: /a', 'Bot', '/a', 'D2'],
    ['# begins a comment at the start of a word', 'User-agent: *|Disallow: /a#b', 'Bot', '/a', 'A no-match'],
    ['also right behind the colon', 'User-agent: *|Disallow:#b', 'Bot', '/a', 'A no-match'],
    ['a known key needs no colon', 'User-agent *|Disallow /a', 'Bot', '/a', 'D2'],
    ['a rule before the first name spoils the file', 'Disallow: /a|User-agent: *|Disallow: /b', 'Bot', '/c', '?1 parse-error'],
    ['and so does a delay that is no number', 'User-agent: *|Crawl-delay: ten|Disallow: /a', 'Bot', '/a', '?2 parse-error'],
    ['only the first word of a path', 'User-agent: *|Disallow: /a /b', 'Bot', '/b', 'A no-match'],
    ['and of a name', 'User-agent: Bot X|Disallow: /a', 'Bot', '/a', 'D2'],
    ['a line is the beginning of the name', 'User-agent: Foo|Disallow: /a', 'FooBot', '/a', 'D2'],
    ['not its end', 'User-agent: Bot|Disallow: /a', 'FooBot', '/a', 'A no-group'],
    ['the longest name', 'User-agent: Foo|Disallow: /a|User-agent: FooB|Disallow: /b', 'FooBot', '/a', 'A no-match'],
    ['one letter does not beat *', 'User-agent: a|Disallow: /x|User-agent: *|Disallow: /', 'a', '/y', 'D4'],
    ['a name without lines is no record', 'User-agent: *|Disallow: /a|User-agent: Bot', 'Bot', '/a', 'D2'],
    ['a slash is put before', 'User-agent: *|Disallow: a', 'Bot', '/a', 'D2'],
    ['stars are cut off the end', 'User-agent: *|Disallow: /a**', 'Bot', '/a', 'D2'],
    ['a lone star is nothing', 'User-agent: *|Disallow: *', 'Bot', '/a', 'A no-match'],
    ['a rule with a star may begin anywhere', 'User-agent: *|Disallow: /b*c', 'Bot', '/a/bxc', 'D2'],
    ['and one with $', 'User-agent: *|Disallow: /b$', 'Bot', '/a/b', 'D2'],
    ['an inner $ matches nothing', 'User-agent: *|Disallow: /a$b', 'Bot', '/a$b', 'A no-match'],
    ['the expression is measured', 'User-agent: *|Allow: /*.html$|Disallow: /backups/', 'Bot', '/backups/a.html', 'A2'],
    ['the first of equal length', 'User-agent: *|Disallow: /a|Allow: /a', 'Bot', '/a', 'D2'],
  ]);
  fetches('temoto', ['allow-all', 'allow-all', 'allow-all', 'disallow-all', 'defer', 'disallow-all', null]);
});
