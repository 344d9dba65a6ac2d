import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeUrl } from '#core/url/normalize.ts';
import { LinkIds } from '#storage/links/link-ids.ts';

type PageLinks = ReturnType<LinkIds['of']>;
const find = (page: PageLinks, href: string): number => page.find([{ href }], 0, 1)[0] as number;

const twice = (links: LinkIds, base: string, href: string, id: number): void => {
  links.of(base).add(href, id);
  links.of(base).add(href, id);
};

describe('ids of links as they are written', () => {
  it('a link is known once it has come back', () => {
    const links = new LinkIds();
    const page = links.of('https://a.test/x/y');
    page.add('/menu', 7);
    expect(find(page, '/menu')).toBe(0);
    page.add('/menu', 7);
    expect(find(links.of('https://a.test/other'), '/menu')).toBe(7);
  });

  it('links that are looked up together are found as alone', () => {
    const links = new LinkIds();
    const hrefs = ['/menu', 'x.html', '../up', '#here', '', 'mailto:a@b.test', 'https://c.test/', '/menu', '/new'];
    for (const [at, href] of hrefs.slice(0, 7).entries()) twice(links, 'https://a.test/b/c/', href, at + 1);
    const page = links.of('https://a.test/b/c/d.html');
    const list = hrefs.map(href => ({ href }));
    expect([...page.find(list, 0, 9).slice(0, 9)]).toEqual([1, 2, 3, 0, 0, 6, 7, 1, 0]);
    expect([...page.find(list, 2, 5).slice(0, 3)]).toEqual([3, 0, 0]);
    expect(hrefs.map(href => find(page, href))).toEqual([1, 2, 3, 0, 0, 6, 7, 1, 0]);
  });

  it('nine of ten links of a site with 8,000 are known', () => {
    const links = new LinkIds();
    const hrefs = Array.from({ length: 8_000 }, (_, i) => `/section-${i % 40}/page-${i}.html`);
    for (let page = 0; page < 4; page++) for (const [i, href] of hrefs.entries()) links.of('https://a.test/').add(href, i + 1);
    // Three in four where each slot stood alone.
    const known = hrefs.filter((href, i) => find(links.of('https://a.test/'), href) === i + 1);
    expect(known.length).toBeGreaterThan(7_000);
  });

  it('a link of another origin is another link', () => {
    const links = new LinkIds();
    twice(links, 'https://a.test/', '/menu', 7);
    for (const other of ['https://b.test/', 'http://a.test/', 'https://a.test:81/'])
      expect(find(links.of(other), '/menu')).toBe(0);
  });

  it('a link relative to a folder is known on the pages below it', () => {
    const links = new LinkIds();
    twice(links, 'https://a.test/b/c/d.html?q=/#/', '../x.html', 7);
    expect(find(links.of('https://a.test/b/e/'), '../x.html')).toBe(7);
    expect(find(links.of('https://a.test/b/e/f/'), '../../x.html')).toBe(7);
    expect(find(links.of('https://a.test/e/e/'), '../x.html')).toBe(0);
    expect(find(links.of('https://a.test/b/'), 'x.html')).toBe(0);
    twice(links, 'https://a.test/', '../../up', 8);
    expect(find(links.of('https://a.test/x'), '../up')).toBe(8);
  });

  it('a link without a folder is known on the pages beside it', () => {
    const links = new LinkIds();
    twice(links, 'https://a.test/b/c.html', 'x:y', 7);
    expect(find(links.of('https://a.test/b/'), 'x:y')).toBe(7);
    expect(find(links.of('https://a.test/b'), 'x:y')).toBe(0);
    // Here it is no scheme.
    expect(find(links.of('https://a.test/b/c/'), '../x:y')).toBe(0);
  });

  it.each(['?q', '#f', '', ' x', './x', '..', '\\x', 'é', `/${'x'.repeat(300)}`])(
    'a link that may depend on more than origin and folder, or is long, is not kept: %s',
    href => {
      const links = new LinkIds();
      twice(links, 'https://a.test/x/y', href, 7);
      expect(find(links.of('https://a.test/x/y'), href)).toBe(0);
    },
  );

  it('nothing is kept for what is no web page', () => {
    const links = new LinkIds();
    twice(links, 'ftp://a.test/', '/x', 7);
    expect(find(links.of('ftp://a.test/'), '/x')).toBe(0);
  });

  it('nothing is known after it was cleared, not even on a page that is being read', () => {
    const links = new LinkIds();
    const page = links.of('https://a.test/');
    twice(links, 'https://a.test/', '/menu', 7);
    expect(find(page, '/menu')).toBe(7);
    links.clear();
    twice(links, 'https://b.test/', '/menu', 9);
    expect(find(page, '/menu')).toBe(0);
    page.add('/menu', 8);
    expect(find(page, '/menu')).toBe(0);
  });

  it('places beyond the limit start anew', () => {
    const links = new LinkIds();
    const page = links.of('https://a.test/');
    twice(links, 'https://a.test/', '/menu', 7);
    for (let i = 0; i < 10_001; i++) find(links.of(`https://a.test/${i}/`), 'x');
    expect(find(page, '/menu')).toBe(0);
    twice(links, 'https://a.test/', '/menu', 8);
    expect(find(page, '/menu')).toBe(8);
  });

  it('gives the id of the resolved URL or none, however many links and pages share its slots', () => {
    const links = new LinkIds();
    const ids = new Map<string, number>();
    const href = fc
      .array(
        fc.constantFrom(
          ...['/', 'http://', 'https://', 'http:', 'a', 'b', 'b/', '..', '../', '../', './', 'a.test', '#', '?', ':', '\\', '\t'],
          ...[' ', '%2e%2E/', 'é', '\ud800', '\ufffd'],
        ),
        { maxLength: 4 },
      )
      .map(parts => parts.join(''));
    const page = fc.constantFrom(
      'http://a.test/',
      'http://a.test/b/c',
      'http://a.test/b/a/?b/',
      'http://a.test/b/a/b/',
      'https://a.test/?/',
      'http://u:p@b.test/x/',
      'ftp://c.test/',
    );
    let found = 0;
    fc.assert(
      fc.property(fc.array(href, { maxLength: 8 }), page, (hrefs, base) => {
        const linking = links.of(base);
        for (const each of hrefs) {
          const resolved = normalizeUrl(each, base);
          const url = resolved.kind === 'url' ? resolved.url : each;
          const id = ids.get(url) ?? ids.size + 1;
          ids.set(url, id);
          const known = find(linking, each);
          if (known !== 0) {
            expect(known).toBe(id);
            found++;
          }
          linking.add(each, id);
        }
      }),
      { numRuns: 5_000 },
    );
    expect(found).toBeGreaterThan(100);
  });
});
