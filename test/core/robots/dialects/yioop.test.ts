import { describe } from 'vitest';
import { fetches, plays } from './table.ts';

describe('yioop (page)', () => {
  plays('yioop', [
    ['a name may have dots, as any HTTP token', 'User-agent: archive.org_bot|Disallow: /a', 'archive.org_bot', '/a', 'D2'],
    ['its version is no part of it', 'User-agent: archive.org_bot|Disallow: /a', 'archive.org_bot/2.1', '/a', 'D2'],
    ['any Allow wins', 'User-agent: *|Allow: /a|Disallow: /a/b/c', 'YioopBot', '/a/b/c', 'A2'],
    ['the landing page is open', 'User-agent: *|Disallow: /', 'YioopBot', '/', 'A2 landing-page'],
    ['other pages are not', 'User-agent: *|Disallow: /', 'YioopBot', '/a', 'D2'],
    ['names may have stars', 'User-agent: *oop*|Disallow: /a', 'YioopBot', '/a', 'D2'],
    ['all of them are merged with *', 'User-agent: *oop*|Disallow: /a|User-agent: *|Disallow: /b', 'YioopBot', '/b', 'D4'],
    [
      'an own block hides them',
      'User-agent: *oop*|Disallow: /a|User-agent: YioopBot|Disallow: /b',
      'YioopBot',
      '/a',
      'A no-match',
    ],
    ['a name without stars is a whole name', 'User-agent: Bot|Disallow: /a', 'YioopBot', '/a', 'A no-group'],
    ['letter case of paths counts', 'User-agent: *|Disallow: /A', 'YioopBot', '/a', 'A no-match'],
  ]);
  fetches('yioop', ['allow-all', 'allow-all', 'allow-all', 'disallow-all', 'allow-all', 'disallow-all', 86400]);
});
