import { describe } from 'vitest';
import { fetches, plays } from './table.ts';

describe('geoportal-first (unused strategy)', () => {
  plays('geoportal-first', [
    [
      'the first match decides, the named section first',
      'User-agent: *|Disallow: /private/||User-agent: G|Allow: /*.xml$',
      'G',
      '/private/x.xml',
      'A5',
    ],
    ['in file order', 'User-agent: *|Disallow: /a|Allow: /a/b', 'G', '/a/b', 'D2'],
    ['an empty Disallow is an Allow where it stands', 'User-agent: *|Disallow:|Disallow: /a', 'G', '/a', 'A2'],
    ['a slash at the end is optional', 'User-agent: *|Disallow: /d/', 'G', '/d', 'D2'],
  ]);
  fetches('geoportal-first', ['allow-all', 'allow-all', 'allow-all', 'allow-all', 'allow-all', 'allow-all', null]);
});
