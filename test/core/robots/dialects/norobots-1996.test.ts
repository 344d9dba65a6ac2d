import { describe } from 'vitest';
import { fetches, plays } from './table.ts';

describe('norobots-1996 (internet draft of 1996)', () => {
  plays('norobots-1996', [
    ['a name may have dots, as any HTTP token', 'User-agent: archive.org_bot|Disallow: /a', 'archive.org_bot', '/a', 'D2'],
    ['its version is no part of it', 'User-agent: archive.org_bot|Disallow: /a', 'archive.org_bot/2.1', '/a', 'D2'],
    ['the name is looked for in the line', 'User-agent: X Bot/1.0|Disallow: /a', 'Bot', '/a', 'D2'],
    ['the first record that fits', 'User-agent: Bot|Disallow: /b||User-agent: Bot|Disallow: /a', 'Bot', '/a', 'A no-match'],
    ['an empty line ends a record', 'User-agent: *||Disallow: /a', 'Bot', '/a', 'A no-match'],
    ['a comment line does not', 'User-agent: *|#|Disallow: /a', 'Bot', '/a', 'D3'],
    ['the first line decides', 'User-agent: *|Disallow: /a|Allow: /a/b', 'Bot', '/a/b', 'D2'],
    ['stars are plain', 'User-agent: *|Disallow: /a*', 'Bot', '/ab', 'A no-match'],
    ['and match themselves', 'User-agent: *|Disallow: /a*', 'Bot', '/a*b', 'D2'],
    ['escapes are decoded', 'User-agent: *|Disallow: /%7ejoe', 'Bot', '/~joe/', 'D2'],
    ['but not the slash', 'User-agent: *|Disallow: /a%2fb', 'Bot', '/a/b', 'A no-match'],
    ['/robots.txt is open', 'User-agent: *|Disallow: /', 'Bot', '/robots.txt', 'A robots-txt'],
  ]);
  fetches('norobots-1996', ['disallow-all', 'allow-all', 'allow-all', 'defer', 'allow-all', 'defer', 604800]);
});
