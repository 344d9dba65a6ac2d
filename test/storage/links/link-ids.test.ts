import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeUrl } from '#core/url/normalize.ts';
import { LinkIds } from '#storage/links/link-ids.ts';

const twice = (links: LinkIds, origin: number, href: string, id: number): void => {
  links.add(origin, href, id);
  links.add(origin, href, id);
};

describe('ids of links as they are written', () => {
  it('a link is known once it has come back', () => {
    const links = new LinkIds();
    const origin = links.origin('https://a.test/x/y');
    links.add(origin, '/menu', 7);
    expect(links.find(origin, '/menu')).toBe(0);
    links.add(origin, '/menu', 7);
    expect(links.find(links.origin('https://a.test/other'), '/menu')).toBe(7);
  });

  it('a link of another origin is another link', () => {
    const links = new LinkIds();
    twice(links, links.origin('https://a.test/'), '/menu', 7);
    expect(links.find(links.origin('https://b.test/'), '/menu')).toBe(0);
    expect(links.find(links.origin('http://a.test/'), '/menu')).toBe(0);
    expect(links.find(links.origin('https://a.test:81/'), '/menu')).toBe(0);
  });

  it.each(['page.html', '../x', '?q', '#f', '', 'mailto:a@b', 'httpx', 'http:x', `/${'x'.repeat(300)}`])(
    'a link that depends on more than the origin, or is long, is not kept: %s',
    href => {
      const links = new LinkIds();
      const origin = links.origin('https://a.test/x/y');
      twice(links, origin, href, 7);
      expect(links.find(origin, href)).toBe(0);
    },
  );

  it('nothing is kept for what is no web page', () => {
    const links = new LinkIds();
    expect(links.origin('ftp://a.test/')).toBe(0);
    twice(links, 0, '/x', 7);
    expect(links.find(0, '/x')).toBe(0);
  });

  it('nothing is known after it was cleared', () => {
    const links = new LinkIds();
    twice(links, links.origin('https://a.test/'), '/menu', 7);
    links.clear();
    expect(links.find(links.origin('https://a.test/'), '/menu')).toBe(0);
    links.add(links.origin('https://a.test/'), '/menu', 8);
    expect(links.find(links.origin('https://a.test/'), '/menu')).toBe(0);
  });

  it('gives the id of the resolved URL or none, however many links and pages share its slots', () => {
    const links = new LinkIds();
    const ids = new Map<string, number>();
    const href = fc
      .array(fc.constantFrom('/', 'http://', 'https://', 'a', 'b', '..', 'a.test', '#', '?', 'é', '\ud800', '\ufffd'), {
        maxLength: 4,
      })
      .map(parts => parts.join(''));
    const page = fc.constantFrom(
      'http://a.test/',
      'http://a.test/b/c',
      'https://a.test/?/',
      'http://u:p@b.test/x/',
      'ftp://c.test/',
    );
    let found = 0;
    fc.assert(
      fc.property(fc.array(href, { maxLength: 8 }), page, (hrefs, base) => {
        const origin = links.origin(base);
        for (const each of hrefs) {
          const resolved = normalizeUrl(each, base);
          const url = resolved.kind === 'url' ? resolved.url : each;
          const id = ids.get(url) ?? ids.size + 1;
          ids.set(url, id);
          const known = links.find(origin, each);
          if (known !== 0) {
            expect(known).toBe(id);
            found++;
          }
          links.add(origin, each, id);
        }
      }),
      { numRuns: 5_000 },
    );
    expect(found).toBeGreaterThan(100);
  });
});
