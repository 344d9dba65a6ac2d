import { describe } from 'vitest';
import { fetches, plays } from './table.ts';

describe('res-1997 (variant of 1997)', () => {
  plays('res-1997', [
    ['a name may have dots, as any HTTP token', 'User-agent: archive.org_bot|Disallow: /a', 'archive.org_bot', '/a', 'D2'],
    ['its version is no part of it', 'User-agent: archive.org_bot|Disallow: /a', 'archive.org_bot/2.1', '/a', 'D2'],
    ['several paths on a line', 'User-agent: *|Disallow: /a /b', 'Bot', '/b', 'D2'],
    ['several names on a line', 'User-agent: X Bot|Disallow: /a', 'Bot', '/a', 'D2'],
    ['* among other names', 'User-agent: * X|Disallow: /a', 'Bot', '/a', 'D2'],
    [
      'of several records any may be taken',
      'User-agent: Bot|Disallow: /a||User-agent: Bot|Disallow: /b',
      'Bot',
      '/b',
      '?5 any-record',
    ],
    ['which is decided where all agree', 'User-agent: Bot|Disallow: /a||User-agent: Bot|Disallow: /a', 'Bot', '/a', 'D2'],
    ['and where none forbids', 'User-agent: Bot|Disallow: /a||User-agent: Bot|Disallow: /b', 'Bot', '/c', 'A no-match'],
    ['a named record before *', 'User-agent: *|Disallow: /||User-agent: Bot|Disallow: /b', 'Bot', '/a', 'A no-match'],
    ['names are equal', 'User-agent: Foo|Disallow: /a', 'FooBot', '/a', 'A no-group'],
    ['Allow is unknown', 'User-agent: *|Disallow: /a|Allow: /a/b', 'Bot', '/a/b', 'D2'],
  ]);
  fetches('res-1997', ['allow-all', 'allow-all', 'allow-all', 'allow-all', 'allow-all', 'allow-all', null]);
});
