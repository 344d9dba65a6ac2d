import { describe } from 'vitest';
import { fetches, plays } from './table.ts';

describe('protego (code)', () => {
  plays('protego', [
    ['str.splitlines ends lines', 'User-agent: *\x0cDisallow: /a', 'Bot', '/a', 'D2'],
    ['no colon behind a key in lower case', 'user-agent *|disallow /a', 'Bot', '/a', 'D2'],
    ['only in lower case', 'User-agent *|Disallow /a', 'Bot', '/a', 'A no-group'],
    ['misspelt keys are read', 'useragent: *|Disalow: /a', 'Bot', '/a', 'D2'],
    ['any keyed line ends a run', 'User-agent: Bot|Foo: x|User-agent: X|Disallow: /a', 'Bot', '/a', 'A no-match'],
    ['stars in names go', 'User-agent: *ot|Disallow: /a', 'Bot', '/a', 'D2'],
    ['the longest part of the name', 'User-agent: Foo|Disallow: /a|User-agent: FooB|Disallow: /b', 'FooBot', '/a', 'A no-match'],
    ['* counts one', 'User-agent: *|Disallow: /|User-agent: a|Disallow: /x', 'a', '/y', 'D2'],
    ['unless the letter comes first', 'User-agent: a|Disallow: /x|User-agent: *|Disallow: /', 'a', '/y', 'A no-match'],
    ['the query mark before $ is lost', 'User-agent: *|Disallow: /*?$', 'Bot', '/x', 'D2'],
    ['$ moves before the query', 'User-agent: *|Disallow: /a?b$', 'Bot', '/a?b', 'A no-match'],
    ['an inner $ matches itself', 'User-agent: *|Disallow: /a$b', 'Bot', '/a$b', 'D2'],
    ['and its escape', 'User-agent: *|Disallow: /a$b', 'Bot', '/a%24b', 'D2'],
    ['a URL loses its bare query mark', 'User-agent: *|Disallow: /a?', 'Bot', '/a?', 'A no-match'],
    ['paths are decoded and quoted', 'User-agent: *|Disallow: /%61', 'Bot', '/a', 'D2'],
    ['the path of a URL quotes =, that of a rule does not', 'User-agent: *|Disallow: /*id=', 'Bot', '/aid=1', 'A no-match'],
    ['in a query both leave it', 'User-agent: *|Disallow: /*id=', 'Bot', '/a?id=1', 'D2'],
    // Since Protego 0.4.0. Before, it took `//backroom` for a host name, and the rule was lost.
    ['two slashes at the start are a path', 'User-agent: *|Disallow: //backroom', 'Bot', '//backroomzz', 'D2'],
    ['with both slashes', 'User-agent: *|Disallow: //backroom', 'Bot', '/backroom', 'A no-match'],
    ['a byte order mark stays', '\ufeffUser-agent: *|Disallow: /a', 'Bot', '/a', 'A no-group'],
    ['queries are not', 'User-agent: *|Disallow: /x?%61', 'Bot', '/x?a', 'A no-match'],
    ['fragments are compared', 'User-agent: *|Disallow: /a$', 'Bot', '/a#b', 'A no-match'],
    ['a query without a path', 'User-agent: *|Disallow: /', 'Bot', '?q', 'A no-match'],
    ['an index page opens its directory', 'User-agent: *|Disallow: /|Allow: /d/index.html', 'Bot', '/d/', 'A3'],
    ['only index.html', 'User-agent: *|Disallow: /|Allow: /d/index.htm', 'Bot', '/d/', 'D2'],
  ]);
  fetches('protego', ['rules', 'rules', 'rules', 'rules', 'allow-all', 'allow-all', null]);
});
