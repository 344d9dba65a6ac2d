import { describe } from 'vitest';
import { fetches, plays } from './table.ts';

describe('yioop-code (code)', () => {
  plays('yioop-code', [
    ['only LF ends a line', 'User-agent: *\x0dDisallow: /a', 'YioopBot', '/a', 'A no-match'],
    ['any part of the name will do', 'User-agent: oop|Disallow: /a', 'YioopBot', '/a', 'D2'],
    ['parts stand in order', 'User-agent: Bot*Yioop|Disallow: /a', 'YioopBot', '/a', 'A no-match'],
    ['only the last name of a run counts', 'User-agent: YioopBot|User-agent: X|Disallow: /a', 'YioopBot', '/a', 'A no-match'],
    [
      'an own block throws away what stood before',
      'User-agent: *|Disallow: /a|User-agent: YioopBot|Disallow: /b',
      'YioopBot',
      '/a',
      'A no-match',
    ],
    ['and is united with what follows', 'User-agent: YioopBot|Disallow: /b|User-agent: *|Disallow: /a', 'YioopBot', '/a', 'D4'],
    [
      'an own name in other letters is a part',
      'User-agent: yioopbot|Disallow: /b|User-agent: *|Disallow: /a',
      'YioopBot',
      '/b',
      'D2',
    ],
    ['an empty name is skipped', 'User-agent: *|User-agent:|Disallow: /a', 'YioopBot', '/a', 'D3'],
    ['no name fits: still no rule matches', 'User-agent: X|Disallow: /', 'YioopBot', '/a', 'A no-match'],
    ['letter case of paths is ignored', 'User-agent: *|Disallow: /A', 'YioopBot', '/a', 'D2'],
    ['a slash is put before', 'User-agent: *|Disallow: a', 'YioopBot', '/a', 'D2'],
    ['also before a star', 'User-agent: *|Disallow: *a', 'YioopBot', '/a', 'A no-match'],
    ['a star takes at least one', 'User-agent: *|Disallow: /*?', 'YioopBot', '/?q', 'A no-match'],
    ['and its rest is looked for once', 'User-agent: *|Disallow: /*.gif$', 'YioopBot', '/a.gif.gif', 'A no-match'],
    ['plus is a space', 'User-agent: *|Disallow: /a+b', 'YioopBot', '/a%20b', 'D2'],
    ['%24 at the end is the end', 'User-agent: *|Disallow: /a%24', 'YioopBot', '/a', 'D2'],
    ['%2F in a rule is never the slash of a path', 'User-agent: *|Disallow: /a%2Fb', 'YioopBot', '/a%2Fb', 'A no-match'],
    ['any Allow wins', 'User-agent: *|Allow: /a|Disallow: /a/b', 'YioopBot', '/a/b', 'A2'],
    ['a delay above 64 closes the site', 'User-agent: *|Crawl-delay: 65', 'YioopBot', '/a', 'D2'],
    ['a delay of 64 does not', 'User-agent: *|Crawl-delay: 64', 'YioopBot', '/a', 'A no-match'],
    ['an Allow opens it again', 'User-agent: *|Crawl-delay: 65|Allow: /a', 'YioopBot', '/a', 'A3'],
    ['a URL without a path matches nothing', 'User-agent: *|Disallow: /', 'YioopBot', 'http://site.test', 'A no-match'],
    ['page range of 50,000 octets', `User-agent: *|#${'x'.repeat(50000)}|Disallow: /a`, 'YioopBot', '/a', 'A no-match'],
  ]);
  fetches('yioop-code', ['allow-all', 'allow-all', 'allow-all', 'allow-all', 'allow-all', 'disallow-all', 86400]);
});
