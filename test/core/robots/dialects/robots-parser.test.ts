import { describe } from 'vitest';
import { fetches, plays } from './table.ts';

describe('robots-parser (code)', () => {
  plays('robots-parser', [
    ['a byte order mark is trimmed', '\ufeffUser-agent: *|Disallow: /a', 'Bot', '/a', 'D2'],
    ['any keyed line ends a run', 'User-agent: Bot|Foo: x|User-agent: *|Disallow: /a', 'Bot', '/a', 'D4'],
    ['a name exists once a rule follows', 'User-agent: *|Disallow: /a||User-agent: Bot', 'Bot', '/a', 'D2'],
    ['or an empty one', 'User-agent: *|Disallow: /a||User-agent: Bot|Disallow:', 'Bot', '/a', 'A no-match'],
    ['or a delay', 'User-agent: *|Disallow: /a||User-agent: Bot|Crawl-delay: 1', 'Bot', '/a', 'A no-match'],
    ['names end at the slash', 'User-agent: Bot/2|Disallow: /a', 'Bot/1', '/a', 'D2'],
    ['escapes in the rule get upper-case digits', 'User-agent: *|Disallow: /%c3%a9', 'Bot', '/é', 'D2'],
    ['unreserved ones stay', 'User-agent: *|Disallow: /%61', 'Bot', '/a', 'A no-match'],
    ['an escaped bar stays one on both sides', 'User-agent: *|Disallow: /a%7Cb', 'Bot', '/a%7Cb', 'D2'],
    ['a plain bracket is escaped in the rule only', 'User-agent: *|Disallow: /a[b', 'Bot', '/a[b', 'A no-match'],
    ['dot segments of the URL are resolved', 'User-agent: *|Disallow: /b', 'Bot', '/a/../b', 'D2'],
    ['an empty query is none', 'User-agent: *|Disallow: /a?', 'Bot', '/a?', 'A no-match'],
  ]);
  fetches('robots-parser', ['allow-all', 'allow-all', 'allow-all', 'disallow-all', 'allow-all', 'disallow-all', null]);
});
