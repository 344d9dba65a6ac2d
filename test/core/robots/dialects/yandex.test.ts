import { describe } from 'vitest';
import { fetches, plays } from './table.ts';

describe('yandex (help page)', () => {
  plays('yandex', [
    ['a name may have dots, as any HTTP token', 'User-agent: archive.org_bot|Disallow: /a', 'archive.org_bot', '/a', 'D2'],
    ['its version is no part of it', 'User-agent: archive.org_bot|Disallow: /a', 'archive.org_bot/2.1', '/a', 'D2'],
    ['an empty line parts names and rules', 'User-agent: *||Disallow: /a', 'Bot', '/a', 'A no-match'],
    ['a name in a line may be part of the robot', 'User-agent: Yandex|Disallow: /a', 'YandexBot', '/a', 'D2'],
    [
      'the most specific name is read',
      'User-agent: Yandex|Disallow: /a||User-agent: YandexBot|Disallow: /b',
      'YandexBot',
      '/a',
      'A no-match',
    ],
    [
      '* does not compete with a name of one letter',
      'User-agent: *|Disallow: /||User-agent: a|Disallow: /x',
      'a',
      '/y',
      'A no-match',
    ],
    ['a path without slash is no rule', 'User-agent: *|Disallow: a', 'Bot', '/a', 'A no-match'],
    ['a path may begin with *', 'User-agent: *|Disallow: *a', 'Bot', '/xa', 'D2'],
    ['an empty Allow closes the site', 'User-agent: *|Allow:', 'Bot', '/a', 'D2'],
    ['the longest rule decides', 'User-agent: *|Disallow: /a|Allow: /a/b', 'Bot', '/a/b', 'A3'],
    [
      'a rule of more than 1024 characters is none',
      `User-agent: *|Disallow: /${'a'.repeat(1024)}`,
      'Bot',
      `/${'a'.repeat(1024)}`,
      'A no-match',
    ],
    ['rules behind the 2048th are none', `User-agent: *|${'Disallow: /x|'.repeat(2048)}Disallow: /a`, 'Bot', '/a', 'A no-match'],
    ['more than 500 KB open the site', `User-agent: *|Disallow: /|#${'x'.repeat(512000)}`, 'Bot', '/a', 'A too-large'],
    ['escapes of unreserved octets are plain', 'User-agent: *|Disallow: /%61', 'Bot', '/a', 'D2'],
    ['an escaped star is not the star of the URL', 'User-agent: *|Disallow: /a%2Ab', 'Bot', '/a*b', 'A no-match'],
    ['/robots.txt is no exception', 'User-agent: *|Disallow: /', 'Bot', '/robots.txt', 'D2'],
  ]);
  fetches('yandex', ['allow-all', 'allow-all', 'allow-all', 'allow-all', 'allow-all', 'allow-all', null]);
});
