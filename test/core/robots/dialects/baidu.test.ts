import { describe } from 'vitest';
import { fetches, plays } from './table.ts';

describe('baidu (older help page)', () => {
  plays('baidu', [
    ['a name may have dots, as any HTTP token', 'User-agent: archive.org_bot|Disallow: /a', 'archive.org_bot', '/a', 'D2'],
    ['its version is no part of it', 'User-agent: archive.org_bot|Disallow: /a', 'archive.org_bot/2.1', '/a', 'D2'],
    ['the first matching line decides', 'User-agent: *|Disallow: /a|Allow: /a/b', 'Bot', '/a/b', 'D2'],
    ['records end at empty lines', 'User-agent: *||Disallow: /a', 'Bot', '/a', 'A no-match'],
    ['the first of two records is read', 'User-agent: Bot|Disallow: /b||User-agent: Bot|Disallow: /a', 'Bot', '/a', 'A no-match'],
    ['* and $ are known', 'User-agent: *|Disallow: /*.gif$', 'Bot', '/x.gif', 'D2'],
    ['escapes are compared as written', 'User-agent: *|Disallow: /%61', 'Bot', '/a', 'A no-match'],
    ['/robots.txt is no exception', 'User-agent: *|Disallow: /', 'Bot', '/robots.txt', 'D2'],
  ]);
  fetches('baidu', ['allow-all', 'allow-all', 'allow-all', 'disallow-all', 'allow-all', 'disallow-all', null]);
});
