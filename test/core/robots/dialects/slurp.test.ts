import { describe } from 'vitest';
import { fetches, plays } from './table.ts';

describe('slurp (post and help pages)', () => {
  plays('slurp', [
    ['a name may have dots, as any HTTP token', 'User-agent: archive.org_bot|Disallow: /a', 'archive.org_bot', '/a', 'D2'],
    ['its version is no part of it', 'User-agent: archive.org_bot|Disallow: /a', 'archive.org_bot/2.1', '/a', 'D2'],
    ['the name may stand anywhere in the line', 'User-agent: Yahoo! Slurp|Disallow: /a', 'Slurp', '/a', 'D2'],
    ['a line that is only part of the name is another robot', 'User-agent: Slu|Disallow: /a', 'Slurp', '/a', 'A no-group'],
    ['what follows $ is dropped', 'User-agent: *|Disallow: /a$b', 'Slurp', '/a', 'D2'],
    ['and $ is the end', 'User-agent: *|Disallow: /a$b', 'Slurp', '/a$b', 'A no-match'],
    ['the first matching line decides', 'User-agent: *|Disallow: /a|Allow: /a/b', 'Slurp', '/a/b', 'D2'],
    ['the first record is read', 'User-agent: Slurp|Disallow: /b||User-agent: Slurp|Disallow: /a', 'Slurp', '/a', 'A no-match'],
    ['an empty line ends a record', 'User-agent: *||Disallow: /a', 'Slurp', '/a', 'A no-match'],
    ['a star at the end says nothing', 'User-agent: *|Disallow: /a*', 'Slurp', '/a', 'D2'],
  ]);
  fetches('slurp', ['allow-all', 'allow-all', 'allow-all', 'allow-all', 'allow-all', 'allow-all', null]);
});
