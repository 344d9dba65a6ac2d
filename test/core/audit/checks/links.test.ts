import { describe, expect, it } from 'vitest';
import { audited } from '#test/support/audited.ts';
import { redirect } from '#test/support/site.ts';

const page = (body: string, head = ''): string =>
  `<!doctype html><html lang=en><head><title>t</title>${head}</head><body>${body}</body></html>`;
const to = (...paths: readonly string[]): string => paths.map(path => `<a href="${path}">text</a>`).join('');
const home = to('/');

describe('links to and from pages', () => {
  const checks = [
    'link.orphan',
    'link.one_inlink',
    'link.depth',
    'link.no_outlinks',
    'link.many_internal',
    'link.many_external',
    'link.mixed_follow',
    'link.nonindexable_only',
    'link.only_via_blocked',
  ];

  it('are counted', async () => {
    const { hits, count, finding } = await audited(
      {
        '/robots.txt': 'User-agent: *\nDisallow: /blocked\nSitemap: /sitemap.xml\n',
        '/': page(`${to('/a', '/noindex', '/blocked', '/many', '/external')}<a href=/mixed rel=nofollow>x</a>`),
        '/a': page(`${to('/b', '/mixed')}${home}`),
        '/b': page(to('/c', '/a')),
        '/c': page(to('/d', '/b')),
        '/d': page('<a href="#top">x</a>'),
        '/noindex': page(to('/only', '/'), '<meta name=robots content=noindex>'),
        '/only': page(home),
        '/mixed': page(home),
        '/many': page(to('/a', '/b', '/c', '/d')),
        '/external': page(to('http://other.test/1', 'http://other.test/2', 'http://other.test/3', '/')),
        '/sitemap.xml': ({ request }) => ({
          headers: { 'Content-Type': 'application/xml' },
          body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://${request.headers.host}/alone</loc></url></urlset>`,
        }),
        '/alone': page(home),
      },
      checks,
      { limits: { 'link.many_internal': { links: 3 }, 'link.many_external': { links: 2 }, 'link.depth': { clicks: 2 } } },
    );
    expect(Object.fromEntries(checks.map(check => [check, hits(check)]))).toEqual({
      'link.orphan': ['/alone'],
      'link.one_inlink': ['/external', '/many', '/mixed', '/only'],
      'link.depth': ['/b', '/c', '/d', '/only'],
      'link.no_outlinks': ['/d'],
      'link.many_internal': ['/', '/many'],
      'link.many_external': ['/external'],
      'link.mixed_follow': ['/mixed'],
      'link.nonindexable_only': ['/only'],
      'link.only_via_blocked': [],
    });
    const notCheckable = { blocked: 1 };
    expect(count('link.orphan')).toEqual({ hits: 1, checked: 10, notCheckable });
    expect(count('link.depth')).toEqual({ hits: 4, checked: 9, notCheckable });
    expect(count('link.nonindexable_only')).toEqual({ hits: 1, checked: 9, notCheckable });
    expect(count('link.no_outlinks')).toEqual({ hits: 1, checked: 11, notCheckable });
    expect(count('link.mixed_follow')).toEqual({ hits: 1, checked: 11, notCheckable: {} });
    expect(count('link.only_via_blocked')).toEqual({ hits: 0, checked: 11, notCheckable: {} });
    expect(finding('link.mixed_follow', '/mixed')?.evidence.items).toEqual([{ value: '1 without, 1 with nofollow' }]);
  });
});

describe('links by their targets', () => {
  const checks = ['link.to_redirect', 'link.to_broken', 'link.to_blocked', 'link.to_noindex', 'link.to_canonicalised'];

  it('are judged where the target is known', async () => {
    const { hits, count, finding, site } = await audited(
      {
        '/robots.txt': 'User-agent: *\nDisallow: /blocked\n',
        '/': page(to('/redirect', '/broken', '/to-blocked', '/noindexed', '/canonicalised', '/good', '/empty')),
        '/redirect': page(to('/moved')),
        '/moved': redirect('/good', 301),
        '/broken': page(`<ul><li>${to('/gone', '/gone.pdf')}</ul>`),
        '/to-blocked': page(to('/blocked')),
        '/noindexed': page(`${to('/noindex')}<a rel=nofollow href=/noindex>x</a>`),
        '/noindex': page(home, '<meta name=robots content=noindex>'),
        '/canonicalised': page(to('/other')),
        '/other': page(home, '<link rel=canonical href=/good>'),
        '/good': page(home),
        '/empty': page(''),
      },
      checks,
    );
    expect(Object.fromEntries(checks.map(check => [check, hits(check)]))).toEqual({
      'link.to_redirect': ['/redirect'],
      'link.to_broken': ['/broken'],
      'link.to_blocked': ['/to-blocked'],
      'link.to_noindex': ['/noindexed'],
      'link.to_canonicalised': ['/canonicalised'],
    });
    // The blocked page, and the page that links to nothing else.
    expect(count('link.to_broken')).toEqual({ hits: 1, checked: 9, notCheckable: { blocked: 2 } });
    expect(count('link.to_blocked')).toEqual({ hits: 1, checked: 10, notCheckable: { blocked: 1 } });
    expect(finding('link.to_broken', '/broken')?.evidence).toMatchObject({
      items: [
        { value: '404', link: 0, url: site.url('/gone') },
        { value: '404', link: 1, url: site.url('/gone.pdf') },
      ],
      group: `html>body>ul>li>a → ${site.url('/gone')}`,
    });
    expect(finding('link.to_noindex', '/noindexed')?.evidence.items).toHaveLength(1);
    expect(finding('link.to_canonicalised', '/canonicalised')?.evidence.items[0]?.value).toBe(site.url('/good'));
  });

  it('in a template are one finding with its place', async () => {
    const footer = `<footer><p>${to('/gone')}</p></footer>`;
    const { hits, count, finding, site } = await audited(
      {
        '/': page(to('/a', '/b', '/c') + footer),
        '/a': page(footer),
        '/b': page(`${to('/lost')}${footer}`),
        '/c': page(`<main>${to('/gone')}</main>`),
      },
      ['link.sitewide_broken'],
      { limits: { 'link.sitewide_broken': { pages: 3 } } },
    );
    expect(hits('link.sitewide_broken')).toEqual(['/', '/a', '/b']);
    expect(count('link.sitewide_broken')).toEqual({ hits: 3, checked: 4, notCheckable: {} });
    for (const path of ['/a', '/b'])
      expect(finding('link.sitewide_broken', path)?.evidence).toMatchObject({
        items: [{ value: '404', url: site.url('/gone') }],
        group: `html>body>footer>p>a → ${site.url('/gone')}`,
      });
  });
});

describe('links by how they are written', () => {
  it.each([
    ['link.nofollow_internal', '<a rel=nofollow href=/>x</a>', '<a rel=nofollow href=http://other.test/>x</a>'],
    ['link.no_anchor', '<a href=/><img src=/x.png></a>', '<a href=/><img src=/x.png alt=Home></a><a href=/ title=x></a>'],
    ['link.generic_anchor', '<a href=/>Click here!</a>', '<a href=/>Click here for prices</a>'],
    ['link.localhost', '<a href="http://localhost:9/x">x</a>', '<a href="http://local.test:9/">x</a>'],
    ['link.path_relative', '<a href="b?x=1">x</a>', '<a href="/b">x</a><a href="#b">y</a>'],
    ['link.external_nofollow', '<a rel="nofollow x" href=http://other.test/>x</a>', '<a rel=ugc href=http://other.test/>x</a>'],
    ['link.resource_as_page', '<a href=/photo.JPG?x>x</a>', '<a href=/photo>x</a><a href=/a.pdf>y</a>'],
    ['link.too_long', `<a href=/${'x'.repeat(2_000)}>x</a>`, `<a href=/${'x'.repeat(1_000)}>x</a>`],
    ['link.javascript_href', '<a href="javascript:void(0)">x</a>', '<a href=/javascript:x>x</a>'],
  ])('%s', async (check, bad, good) => {
    const { hits, count } = await audited(
      {
        '/robots.txt': 'User-agent: *\nDisallow: /blocked\n',
        '/': page(to('/bad', '/good', '/blocked')),
        '/bad': page(bad),
        '/good': page(good),
      },
      [check],
    );
    expect(hits(check)).toEqual(['/bad']);
    expect(count(check)).toMatchObject({ hits: 1, notCheckable: { blocked: 1 } });
  });

  it('passes links to http on a page with http', async () => {
    const { count } = await audited({ '/': page('<a href=http://other.test/>x</a>') }, ['link.https_to_http']);
    expect(count('link.https_to_http')).toEqual({ hits: 0, checked: 1, notCheckable: {} });
  });
});
