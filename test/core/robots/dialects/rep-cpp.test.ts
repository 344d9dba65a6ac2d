import { describe } from 'vitest';
import { fetches, plays } from './table.ts';

describe('rep-cpp (code)', () => {
  plays('rep-cpp', [
    ['only LF ends a line', 'User-agent: *\x0dDisallow: /a', 'Bot', '/a', 'A no-match'],
    ['a byte order mark is skipped', '\ufeffUser-agent: *|Disallow: /a', 'Bot', '/a', 'D2'],
    ['any keyed line ends a run', 'User-agent: Bot|Foo: x|User-agent: X|Disallow: /a', 'Bot', '/a', 'A no-match'],
    ['rules before the first name are for everybody', 'Disallow: /a|User-agent: X|Disallow: /b', 'Bot', '/a', 'D1'],
    ['and join *', 'Disallow: /a|User-agent: *|Disallow: /b', 'Bot', '/b', 'D3'],
    ['there is always a group for everybody', 'User-agent: X|Disallow: /a', 'Bot', '/a', 'A no-match'],
    ['a * behind another name of the run is lost', 'User-agent: A|User-agent: *|Disallow: /a', 'Bot', '/a', 'A no-match'],
    ['the name before it keeps the rules', 'User-agent: A|User-agent: *|Disallow: /a', 'A', '/a', 'D3'],
    [
      'a known name behind another one too',
      'User-agent: B|Disallow: /b|User-agent: A|User-agent: B|Disallow: /a',
      'B',
      '/a',
      'A no-match',
    ],
    ['a known name at the head goes on', 'User-agent: B|Disallow: /b|User-agent: B|User-agent: A|Disallow: /a', 'B', '/a', 'D5'],
    ['a slash is put before', 'User-agent: *|Disallow: a', 'Bot', '/a', 'D2'],
    ['of an absolute URL the path counts', 'User-agent: *|Disallow: http://site.test/a', 'Bot', '/a', 'D2'],
    ['unsafe octets are escaped', 'User-agent: *|Disallow: /a b', 'Bot', '/a%20b', 'D2'],
    ['unreserved escapes are plain', 'User-agent: *|Disallow: /%61', 'Bot', '/a', 'D2'],
    ['an escaped star is not the star of the URL', 'User-agent: *|Disallow: /a%2Ab', 'Bot', '/a*b', 'A no-match'],
    ['neighbouring stars count once', 'User-agent: *|Disallow: /a***b|Allow: /a*bc', 'Bot', '/abc', 'A3'],
    ['an empty Disallow has no length', 'User-agent: *|Disallow:|Disallow: /a', 'Bot', '/a', 'D3'],
    ['and is named', 'User-agent: *|Disallow:', 'Bot', '/a', 'A2'],
    ['/robots.txt is open', 'User-agent: *|Disallow: /', 'Bot', '/robots.txt', 'A robots-txt'],
  ]);
  fetches('rep-cpp', ['allow-all', 'allow-all', 'allow-all', 'disallow-all', 'allow-all', 'disallow-all', null]);
});
