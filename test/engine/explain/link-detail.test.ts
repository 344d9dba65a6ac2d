import { expect, test } from 'vitest';
import { newSession, site } from '../../support/crawling.ts';
import type { Answer } from '../../support/site.ts';

const page = (body: string, head = ''): string =>
  `<!doctype html><html lang=en><head><title>T</title>${head}</head><body>${body}</body></html>`;

test('a link says how its address was written, and each step to the stored URL', async () => {
  const { origin } = await site({
    '/': page(
      '<nav><a href=" ./shop/../lamps?a=1&amp;b=2#top " target=_blank>Lamps</a></nav><main><img srcset="/s.png 1x, /l.png 2x"><a href="/moved">m</a></main>',
    ),
    '/lamps?a=1&b=2': page('<a href="x">x</a>', '<base href="/shop/">'),
    '/moved': { status: 301, headers: { Location: '/LAMPS/%7e' }, body: '' },
    '/shop/x': page('x'),
  });
  const session = newSession([`${origin}/`]);
  await session.run();
  const detail = async (path: string, seq: number) => await session.handlers['url.link']({ url: `${origin}${path}`, seq });

  expect(await detail('/', 0)).toMatchObject({
    link: { to: `${origin}/lamps?a=1&b=2`, kind: 'a' },
    zone: 'nav',
    form: 'path-relative',
    newWindow: true,
    unavailable: '',
    written: {
      attribute: 'href',
      raw: ' ./shop/../lamps?a=1&amp;b=2#top ',
      base: `${origin}/`,
      isOwnBase: true,
      steps: [
        { change: 'references', text: ' ./shop/../lamps?a=1&b=2#top ' },
        { change: 'white-space', text: './shop/../lamps?a=1&b=2#top' },
        { change: 'resolved', text: `${origin}/./shop/../lamps?a=1&b=2#top` },
        { change: 'dot-segments', text: `${origin}/lamps?a=1&b=2#top` },
        { change: 'fragment', text: `${origin}/lamps?a=1&b=2` },
      ],
    },
  });
  expect((await detail('/', 0))?.path).toMatch(/nav/);
  expect((await detail('/', 2))?.written).toMatchObject({ attribute: 'srcset', raw: '/l.png' });
  expect((await detail('/lamps?a=1&b=2', 0))?.written).toMatchObject({ raw: 'x', base: `${origin}/shop/`, isOwnBase: false });
  expect((await detail('/moved', 0))?.written).toMatchObject({
    attribute: 'Location',
    raw: '/LAMPS/%7e',
    steps: [{ change: 'resolved' }, { change: 'escapes', text: `${origin}/LAMPS/~` }],
  });
  expect(await detail('/', 99)).toBeNull();
});

test('without a stored body, a link says why its address is not known', async () => {
  const { origin } = await site({ '/': page('<a href="a">a</a>') });
  const session = newSession([`${origin}/`], { storeBodies: false });
  await session.run();
  const detail = await session.handlers['url.link']({ url: `${origin}/`, seq: 0 });
  expect(detail).toMatchObject({ written: null, zone: 'none' });
  expect(detail?.unavailable).toContain('body');
});

test('a URL names every source through which it was found', async () => {
  const sitemap =
    (...paths: readonly string[]): Answer =>
    ({ request }) =>
      `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
        .map(path => `<url><loc>http://${request.headers.host}${path}</loc><lastmod>2026-01-02</lastmod></url>`)
        .join('')}</urlset>`;
  const { origin } = await site({
    '/robots.txt': ({ request: { headers } }) =>
      `User-agent: *\nSitemap: http://${headers.host}/one.xml\nSitemap: http://${headers.host}/two.xml\n`,
    '/': page('<a href=/a>1</a><a href=/a>2</a><a href=/b>b</a>', '<link rel=canonical href=/a>'),
    '/b': page('<a href=/a>3</a>'),
    '/a': page('a'),
    '/one.xml': sitemap('/a'),
    '/two.xml': sitemap('/b', '/a', '/a'),
  });
  const session = newSession([`${origin}/`], { sitemaps: true });
  await session.run();
  const found = async (path: string) => await session.handlers['url.foundThrough']({ url: `${origin}${path}` });
  expect(await found('/a')).toEqual({
    isSeed: false,
    links: [
      { kind: 'a', count: 3, from: `${origin}/`, seq: 1 },
      { kind: 'canonical', count: 1, from: `${origin}/`, seq: 0 },
    ],
    counted: 4,
    total: 4,
    sitemaps: [
      { id: 1, url: `${origin}/one.xml`, seq: 0, lastmod: '2026-01-02' },
      { id: 2, url: `${origin}/two.xml`, seq: 1, lastmod: '2026-01-02' },
    ],
    moreSitemaps: 0,
  });
  expect(await found('/')).toMatchObject({ isSeed: true, links: [], sitemaps: [] });
  expect(await found('/b')).toMatchObject({ isSeed: false, sitemaps: [{ id: 2, seq: 0 }] });
});
