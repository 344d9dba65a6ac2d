import { describe, expect, it } from 'vitest';
import { crawlDelayFor } from '#core/robots/decide.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { read } from '../reading.ts';
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
  it('waits 10 seconds for the value 10, as its worked example says', () => {
    const dialect = dialectById('geoportal') as Dialect;
    const text = 'User-Agent: GeoportalServer\nDisallow: /not-for-geoportal/\nCrawl-Delay: 10\n';
    expect(crawlDelayFor(read(text, dialect), dialect, 'GeoportalServer')).toMatchObject({ seconds: 10, line: 3 });
    expect(dialect.crawlDelay.source).toContain('minutes');
  });
  fetches('geoportal', ['allow-all', 'allow-all', 'allow-all', 'allow-all', 'allow-all', 'allow-all', null]);
});
