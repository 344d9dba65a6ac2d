import { describe } from 'vitest';
import { fetches, plays } from './table.ts';

describe('geoportal (wiki)', () => {
  plays('geoportal', [
    ['the general section follows the named one', 'User-agent: G|Allow: /ok||User-agent: *|Disallow: /', 'G', '/x', 'D5'],
    ['and comes second', 'User-agent: *|Disallow: /p||User-agent: G|Allow: /p/x', 'G', '/p/x', 'A5'],
    ['the first match decides', 'User-agent: *|Disallow: /a|Allow: /a/b', 'G', '/a/b', 'D2'],
    ['a Sitemap line ends a run', 'User-agent: G|Sitemap: x|User-agent: X|Disallow: /a', 'G', '/a', 'A no-match'],
    ['an unknown line does not', 'User-agent: G|Foo: x|User-agent: X|Disallow: /a', 'G', '/a', 'D4'],
    ['the first named section is read', 'User-agent: G|Disallow: /b||User-agent: G|Disallow: /a', 'G', '/a', 'A no-match'],
  ]);
  fetches('geoportal', ['allow-all', 'allow-all', 'allow-all', 'allow-all', 'allow-all', 'allow-all', null]);
});
