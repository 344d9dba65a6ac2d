import { describe } from 'vitest';
import { fetches, plays } from './table.ts';

describe('geoportal-code (code)', () => {
  plays('geoportal-code', [
    [
      'the longest path of both sections wins',
      'User-agent: *|Disallow: /private/||User-agent: G|Allow: /*.xml$',
      'G',
      '/private/x.xml',
      'D2',
    ],
    ['Allow wins a tie', 'User-agent: *|Disallow: /a|Allow: /a', 'G', '/a', 'A3'],
    ['a named section without rules is not there', 'User-agent: *|Disallow: /||User-agent: G', 'G', '/a', 'D2'],
    ['an empty Disallow is an Allow', 'User-agent: *|Disallow:', 'G', '/a', 'A2'],
    ['an empty Allow denies all', 'User-agent: *|Allow:', 'G', '/a', 'D2'],
    ['a slash at the end is optional', 'User-agent: *|Disallow: /d/', 'G', '/d', 'D2'],
    ['but only there', 'User-agent: *|Disallow: /d/', 'G', '/dx', 'A no-match'],
    ['/robots.txt is open in any letters', 'User-agent: *|Disallow: /', 'G', '/Robots.TXT', 'A robots-txt'],
    ['plus is a space', 'User-agent: *|Disallow: /a+b', 'G', '/a%20b', 'D2'],
    ['%2A is a star', 'User-agent: *|Disallow: /a%2Ab', 'G', '/axb', 'D2'],
    ['a broken escape leaves no rules', 'User-agent: *|Disallow: /|Disallow: /%zz', 'G', '/a', 'A3 parse-error'],
    ['^ keeps a rule from matching', 'User-agent: *|Disallow: /a^', 'G', '/a^', 'A no-match'],
    ['fragments are compared', 'User-agent: *|Disallow: /a%23b', 'G', '/a#b', 'D2'],
    ['a # before the colon is no comment', 'User-agent: *|Dis#allow: /a|Disallow: /b', 'G', '/b', 'D3'],
    [
      'a later section joins an earlier one with all its names',
      'User-agent: G|User-agent: X|Disallow: /a||User-agent: G|Disallow: /b',
      'X',
      '/b',
      'D6',
    ],
    [
      'a section with a new name stays apart',
      'User-agent: G|Disallow: /a||User-agent: G|User-agent: X|Disallow: /b',
      'G',
      '/b',
      'A no-match',
    ],
    ['a URL without a path', 'User-agent: *|Disallow: /', 'G', '?q', 'A no-match'],
    ['useragent is a key', 'Useragent: *|Disallow: /a', 'G', '/a', 'D2'],
  ]);
  fetches('geoportal-code', ['allow-all', 'allow-all', 'allow-all', 'allow-all', 'allow-all', 'allow-all', null]);
});
